//! Changes of the command line and of the log of the service.

use super::{COMMANDS, Check, LOG, Mutation};

const CONFIG: &str = "src/config/store.rs";
const DELIVER: &str = "src/cli/token/deliver.rs";
const LIMITED: &str = "src/logging/limited.rs";
const LOGGING: &str = "src/logging/mod.rs";
const SECRETS: &str = "src/logging/secrets.rs";
const SERVE: &str = "src/cli/serve.rs";
const TOKEN_COMMAND: &str = "src/cli/token/mod.rs";
const USAGE: &str = "src/cli/usage.rs";
const WATCH: &str = "src/cli/watch.rs";
const UNITS: Check = Check::Units("plant-store");

pub(super) const ALL: &[Mutation] = &[
    Mutation::new(
        CONFIG,
        "shows the store that a variable names in the help",
        &[(
            "env = \"PLANT_STORE_STORE\",
        hide_env_values = true,",
            "env = \"PLANT_STORE_STORE\",",
        )],
        &[COMMANDS],
    ),
    Mutation::new(
        CONFIG,
        "prefers a variable to a flag",
        &[(
            "source(\"store\") < source(\"store_file\")",
            "source(\"store\") > source(\"store_file\")",
        )],
        &[Check::Tests("--test configuration")],
    ),
    Mutation::new(
        USAGE,
        "repeats every value that was not understood",
        &[("    mask_passwords(&mut error);\n", "")],
        &[COMMANDS],
    ),
    Mutation::new(
        USAGE,
        "repeats what is no URL of a store",
        &[(
            "is_url || (refused_by_store && kind == ContextKind::InvalidValue)",
            "is_url",
        )],
        &[UNITS],
    ),
    Mutation::new(
        USAGE,
        "repeats the URL of a store where none belongs",
        &[("if is_url || (refused_by_store", "if (refused_by_store")],
        &[UNITS],
    ),
    Mutation::new(
        TOKEN_COMMAND,
        "makes a store for a new token unasked",
        &[(
            "    } else {
        Access::AdministerExisting",
            "    } else {
        Access::Administer",
        )],
        &[COMMANDS],
    ),
    Mutation::new(
        TOKEN_COMMAND,
        "makes a store to revoke a token in it",
        &[(
            "open(&store, Access::AdministerExisting)",
            "open(&store, Access::Administer)",
        )],
        &[COMMANDS],
    ),
    Mutation::new(
        TOKEN_COMMAND,
        "ends a token as soon as it has a successor",
        &[("if arguments.overlap == 0 {", "if arguments.overlap >= 0 {")],
        &[Check::Tests("--test tokens")],
    ),
    Mutation::new(
        DELIVER,
        "leaves a token active that could not be printed",
        &[(
            "match storage.token_revoke(&name, Utc::now().timestamp()).await {",
            "match Ok::<(), plant_storage::TokenError>(()) {",
        )],
        &[COMMANDS],
    ),
    Mutation::new(
        DELIVER,
        "lets other users read the first token",
        &[(".mode(0o600)", ".mode(0o644)")],
        &[Check::Tests("--test tokens")],
    ),
    Mutation::new(
        SERVE,
        "logs nothing of what was found when the store was opened",
        &[(r#"warn!(log, "{warning}");"#, "let _ = warning;")],
        &[COMMANDS],
    ),
    Mutation::new(
        SERVE,
        "drops the record of a create whose caller disconnects",
        &[(
            "HandlerTaskMode::Detached",
            "HandlerTaskMode::CancelOnDisconnect",
        )],
        &[Check::Tests("--test trail")],
    ),
    Mutation::new(
        WATCH,
        "does not log that a problem of the log of the store begins",
        &[(
            "            report(found, &health, log);",
            "            if found == LogProblem::None {
                report(found, &health, log);
            }",
        )],
        &[LOG],
    ),
    Mutation::new(
        WATCH,
        "does not log that a problem of the log of the store ends",
        &[(
            "            report(found, &health, log);",
            "            if found != LogProblem::None {
                report(found, &health, log);
            }",
        )],
        &[LOG],
    ),
    Mutation::new(
        WATCH,
        "ignores that a log cannot be moved",
        &[(
            "stuck if stuck.checkpoint_error.is_some() => LogProblem::Stuck,",
            "stuck if stuck.is_log_full => LogProblem::Stuck,",
        )],
        &[UNITS],
    ),
    Mutation::new(
        LIMITED,
        "writes any number of records of strangers",
        &[(
            "!is_of_peer || state.written < MOST",
            "!is_of_peer || state.written < u64::MAX",
        )],
        &[UNITS],
    ),
    Mutation::new(
        LIMITED,
        "leaves out records of answered requests",
        &[("status.0 / 100 == 4", "status.0 / 100 > 0")],
        &[UNITS],
    ),
    Mutation::new(
        LIMITED,
        "does not count what it leaves out",
        &[("state.left_out += 1;", "state.left_out += 0;")],
        &[UNITS],
    ),
    Mutation::new(
        LOGGING,
        "writes the records that are to be left out",
        &[(
            "if verdict.is_written {",
            "if verdict.is_written || verdict.left_out == 0 {",
        )],
        &[UNITS, LOG],
    ),
    Mutation::new(
        LOGGING,
        "does not say that records were left out",
        &[(
            "(message, verdict.left_out)",
            "(message, verdict.left_out.min(0))",
        )],
        &[UNITS, LOG],
    ),
    Mutation::new(
        SECRETS,
        "writes texts of any length",
        &[(
            "if shown.len() >= LONGEST {",
            "if shown.len() >= usize::MAX {",
        )],
        &[UNITS],
    ),
];
