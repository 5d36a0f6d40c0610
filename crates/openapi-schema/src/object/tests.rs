//! Tests of the types that the macros implement: what they refuse, and what they write. The
//! examples of the macros have the other kinds of members.

use std::collections::BTreeMap;

use serde_json::json;

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Open,
    Closed,
}

crate::texts! {
    State {
        Open = "open",
        Closed = "not-open",
    }
}

#[derive(Debug, Default, PartialEq)]
struct Kept {
    id: u8,
    note: Option<String>,
    level: Option<Option<i64>>,
    others: BTreeMap<String, bool>,
}

crate::object! {
    Kept {
        id: required "ID",
        note: optional "note",
        level: optional "level",
    }
    kept others
}

#[derive(Debug, PartialEq)]
struct Closed {
    state: State,
}

crate::object! {
    Closed {
        state: required "state",
    }
    refused
}

#[derive(Debug, PartialEq)]
struct Empty {}

crate::object! {
    Empty {}
}

fn error<'de, T: serde::Deserialize<'de>>(text: &'de str) -> String {
    serde_json::from_str::<T>(text).err().unwrap().to_string()
}

#[test]
fn a_wrong_object_is_refused_with_the_reason() {
    insta::assert_snapshot!(
        [
            error::<Kept>("{}"),
            error::<Kept>(r#"{"ID": 1, "ID": 2}"#),
            error::<Kept>(r#"{"id": 1}"#),
            error::<Kept>(r#"{"ID": 1, "note": null}"#),
            error::<Kept>("[1]"),
            error::<Closed>(r#"{"state": "open", "more": 1}"#),
            error::<Closed>(r#"{"state": "Open"}"#),
            error::<Closed>(r#"{"state": null}"#),
            error::<Empty>("null"),
        ]
        .join("\n")
    );
}

#[test]
fn an_object_is_written_as_it_is_read() {
    for (text, is_null) in [
        (r#"{"ID":1}"#, None),
        (r#"{"ID":1,"level":null}"#, Some(None)),
        (r#"{"ID":1,"level":-3,"ID2":true,"note2":false}"#, Some(Some(-3))),
    ] {
        let kept: Kept = serde_json::from_str(text).unwrap();
        assert_eq!(kept.level, is_null);
        assert_eq!(serde_json::to_string(&kept).unwrap(), text);
        // Names that can't be borrowed from the text.
        let value = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::from_value::<Kept>(value).unwrap(), kept);
        let escaped = text.replace('I', r"\u0049");
        assert_eq!(serde_json::from_str::<Kept>(&escaped).unwrap(), kept);
    }
    let empty: Empty = serde_json::from_value(json!({"more": [{}]})).unwrap();
    assert_eq!(serde_json::to_string(&empty).unwrap(), "{}");
    let closed = Closed { state: State::Closed };
    assert_eq!(serde_json::to_value(&closed).unwrap(), json!({"state": "not-open"}));
}

#[test]
fn an_error_of_the_serializer_is_returned() {
    let kept = Kept::default();
    assert!(serde_json::to_writer(&mut [0; 3][..], &kept).is_err());
}
