//! Holds the generated code beside it to the document it was generated from.

mod api {
    #![allow(dead_code, clippy::all)]

    include!("api.rs");
    include!("stand_in.rs");
}

#[allow(dead_code, clippy::all)]
mod client;

use std::process::ExitCode;

use api::StandIn;

fn main() -> ExitCode {
    if let Err(error) = api::compile_schemas() {
        eprintln!("error: {error}");
        return ExitCode::from(2);
    }
    match api::endpoints::<StandIn>().into_api() {
        Ok(api) => openapi_oracle::serve::main(
            api,
            StandIn::default(),
            |stand_in| &stand_in.decoded,
            client::TYPES,
        ),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
