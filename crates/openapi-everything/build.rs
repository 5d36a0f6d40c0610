//! `openapi.yaml` becomes types, a trait and endpoints.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    match openapi_dropshot::build(Path::new("openapi.yaml")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
