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
use openapi_oracle::serve::{self, Served};
use openapi_oracle::{Document, Settings};

#[test]
fn the_document_the_server_and_its_types_agree_on_every_body() {
    let document = Document::read(Path::new("openapi.yaml")).unwrap();
    let report = serve::compare(
        &document,
        Served {
            api: api_mod::api_description::<StandIn>().unwrap(),
            context: StandIn::default(),
            keeps: |stand_in| &stand_in.decoded,
        },
        &[],
        Settings {
            cases: 2000,
            seed: 3,
        },
    )
    .unwrap();
    assert!(report.agrees(), "{report}");
    // Bodies of a single kind would prove little.
    let quarter = report.cases() / 4;
    assert!(
        (quarter..3 * quarter).contains(&report.accepted()),
        "{report}"
    );
}
