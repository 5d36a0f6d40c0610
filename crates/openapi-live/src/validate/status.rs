//! Checks whether a status is the expected one, by the rules in docs/live.md. This
//! is the only place that decides it.

use super::ValidationError;
use crate::cases::{Case, Expected};
use crate::client::Answer;
use crate::rule::Rule;
use openapi_document::Operation;

/// The meaning of a status for a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StatusClass {
    /// 2XX, and 3XX, which points to an equally good address.
    Good,
    /// The request itself is rejected.
    Invalid,
    /// The credential is rejected.
    Credential,
    /// The current state of the service prevents the request: 404 where the path
    /// has a variable, 409, 410, 412 and others that the document can't foresee.
    State,
    /// The service failed; nothing about the request.
    Failure,
}

pub(crate) fn status_class(operation: Option<&Operation<'_>>, status: u16) -> StatusClass {
    let has_variable = operation.is_some_and(|operation| operation.path.contains('{'));
    match status {
        100..400 => StatusClass::Good,
        401 | 403 | 407 => StatusClass::Credential,
        404 if has_variable => StatusClass::State,
        402 | 409 | 410 | 412 | 421 | 423..=425 | 428 | 429 | 451 => StatusClass::State,
        400..500 => StatusClass::Invalid,
        _ => StatusClass::Failure,
    }
}

pub(super) fn error(
    operation: Option<&Operation<'_>>,
    case: &Case,
    answer: &Answer,
) -> Option<ValidationError> {
    let (status, what) = (answer.status, &case.what);
    let class = status_class(operation, status);
    let error = |rule, message| Some(ValidationError::new(rule, &case.about, message));
    if class == StatusClass::Failure && !(status == 501 && case.expected == Expected::UnknownMethod)
    {
        return error(Rule::ServerError, format!("answered {status} to {what}"));
    }
    match case.expected {
        Expected::Accepted => match class {
            StatusClass::Invalid => error(
                Rule::ValidRequestRefused,
                format!("answered {status} to what the document accepts: {what}"),
            ),
            StatusClass::Credential => {
                let about =
                    operation.map_or(&*case.about, |one| one.security_location.pointer.as_str());
                let message = format!("answered {status} to a request with the credential given");
                Some(ValidationError::new(Rule::CredentialRefused, about, message))
            }
            _ => None,
        },
        Expected::Refused if class == StatusClass::Good => {
            let message = format!("answered {status} to what the document refuses: {what}");
            error(Rule::InvalidRequestAccepted, message)
                .map(|error| ValidationError { cause: what.clone(), ..error })
        }
        // RFC 9110 §15.5.4: a service may hide what isn't public.
        Expected::CredentialRefused if !matches!(status, 401 | 403 | 404) => error(
            Rule::CredentialNotAsked,
            format!("answered {status}, and not 401, to a request with {what}"),
        ),
        Expected::UnknownPath if class == StatusClass::Good => {
            error(Rule::UnknownPathServed, format!("answered {status}, and not 404, to {what}"))
        }
        Expected::UnknownMethod if class == StatusClass::Good => {
            error(Rule::UnknownMethodServed, format!("answered {status}, and not 405, to {what}"))
        }
        _ => None,
    }
}
