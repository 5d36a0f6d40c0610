//! A document of OpenAPI 3.0: its server emits it again.

mod api {
    #![allow(missing_docs, reason = "the document describes what it wants to")]
    #![allow(dead_code, reason = "no handler is served")]

    include!(concat!(env!("OUT_DIR"), "/version_3_0.rs"));
}

use api::{api_mod, types};

const CONTRACT: &str = include_str!("version_3_0.yaml");

#[test]
fn a_document_of_3_0_is_emitted_with_its_meaning() {
    let api = api_mod::stub_api_description().unwrap();
    let emitted = crate::emitted(api, &api_mod::emitted_document().unwrap());
    assert_eq!(crate::limits(CONTRACT, &emitted), Vec::<String>::new());
}

#[test]
fn an_optional_member_that_may_be_null_is_one_option() {
    let plot = types::Plot::new(1, None, ());
    let json = serde_json::to_value(&plot).unwrap();
    let expected = r#"{"id":1,"nothing":null,"ratio":0.5,"soil":null}"#;
    assert_eq!(json.to_string(), expected);
    let with_null = expected.replace("\"id\"", "\"kind\":null,\"id\"");
    let read: types::Plot = serde_json::from_str(&with_null).unwrap();
    assert_eq!(read, plot);
}

#[test]
fn a_null_that_tells_the_branches_of_a_union_apart_is_written() {
    let text = r#"{"sign":{"text":null}}"#;
    let border: types::Border = serde_json::from_str(text).unwrap();
    assert!(matches!(border, types::Border::Hedge(_)));
    assert_eq!(serde_json::to_string(&border).unwrap(), text);
}
