//! Compares the generated code with its document.

mod api {
    #![allow(dead_code, clippy::all)]

    include!("api.rs");
    include!("stand_in.rs");
}

mod client;
mod state;

use std::process::ExitCode;

use api::{StandIn, api_mod};
use judge::serve::Served;
use state::State;

fn main() -> ExitCode {
    // Of given cases, those of a schema that doesn't compile fail.
    let is_given = std::env::args().count() == 2;
    if let Err(error) = api_mod::compile_schemas().and_then(|()| client::CONTRACT.compile())
        && !is_given
    {
        eprintln!("error: {error}");
        return ExitCode::from(2);
    }
    let api = match api_mod::api_description::<StandIn>() {
        Ok(api) => api,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    let served = Served {
        api,
        context: State::default(),
        keeps: |state| &state.decoded,
    };
    judge::serve::main(served, client::TYPES)
}
