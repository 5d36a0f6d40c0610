//! Changes of what callers decide by: errors and their codes, the retry policy, and the
//! exit codes of the command `plant`.

use super::{Check, Mutation};

const CALL_ERROR: &str = "crates/openapi-progenitor/src/call_error.rs";
const RETRY: &str = "crates/openapi-progenitor/src/retry.rs";
const CONNECTION: &str = "crates/plant-client/src/connection.rs";
const CODES: &str = "crates/plant-client/src/error.rs";
const EXIT_CODES: &str = "crates/plant-cli/src/failure.rs";
const OUTPUT: &str = "crates/plant-cli/src/output.rs";
const ERRORS: Check = Check::Tests("--test errors");
const RETRIES: Check = Check::Tests("--test retry");
/// The tests of the command `plant` are in a file with this name, too.
const PLANT: Check = Check::Tests("--test command_line");

pub(super) const ALL: &[Mutation] = &[
    Mutation::new(
        CALL_ERROR,
        "reports a refused connection as one that is missing for another reason",
        &[(
            "error if is_refusal(error) => Reason::Refused,",
            "error if is_refusal(error) => Reason::NotConnected,",
        )],
        &[ERRORS],
    ),
    Mutation::new(
        CALL_ERROR,
        "does not call a response of a proxy retryable",
        &[(
            "Reason::Declared(_) | Reason::Invalid(..) | Reason::Unrepresented => {",
            "Reason::Invalid(..) => false,\n            \
             Reason::Declared(_) | Reason::Unrepresented => {",
        )],
        &[ERRORS],
    ),
    Mutation::new(
        CALL_ERROR,
        "reads no `Retry-After` from a proxy",
        &[(
            "Error::UnexpectedResponse(response) => retry_after(response.headers()),",
            "",
        )],
        &[ERRORS],
    ),
    Mutation::new(
        RETRY,
        "repeats a failure that remains",
        &[("Some(pause) if error.is_retryable() =>", "Some(pause) =>")],
        &[RETRIES],
    ),
    Mutation::new(
        RETRY,
        "does not wait for `Retry-After`",
        &[("error.retry_after().unwrap_or_default()", "Duration::ZERO")],
        &[RETRIES],
    ),
    Mutation::new(
        RETRY,
        "makes one attempt more than the maximum",
        &[(
            "with_max_times(attempts.saturating_sub(1))",
            "with_max_times(attempts)",
        )],
        &[RETRIES],
    ),
    Mutation::new(
        CONNECTION,
        "follows redirects",
        &[("            .redirect(redirect::Policy::none())\n", "")],
        &[Check::Tests("--test bad_answers")],
    ),
    Mutation::new(
        CONNECTION,
        "shows the token to those who debug",
        &[("        value.set_sensitive(true);\n", "")],
        &[Check::Tests("--test secrets")],
    ),
    Mutation::new(
        CODES,
        "knows no code of an error",
        &[("self.error.into()", "ErrorCode::Other(self.error)")],
        &[ERRORS],
    ),
    Mutation::new(
        EXIT_CODES,
        "ends as with any other failure when the service is busy",
        &[("_ if error.is_retryable() => 4,", "_ if false => 4,")],
        &[PLANT],
    ),
    Mutation::new(
        EXIT_CODES,
        "reports a defect of the service as a refusal",
        &[(
            "Reason::Declared(failure) if failure.status().is_client_error() => 3,",
            "Reason::Declared(_) => 3,",
        )],
        &[PLANT],
    ),
    Mutation::new(
        OUTPUT,
        "prints control characters to a terminal",
        &[("if one_line(text) == *text", "if true")],
        &[PLANT],
    ),
];
