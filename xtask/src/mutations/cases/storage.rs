//! Changes of where plants and tokens are kept.

use super::{Check, Mutation};

const GROUP_COMMIT: &str = "crates/plant-storage/src/group_commit.rs";
const OPEN: &str = "crates/plant-storage/src/sqlite/open.rs";
const OWNER: &str = "crates/plant-storage/src/sqlite/owner.rs";
const PLANTS: &str = "crates/plant-storage/src/sqlite/plants.rs";
const SCHEMA: &str = "crates/plant-storage/src/sqlite/schema.rs";
const SQLITE_TOKENS: &str = "crates/plant-storage/src/sqlite/tokens.rs";
const WRITER: &str = "crates/plant-storage/src/sqlite/writer.rs";
const UNITS: Check = Check::Units("plant-storage");
const SQLITE: Check = Check::Tests("--test sqlite");

pub(super) const ALL: &[Mutation] = &[
    Mutation::new(
        GROUP_COMMIT,
        "calls a different plant the same",
        &[(
            "if rival.unwrap_or(first) == stored {",
            "if rival.unwrap_or(first).id == stored.id {",
        )],
        &[UNITS],
    ),
    Mutation::new(
        GROUP_COMMIT,
        "calls the same plant a different one",
        &[(
            "if rival.unwrap_or(first) == stored {",
            "if rival.unwrap_or(first) != stored {",
        )],
        &[UNITS],
    ),
    Mutation::new(
        GROUP_COMMIT,
        "lets the first of a batch answer for its rivals",
        &[(
            "if rival.unwrap_or(first) == stored {",
            "if first == stored {",
        )],
        &[UNITS],
    ),
    Mutation::new(
        GROUP_COMMIT,
        "acknowledges what failed",
        &[(
            "Err(error) => Err(error.clone().into()),",
            "Err(_) => Ok(Created::New),",
        )],
        &[UNITS],
    ),
    Mutation::new(
        GROUP_COMMIT,
        "begins what nobody waits for any more",
        &[(
            "if deadline <= Instant::now() {",
            "if deadline <= Instant::now() && deadline > Instant::now() {",
        )],
        &[UNITS],
    ),
    Mutation::new(
        GROUP_COMMIT,
        "lets any number of bytes wait",
        &[("size.min(QUEUE_BYTES)", "size.min(1)")],
        &[UNITS],
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
];
