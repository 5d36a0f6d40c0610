//! Generates the client for `openapi.yaml` into `OUT_DIR`: `client.rs`, and the
//! embedded document in `openapi.json`. `mocks.rs` is for the feature `httpmock`.

use openapi_progenitor_build::{BuildError, Builder};

fn main() -> Result<(), BuildError> {
    let document = Builder::new("openapi.yaml").builders();
    document.build()?;
    document.build_mocks("crate")
}
