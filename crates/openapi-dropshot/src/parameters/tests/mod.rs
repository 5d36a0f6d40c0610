//! The decoders with the rows of "Style Examples" (OpenAPI 3.1.1 §4.8.12.4), and with text
//! whose meaning the schema decides. The rows are in `rows.jsonl`.

#![allow(clippy::unwrap_used)]

mod rejected;
mod written;

use http::{HeaderMap, HeaderValue};
use serde_json::Value;

use super::sent::Sent;
use super::{Parameter, Style, ValueKind, read};
use crate::{Document, Rejection, Schema};

static DOCUMENT: Document = Document::new(
    r#"{
        "string": { "type": "string" },
        "array": { "type": "array", "items": { "type": "string" } },
        "object": {
            "type": "object",
            "properties": {
                "R": { "type": "integer" },
                "G": { "type": "integer" },
                "B": { "type": "integer" }
            },
            "required": ["R"]
        },
        "nested": {
            "type": "object",
            "properties": {
                "tags": { "type": "array", "items": { "type": "integer" } },
                "inner": { "type": "object", "additionalProperties": { "type": "boolean" } }
            },
            "additionalProperties": { "type": "string" }
        },
        "objects": {
            "type": "array",
            "items": { "type": "object", "additionalProperties": { "type": "integer" } }
        },
        "ints": { "type": "array", "items": { "type": "integer" } },
        "either": { "anyOf": [{ "type": "integer" }, { "type": "array" }] }
    }"#,
);

const OBJECT: &[ValueKind] = &[ValueKind::Object];

/// A row: the test, the schema, the style, `explode`, the location, its texts, and all
/// parameters as an object, or the violations.
type Row = (String, String, String, bool, String, Vec<String>, Value);

fn decode(
    location: &str,
    texts: &[impl AsRef<str>],
    parameters: &[Parameter],
) -> Result<Value, String> {
    let mut headers = HeaderMap::new();
    let mut add = |name| {
        for text in texts {
            let text = HeaderValue::from_bytes(text.as_ref().as_bytes());
            headers.append(name, text.unwrap());
        }
    };
    let sent = match location {
        "path" => Sent::path("/{color}", texts[0].as_ref()),
        "query" => Sent::query(texts[0].as_ref()),
        "header" => {
            add("color");
            Sent::headers(&headers, ["color"].into_iter())
        }
        _ => {
            add("cookie");
            Sent::cookies(&headers)
        }
    };
    match read(&sent, parameters) {
        Ok(value) => Ok(value.into()),
        Err(Rejection::Parameters(violations)) => Err(violations.to_string()),
        Err(rejection) => panic!("{rejection:?}"),
    }
}

fn color(schema: &str, style: Style, explode: bool) -> Parameter {
    let kinds: &[ValueKind] = match schema {
        "string" => &[ValueKind::Scalar],
        "object" | "nested" => OBJECT,
        "either" => &[ValueKind::Scalar, ValueKind::Array],
        _ => &[ValueKind::Array],
    };
    let pointer = format!("#/{schema}").leak();
    declared(Parameter::optional("color", Schema::at(&DOCUMENT, pointer)), pointer)
        .style(style, explode, kinds)
}

/// Returns a parameter with the members that the schema at a pointer declares.
fn declared(parameter: Parameter, pointer: &str) -> Parameter {
    match pointer {
        "#/object" => parameter.members(&["R", "G", "B"]),
        "#/nested" => parameter.members(&["tags", "inner"]).open(&["api_key"]),
        _ => parameter,
    }
}

fn style(name: &str) -> Style {
    let styles = [
        Style::Simple,
        Style::Label,
        Style::Matrix,
        Style::Form,
        Style::SpaceDelimited,
        Style::PipeDelimited,
        Style::DeepObject,
    ];
    let mut styles = styles.into_iter();
    styles.find(|style| format!("{style:?}") == name).unwrap()
}

/// Decodes the texts of a test's rows.
fn check(test: &str) {
    let rows = include_str!("rows.jsonl").lines();
    let rows = rows.map(|row| serde_json::from_str::<Row>(row).unwrap());
    let rows: Vec<_> = rows.filter(|row| row.0 == test).collect();
    assert!(!rows.is_empty());
    for row in rows {
        let (_, schema, name, explode, location, texts, expected) = &row;
        let decoded = decode(location, texts, &[color(schema, style(name), *explode)]);
        let expected = match expected {
            Value::String(violations) => Err(violations.clone()),
            parameters => Ok(parameters.clone()),
        };
        assert_eq!(decoded, expected, "{row:?}");
    }
}

#[test]
fn the_style_examples_of_the_specification_are_decoded() {
    check("styles");
}

#[test]
fn text_is_split_before_it_is_decoded() {
    check("split");
}

#[test]
fn the_schema_decides_what_the_specification_leaves_open() {
    check("open");
}
