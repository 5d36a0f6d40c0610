//! Maps failures to `Error` bodies. The statuses come from the document. `error`
//! values are used in no other file.

use std::time::Duration;

use http::StatusCode;
use openapi_dropshot::Rejection;
use plant_storage::{CreateError, StorageError};

use crate::api::types::{Error, ErrorCode};

/// The `Retry-After` of a response when the store can't be used.
const RETRY_STORE: Duration = Duration::from_secs(5);

/// The `Retry-After` of a response when too much work is waiting.
const RETRY_LOAD: Duration = Duration::from_secs(1);

/// Each `error` value with the status of its responses, as the document describes them.
pub(crate) const STATUSES: [(StatusCode, ErrorCode); 11] = [
    (StatusCode::BAD_REQUEST, ErrorCode::NotJson),
    (StatusCode::BAD_REQUEST, ErrorCode::NotAPlant),
    (StatusCode::BAD_REQUEST, ErrorCode::ContentType),
    (StatusCode::BAD_REQUEST, ErrorCode::TooLarge),
    (StatusCode::BAD_REQUEST, ErrorCode::TooSlow),
    (StatusCode::BAD_REQUEST, ErrorCode::IdTaken),
    (StatusCode::UNAUTHORIZED, ErrorCode::NoCredential),
    (StatusCode::UNAUTHORIZED, ErrorCode::CredentialRefused),
    (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::StoreUnavailable),
    (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::Overloaded),
    (StatusCode::INTERNAL_SERVER_ERROR, ErrorCode::Defect),
];

/// Returns the `Error` for a rejected request.
pub fn error_for(rejection: &Rejection) -> Error {
    Error { error: code_for(rejection), message: rejection.to_string() }
}

/// Returns the `error` value for a rejected request.
pub(crate) fn code_for(rejection: &Rejection) -> ErrorCode {
    match rejection {
        Rejection::NotJson(_) | Rejection::Incomplete(_) => ErrorCode::NotJson,
        Rejection::Invalid(_) | Rejection::Parameters(_) => ErrorCode::NotAPlant,
        Rejection::ContentType { .. } => ErrorCode::ContentType,
        Rejection::TooLarge { .. } => ErrorCode::TooLarge,
        Rejection::TooSlow { .. } => ErrorCode::TooSlow,
        Rejection::NoCredential(_) => ErrorCode::NoCredential,
        Rejection::CredentialRefused(_) => ErrorCode::CredentialRefused,
        Rejection::Unavailable { .. } => ErrorCode::StoreUnavailable,
        Rejection::Overloaded { .. } => ErrorCode::Overloaded,
        _ => ErrorCode::Defect,
    }
}

/// Returns the `Error` for an id that belongs to a different plant.
pub fn id_taken(id: i64) -> Error {
    Error {
        error: ErrorCode::IdTaken,
        message: format!("The id {id} belongs to a different plant."),
    }
}

/// Returns the rejection for a create that failed through no fault of the caller.
pub fn not_created(error: CreateError) -> Rejection {
    match error {
        CreateError::Unavailable(error) => unavailable(error),
        CreateError::Overloaded => Rejection::Overloaded { retry_after: RETRY_LOAD },
        CreateError::Conflict { .. } => Rejection::defect(error),
    }
}

/// Returns the rejection for a token that has to wait for this time.
pub fn beyond_limit(wait: Duration) -> Rejection {
    Rejection::Overloaded { retry_after: wait }
}

/// Returns the rejection for a store that can't be used.
pub fn unavailable(error: StorageError) -> Rejection {
    Rejection::Unavailable { retry_after: RETRY_STORE, cause: error.into() }
}

/// Returns an error and its causes in one line, for operators.
pub(crate) fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let errors = std::iter::successors(Some(error), |error| (*error).source());
    let messages: Vec<_> = errors.map(ToString::to_string).collect();
    messages.join(": ")
}

#[cfg(test)]
mod tests {
    //! Tests of rejections that a request can't cause at will.

    use super::*;

    #[test]
    fn too_much_work_has_a_value_of_its_own_and_says_when_to_try_again() {
        let rejection = not_created(CreateError::Overloaded);
        assert_eq!(error_for(&rejection).error, ErrorCode::Overloaded);
        assert_eq!(rejection.retry_after(), Some(1_u64));
    }
}
