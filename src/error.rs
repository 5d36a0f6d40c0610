//! Failures to `error` values and sentences, and to nothing else: the statuses
//! are the document's. No other file knows an `error` value.

use std::time::Duration;

use openapi_runtime::Fault;
use plant_storage::{CreateError, StorageError};

use crate::api::{Error, ErrorCode};

/// When trying again can help, if the store can't be used.
const RETRY_STORE: Duration = Duration::from_secs(5);

/// When trying again can help, if too much is waiting.
const RETRY_LOAD: Duration = Duration::from_secs(1);

/// The `Error` for a request that its operation does not answer.
pub fn error_for(fault: &Fault) -> Error {
    let error = match fault {
        Fault::NotJson(_) | Fault::Incomplete(_) => ErrorCode::NotJson,
        Fault::Invalid(_) | Fault::Parameters(_) => ErrorCode::NotAPlant,
        Fault::ContentType { .. } => ErrorCode::ContentType,
        Fault::TooLarge { .. } => ErrorCode::TooLarge,
        Fault::TooSlow { .. } => ErrorCode::TooSlow,
        Fault::NoCredential(_) => ErrorCode::NoCredential,
        Fault::CredentialRefused(_) => ErrorCode::CredentialRefused,
        Fault::Unavailable { .. } => ErrorCode::StoreUnavailable,
        Fault::Overloaded { .. } => ErrorCode::Overloaded,
        _ => ErrorCode::Defect,
    };
    Error {
        error,
        message: fault.to_string(),
    }
}

/// The `Error` for an id that belongs to a different plant.
pub fn id_taken(id: i64) -> Error {
    Error {
        error: ErrorCode::IdTaken,
        message: format!("The id {id} belongs to a different plant."),
    }
}

/// A plant that can't be created for a reason that is not the caller's.
pub fn not_created(error: CreateError) -> Fault {
    match error {
        CreateError::Unavailable(error) => unavailable(error),
        CreateError::Overloaded => Fault::Overloaded {
            retry_after: RETRY_LOAD,
        },
        CreateError::Conflict { .. } => Fault::defect(error),
    }
}

/// A store that can't do what it was asked.
pub fn unavailable(error: StorageError) -> Fault {
    Fault::Unavailable {
        retry_after: RETRY_STORE,
        cause: error.into(),
    }
}

#[cfg(test)]
mod tests {
    //! Promised: what no request can bring about at will is answered as the
    //! document says.

    use super::*;

    #[test]
    fn too_much_work_has_a_value_of_its_own_and_says_when_to_try_again() {
        let fault = not_created(CreateError::Overloaded);
        assert_eq!(error_for(&fault).error, ErrorCode::Overloaded);
        assert_eq!(fault.retry_after(), Some(1_u64));
    }
}
