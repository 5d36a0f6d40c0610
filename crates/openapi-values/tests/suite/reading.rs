//! Documents mean for the checks what they mean by OpenAPI and JSON Schema: directions,
//! references by identifier, and path items.

use openapi_values::{Document, Values};
use serde_json::{Value, json};

fn document(parts: &str) -> Document {
    Document::parse("api.yaml", &format!("openapi: 3.1.0\n{parts}")).unwrap()
}

fn refused(text: &str) -> String {
    Document::parse("api.yaml", text).unwrap_err().to_string()
}

fn accepts(document: &Document, value: &Value) -> bool {
    let values = Values::new(document).unwrap();
    values.accepts("/components/schemas/Thing", value)
}

#[test]
fn an_example_has_no_member_that_is_not_sent() {
    let schema = "{required: [id, pin], properties: {id: {type: integer, readOnly: true}, \
                  pin: {type: string, writeOnly: true}}, example: {id: 1, pin: x}}";
    let text = format!("{{openapi: 3.1.0, components: {{schemas: {{A: {schema}}}}}}}");
    let document = Document::parse("a.yaml", &text).unwrap();
    for (document, expected) in [
        (&document, json!({"id": 1, "pin": "x"})),
        (&document.in_requests(), json!({"pin": "x"})),
        (&document.in_responses(), json!({"id": 1})),
    ] {
        let values = Values::new(document).unwrap();
        assert_eq!(values.example("/components/schemas/A", [], 0), Some(expected));
    }
}

#[test]
fn a_member_for_the_other_direction_is_optional() {
    let document = document(
        "
components:
  schemas:
    Id: { type: string, readOnly: true }
    Base: { required: [id, name], properties: { id: { $ref: '#/components/schemas/Id' }, name: {} } }
    Thing:
      allOf:
        - $ref: '#/components/schemas/Base'
        - { required: [id, secret], properties: { secret: { writeOnly: true } } }
",
    );
    let directions = [document.clone(), document.in_requests(), document.in_responses()];
    for (value, expected) in [
        (json!({ "id": "1", "name": "", "secret": "" }), [true, true, true]),
        (json!({ "name": "", "secret": "" }), [false, true, false]),
        (json!({ "id": "1", "name": "" }), [false, false, true]),
        (json!({ "id": "1", "secret": "" }), [false, false, false]),
        (json!({ "id": 1, "name": "", "secret": "" }), [false, false, false]),
    ] {
        let verdicts = directions.each_ref().map(|one| accepts(one, &value));
        assert_eq!(verdicts, expected, "{value}");
    }
}

/// Core §8.2: a reference is resolved against the `$id` around it.
#[test]
fn a_reference_by_identifier_is_followed_in_samples_and_in_validation() {
    let document = document(
        "
components:
  schemas:
    Thing:
      required: [size, kind, count, unit]
      properties:
        size: { $ref: '#size' }
        kind: { $ref: 'https://example.org/kinds#/$defs/one' }
        count: { $ref: '#/components/schemas/Count' }
        unit: { $ref: 'https://example.org/kinds' }
    Size: { $anchor: size, type: integer, minimum: 3, maximum: 4 }
    Count: { const: 5 }
    Kinds:
      $id: https://example.org/kinds
      $defs: { one: { $anchor: one, enum: [a, b] } }
      allOf: [ { $ref: '#one' }, { $ref: '#/$defs/one' }, { const: a } ]
",
    );
    let values = Values::new(&document).unwrap();
    let valid = values.valid("/components/schemas/Thing", 1).unwrap();
    let valid: Value = serde_json::from_str(&valid).unwrap();
    assert!(valid["size"] == 3 || valid["size"] == 4, "{valid}");
    assert!(valid["kind"] == "a" || valid["kind"] == "b", "{valid}");
    assert_eq!((&valid["count"], &valid["unit"]), (&json!(5), &json!("a")));
    for (member, wrong) in
        [("size", json!(2)), ("kind", json!("c")), ("count", json!(6)), ("unit", json!("b"))]
    {
        let mut changed = valid.clone();
        changed[member] = wrong;
        assert!(accepts(&document, &valid), "{valid}");
        assert!(!accepts(&document, &changed), "{changed}");
    }
}

