//! Documents of OpenAPI 3.0 are read as those of 3.1.

use openapi_document::{Api, Diagnostics, Document, Node, Pointer};
use serde_json::{Value, json};

fn lifted(document: &Value) -> (Value, String) {
    let document = Document::parse("api.json", &document.to_string()).unwrap();
    let mut diagnostics = Diagnostics::default();
    Api::read(&document, &mut diagnostics);
    (document.root().to_json(), diagnostics.to_string())
}

fn schema(schema: Value) -> Value {
    let document = json!({
        "openapi": "3.0.3",
        "components": { "schemas": { "S": schema, "T": {} } },
    });
    lifted(&document).0["components"]["schemas"]["S"].clone()
}

#[test]
fn each_keyword_of_3_0_has_its_form_of_3_1() {
    let reference = json!({ "$ref": "#/components/schemas/T" });
    for (old, new) in [
        (
            json!({ "type": "integer", "minimum": 1, "exclusiveMinimum": true }),
            json!({ "type": "integer", "exclusiveMinimum": 1 }),
        ),
        (json!({ "maximum": 1.5, "exclusiveMaximum": false }), json!({ "maximum": 1.5 })),
        (json!({ "exclusiveMaximum": true }), json!({})),
        (
            json!({ "type": "string", "nullable": true, "maxLength": 3 }),
            json!({ "type": ["string", "null"], "maxLength": 3 }),
        ),
        (json!({ "type": "string", "nullable": false }), json!({ "type": "string" })),
        (json!({ "nullable": true }), json!({})),
        (
            json!({ "type": "string", "nullable": true, "enum": ["a"] }),
            json!({ "type": ["string", "null"], "enum": ["a", null] }),
        ),
        (
            json!({ "type": "string", "nullable": true, "enum": ["a", null] }),
            json!({ "type": ["string", "null"], "enum": ["a", null] }),
        ),
        // schemars and dropshot write an optional value of a component so.
        (
            json!({ "nullable": true, "allOf": [reference], "description": "A", "x-a": 1 }),
            json!({ "anyOf": [reference, { "type": "null" }], "description": "A", "x-a": 1 }),
        ),
        (
            json!({ "nullable": true, "type": "object", "oneOf": [reference, {}] }),
            json!({ "anyOf": [{ "type": "object", "oneOf": [reference, {}] }, { "type": "null" }] }),
        ),
        // Authors write a reference that may be null so, too.
        (
            json!({ "allOf": [reference, { "nullable": true }], "description": "A" }),
            json!({ "anyOf": [reference, { "type": "null" }], "description": "A" }),
        ),
        (
            json!({ "allOf": [{ "nullable": true }, { "type": "object", "nullable": true }] }),
            json!({ "allOf": [{}, { "type": ["object", "null"] }] }),
        ),
        // dropshot writes `()` so.
        (json!({ "type": "string", "enum": [null] }), json!({ "type": "null", "enum": [null] })),
        (
            json!({ "$ref": "#/components/schemas/T", "description": "ignored", "nullable": true }),
            reference.clone(),
        ),
        (
            json!({ "type": "array", "items": {}, "x-json-schema": {
                "prefixItems": [{ "type": "string" }],
                "items": false,
            } }),
            json!({ "type": "array", "prefixItems": [{ "type": "string" }], "items": false }),
        ),
        (
            json!({ "type": "object", "minProperties": 1, "x-json-schema": { "minProperties": 2 } }),
            json!({ "type": "object", "minProperties": 2, "allOf": [{ "minProperties": 1 }] }),
        ),
        (
            json!({ "additionalProperties": {}, "x-json-schema": { "unevaluatedProperties": false } }),
            json!({ "unevaluatedProperties": false }),
        ),
        (
            json!({ "nullable": true, "x-json-schema": { "type": ["string", "integer"] } }),
            json!({ "type": ["string", "integer", "null"] }),
        ),
        (
            json!({ "nullable": true, "x-json-schema": { "type": ["null", "integer"] } }),
            json!({ "type": ["null", "integer"] }),
        ),
        (
            json!({ "type": "object", "nullable": true, "x-json-schema": {
                "if": { "type": "object" }, "then": { "minProperties": 1 }, "else": false,
            } }),
            json!({ "anyOf": [
                { "type": "object", "if": { "type": "object" }, "then": { "minProperties": 1 }, "else": false },
                { "type": "null" },
            ] }),
        ),
        (
            json!({ "nullable": true, "x-json-schema": { "$dynamicRef": "#a" } }),
            json!({ "anyOf": [{ "$dynamicRef": "#a" }, { "type": "null" }] }),
        ),
        // No schemas.
        (
            json!({ "example": { "nullable": true, "type": "a" }, "default": { "nullable": true } }),
            json!({ "example": { "nullable": true, "type": "a" }, "default": { "nullable": true } }),
        ),
    ] {
        assert_eq!(schema(old.clone()), new, "{old}");
        let below = json!({ "properties": { "nullable": { "items": old } } });
        let expected = json!({ "properties": { "nullable": { "items": new } } });
        assert_eq!(schema(below), expected);
    }
}

