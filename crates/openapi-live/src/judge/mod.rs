//! Validates a response against the document and the RFCs that it builds upon, and
//! against nothing else.

mod body;
mod headers;
mod status;

pub(crate) use status::{Meaning, meaning};

use crate::cases::{Case, Expected};
use crate::client::Answer;
use crate::document::Operation;
use crate::rule::Rule;
use openapi_oracle::values::Values;

/// An error in a response.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub rule: Rule,
    pub message: String,
    /// The location in the document, as a JSON Pointer.
    pub about: String,
}

impl Fault {
    pub fn new(rule: Rule, about: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            rule,
            message: message.into(),
            about: about.into(),
        }
    }
}

/// Returns every error in a response to a request, which is for an operation or for
/// an undeclared path or method.
pub(crate) fn faults(
    values: &Values<'_>,
    operation: Option<&Operation>,
    case: &Case,
    answer: &Answer,
) -> Vec<Fault> {
    let mut faults: Vec<Fault> = status::fault(operation, case, answer).into_iter().collect();
    faults.extend(headers::of_http(operation, case, answer));
    let is_outside = matches!(
        case.expected,
        Expected::UnknownPath | Expected::UnknownMethod
    );
    let Some(operation) = operation.filter(|_| !is_outside) else {
        return faults;
    };
    match operation.response(answer.status) {
        Some(response) => {
            faults.extend(headers::declared(values, response, answer));
            faults.extend(body::faults(values, operation, response, answer));
        }
        None => {
            let about = format!("{}/responses", operation.pointer);
            let declared: Vec<_> = operation
                .responses
                .iter()
                .map(|(status, _)| status.as_str())
                .collect();
            let declared = match declared.as_slice() {
                [] => "nothing".to_owned(),
                list => list.join(", "),
            };
            let message = format!("answered {} (declared: {declared})", answer.status);
            faults.push(Fault::new(Rule::StatusUndeclared, about, message));
        }
    }
    faults
}
