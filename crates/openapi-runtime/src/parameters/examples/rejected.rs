//! Text that is malformed, missing, or in several locations.

use serde_json::json;

use super::In::{Header, Path, Query};
use super::{DOCUMENT, NESTED, OBJECT, color, decode};
use crate::parameters::Style::{DeepObject, Form, Label, Matrix, Simple};
use crate::parameters::{Parameter, both};
use crate::{Rejection, Schema, Violations};

#[test]
fn text_that_is_not_in_its_style_is_rejected() {
    let deep = || format!("color{}=1", "[a]".repeat(17)).leak();
    let rows = [
        (
            "#/array",
            Matrix,
            false,
            Path("/color=a"),
            r#"at "/color" does not begin with ';'"#,
        ),
        (
            "#/array",
            Matrix,
            true,
            Path("/;color=a;b=c"),
            r#"at "/color" does not have its name before the value"#,
        ),
        (
            "#/array",
            Label,
            true,
            Path("/a.b"),
            r#"at "/color" does not begin with '.'"#,
        ),
        (
            "#/string",
            Simple,
            false,
            Path("/%ff"),
            r#"at "/color" is not UTF-8"#,
        ),
        (
            "#/array",
            Simple,
            false,
            Path("/a,%ff"),
            r#"at "/color" is not UTF-8"#,
        ),
        (
            "#/object",
            Simple,
            false,
            Path("/R,1,G"),
            r#"at "/color" has a member without a value"#,
        ),
        (
            "#/object",
            Simple,
            true,
            Path("/R=1,R=2"),
            r#"at "/color" has a member more than once"#,
        ),
        (
            "#/object",
            Simple,
            true,
            Path("/G=1"),
            r#"at "/color" "R" is a required property"#,
        ),
        (
            "#/string",
            Simple,
            false,
            Header(&["a", "b"]),
            r#"at "/color" is sent more than once"#,
        ),
        (
            "#/string",
            Form,
            true,
            Query("color=a&color=b"),
            r#"at "/color" is sent more than once"#,
        ),
        (
            "#/array",
            Form,
            false,
            Query("color=a&color=b"),
            r#"at "/color" is sent more than once"#,
        ),
        (
            "#/ints",
            Form,
            false,
            Query("color=1,a%2C"),
            r#"at "/color/1" value is not of type "integer""#,
        ),
        (
            "#/object",
            Form,
            true,
            Query("R=1&R=2"),
            r#"at "/color/R" value is not of type "integer""#,
        ),
        (
            "#/object",
            DeepObject,
            true,
            Query("color[R=1"),
            r#"at "/color" has a name that is not `name[member]`"#,
        ),
        (
            "#/object",
            DeepObject,
            true,
            Query("color[]=1"),
            r#"at "/color" has a name that is not `name[member]`"#,
        ),
        (
            "#/object",
            DeepObject,
            true,
            Query("color[R]=1&color[R][a]=1"),
            r#"at "/color" has a member more than once"#,
        ),
        (
            "#/object",
            DeepObject,
            true,
            Query(deep()),
            r#"at "/color" is nested too deep"#,
        ),
    ];
    for (pointer, style, explode, place, expected) in rows {
        let decoded = decode(place, &[color(pointer, style, explode)]);
        assert_eq!(decoded, Err(expected.to_owned()), "{style:?} {place:?}");
    }
}

#[test]
fn an_open_object_takes_the_names_that_no_parameter_declares() {
    let at = |pointer| Schema::at(&DOCUMENT, pointer);
    let parameters = [
        Parameter::optional("limit", at("#/string")),
        Parameter::optional("deep", at("#/nested")).style(DeepObject, true, &[NESTED]),
        Parameter::optional("object", at("#/object")).style(Form, true, &[OBJECT]),
        Parameter::optional("rest", at("#/nested"))
            .style(Form, true, &[NESTED])
            .credentials(&["api_key"]),
    ];
    let decoded = decode(Query("limit=1&deep[x]=2&R=3&x=4&api_key=k"), &parameters);
    let expected = json!({
        "limit": "1", "deep": { "x": "2" }, "object": { "R": 3 }, "rest": { "x": "4" }
    });
    assert_eq!(decoded, Ok(expected));
}

#[test]
fn a_required_parameter_is_missing_unless_its_value_has_no_text() {
    let at = |pointer| Schema::at(&DOCUMENT, pointer);
    let parameters = [
        Parameter::required("string", at("#/string")),
        Parameter::required("empty", at("#/string")).allow_empty(),
        Parameter::required("json", at("#/object")).json(),
        Parameter::required("object", at("#/object")).style(Form, true, &[OBJECT]),
        Parameter::required("rest", at("#/nested")).style(Form, true, &[NESTED]),
    ];
    let expected = concat!(
        r#"at "/string" is missing; at "/json" is missing; "#,
        r#"at "/object" "R" is a required property"#
    );
    assert_eq!(
        decode(Query("empty=&rest[]"), &parameters[..]),
        Err(expected.to_owned())
    );
}

#[test]
fn content_is_a_json_document() {
    for (text, expected) in [
        ("color=%7B%22R%22:1%7D", Ok(json!({ "color": { "R": 1 } }))),
        ("color={\"R\":1.0}", Ok(json!({ "color": { "R": 1 } }))),
        (
            "color={\"G\":1}",
            Err(r#"at "/color" "R" is a required property"#),
        ),
        (
            "color={\"R\":true}",
            Err(r#"at "/color/R" value is not of type "integer""#),
        ),
        (
            "color=R",
            Err(r#"at "/color" is not one JSON document: expected value at line 1 column 1"#),
        ),
    ] {
        let parameter = Parameter::optional("color", Schema::at(&DOCUMENT, "#/object")).json();
        assert_eq!(
            decode(Query(text), &[parameter]),
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
