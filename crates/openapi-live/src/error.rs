//! Errors that prevent a verdict, as opposed to findings about a service.

use openapi_document::Diagnostics;
use openapi_values::DocumentError;
use untrusted_text::one_line;

/// The reason why a check stopped. Each message says what to do if that is known.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The document can't be read or isn't OpenAPI.
    #[error("{0}")]
    Document(Diagnostics),
    /// A schema of the document can't be used.
    #[error("{}", one_line(&.0.to_string()))]
    Schema(DocumentError),
    /// The address is invalid.
    #[error(
        "`{}` is not the address of a service: {reason}; write http://HOST:PORT or https://HOST",
        one_line(url)
    )]
    Address {
        /// As it was given, without a user name and a password.
        url: String,
        /// The reason.
        reason: String,
    },
    /// A credential contains characters that a header can't hold.
    #[error("the token given for {} has a character that no header can hold", one_line(scheme))]
    Token {
        /// The security scheme.
        scheme: String,
    },
    /// Operations require a credential that wasn't given.
    #[error("there is no credential for {}; give it by --token TOKEN, or --token NAME=TOKEN for one of several schemes", one_line(&operations.join(", ")))]
    NoCredential {
        /// The operations with their schemes.
        operations: Vec<String>,
    },
    /// An operation to skip isn't in the document.
    #[error(
        "there is no operation `{}` to skip; name it as in a report, such as `GET /things`, or by its `operationId`",
        one_line(name)
    )]
    UnknownOperation {
        /// As it was given.
        name: String,
    },
    /// A value is given for a parameter that no operation has.
    #[error(
        "`{}` is not the value of a parameter of the document; write NAME=VALUE, or OPERATION.NAME=VALUE with the `operationId`",
        one_line(given)
    )]
    UnknownParameter {
        /// As it was given.
        given: String,
    },
    /// The schema of a parameter rejects the given value.
    #[error(
        "the schema of the parameter rejects `{}`, or its style can't represent that; give a value that the document accepts",
        one_line(given)
    )]
    RefusedValue {
        /// As it was given.
        given: String,
    },
    /// The document has no operation for which a request can be made.
    #[error("no request can be made from the document{}", notes.iter().map(|note| format!("\n  {}", one_line(note))).collect::<String>())]
    NothingToSend {
        /// The reasons.
        notes: Vec<String>,
    },
    /// The HTTP client can't be created.
    #[error("no request can be sent from here: {0}")]
    Client(String),
    /// The connection failed.
    #[error("{} can't be reached: {}", one_line(url), one_line(reason))]
    Unreachable {
        /// As it was given, without slashes at its end.
        url: String,
        /// The reason.
        reason: String,
    },
    /// The service is rate-limiting.
    #[error(
        "{}: the service asks for fewer requests (429); try again later, or raise its limit for this credential",
        one_line(operation)
    )]
    Busy {
        /// The operation.
        operation: String,
    },
}

impl From<DocumentError> for Error {
    fn from(error: DocumentError) -> Self {
        match error {
            DocumentError::Invalid(diagnostics) => Error::Document(diagnostics),
            DocumentError::InvalidSchema { .. } => Error::Schema(error),
        }
    }
}
