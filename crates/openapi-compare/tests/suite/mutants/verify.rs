//! Validates witnesses independently of the comparison: against the original
//! document, with the `jsonschema` crate alone.

use super::tree::{children, escaped, schemas};
use openapi_compare::{Finding, Side};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Validators of one document, by the part that they apply to.
pub struct Validators {
    document: Value,
    validators: BTreeMap<String, jsonschema::Validator>,
}

impl Validators {
    pub fn new(document: &Value) -> Validators {
        let mut document = document.clone();
        write_ranges(&mut document);
        Validators { document, validators: BTreeMap::new() }
    }

    /// Returns whether the schema of the part that `seen_in` names allows the
    /// value; `None` if the part has no schema.
    fn allows(&mut self, seen_in: &str, value: &Value) -> Option<bool> {
        let part = seen_in.split(", at ").next().unwrap_or_default();
        if !self.validators.contains_key(part) {
            let at = schema_of(&self.document, part)?;
            let mut schema = self.document.clone();
            schema["$ref"] = json!(format!(
                "#{}",
                at.replace('%', "%25").replace('{', "%7B").replace('}', "%7D")
            ));
            let validator = validator(&schema).unwrap_or_else(|error| panic!("{part}: {error}"));
            self.validators.insert(part.to_owned(), validator);
        }
        let is_valid = |value: &Value| self.validators[part].is_valid(value);
        let is_text = part.contains(" parameter `") || part.contains(", header `");
        let text = value.as_str().filter(|_| is_text);
        let parsed = text.and_then(|text| serde_json::from_str(text).ok());
        Some(is_valid(value) || parsed.is_some_and(|value| is_valid(&value)))
    }
}

/// Returns a message for each invalid witness of the finding.
pub fn invalid_witnesses(
    finding: &Finding,
    contract: &mut Validators,
    emitted: &mut Validators,
) -> Vec<String> {
    let mut messages = Vec::new();
    for witness in &finding.witnesses {
        let results = (
            contract.allows(&finding.seen_in[0], &witness.value),
            emitted.allows(&finding.seen_in[0], &witness.value),
        );
        let expected = match witness.allowed_by {
            Side::Base => (Some(true), Some(false)),
            Side::Candidate => (Some(false), Some(true)),
        };
        // A body without a schema allows any value.
        let results = (Some(results.0.unwrap_or(true)), Some(results.1.unwrap_or(true)));
        if results != expected {
            messages.push(format!(
                "{}: {} has the results {results:?}",
                finding.message, witness.value
            ));
        }
    }
    messages
}

pub fn validator(
    schema: &Value,
) -> Result<jsonschema::Validator, jsonschema::ValidationError<'static>> {
    jsonschema::options()
        .with_draft(jsonschema::Draft::Draft202012)
        .offline()
        .should_validate_formats(true)
        .build(schema)
}

/// Adds the ranges of OpenAPI's numeric formats, which JSON Schema doesn't define, to all
/// schemas of a document.
pub fn write_ranges(document: &mut Value) {
    for at in schemas(document) {
        document.pointer_mut(&at).map(write_range);
    }
}

fn write_range(schema: &mut Value) {
    let (minimum, maximum) = match schema.get("format").and_then(Value::as_str) {
        Some("int8") => (i64::from(i8::MIN), i64::from(i8::MAX)),
        Some("uint8") => (0, i64::from(u8::MAX)),
        Some("int32") => (i64::from(i32::MIN), i64::from(i32::MAX)),
        Some("int64") => (i64::MIN, i64::MAX),
        _ => return,
    };
    let range = json!({"minimum": minimum, "maximum": maximum});
    match schema.get_mut("allOf").and_then(Value::as_array_mut) {
        Some(all) => all.push(range),
        None => schema["allOf"] = json!([range]),
    }
}

/// Returns the pointer of the schema of a part as a report names it: `GET /a,
/// response 200 (text/x)`.
fn schema_of(document: &Value, seen_in: &str) -> Option<String> {
    let (operation, part) = seen_in.split_once(", ")?;
    let (method, path) = operation.split_once(' ')?;
    let item = format!("/paths/{}", escaped(path));
    let at = format!("{item}/{}", method.to_lowercase());
    let media_type = part.split_once('(').map(|(_, rest)| rest.trim_end_matches(')'));
    if part.starts_with("request body") {
        let body = resolve(document, format!("{at}/requestBody"))?;
        return content(document, &body, media_type?);
    }
    if let Some(rest) = part.strip_prefix("response ") {
        let end = rest.find([' ', ',']).unwrap_or(rest.len());
        let response = response(document, &format!("{at}/responses"), &rest[..end])?;
        return match rest.split_once("header `") {
            Some((_, name)) => {
                let header = format!("{response}/headers/{}", name.trim_end_matches('`'));
                schema_in(document, &resolve(document, header)?)
            }
            None => content(document, &response, media_type?),
        };
    }
    let (place, name) = part.split_once(" parameter `")?;
    let name = name.trim_end_matches('`');
    let lists = [format!("{at}/parameters"), format!("{item}/parameters")];
    let mut parameters = lists.iter().flat_map(|list| {
        let count = document.pointer(list).and_then(Value::as_array).map_or(0, Vec::len);
        let each = (0..count).map(move |index| format!("{list}/{index}"));
        each.filter_map(|at| resolve(document, at))
    });
    let parameter = parameters.find(|at| {
        let one = &document.pointer(at).expect("it was resolved to there");
        one["in"] == json!(place) && one["name"] == json!(name)
    })?;
    schema_in(document, &parameter)
}

/// Returns the response for `status`: the exact status, its range or the default.
fn response(document: &Value, at: &str, status: &str) -> Option<String> {
    let range = format!("{}XX", &status[..1]);
    let mut keys = [status, &range, "default"].into_iter();
    keys.find_map(|key| resolve(document, format!("{at}/{key}")))
}

/// Returns the schema of a parameter or a header, or of its only media type.
fn schema_in(document: &Value, at: &str) -> Option<String> {
    let media_type = document.pointer(at)?.get("content").map(children);
    let at = match media_type.as_deref() {
        Some([(name, _), ..]) => format!("{at}/content/{}/schema", escaped(name)),
        _ => format!("{at}/schema"),
    };
    document.pointer(&at).is_some().then_some(at)
}

fn content(document: &Value, at: &str, media_type: &str) -> Option<String> {
    let at = format!("{at}/content/{}/schema", escaped(media_type));
    document.pointer(&at).is_some().then_some(at)
}

fn resolve(document: &Value, at: String) -> Option<String> {
    match document.pointer(&at)?.get("$ref").and_then(Value::as_str) {
        Some(target) => Some(target[1..].to_owned()),
        None => Some(at),
    }
}
