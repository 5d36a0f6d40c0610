//! Validates header fields: those that a response declares, and those that HTTP
//! requires.

use super::ValidationError;
use crate::cases::Case;
use crate::client::Answer;
use crate::rule::Rule;
use openapi_document::{Operation, Response};
use openapi_values::Values;
use openapi_values::wire::at;
use serde_json::Value;

/// Checks the header that HTTP requires with a status.
pub(super) fn of_http(
    operation: Option<&Operation<'_>>,
    case: &Case,
    answer: &Answer,
) -> Option<ValidationError> {
    // A 401 concerns the operation's security requirement, whatever the request
    // tests.
    let about = match operation {
        Some(operation) if answer.status == 401 => operation.security_location.pointer.as_str(),
        _ => &case.about,
    };
    let (rule, name, section) = match answer.status {
        401 => (Rule::ChallengeMissing, "WWW-Authenticate", "15.5.2"),
        405 => (Rule::AllowMissing, "Allow", "15.5.6"),
        _ => return None,
    };
    let status = answer.status;
    let message = format!("answered {status} without `{name}` (RFC 9110 §{section})");
    answer
        .header(name)
        .is_none()
        .then(|| ValidationError::new(rule, about, message))
}

/// Validates the headers that the response declares.
pub(super) fn declared(
    values: &Values<'_>,
    response: &Response<'_>,
    answer: &Answer,
) -> Vec<ValidationError> {
    let mut errors = Vec::new();
    for header in &response.headers {
        let Some(text) = answer.header(header.name) else {
            if header.required {
                let message = format!("answered {} without `{}`", answer.status, header.name);
                errors.push(ValidationError::new(
                    Rule::HeaderMissing,
                    header.location.pointer.as_str(),
                    message,
                ));
            }
            continue;
        };
        let schema = at(header.schema);
        if !interpretations(text)
            .iter()
            .any(|value| values.accepts(schema, value))
        {
            let message = format!(
                "answered {} with `{}: {text}`, which its schema doesn't accept",
                answer.status, header.name
            );
            errors.push(ValidationError::new(Rule::HeaderInvalid, schema, message));
        }
    }
    errors
}

/// Returns the possible interpretations of a field: a string, a JSON literal, or a
/// list of either.
fn interpretations(text: &str) -> Vec<Value> {
    let literal = |text: &str| match serde_json::from_str(text) {
        Ok(literal @ (Value::Bool(_) | Value::Number(_))) => literal,
        _ => Value::from(text),
    };
    let items = || text.split(',').map(str::trim);
    vec![
        Value::from(text),
        literal(text),
        items().map(Value::from).collect(),
        items().map(literal).collect(),
    ]
}
