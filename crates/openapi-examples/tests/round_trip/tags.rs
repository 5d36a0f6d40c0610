//! Unions whose branches have the members beside them, and the subtypes of a base: the emitted
//! schemas have another form, and say the same.

mod api {
    #![allow(missing_docs, reason = "the document describes what it wants to")]
    #![allow(dead_code, reason = "no handler is served")]

    include!(concat!(env!("OUT_DIR"), "/tags.rs"));
}

use api::api_mod;

const CONTRACT: &str = include_str!("../calls/documents/tags.yaml");

#[test]
fn the_schemas_of_branches_and_subtypes_are_those_of_the_document() {
    let api = api_mod::stub_api_description().unwrap();
    let emitted = crate::emitted(api, &api_mod::emitted_document().unwrap());
    assert_eq!(crate::limits(CONTRACT, &emitted), [""; 0]);
    let schemas = &emitted["components"]["schemas"];
    let opened = &schemas["Event"]["oneOf"][0]["properties"];
    assert_eq!(opened["id"]["description"], "The event");
    assert!(schemas["Puppy"]["properties"]["weeks"].is_object());
}
