//! Validates header fields: those that a response declares, and those that HTTP
//! requires.

use super::ValidationError;
use crate::cases::Case;
use crate::client::Answer;
use crate::rule::Rule;
use openapi_document::{Operation, Response};
use openapi_schema::http::{Style, Texts, ValueKind};
use openapi_values::Values;
use openapi_values::wire::{at, literal};
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
    answer.header(name).is_none().then(|| ValidationError::new(rule, about, message))
}

/// Validates the headers that the response declares.
pub(super) fn declared(
    values: &Values<'_>,
    response: &Response<'_>,
    answer: &Answer,
) -> Vec<ValidationError> {
    let mut errors = Vec::new();
    for header in &response.headers {
        let is_named = |(known, _): &&(String, String)| known.eq_ignore_ascii_case(header.name);
        let fields = answer.headers.iter().filter(is_named);
        let lines: Vec<_> = fields.map(|(_, text)| text.as_str()).collect();
        if lines.is_empty() {
            if header.required {
                let message = format!("answered {} without `{}`", answer.status, header.name);
                errors.push(ValidationError::new(
                    Rule::HeaderMissing,
                    header.location.pointer.as_str(),
                    message,
                ));
            }
            continue;
        }
        let (schema, text) = (at(header.schema), lines.join(", "));
        let accepts = |value: &Value| values.accepts(schema, value);
        let is_valid = match header.name.eq_ignore_ascii_case("set-cookie") {
            // Each line is a cookie, and no comma separates two (RFC 9110 §5.3).
            true => {
                let mut lines = lines.iter().map(|line| Value::from(*line));
                accepts(&lines.clone().collect()) || lines.all(|line| accepts(&line))
            }
            false => interpretations(&text, header.explode).iter().any(accepts),
        };
        if !is_valid {
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
/// list or an object of either.
fn interpretations(text: &str, explode: bool) -> Vec<Value> {
    let decode = |text: &str| Ok(text.trim().to_owned());
    let read = |kind| Style::Simple.read(explode, kind, "", text, &decode);
    let kinds = [ValueKind::Scalar, ValueKind::Array, ValueKind::Object];
    let readings = kinds.into_iter().filter_map(|kind| read(kind).ok());
    let values = readings.flat_map(|texts| {
        let text = value(&texts, &|text| Value::from(text));
        [text, value(&texts, &literal)]
    });
    // An array without items is written as an empty text.
    values.chain(text.is_empty().then(|| Value::Array(Vec::new()))).collect()
}

fn value(texts: &Texts, scalar: &dyn Fn(&str) -> Value) -> Value {
    match texts {
        Texts::One(text) | Texts::OneOrItem(text) | Texts::Field(text) => scalar(text),
        Texts::Items(items) => items.iter().map(|item| value(item, scalar)).collect(),
        Texts::Members(members) => {
            members.iter().map(|(name, item)| (name.clone(), value(item, scalar))).collect()
        }
    }
}
