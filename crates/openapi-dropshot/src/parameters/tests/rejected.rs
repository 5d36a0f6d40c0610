//! Text that is malformed, missing, or in several locations.

use serde_json::json;

use super::{DOCUMENT, OBJECT, check, declared, decode};
use crate::parameters::Style::{DeepObject, Form};
use crate::parameters::{Parameter, both};
use crate::{Rejection, Schema, Violations};

#[test]
fn text_that_is_not_in_its_style_is_rejected() {
    check("rejected");
}

#[test]
fn an_open_object_takes_the_names_that_no_parameter_declares() {
    let optional = |name, pointer| {
        declared(Parameter::optional(name, Schema::at(&DOCUMENT, pointer)), pointer)
    };
    let parameters = [
        optional("limit", "#/string"),
        optional("deep", "#/nested").style(DeepObject, true, OBJECT),
        optional("object", "#/object").style(Form, true, OBJECT),
        optional("rest", "#/nested").style(Form, true, OBJECT),
    ];
    let decoded = decode("query", &["limit=1&deep[x]=2&R=3&x=4&api_key=k"], &parameters);
    let expected = json!({
        "limit": "1", "deep": { "x": "2" }, "object": { "R": 3 }, "rest": { "x": "4" }
    });
    assert_eq!(decoded, Ok(expected));
}

#[test]
fn a_required_parameter_is_missing_unless_its_value_has_no_text() {
    let required = |name, pointer| {
        declared(Parameter::required(name, Schema::at(&DOCUMENT, pointer)), pointer)
    };
    let parameters = [
        required("a/~b", "#/string"),
        required("empty", "#/string").allow_empty(),
        required("json", "#/object").json(),
        required("object", "#/object").style(Form, true, OBJECT),
        required("rest", "#/nested").style(Form, true, OBJECT),
    ];
    let expected = concat!(
        r#"at "/a~1~0b" is missing; at "/json" is missing; "#,
        r#"at "/object" "R" is a required property"#
    );
    assert_eq!(decode("query", &["empty=&rest[]"], &parameters), Err(expected.to_owned()));
}

#[test]
fn content_is_a_json_document() {
    for (text, expected) in [
        ("color=%7B%22R%22:1%7D", Ok(json!({ "color": { "R": 1 } }))),
        ("color={\"R\":1.0}", Ok(json!({ "color": { "R": 1 } }))),
        ("color={\"G\":1}", Err(r#"at "/color" "R" is a required property"#)),
        ("color={\"R\":true}", Err(r#"at "/color/R" value is not of type "integer""#)),
        (
            "color=R",
            Err(r#"at "/color" is not one JSON document: expected value at line 1 column 1"#),
        ),
    ] {
        let parameter = Parameter::optional("color", Schema::at(&DOCUMENT, "#/object")).json();
        assert_eq!(
            decode("query", &[text], &[parameter]),
            expected.map_err(str::to_owned),
            "{text}"
        );
    }
}

#[test]
fn the_violations_of_all_locations_are_reported() {
    let violations = |name: &str| Rejection::Parameters(Violations::one(name, "is missing"));
    let found = both::<(), ()>(Err(violations("/a")), Err(violations("/b"))).unwrap_err();
    assert_eq!(
        found.to_string(),
        r#"The parameters are not valid: at "/a" is missing; at "/b" is missing."#
    );
    let found = both::<(), ()>(Err(violations("/a")), Err(Rejection::defect("b"))).unwrap_err();
    assert!(matches!(found, Rejection::Defect(_)), "{found:?}");
}