#[test]
fn schemas_are_lifted_wherever_they_stand() {
    let old = json!({ "type": "string", "nullable": true });
    let new = json!({ "type": ["string", "null"] });
    let document = |version: &str, schema: &Value| {
        let content = json!({ "a/b": { "schema": schema, "example": { "nullable": true } } });
        let response = json!({ "content": content, "headers": { "A": { "schema": schema } } });
        let operation = json!({
            "parameters": [{ "name": "a", "in": "query", "schema": schema }, {
                "name": "b", "in": "query", "content": content,
            }],
            "requestBody": { "content": content },
            "responses": { "default": response },
            "callbacks": { "a": { "/": { "post": { "requestBody": { "content": content } } } } },
        });
        json!({
            "openapi": version,
            "paths": { "/": { "post": operation, "parameters": [{
                "name": "c", "in": "query", "schema": schema,
            }] } },
            "components": {
                "schemas": { "S": schema },
                "parameters": { "P": { "name": "p", "in": "query", "schema": schema } },
                "requestBodies": { "B": { "content": content } },
                "responses": { "R": response },
                "headers": { "H": { "schema": schema } },
            },
        })
    };
    let (lifted, _) = lifted(&document("3.0.4", &old));
    assert_eq!(lifted, document("3.1.0", &new));
}

#[test]
fn a_keyword_beside_a_reference_is_named_and_positions_are_those_of_the_text() {
    let text = "openapi: 3.0.0
paths:
  /a:
    get:
      responses:
        '200':
          description: Success
          content:
            application/json:
              schema: { $ref: '#/components/schemas/A', nullable: true, description: A }
        x00: { description: wrong }
components:
  schemas:
    A: { nullable: true, allOf: [{ type: object, required: {} }] }
";
    let document = Document::parse("api.yaml", text).unwrap();
    let mut diagnostics = Diagnostics::default();
    Api::read(&document, &mut diagnostics);
    insta::assert_snapshot!(diagnostics);
    let pointer = "#/components/schemas/A/anyOf/0/required";
    let pointer = Pointer::from_reference(pointer).unwrap();
    let node = document.find(&pointer).unwrap();
    assert_eq!((node.location.line, node.location.column), (14, 60));
    assert_eq!(node.location.pointer, pointer);
}

#[test]
fn a_reference_into_a_schema_that_becomes_a_union_is_refused_with_the_reason() {
    let target = |nullable: bool| {
        let members = json!({ "x": { "type": "string" } });
        let document = json!({
            "openapi": "3.0.3",
            "components": { "schemas": {
                "A": { "nullable": nullable, "allOf": [{}], "properties": members },
                "B": { "$ref": "#/components/schemas/A/properties/x" },
            } },
        });
        let document = Document::parse("api.json", &document.to_string()).unwrap();
        let reference = Pointer::from_reference("#/components/schemas/B/$ref").unwrap();
        let reference = document.find(&reference).unwrap();
        document.target(reference).map(Node::to_json).map_err(|error| error.to_string())
    };
    let error = target(true).unwrap_err();
    assert!(error.contains("help: a schema with `nullable` beside `allOf`"), "{error}");
    assert_eq!(target(false), Ok(json!({ "type": "string" })));
}

