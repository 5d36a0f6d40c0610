//! Changes of what faces operators: the admin listener, the settings, the life of a
//! token, and the records about the store.

use super::{Check, Mutation};

const CORS: &str = "src/cors.rs";
const ENVIRONMENT: &str = "src/config/environment.rs";
const READINESS: &str = "src/admin/readiness.rs";
const RECORDS: &str = "src/logging/requests.rs";
const RELOAD: &str = "src/cli/reload.rs";
const REQUESTS: &str = "src/metrics/requests.rs";
const USES: &str = "src/tokens/uses.rs";
const ADMIN_TESTS: Check = Check::Tests("--test admin");
const CONFIGURATION_TESTS: Check = Check::Tests("--test configuration");
const RECORD_TESTS: Check = Check::Tests("--test records");
const TOKEN_TESTS: Check = Check::Tests("--test tokens");

pub(super) const ALL: &[Mutation] = &[
    Mutation::new(
        REQUESTS,
        "counts every refusal without its value",
        &[(
            "ResponseOrigin::Rejection(rejection) => error::code_for(rejection).into(),",
            "ResponseOrigin::Rejection(_) => NO_ERROR,",
        )],
        &[ADMIN_TESTS],
    ),
    Mutation::new(
        READINESS,
        "is ready whatever the store can do",
        &[("outcome: self.storage.probe().await,", "outcome: Ok(()),")],
        &[ADMIN_TESTS],
    ),
    Mutation::new(
        CORS,
        "lets the pages of every origin call the service",
        &[(
            "self.0.iter().any(is_accepted).then_some(origin)",
            "(self.0.iter().any(is_accepted) || true).then_some(origin)",
        )],
        &[ADMIN_TESTS],
    ),
    Mutation::new(
        ENVIRONMENT,
        "refuses the variables of Kubernetes",
        &[(
            ".filter(|name| !is_of_kubernetes(name));",
            ".filter(|_| true);",
        )],
        &[CONFIGURATION_TESTS],
    ),
    Mutation::new(
        RECORDS,
        "logs a failure of the store for each request",
        &[(
            "let Some(known) = failure.as_mut() else {",
            "let Some(known) = failure.as_mut().filter(|_| false) else {",
        )],
        &[RECORD_TESTS],
    ),
    Mutation::new(
        RELOAD,
        "does not change the log level",
        &[(
            "if level.set(new) {",
            "if new == slog::Level::Trace && level.set(new) {",
        )],
        &[RECORD_TESTS],
    ),
    Mutation::new(
        USES,
        "records no use of a token",
        &[("if at != recorded &&", "if at < recorded &&")],
        &[TOKEN_TESTS],
    ),
];
