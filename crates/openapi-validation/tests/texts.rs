//! The text of a parameter or a header field is converted only to values that its
//! schema allows, and never to a value that differs from the text.

#![allow(clippy::unwrap_used)]

use openapi_validation::{Document, Schema};
use serde_json::{Value, json};

static DOCUMENT: Document = Document::new(
    r#"{
        "integer": { "type": "integer" },
        "number": { "type": "number" },
        "boolean": { "type": "boolean" },
        "string": { "type": "string" },
        "any": { "type": ["number", "string"] },
        "numbers": { "type": "array", "items": { "type": ["number", "boolean"] } }
    }"#,
);
static INTEGER: Schema = Schema::at(&DOCUMENT, "#/integer");
static NUMBER: Schema = Schema::at(&DOCUMENT, "#/number");
static BOOLEAN: Schema = Schema::at(&DOCUMENT, "#/boolean");
static STRING: Schema = Schema::at(&DOCUMENT, "#/string");
static ANY: Schema = Schema::at(&DOCUMENT, "#/any");
static NUMBERS: Schema = Schema::at(&DOCUMENT, "#/numbers");

/// Returns the value that the texts represent, or the violations.
fn validate(schema: &Schema, texts: &[&str]) -> Result<Value, String> {
    let result = match texts {
        [text] => schema.validate_text(text),
        texts => {
            let texts: Vec<_> = texts.iter().map(|&text| text.to_owned()).collect();
            schema.validate_texts(&texts)
        }
    };
    result.unwrap().map_err(|violations| violations.to_string())
}

#[test]
fn a_text_represents_the_value_that_its_schema_accepts() {
    for (schema, texts, expected) in [
        (&INTEGER, &["1.0"][..], json!(1)),
        (&NUMBER, &["1e-3"], json!(0.001)),
        (&BOOLEAN, &["true"], json!(true)),
        (&STRING, &["1e400"], json!("1e400")),
        (&STRING, &[" 1"], json!(" 1")),
        (&ANY, &["1"], json!("1")),
        (&NUMBERS, &["1", "false"], json!([1, false])),
    ] {
        assert_eq!(validate(schema, texts), Ok(expected), "{texts:?}");
    }
}

#[test]
fn a_text_without_an_accepted_value_is_rejected() {
    let not_a_number = r#"at "" value is not of type "number""#;
    let beyond = r#"at "" value does not fit a 64-bit float"#;
    for (schema, texts, expected) in [
        (&NUMBER, &[" 1"][..], not_a_number),
        (&NUMBER, &["1\n"], not_a_number),
        (&NUMBER, &[""], not_a_number),
        (&NUMBER, &["+1"], not_a_number),
        (&NUMBER, &["1e400"], beyond),
        (&NUMBERS, &["1", "-1e400"], beyond),
        (
            &INTEGER,
            &["1.5"],
            r#"at "" value is not of type "integer""#,
        ),
        (
            &BOOLEAN,
            &["True"],
            r#"at "" value is not of type "boolean""#,
        ),
        (
            &BOOLEAN,
            &["true "],
            r#"at "" value is not of type "boolean""#,
        ),
    ] {
        assert_eq!(
            validate(schema, texts),
            Err(expected.to_owned()),
            "{texts:?}"
        );
    }
}
