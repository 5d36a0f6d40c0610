//! Holds the generated code beside it to the document it was generated from.

mod api {
    #![allow(dead_code, clippy::all)]

    include!("api.rs");
    include!("stand_in.rs");
}

mod client;

use std::process::ExitCode;

use api::StandIn;

fn main() -> ExitCode {
    if let Err(error) = api::compile_schemas() {
        eprintln!("error: {error}");
        return ExitCode::from(2);
    }
    let service = api::endpoints().served_by(StandIn::default());
    openapi_oracle::serve::main(service, |stand_in| &stand_in.decoded, client::TYPES)
}