#[test]
fn other_versions_are_refused() {
    for version in ["3.0", "3.0.0", "3.1", "3.1.2"] {
        let text = format!("openapi: '{version}'");
        assert!(Document::parse("api.yaml", &text).is_ok(), "{version}");
    }
    for version in ["2.0", "3.00", "3.10", "3.3.0", "4.0.0", ""] {
        let text = format!("openapi: '{version}'");
        let error = Document::parse("api.yaml", &text).unwrap_err().to_string();
        let expected = format!("OpenAPI {version} is not supported, only 3.0 to 3.2");
        assert!(error.contains(&expected), "{error}");
    }
}

#[test]
fn a_stream_of_more_kinds_of_events_than_are_read_is_one_of_texts_with_a_warning() {
    let read = |kinds: usize| {
        let branch = |kind| json!({ "properties": { "event": { "const": format!("e{kind}") }, "data": {} } });
        let branches: Vec<Value> = (0..kinds).map(branch).collect();
        let content = json!({ "text/event-stream": { "itemSchema": { "oneOf": branches } } });
        let (root, diagnostics) = lifted(&json!({
            "openapi": "3.2.0",
            "components": { "responses": { "R": { "description": "", "content": content } } },
        }));
        let stream = &root["components"]["responses"]["R"]["content"]["text/event-stream"];
        (stream["schema"]["anyOf"].as_array().map(Vec::len), diagnostics)
    };
    assert_eq!(read(1_000).0, Some(1_000));
    let (kinds, diagnostics) = read(1_001);
    assert_eq!(kinds, None);
    let warning = "the stream has more than 1000 kinds of events; events are texts";
    assert!(diagnostics.contains(warning), "{diagnostics}");
}

#[test]
fn a_schema_with_an_event_and_its_data_is_that_of_events_in_every_version() {
    let event = |name| {
        let data = json!({ "$ref": "#/components/schemas/Data" });
        let members = json!({ "event": name, "data": data, "id": { "type": "string" } });
        json!({ "type": "object", "properties": members })
    };
    let name = |text: &str| json!({ "type": "string", "enum": [text] });
    let union = json!({ "oneOf": [event(name("a")), { "$ref": "#/components/schemas/B" }] });
    let more = json!({ "properties": { "event": name("a"), "data": {}, "task": {} } });
    let circle = json!({ "anyOf": [event(name("a")), { "$ref": "#/components/schemas/Circle" }] });
    for version in ["3.0.3", "3.1.0", "3.2.0"] {
        let read = |schema: &Value| {
            let content = json!({ "text/event-stream": { "schema": schema } });
            let schemas = json!({ "B": event(name("b")), "Data": {}, "Circle": circle });
            let (root, diagnostics) = lifted(&json!({
                "openapi": version,
                "components": {
                    "responses": { "R": { "description": "", "content": content } },
                    "schemas": schemas,
                },
            }));
            (
                root["components"]["responses"]["R"]["content"]["text/event-stream"]["schema"]
                    .clone(),
                diagnostics,
            )
        };
        let names = |schema: &Value| {
            let (schema, _) = read(schema);
            assert_eq!(schema["x-events"], true, "{schema}");
            let branches = schema["anyOf"].as_array().cloned().unwrap_or(vec![schema]);
            let name = |one: &Value| one["properties"]["event"]["enum"][0].clone();
            branches.iter().map(name).collect::<Vec<_>>()
        };
        assert_eq!(names(&event(name("a"))), ["a"]);
        assert_eq!(names(&union), ["a", "b"]);
        assert_eq!(names(&json!({ "type": "array", "items": union })), ["a", "b"]);
        // An event without a known name has only its data.
        let data = json!({ "$ref": "#/components/schemas/Data" });
        assert_eq!(read(&event(json!({ "type": "string" }))).0, data);
        for data in [json!({ "properties": { "data": {} } }), more.clone()] {
            assert_eq!(read(&data), (data, String::new()));
        }
        // If only some branches are events, all are data of events, and a warning says so.
        let mixed = json!({ "oneOf": [event(name("a")), more] });
        let (data, diagnostics) = read(&mixed);
        assert_eq!(data, mixed);
        assert!(diagnostics.contains("so all of them are data of events"), "{diagnostics}");
        // The end of a circle of references is reached.
        assert_eq!(names(&circle)[0], "a");
    }
}

