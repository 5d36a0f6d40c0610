//! Validates a response against the document and the RFCs that it builds upon, and
//! against nothing else.

mod body;
mod headers;
mod status;

pub(crate) use status::{Meaning, meaning};

use crate::cases::{Case, Expected};
use crate::client::Answer;
use crate::rule::Rule;
use openapi_document::Operation;
use openapi_values::Values;

/// An error in a response.
#[derive(Clone, Debug)]
pub(crate) struct ValidationError {
    pub rule: Rule,
    pub message: String,
    /// The location in the document, as a JSON Pointer.
    pub about: String,
    /// What tells it from other errors with this rule and location, such as another member that
    /// is missing.
    pub cause: String,
}

impl ValidationError {
    pub fn new(rule: Rule, about: impl Into<String>, message: impl Into<String>) -> Self {
        Self { rule, message: message.into(), about: about.into(), cause: String::new() }
    }
}

/// Returns every error in a response to a request, which is for an operation or for
/// an undeclared path or method.
pub(crate) fn errors(
    values: &Values<'_>,
    operation: Option<&Operation<'_>>,
    case: &Case,
    answer: &Answer,
) -> Vec<ValidationError> {
    let mut errors: Vec<ValidationError> =
        status::error(operation, case, answer).into_iter().collect();
    errors.extend(headers::of_http(operation, case, answer));
    let is_outside = matches!(case.expected, Expected::UnknownPath | Expected::UnknownMethod);
    let Some(operation) = operation.filter(|_| !is_outside) else {
        return errors;
    };
    match operation.response(answer.status) {
        Some(response) => {
            errors.extend(headers::declared(values, response, answer));
            errors.extend(body::errors(values, operation, response, answer));
        }
        None => {
            let about = operation.location.pointer.join("responses");
            let declared = operation.responses.iter();
            let declared: Vec<_> = declared.map(|one| one.status.to_string()).collect();
            let declared = match declared.as_slice() {
                [] => "nothing".to_owned(),
                list => list.join(", "),
            };
            let message = format!("answered {} (declared: {declared})", answer.status);
            errors.push(ValidationError::new(Rule::StatusUndeclared, about.as_str(), message));
        }
    }
    errors
}
