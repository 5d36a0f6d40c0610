//! The generated server accepts exactly the bodies that its document accepts, and
//! its types preserve them: JSON Schema and the server agree on two thousand
//! bodies, valid and with a single fault. `cargo xtask oracle` sends more.

mod api {
    #![allow(missing_docs, reason = "the document describes what it wants to")]
    #![allow(dead_code, reason = "only what the endpoints need is used")]
    #![allow(clippy::large_enum_variant, reason = "a response lives for a moment")]
    #![allow(clippy::enum_variant_names, reason = "the document names them")]

    include!(concat!(env!("OUT_DIR"), "/api.rs"));
    include!(concat!(env!("OUT_DIR"), "/stand_in.rs"));
}

use std::path::Path;

use api::{StandIn, api_mod};
use openapi_oracle::serve::{Served, assert_agreement};

#[test]
fn the_document_the_server_and_its_types_agree_on_every_body() {
    let served = Served {
        api: api_mod::api_description::<StandIn>().unwrap(),
        context: StandIn::default(),
        keeps: |stand_in| &stand_in.decoded,
    };
    assert_agreement(Path::new("openapi.yaml"), served);
}
