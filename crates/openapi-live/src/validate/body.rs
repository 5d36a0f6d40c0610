//! Validates response bodies: media type and schema.

use super::ValidationError;
use crate::client::Answer;
use crate::rule::Rule;
use openapi_document::{Operation, Pointer, Response};
use openapi_schema::http::select;
use openapi_values::Values;
use openapi_values::wire::{at, complete, read};
use serde_json::Value;

pub(super) fn errors(
    values: &Values<'_>,
    operation: &Operation<'_>,
    response: &Response<'_>,
    answer: &Answer,
) -> Vec<ValidationError> {
    // RFC 9110 §6.4.1: these responses have no body.
    if operation.method == "HEAD" || matches!(answer.status, 204 | 205 | 304) {
        return Vec::new();
    }
    let declared: Vec<_> = response.content.iter().map(|one| one.name).collect();
    let pointer = &response.location.pointer;
    let about = match declared.as_slice() {
        [] => pointer.clone(),
        _ => pointer.join("content"),
    };
    let wrong = |what: String| {
        let declared = match declared.as_slice() {
            [] => "no body".to_owned(),
            list => list.join(", "),
        };
        let message = format!("answered {} with {what} (declared: {declared})", answer.status);
        vec![ValidationError::new(Rule::MediaTypeUndeclared, about.as_str(), message)]
    };
    let media_type = match (answer.header("content-type"), answer.body.is_empty()) {
        (_, true) if declared.is_empty() => return Vec::new(),
        (None, true) => return wrong("no body".to_owned()),
        (None, false) => return wrong("a body without a content type".to_owned()),
        (Some(media_type), _) => media_type,
    };
    let Some(selected) = select(declared.iter().copied(), media_type) else {
        return wrong(media_type.to_owned());
    };
    let schema = at(response.content[selected].schema);
    let accepts = |value: &Value| values.accepts(schema, value);
    let bytes = match answer.is_partial {
        true => complete(media_type, &answer.body),
        false => &answer.body,
    };
    let Some(read) = read(media_type, bytes, &accepts) else {
        // The schemas supported here can't describe other media types.
        return Vec::new();
    };
    let read = match read {
        Ok(read) => read,
        Err(what) => {
            let message = format!("answered {} with {what}", answer.status);
            return vec![ValidationError::new(Rule::BodyInvalid, about.as_str(), message)];
        }
    };
    let faults = read.iter().flat_map(|value| values.faults(schema, value));
    let errors = faults.map(|fault| {
        let place = match fault.pointer.as_str() {
            "" => "a body that".to_owned(),
            at => format!("a body whose {at}"),
        };
        let message = format!("answered {} with {place} is wrong: {}", answer.status, fault.rule);
        let keyword = Pointer::from_reference(&fault.keyword).unwrap_or_default();
        let error = ValidationError::new(Rule::BodyInvalid, keyword.as_str(), message);
        ValidationError { cause: fault.rule, ..error }
    });
    errors.collect()
}
