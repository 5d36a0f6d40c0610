//! A generated server accepts exactly the bodies that its document accepts, and its types preserve
//! them: JSON Schema and the server agree on a thousand bodies, valid and with a single fault,
//! of `openapi.yaml` and of the document of the service. `cargo xtask oracle` sends more.

#[allow(dead_code, reason = "the rest is for the command and for what it generates")]
mod judge;

mod disagreements;
mod state;

#[allow(missing_docs, reason = "the document describes what it wants to")]
#[allow(dead_code, reason = "only what the endpoints need is used")]
#[allow(clippy::large_enum_variant, reason = "a response lives for a moment")]
#[allow(clippy::enum_variant_names, reason = "the document names them")]
mod api {
    include!(concat!(env!("OUT_DIR"), "/api.rs"));
    include!(concat!(env!("OUT_DIR"), "/stand_in.rs"));
}

#[allow(missing_docs, reason = "the document describes what it wants to")]
#[allow(dead_code, reason = "only what the endpoints need is used")]
mod service {
    include!(concat!(env!("OUT_DIR"), "/service.rs"));
    include!(concat!(env!("OUT_DIR"), "/service_stand_in.rs"));
}

use std::path::Path;

use judge::serve::{Served, assert_agreement};
use state::State;

#[test]
fn the_document_the_server_and_its_types_agree_on_every_body() {
    let served = Served {
        api: api::api_mod::api_description::<api::StandIn>().unwrap(),
        context: State::default(),
        keeps: |state| &state.decoded,
    };
    assert_agreement(Path::new("openapi.yaml"), served);
}

#[test]
fn the_document_of_the_service_and_its_server_agree_on_every_body() {
    let served = Served {
        api: service::api_mod::api_description::<service::StandIn>().unwrap(),
        context: State::default(),
        keeps: |state| &state.decoded,
    };
    assert_agreement(Path::new("../../openapi.yaml"), served);
}
