//! Generates the client for `openapi.yaml` into `OUT_DIR`: `client.rs`, and the
//! embedded document in `openapi.json`.

use openapi_progenitor_build::BuildError;

fn main() -> Result<(), BuildError> {
    openapi_progenitor_build::build("../../openapi.yaml".as_ref())
}
