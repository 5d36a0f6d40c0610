//! Constructs of other people's documents whose emitted form once differed.

mod api {
    #![allow(missing_docs, reason = "the document describes what it wants to")]
    #![allow(dead_code, reason = "no handler is served")]

    include!(concat!(env!("OUT_DIR"), "/constructs.rs"));
}

use api::api_mod;

const CONTRACT: &str = include_str!("constructs.yaml");

#[test]
fn every_construct_is_emitted_with_its_meaning() {
    let api = api_mod::stub_api_description().unwrap();
    let emitted = crate::emitted(api, &api_mod::emitted_document().unwrap());
    let limits = crate::limits(CONTRACT, &emitted);
    assert_eq!(limits, ["undefined-keyword"]);
}