#[test]
fn a_component_that_only_streams_refer_to_is_the_union_of_its_events() {
    let event = |name: &str| json!({ "properties": { "event": { "const": name }, "data": {} } });
    let reference = json!({ "$ref": "#/components/schemas/Event" });
    let read = |other: &Value| {
        let stream = |schema: Value| json!({ "description": "", "content": { "text/event-stream": schema } });
        let list = json!({ "schema": { "type": "array", "items": reference } });
        let (root, _) = lifted(&json!({
            "openapi": "3.2.0",
            "components": {
                "responses": { "A": stream(json!({ "itemSchema": reference })), "B": stream(list) },
                "schemas": { "Event": { "oneOf": [event("a"), event("b")] }, "Other": other },
            },
        }));
        let schema = |name| {
            let content = &root["components"]["responses"][name]["content"];
            content["text/event-stream"]["schema"].clone()
        };
        ([schema("A"), schema("B")], root["components"]["schemas"]["Event"].clone())
    };
    let (schemas, event) = read(&json!({}));
    assert_eq!(schemas, [reference.clone(), reference.clone()]);
    assert_eq!(event["x-events"], true, "{event}");
    // A component to which a schema of JSON refers, too, stays as it is.
    let (schemas, other) = read(&json!({ "items": reference }));
    assert_eq!([&schemas[0], &schemas[1]], [&event, &event]);
    assert_eq!(other["x-events"], Value::Null, "{other}");
}

#[test]
fn data_with_the_members_of_an_event_is_data_when_the_document_is_read_again() {
    let members = json!({ "event": { "type": "string" }, "data": { "type": "object" } });
    let data = json!({ "contentSchema": { "properties": members } });
    let content =
        json!({ "text/event-stream": { "itemSchema": { "properties": { "data": data } } } });
    let (once, _) = lifted(&json!({
        "openapi": "3.2.0",
        "components": { "responses": { "R": { "description": "", "content": content } } },
    }));
    assert_eq!(lifted(&once), (once, String::new()));
}

#[test]
fn a_schema_of_arrays_beside_a_stream_is_that_of_all_its_items() {
    let item = json!({ "$ref": "#/components/schemas/Item" });
    let list = json!({ "type": "array", "items": item });
    let (reference, long) = (
        json!({ "$ref": "#/components/schemas/List" }),
        json!({ "type": "array", "items": item, "maxItems": 3 }),
    );
    let read = |version: &str, name: &str, body: Value| {
        let responses = json!({ "R": { "description": "", "content": { name: body } } });
        let schemas = json!({ "Item": { "type": "object" }, "List": list });
        let (root, diagnostics) = lifted(&json!({
            "openapi": version,
            "components": { "responses": responses, "schemas": schemas },
        }));
        (root["components"]["responses"]["R"]["content"][name].clone(), diagnostics)
    };
    for version in ["3.0.3", "3.1.0", "3.2.0"] {
        for name in ["text/event-stream", "application/x-ndjson; charset=utf-8", "a/b+json-seq"] {
            for schema in [&list, &reference, &long] {
                let (body, diagnostics) = read(version, name, json!({ "schema": schema }));
                assert_eq!(body, json!({ "schema": item }), "{name}");
                assert_eq!(
                    diagnostics.contains("`maxItems` of a list that is a stream is not validated"),
                    *schema == long
                );
            }
            // The items of an array of arrays are arrays, and stay arrays.
            let lists = json!({ "schema": { "type": "array", "items": list } });
            let kept = json!({ "schema": list, "x-events": false });
            assert_eq!(read(version, name, lists).0, kept);
            assert_eq!(read(version, name, kept.clone()).0, kept);
        }
        let json = json!({ "schema": list });
        assert_eq!(read(version, "application/json", json.clone()).0, json);
    }
}
