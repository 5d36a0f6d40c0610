//! Constructs of other people's documents whose emitted form once differed, and the conversion
//! of an answer to a request.

mod api {
    #![allow(missing_docs, reason = "the document describes what it wants to")]
    #![allow(dead_code, reason = "no handler is served")]

    include!(concat!(env!("OUT_DIR"), "/constructs.rs"));
}

use api::api_mod;
use api::types::{Circle, CircleRequest};

const CONTRACT: &str = include_str!("constructs.yaml");

#[test]
fn every_construct_is_emitted_with_its_meaning() {
    let api = api_mod::stub_api_description().unwrap();
    let emitted = crate::emitted(api, &api_mod::emitted_document().unwrap());
    let limits = crate::limits(CONTRACT, &emitted);
    assert_eq!(limits, ["undefined-keyword"]);
}

#[test]
fn what_a_service_answers_becomes_a_request_with_all_that_is_in_it() {
    let circle = |inner| Circle { kind: "circle".to_owned(), area: 3.1, radius: 1.0, inner };
    let inner = vec![circle(None)];
    let request = CircleRequest::from(circle(Some(inner)));
    assert_eq!((request.area, request.radius), (Some(3.1), 1.0));
    let inner = request.inner.unwrap();
    assert_eq!(inner[0].area, Some(3.1));
}
