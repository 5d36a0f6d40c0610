//! Changes of the storage of plants and tokens.

use super::{COMMANDS, Check, Mutation};

const BATCH: &str = "crates/plant-storage/src/group_commit/batch.rs";
const DELETE: &str = "crates/plant-storage/src/sqlite/delete.rs";
const FILE: &str = "crates/plant-storage/src/sqlite/file.rs";
const GROUP_COMMIT: &str = "crates/plant-storage/src/group_commit/mod.rs";
const LOG: &str = "crates/plant-storage/src/sqlite/log.rs";
const OPEN: &str = "crates/plant-storage/src/sqlite/open.rs";
const OWNER: &str = "crates/plant-storage/src/sqlite/owner.rs";
const PLANTS: &str = "crates/plant-storage/src/sqlite/plants.rs";
const SCHEMA: &str = "crates/plant-storage/src/sqlite/schema.rs";
const SQLITE_TOKENS: &str = "crates/plant-storage/src/sqlite/tokens.rs";
const SQLITE_MODULE: &str = "crates/plant-storage/src/sqlite/mod.rs";
const POSTGRES_URL: &str = "crates/plant-storage/src/postgres/url.rs";
const URL: &str = "crates/plant-storage/src/url.rs";
const WATCH: &str = "crates/plant-storage/src/group_commit/watch.rs";
const WRITER: &str = "crates/plant-storage/src/sqlite/writer/mod.rs";
const UNITS: Check = Check::Units("plant-storage");
const SQLITE: Check = Check::Tests("--test sqlite");

