//! Checks whether a status is the expected one, by the rules in docs/live.md. This
//! is the only place that decides it.

use super::ValidationError;
use crate::cases::{Case, Expected};
use crate::client::Answer;
use crate::rule::Rule;
use openapi_document::Operation;

/// The meaning of a status for a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// 2XX, and 3XX, which points to an equally good address. Also 101, which is final, too.
    Good,
    /// The request itself is rejected.
    Invalid,
    /// The credential is rejected.
    Credential,
    /// The current state of the service prevents the request: 404 where the path
    /// has a variable, 409, 410, 412 and the others that docs/live.md lists.
    State,
    /// The service failed, which says nothing of the request. Also a status of no class (RFC 9110
    /// §15).
    Failure,
}

/// Returns what a status means for a request of an operation, or for one of none.
pub(crate) fn meaning(operation: Option<&Operation<'_>>, status: u16) -> Meaning {
    let has_variable = operation.is_some_and(|operation| operation.path.contains('{'));
    match status {
        100..400 => Meaning::Good,
        401 | 403 | 407 => Meaning::Credential,
        404 if has_variable => Meaning::State,
        402 | 409 | 410 | 412 | 421 | 423..=425 | 428 | 451 => Meaning::State,
        400..500 => Meaning::Invalid,
        _ => Meaning::Failure,
    }
}

/// Returns the error of a status that isn't the expected one.
pub(super) fn error(
    operation: Option<&Operation<'_>>,
    case: &Case,
    answer: &Answer,
) -> Option<ValidationError> {
    let (status, what) = (answer.status, &case.what);
    let class = meaning(operation, status);
    let error = |rule, message| Some(ValidationError::new(rule, &case.about, message));
    // RFC 9110 §15.6.2: a service may know the method for no resource.
    if class == Meaning::Failure && !(status == 501 && case.expected == Expected::UnknownMethod) {
        return error(Rule::ServerError, format!("answered {status} to {what}"));
    }
    match case.expected {
        Expected::Accepted => match class {
            Meaning::Invalid => error(
                Rule::ValidRequestRefused,
                format!("answered {status} to what the document accepts: {what}"),
            ),
            Meaning::Credential => {
                let about =
                    operation.map_or(&*case.about, |one| one.security_location.pointer.as_str());
                let message = format!("answered {status} to a request with the credential given");
                Some(ValidationError::new(Rule::CredentialRefused, about, message))
            }
            _ => None,
        },
        Expected::Refused if class == Meaning::Good => {
            let message = format!("answered {status} to what the document refuses: {what}");
            error(Rule::InvalidRequestAccepted, message)
                .map(|error| ValidationError { cause: what.clone(), ..error })
        }
        // RFC 9110 §15.5.4: a service may hide what isn't public.
        Expected::CredentialRefused if !matches!(status, 401 | 403 | 404) => error(
            Rule::CredentialNotAsked,
            format!("answered {status}, and not 401, to a request with {what}"),
        ),
        Expected::UnknownPath if class == Meaning::Good => {
            error(Rule::UnknownPathServed, format!("answered {status}, and not 404, to {what}"))
        }
        Expected::UnknownMethod if class == Meaning::Good => {
            error(Rule::UnknownMethodServed, format!("answered {status}, and not 405, to {what}"))
        }
        _ => None,
    }
}
