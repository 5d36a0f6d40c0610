//! The text of a parameter or a header field is converted only to values that its
//! schema allows, and never to a value that differs from the text.

use openapi_schema::{Document, Schema, Texts};
use serde_json::{Value, json};

static DOCUMENT: Document = Document::new(
    r#"{
        "integer": { "type": "integer" },
        "number": { "type": "number" },
        "boolean": { "type": "boolean" },
        "string": { "type": "string" },
        "any": { "type": ["number", "string"] },
        "numbers": { "type": "array", "items": { "type": ["number", "boolean"] } },
        "either": { "anyOf": [{ "type": "boolean" }, { "type": "array", "items": { "type": "integer" } }] },
        "members": {
            "type": "object",
            "properties": {
                "name": { "type": "string" },
                "size": { "type": "integer", "minimum": 1 },
                "tags": { "type": "array", "items": { "type": "integer" } }
            },
            "minProperties": 2,
            "additionalProperties": false
        },
        "union": {
            "anyOf": [
                { "required": ["c"], "properties": { "a": { "type": "integer" } } },
                { "properties": { "a": { "type": "string" }, "b": { "type": "integer" } } },
                { "properties": { "a": { "type": "integer" }, "b": { "type": "string" } } }
            ],
            "properties": { "d": { "type": "boolean" } }
        }
    }"#,
);
static INTEGER: Schema = Schema::at(&DOCUMENT, "#/integer");
static NUMBER: Schema = Schema::at(&DOCUMENT, "#/number");
static BOOLEAN: Schema = Schema::at(&DOCUMENT, "#/boolean");
static STRING: Schema = Schema::at(&DOCUMENT, "#/string");
static ANY: Schema = Schema::at(&DOCUMENT, "#/any");
static NUMBERS: Schema = Schema::at(&DOCUMENT, "#/numbers");
static MEMBERS: Schema = Schema::at(&DOCUMENT, "#/members");
static UNION: Schema = Schema::at(&DOCUMENT, "#/union");
static EITHER: Schema = Schema::at(&DOCUMENT, "#/either");

/// Returns the value that the texts represent, or the violations.
fn validate(schema: &Schema, texts: &[&str]) -> Result<Value, String> {
    validate_tree(
        schema,
        &match texts {
            [text] => one(text),
            texts => Texts::Items(texts.iter().map(|text| one(text)).collect()),
        },
    )
}

fn validate_tree(schema: &Schema, texts: &Texts) -> Result<Value, String> {
    let result = schema.validate_texts(texts);
    result.map_err(|error| error.to_string())
}

fn one(text: &str) -> Texts {
    Texts::One(text.to_owned())
}

/// Returns the texts of an object whose members are sent by name.
fn members(members: &[(&str, &str)]) -> Texts {
    let members = members
        .iter()
        .map(|(name, text)| ((*name).to_owned(), Texts::OneOrItem((*text).to_owned())));
    Texts::Members(members.collect())
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
        (&NUMBERS, &["1", "-1e400"], r#"at "/1" value does not fit a 64-bit float"#),
        (&INTEGER, &["1.5"], r#"at "" value is not of type "integer""#),
        (&BOOLEAN, &["True"], r#"at "" value is not of type "boolean""#),
        (&BOOLEAN, &["true "], r#"at "" value is not of type "boolean""#),
    ] {
        assert_eq!(validate(schema, texts), Err(expected.to_owned()), "{texts:?}");
    }
}

#[test]
fn the_schema_of_the_whole_value_decides_for_each_text() {
    for (schema, sent, expected) in [
        (
            &MEMBERS,
            &[("name", "1"), ("size", "2"), ("tags", "3")][..],
            json!({ "name": "1", "size": 2, "tags": [3] }),
        ),
        (&UNION, &[("a", "x"), ("b", "2"), ("d", "true")], json!({ "a": "x", "b": 2, "d": true })),
        (&UNION, &[("a", "1"), ("b", "x")], json!({ "a": 1, "b": "x" })),
    ] {
        assert_eq!(validate_tree(schema, &members(sent)), Ok(expected));
    }
    let many = vec!["1"; 1000];
    let expected = json!(vec![1; 1000]);
    assert_eq!(validate(&EITHER, &many), Ok(expected));
}

#[test]
fn every_text_without_an_accepted_value_is_reported_at_its_location() {
    let wrong = [("name", "1"), ("size", "0"), ("tags", "x"), ("a/b", "1")];
    for (result, expected) in [
        (
            validate_tree(&MEMBERS, &members(&wrong)),
            concat!(
                r#"at "" Additional properties are not allowed ('a/b' was unexpected); "#,
                r#"at "/size" value is less than the minimum of 1; "#,
                r#"at "/tags" value is not of type "array""#,
            ),
        ),
        (
            validate_tree(&MEMBERS, &members(&[("size", "1")])),
            r#"at "" value has less than 2 properties"#,
        ),
        (
            validate(&NUMBERS, &["1", "x", "1e400", "true"]),
            r#"at "/1" value is not of types "boolean", "number""#,
        ),
    ] {
        assert_eq!(result, Err(expected.to_owned()));
    }
}

#[test]
fn a_union_without_an_accepted_value_ends_the_search() {
    let sent: Vec<_> = (0..2000).map(|index| format!("a{index}")).collect();
    let sent: Vec<_> = sent.iter().map(|name| (name.as_str(), "1")).collect();
    let sent = [&sent[..], &[("a", "x"), ("b", "x"), ("d", "x")]].concat();
    let expected = concat!(
        r#"at "/d" value is not of type "boolean"; "#,
        r#"at "" value is not valid under any of the schemas listed in the 'anyOf' keyword"#,
    );
    assert_eq!(validate_tree(&UNION, &members(&sent)), Err(expected.to_owned()));
}