pub(super) const ALL: &[Mutation] = &[
    Mutation::new(
        BATCH,
        "calls a different plant the same",
        &[(
            "if rival.unwrap_or(first) == stored {",
            "if rival.unwrap_or(first).id == stored.id {",
        )],
        &[UNITS],
    ),
    Mutation::new(
        BATCH,
        "calls the same plant a different one",
        &[(
            "if rival.unwrap_or(first) == stored {",
            "if rival.unwrap_or(first) != stored {",
        )],
        &[UNITS],
    ),
    Mutation::new(
        BATCH,
        "lets the first of a batch answer for its rivals",
        &[(
            "if rival.unwrap_or(first) == stored {",
            "if first == stored {",
        )],
        &[UNITS],
    ),
    Mutation::new(
        BATCH,
        "acknowledges what failed",
        &[(
            "Err(error) => Err(error.clone().into()),",
            "Err(_) => Ok(Created::New),",
        )],
        &[UNITS],
    ),
    Mutation::new(
        BATCH,
        "begins what nobody waits for any more",
        &[(
            "if waiting.deadline <= Instant::now() {",
            "if waiting.deadline <= Instant::now() && waiting.deadline > Instant::now() {",
        )],
        &[UNITS],
    ),
    Mutation::new(
        GROUP_COMMIT,
        "lets any number of bytes wait",
        &[("size.clamp(1, QUEUE_BYTES)", "size.clamp(1, 1)")],
        &[UNITS],
    ),
    Mutation::new(
        GROUP_COMMIT,
        "lets workers write however slow the disk is",
        &[("&& duration < QUICK", "")],
        &[UNITS],
    ),
    Mutation::new(
        GROUP_COMMIT,
        "lets the thread write every create",
        &[
            (
                "is_quiet: AtomicBool::new(true)",
                "is_quiet: AtomicBool::new(false)",
            ),
            (
                "self.is_quiet.store(is_quiet,",
                "self.is_quiet.store(false & is_quiet,",
            ),
        ],
        &[UNITS],
    ),
    Mutation::new(
        WATCH,
        "wakes no worker while another one waits for the disk",
        &[("runtime.spawn(async {});", "let _ = runtime;")],
        &[UNITS],
    ),
    Mutation::new(
        DELETE,
        "leaves copies of deleted plants in free pages",
        &[(r#"execute_batch("VACUUM")"#, r#"execute_batch("")"#)],
        &[SQLITE],
    ),
    Mutation::new(
        DELETE,
        "says that deleted plants are gone while the log has copies",
        &[(
            "(false, 0) => return Ok(()),",
            "(true | false, 0..) => return Ok(()),",
        )],
        &[SQLITE],
    ),
    Mutation::new(
        OPEN,
        "commits without a flush",
        &[(r#""synchronous", "FULL""#, r#""synchronous", "OFF""#)],
        &[SQLITE, Check::Faults],
    ),
    Mutation::new(
        OPEN,
        "takes a database of a newer schema",
        &[(
            "Contents::Store(found) if found <= schema::CURRENT => Ok(Some(found)),",
            "Contents::Store(found) if found <= schema::CURRENT + 99 => Ok(Some(found)),",
        )],
        &[SQLITE],
    ),
    Mutation::new(
        OWNER,
        "serves a database that is being served",
        &[
            (
                "Err(TryLockError::WouldBlock) => Ok(None),",
                "Err(TryLockError::WouldBlock) => Ok(Some(lock)),",
            ),
            ("if owned_at.is_some()", "if false"),
        ],
        &[SQLITE],
    ),
    Mutation::new(
        PLANTS,
        "overwrites the plant of a taken id",
        &[(
            "ON CONFLICT (id) DO NOTHING",
            "ON CONFLICT (id) DO UPDATE SET name = excluded.name",
        )],
        &[SQLITE],
    ),
    Mutation::new(
        PLANTS,
        "commits nothing",
        &[(
            "    transaction.commit()?;
",
            "    transaction.rollback()?;
",
        )],
        &[SQLITE],
    ),
    Mutation::new(
        SCHEMA,
        "takes the database of another application for its own",
        &[("_ => Ok(Contents::Foreign),", "_ => Ok(Contents::Empty),")],
        &[SQLITE],
    ),
    Mutation::new(
        SQLITE_TOKENS,
        "revokes a token at another time when that is repeated",
        &[("coalesce(revoked_at, ?2)", "?2")],
        &[SQLITE],
    ),
    Mutation::new(
        SQLITE_TOKENS,
        "lets a token expire later than before",
        &[("min(coalesce(expires_at, ?2), ?2)", "?2")],
        &[SQLITE],
    ),
    Mutation::new(
        WRITER,
        "acknowledges what it wrote to a file that is gone",
        &[
            (
                "        self.files.check()?;
        let mut connection",
                "        let mut connection",
            ),
            (
                "        self.files.check()?;
        Ok(written)",
                "        Ok(written)",
            ),
        ],
        &[SQLITE],
    ),
    Mutation::new(
        FILE,
        "makes a database that others may read",
        &[(
            ".create_new(true).mode(MODE);",
            ".create_new(true).mode(MODE | 0o044);",
        )],
        &[SQLITE],
    ),
    Mutation::new(
        FILE,
        "finds nothing wrong with files that others may use",
        &[("(mode & !MODE != 0)", "(mode & !0o777 != 0)")],
        &[SQLITE],
    ),
    Mutation::new(
        LOG,
        "forgets why the log could not be moved",
        &[(
            "last.error = done.as_ref().err().cloned();",
            "last.error = done.as_ref().err().cloned().and(None);",
        )],
        &[SQLITE],
    ),
    Mutation::new(
        LOG,
        "says that the log cannot be moved after it was moved",
        &[(
            "last.error = done.as_ref().err().cloned();",
            "last.error = done.as_ref().err().cloned().or(last.error.take());",
        )],
        &[SQLITE],
    ),
    Mutation::new(
        SQLITE_MODULE,
        "makes the store that a command was to find",
        &[(
            "let create = access.creates();",
            "let create = access != Access::Read;",
        )],
        &[SQLITE, COMMANDS],
    ),
    Mutation::new(
        URL,
        "repeats the address of a database that it cannot read",
        &[(
            "text.parse().map_err(StoreUrlError::Postgres)?",
            "text.parse().map_err(|_| StoreUrlError::Postgres(text.to_owned()))?",
        )],
        &[UNITS],
    ),
    Mutation::new(
        POSTGRES_URL,
        "takes the rest of a password for a host",
        &[(
            "if config.get_hosts().iter().any(has_at) {",
            "if config.get_hosts().iter().all(has_at) && text.is_empty() {",
        )],
        &[UNITS],
    ),
    Mutation::new(
        POSTGRES_URL,
        "repeats the part of a password that it takes for a parameter",
        &[(
            "if url.matches('@').count() > 1 {",
            "if url.matches('@').count() > url.len() {",
        )],
        &[UNITS],
    ),
];
