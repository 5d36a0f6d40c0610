//! Bodies of answers: their media type, and what the schema says of them.

use super::Fault;
use crate::client::Answer;
use crate::document::{Operation, Response, essence, is_json};
use crate::rule::Rule;
use openapi_oracle::values::{Values, json};
use serde_json::Value;

pub(super) fn faults(
    values: &Values<'_>,
    operation: &Operation,
    response: &Response,
    answer: &Answer,
) -> Vec<Fault> {
    // RFC 9110 §6.4.1: none of these has one.
    if operation.method == "HEAD" || matches!(answer.status, 204 | 205 | 304) {
        return Vec::new();
    }
    let declared: Vec<_> = response
        .content
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    let about = match declared.as_slice() {
        [] => response.pointer.clone(),
        _ => format!("{}/content", response.pointer),
    };
    let wrong = |what: String| {
        let declared = match declared.as_slice() {
            [] => "no body".to_owned(),
            list => list.join(", "),
        };
        let message = format!(
            "answered {} with {what} (declared: {declared})",
            answer.status
        );
        vec![Fault::new(Rule::MediaTypeUndeclared, &about, message)]
    };
    let found = match (answer.header("content-type"), answer.body.is_empty()) {
        (_, true) if declared.is_empty() => return Vec::new(),
        (None, true) => return wrong("no body".to_owned()),
        (None, false) => return wrong("a body without a content type".to_owned()),
        (Some(found), _) => found,
    };
    let mut media_types = response.content.iter();
    let exact = media_types.find(|(name, _)| essence(name) == essence(found));
    let in_range = || {
        response
            .content
            .iter()
            .find(|(name, _)| is_in(&essence(found), name))
    };
    let Some((_, schema)) = exact.or_else(in_range) else {
        return wrong(found.to_owned());
    };
    let value = match is_json(found) {
        true => json(&answer.body),
        false if essence(found).starts_with("text/") => {
            Some(Value::from(String::from_utf8_lossy(&answer.body)))
        }
        // What other media types hold no schema here can say.
        false => return Vec::new(),
    };
    let Some(value) = value else {
        let message = format!(
            "answered {} with a body that is not one JSON document",
            answer.status
        );
        return vec![Fault::new(Rule::BodyInvalid, about, message)];
    };
    let faults = schema
        .iter()
        .flat_map(|schema| values.faults(schema, &value));
    let faults = faults.map(|fault| {
        let place = match fault.at.as_str() {
            "" => "a body that".to_owned(),
            at => format!("a body whose {at}"),
        };
        let message = format!(
            "answered {} with {place} is wrong: {}",
            answer.status, fault.rule
        );
        Fault::new(Rule::BodyInvalid, fault.schema, message)
    });
    faults.collect()
}

/// Whether a media type is one of a range such as `text/*`.
fn is_in(found: &str, range: &str) -> bool {
    let range = essence(range);
    range == "*/*"
        || range
            .strip_suffix('*')
            .is_some_and(|kind| found.starts_with(kind))
}
