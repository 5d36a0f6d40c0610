//! The decoders with the rows of "Style Examples" (OpenAPI 3.1.1 §4.8.12.4), and with text
//! whose meaning the schema decides.

#![allow(clippy::unwrap_used)]

mod rejected;
mod written;

use http::{HeaderMap, HeaderValue};
use serde_json::{Value, json};

use super::Style::{DeepObject, Form, Label, Matrix, PipeDelimited, Simple, SpaceDelimited};
use super::sent::Sent;
use super::{Parameter, Style, ValueType, read};
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
        "ints": { "type": "array", "items": { "type": "integer" } },
        "either": { "anyOf": [{ "type": "integer" }, { "type": "array" }] }
    }"#,
);

const OBJECT: ValueType = ValueType::Object {
    members: &["R", "G", "B"],
    open: false,
};
const NESTED: ValueType = ValueType::Object {
    members: &["tags", "inner"],
    open: true,
};

/// A location, and the text that stands in it.
#[derive(Clone, Copy, Debug)]
enum In {
    Path(&'static str),
    Query(&'static str),
    Header(&'static [&'static str]),
    Cookie(&'static str),
}
use In::{Cookie, Header, Path, Query};

fn decode(place: In, parameters: &[Parameter]) -> Result<Value, String> {
    let mut headers = HeaderMap::new();
    let sent = match place {
        Path(text) => Sent::path("/{color}", text),
        Query(text) => Sent::query(text),
        Header(fields) => {
            for field in fields {
                headers.append("color", HeaderValue::from_bytes(field.as_bytes()).unwrap());
            }
            Sent::headers(&headers, ["color"].into_iter())
        }
        Cookie(text) => {
            headers.insert("cookie", HeaderValue::from_bytes(text.as_bytes()).unwrap());
            Sent::cookies(&headers)
        }
    };
    match read(&sent, parameters) {
        Ok(value) => Ok(value),
        Err(Rejection::Parameters(violations)) => Err(violations.to_string()),
        Err(rejection) => panic!("{rejection:?}"),
    }
}

fn color(pointer: &'static str, style: Style, explode: bool) -> Parameter {
    let types: &[ValueType] = match pointer {
        "#/string" => &[ValueType::Scalar],
        "#/object" => &[OBJECT],
        "#/nested" => &[NESTED],
        "#/either" => &[ValueType::Scalar, ValueType::Array],
        _ => &[ValueType::Array],
    };
    Parameter::optional("color", Schema::at(&DOCUMENT, pointer)).style(style, explode, types)
}

#[test]
fn the_style_examples_of_the_specification_are_decoded() {
    let array = || json!(["blue", "black", "brown"]);
    let object = || json!({ "R": 100, "G": 200, "B": 150 });
    let rows = [
        (Matrix, false, Path("/;color"), json!("")),
        (Matrix, false, Path("/;color=blue"), json!("blue")),
        (Matrix, false, Path("/;color=blue,black,brown"), array()),
        (Matrix, false, Path("/;color=R,100,G,200,B,150"), object()),
        (Matrix, true, Path("/;color"), json!("")),
        (Matrix, true, Path("/;color=blue"), json!("blue")),
        (
            Matrix,
            true,
            Path("/;color=blue;color=black;color=brown"),
            array(),
        ),
        (Matrix, true, Path("/;R=100;G=200;B=150"), object()),
        (Label, false, Path("/."), json!("")),
        (Label, false, Path("/.blue"), json!("blue")),
        (Label, false, Path("/.blue,black,brown"), array()),
        (Label, false, Path("/.R,100,G,200,B,150"), object()),
        (Label, true, Path("/."), json!("")),
        (Label, true, Path("/.blue"), json!("blue")),
        (Label, true, Path("/.blue.black.brown"), array()),
        (Label, true, Path("/.R=100.G=200.B=150"), object()),
        (Simple, false, Header(&[""]), json!("")),
        (Simple, false, Path("/blue"), json!("blue")),
        (Simple, false, Path("/blue,black,brown"), array()),
        (Simple, false, Path("/R,100,G,200,B,150"), object()),
        (Simple, true, Header(&[""]), json!("")),
        (Simple, true, Path("/blue"), json!("blue")),
        (Simple, true, Path("/blue,black,brown"), array()),
        (Simple, true, Path("/R=100,G=200,B=150"), object()),
        (Form, false, Query("color="), json!("")),
        (Form, false, Query("color=blue"), json!("blue")),
        (Form, false, Query("color=blue,black,brown"), array()),
        (Form, false, Query("color=R,100,G,200,B,150"), object()),
        (Form, true, Query("color="), json!("")),
        (Form, true, Query("color=blue"), json!("blue")),
        (
            Form,
            true,
            Query("color=blue&color=black&color=brown"),
            array(),
        ),
        (Form, true, Query("R=100&G=200&B=150"), object()),
        (
            SpaceDelimited,
            false,
            Query("color=blue%20black%20brown"),
            array(),
        ),
        (
            SpaceDelimited,
            false,
            Query("color=R%20100%20G%20200%20B%20150"),
            object(),
        ),
        (
            PipeDelimited,
            false,
            Query("color=blue%7Cblack%7Cbrown"),
            array(),
        ),
        (
            PipeDelimited,
            false,
            Query("color=R%7C100%7CG%7C200%7CB%7C150"),
            object(),
        ),
        (
            DeepObject,
            true,
            Query("color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
            object(),
        ),
    ];
    for (style, explode, place, expected) in rows {
        let pointer = match &expected {
            Value::String(_) => "#/string",
            Value::Array(_) => "#/array",
            _ => "#/object",
        };
        let decoded = decode(place, &[color(pointer, style, explode)]);
        let expected = Ok(json!({ "color": expected }));
        assert_eq!(decoded, expected, "{style:?} {explode} {place:?}");
    }
}

#[test]
fn text_is_split_before_it_is_decoded() {
    let rows = [
        (
            "#/array",
            Matrix,
            true,
            Path("/;color=a%3Bb;color=%20"),
            json!(["a;b", " "]),
        ),
        (
            "#/array",
            Label,
            true,
            Path("/.a%2Eb.+"),
            json!(["a.b", "+"]),
        ),
        (
            "#/array",
            Simple,
            false,
            Path("/a%2Cb,c%2Fd"),
            json!(["a,b", "c/d"]),
        ),
        (
            "#/array",
            Simple,
            false,
            Header(&["a, b", "%2C"]),
            json!(["a", "b", "%2C"]),
        ),
        (
            "#/array",
            Form,
            false,
            Query("color=a%2Cb,c+d"),
            json!(["a,b", "c d"]),
        ),
        (
            "#/array",
            Form,
            true,
            Query("color=a,b&%63olor=c%26d"),
            json!(["a,b", "c&d"]),
        ),
        (
            "#/array",
            SpaceDelimited,
            false,
            Query("color=a+b%20c"),
            json!(["a", "b", "c"]),
        ),
        (
            "#/array",
            SpaceDelimited,
            true,
            Query("color=a+b&color=c"),
            json!(["a b", "c"]),
        ),
        (
            "#/array",
            PipeDelimited,
            false,
            Query("color=a|b%7cc+d"),
            json!(["a", "b", "c d"]),
        ),
        (
            "#/array",
            Form,
            false,
            Cookie("a=1; color=b%2C+,c&d"),
            json!(["b,+", "c&d"]),
        ),
        (
            "#/array",
            Form,
            true,
            Cookie("color=b&color=c; color=d"),
            json!(["b", "c", "d"]),
        ),
        (
            "#/object",
            Form,
            true,
            Cookie("R=1; G=2&B=3"),
            json!({ "R": 1, "G": 2, "B": 3 }),
        ),
        (
            "#/string",
            Form,
            true,
            Cookie("color=a%20b&c"),
            json!("a b&c"),
        ),
        (
            "#/string",
            Simple,
            false,
            Header(&["a, %20"]),
            json!("a, %20"),
        ),
    ];
    for (pointer, style, explode, place, expected) in rows {
        let decoded = decode(place, &[color(pointer, style, explode)]);
        let expected = Ok(json!({ "color": expected }));
        assert_eq!(decoded, expected, "{style:?} {place:?}");
    }
}

#[test]
fn the_schema_decides_what_the_specification_leaves_open() {
    let rows = [
        (
            "#/array",
            Form,
            false,
            Query("color="),
            json!({ "color": [""] }),
        ),
        (
            "#/ints",
            Form,
            false,
            Query("color="),
            json!({ "color": [] }),
        ),
        ("#/ints", Form, true, Query("a=1"), json!({})),
        (
            "#/nested",
            Simple,
            false,
            Header(&[""]),
            json!({ "color": {} }),
        ),
        (
            "#/either",
            Form,
            true,
            Query("color=1"),
            json!({ "color": 1 }),
        ),
        (
            "#/either",
            Form,
            true,
            Query("color=a"),
            json!({ "color": ["a"] }),
        ),
        (
            "#/either",
            Form,
            true,
            Query("color=1&color=2"),
            json!({ "color": ["1", "2"] }),
        ),
        (
            "#/nested",
            Form,
            true,
            Query("tags=1&x=2"),
            json!({ "color": { "tags": [1], "x": "2" } }),
        ),
        (
            "#/nested",
            Form,
            true,
            Query("tags=1&tags=2"),
            json!({ "color": { "tags": [1, 2] } }),
        ),
        (
            "#/nested",
            DeepObject,
            false,
            Query("color[tags][]=1"),
            json!({ "color": { "tags": [1] } }),
        ),
        (
            "#/nested",
            DeepObject,
            true,
            Query("color[tags]=1&color[tags]=2&color[inner][a]=true&color[b]=false"),
            json!({ "color": { "tags": [1, 2], "inner": { "a": true }, "b": "false" } }),
        ),
    ];
    for (pointer, style, explode, place, expected) in rows {
        let decoded = decode(place, &[color(pointer, style, explode)]);
        assert_eq!(decoded, Ok(expected), "{style:?} {place:?}");
    }
}