#[test]
fn keywords_of_3_0_mean_what_those_of_3_1_say() {
    for (schema, accepted, rejected) in [
        ("{ type: string, nullable: true }", json!([null, "a"]), json!([1])),
        ("{ type: string }", json!(["a"]), json!([null])),
        ("{ type: string, enum: [a], nullable: true }", json!([null, "a"]), json!(["b"])),
        (
            "{ nullable: true, allOf: [{ $ref: '#/components/schemas/Text' }] }",
            json!([null, "a"]),
            json!([1]),
        ),
        (
            "{ nullable: true, oneOf: [{ type: string, nullable: true }, { type: integer }] }",
            json!([null, "a", 1]),
            json!([true]),
        ),
        (
            "{ type: object, properties: { a: { type: integer, nullable: true } } }",
            json!([{ "a": null }, { "a": 1 }]),
            json!([null, { "a": "" }]),
        ),
        ("{ type: integer, minimum: 1, exclusiveMinimum: true }", json!([2]), json!([1, null])),
    ] {
        let text = format!(
            "openapi: 3.0.3\npaths: {{}}\ncomponents: {{ schemas: {{ Text: {{ type: string }}, \
             Thing: {schema} }} }}"
        );
        let document = Document::parse("api.yaml", &text).unwrap();
        for (values, expected) in [(accepted, true), (rejected, false)] {
            for value in values.as_array().unwrap() {
                assert_eq!(accepts(&document, value), expected, "{schema}: {value}");
            }
        }
        let values = Values::new(&document).unwrap();
        let sampled = values.valid("/components/schemas/Thing", 1);
        assert!(sampled.is_some(), "{schema}");
    }
}

#[test]
fn an_operation_of_3_2_has_any_method() {
    let item = "{ put: {}, trace: {}, query: {}, get: {}, additionalOperations: { COPY: {}, CONNECT: {} } }";
    let text = format!("openapi: 3.2.0\npaths: {{ /things: {item} }}");
    let document = Document::parse("api.yaml", &text).unwrap();
    let operations = document.operations();
    let read: Vec<_> = operations.list.iter().map(|one| one.name()).collect();
    assert_eq!(read, ["QUERY /things", "GET /things", "PUT /things", "COPY /things"]);
    assert_eq!(
        operations.notes,
        ["TRACE", "CONNECT"].map(|method| {
            format!("{method} /things: nothing is sent, {method} is for proxies")
        })
    );
}

/// OpenAPI 3.1.1 §4.8.9 leaves undefined only what both have.
#[test]
fn a_path_item_has_the_fields_beside_its_reference_too() {
    let document = document(
        "
paths:
  /things:
    $ref: '#/components/pathItems/Things'
    parameters: [ { name: page, in: query, schema: { type: integer } } ]
    post: { responses: {} }
components:
  pathItems:
    Things: { get: { responses: {} } }
",
    );
    let operations = document.operations().list;
    let read: Vec<_> = operations
        .iter()
        .map(|one| (one.name(), one.location.pointer.as_str(), one.parameters.len()))
        .collect();
    assert_eq!(
        read,
        [
            ("GET /things".to_owned(), "/components/pathItems/Things/get", 1),
            ("POST /things".to_owned(), "/paths/~1things/post", 1),
        ]
    );
}

#[test]
fn a_member_of_an_example_or_an_extension_is_no_schema() {
    let document = document(
        "
paths: {}
x-data: { schema: { required: [id], properties: { id: { readOnly: true } } } }
",
    );
    assert_eq!(document.in_requests().root()["x-data"]["schema"]["required"], json!(["id"]));
}

#[test]
fn a_document_with_an_error_is_refused_with_its_position() {
    for (text, expected) in [
        (
            "openapi: 3.1.0\ncomponents:\n  schemas: { A: { $ref: '#/components/schemas/B' } }",
            "api.yaml:3:19",
        ),
        ("openapi: 3.1.0\ncomponents:\n  schemas: { A: { maxLength: many } }", "api.yaml:3:19"),
        ("openapi: 3.1.0\npaths: [", "not YAML"),
    ] {
        let message = refused(text);
        assert!(message.contains(expected), "{message}");
    }
}
