//! Values are written in forms as OpenAPI says, and read back as a server reads them.

use openapi_values::wire::sent;
use openapi_values::{Document, Values};
use serde_json::{Value, json};

const FORM: &str = "
      type: object
      properties:
        text: { type: string }
        number: { type: [integer, string] }
        json: { type: string }
        list: { type: array, items: { type: string } }
        point: { type: object, properties: { n: { type: string } } }
        points: { type: array, items: { type: object, properties: { n: { type: string } } } }
        lists: { type: array, items: { type: array } }
        xml: { type: object }
        encoded: { type: string, contentMediaType: image/png, contentEncoding: base64 }
";

/// Calls a function with the body of a request of this media type, in which `json` has a content
/// type, and `list` a style.
fn with_body<T>(
    media_type: &str,
    of: impl FnOnce(&Values<'_>, &openapi_document::MediaType<'_>) -> T,
) -> T {
    let document = format!(
        "
openapi: 3.1.0
paths:
  /a:
    post:
      requestBody:
        content:
          {media_type}:
            schema: {{ $ref: '#/components/schemas/Form' }}
            encoding:
              json: {{ contentType: application/json }}
              list: {{ explode: false }}
              xml: {{ contentType: application/xml }}
      responses: {{ '204': {{ description: a }} }}
components:
  schemas:
    Form: {FORM}"
    );
    let document = Document::parse("api.yaml", &document).unwrap();
    let values = Values::new(&document).unwrap();
    let operations = document.operations();
    let body = operations.list[0].request_body.as_ref().unwrap();
    of(&values, sent(body).unwrap())
}

#[test]
fn a_field_is_written_as_its_encoding_says() {
    for (form, expected) in [
        (json!({ "text": "a b", "number": 7 }), Some("number=7&text=a%20b")),
        (json!({ "json": "a" }), Some("json=%22a%22")),
        (json!({ "list": ["a", "b"] }), Some("list=a,b")),
        (json!({ "point": { "n": 1 } }), Some("point=%7B%22n%22%3A1%7D")),
        (json!({ "lists": [[1], [2]] }), Some("lists=%5B1%5D&lists=%5B2%5D")),
        // Nothing is sent, or a text that the document does not define.
        (json!({ "lists": [] }), None),
        (json!({ "text": null }), None),
        (json!({ "list": [] }), None),
    ] {
        let written = with_body("application/x-www-form-urlencoded", |values, body| {
            values.written(body, &form.to_string())
        });
        let written = written.map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(written.as_deref(), expected, "{form}");
    }
}

#[test]
fn a_part_that_does_not_arrive_unchanged_is_not_sent() {
    for (form, expected) in [
        (json!({ "json": "a" }), Some("\r\n\"a\"\r\n")),
        (json!({ "lists": [[1, 2]] }), Some("\r\n[1,2]\r\n")),
        (json!({ "a\"b": "c" }), Some("name=\"a%22b\"")),
        (json!({ "encoded": "é漢" }), Some("name=\"encoded\"\r\n\r\né漢\r\n")),
        (json!({ "a\u{0}": "b" }), None),
        (json!({ "a\r\nb": "c" }), None),
        (json!({ "list": ["a"] }), None),
        (json!({ "xml": {} }), None),
    ] {
        let written = with_body("multipart/form-data", |values, body| {
            values.written(body, &form.to_string())
        });
        let written = written.map(|bytes| String::from_utf8(bytes).unwrap());
        let is_expected = match (&written, expected) {
            (Some(written), Some(expected)) => written.contains(expected),
            (written, expected) => written.is_none() && expected.is_none(),
        };
        assert!(is_expected, "{form}: {written:?}");
    }
}

#[test]
fn the_scalars_of_json_are_not_texts() {
    for (form, is_accepted) in [
        (json!({ "text": 7 }), true),
        (json!({ "number": "7" }), true),
        (json!({ "list": [7, true] }), true),
        (json!({ "list": "a" }), true),
        (json!({ "json": 7 }), false),
        (json!({ "point": { "n": 7 } }), false),
        (json!({ "points": [{ "n": 7 }] }), false),
        (json!({ "points": { "n": "a" } }), true),
    ] {
        let is_read: bool = with_body("application/x-www-form-urlencoded", |values, body| {
            let read: Value = values.read_back(body, &form);
            values.accepts("/components/schemas/Form", &read)
        });
        assert_eq!(is_read, is_accepted, "{form}");
    }
}
