//! Compares the generated code with its document, for the requests of libFuzzer.

#![no_main]

mod api {
    #![allow(dead_code, clippy::all)]

    include!("api.rs");
    include!("stand_in.rs");
}

mod state;

use api::StandIn;
use judge::fuzz::Target;
use judge::serve::Served;
use openapi_values::Document;
use state::State;

thread_local! {
    static TARGET: Target<State> = {
        let document = include_str!("../document.yaml");
        let document = Document::parse("document.yaml", document).expect("it was read before");
        let served = Served {
            api: api::api_mod::api_description::<StandIn>().expect("dropshot takes every endpoint"),
            context: State::default(),
            keeps: |state| &state.decoded,
        };
        Target::new(document, served)
            .expect("there are bodies to begin with, so there is an operation")
    };
}

libfuzzer_sys::fuzz_target!(|input: &[u8]| TARGET.with(|target| target.send(input)));
