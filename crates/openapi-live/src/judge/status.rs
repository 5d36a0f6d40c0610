//! Checks whether a status is the expected one, by the rules in docs/live.md. This
//! is the only place that decides it.

use super::Fault;
use crate::cases::{Case, Expected};
use crate::client::Answer;
use crate::document::Operation;
use crate::rule::Rule;

/// The meaning of a status for a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
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

pub(crate) fn meaning(operation: Option<&Operation>, status: u16) -> Meaning {
    let has_variable = operation.is_some_and(Operation::has_path_parameters);
    match status {
        100..400 => Meaning::Good,
        401 | 403 | 407 => Meaning::Credential,
        404 if has_variable => Meaning::State,
        402 | 409 | 410 | 412 | 421 | 423..=425 | 428 | 429 | 451 => Meaning::State,
        400..500 => Meaning::Invalid,
        _ => Meaning::Failure,
    }
}

pub(super) fn fault(operation: Option<&Operation>, case: &Case, answer: &Answer) -> Option<Fault> {
    let (status, what) = (answer.status, &case.what);
    let status_meaning = meaning(operation, status);
    let fault = |rule, message| Some(Fault::new(rule, &case.about, message));
    if status_meaning == Meaning::Failure
        && !(status == 501 && case.expected == Expected::UnknownMethod)
    {
        return fault(Rule::ServerError, format!("answered {status} to {what}"));
    }
    match case.expected {
        Expected::Accepted => match status_meaning {
            Meaning::Invalid => fault(
                Rule::ValidRequestRefused,
                format!("answered {status} to what the document accepts: {what}"),
            ),
            Meaning::Credential => {
                let about = operation.map_or(&case.about, |operation| &operation.security.pointer);
                let message = format!("answered {status} to a request with the credential given");
                Some(Fault::new(Rule::CredentialRefused, about, message))
            }
            _ => None,
        },
        Expected::Refused if status_meaning == Meaning::Good => fault(
            Rule::InvalidRequestAccepted,
            format!("answered {status} to what the document refuses: {what}"),
        ),
        // RFC 9110 §15.5.4: a service may hide what isn't public.
        Expected::CredentialRefused if !matches!(status, 401 | 403 | 404) => fault(
            Rule::CredentialNotAsked,
            format!("answered {status}, and not 401, to a request with {what}"),
        ),
        Expected::UnknownPath if status_meaning == Meaning::Good => fault(
            Rule::UnknownPathServed,
            format!("answered {status}, and not 404, to {what}"),
        ),
        Expected::UnknownMethod if status_meaning == Meaning::Good => fault(
            Rule::UnknownMethodServed,
            format!("answered {status}, and not 405, to {what}"),
        ),
        _ => None,
    }
}
