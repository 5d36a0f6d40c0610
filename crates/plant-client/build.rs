//! Generates the client for `openapi.yaml` into `OUT_DIR`: `client.rs`, and the
//! embedded document in `openapi.json`.

use openapi_progenitor_build::{BuildError, Builder};

fn main() -> Result<(), BuildError> {
    Builder::new("openapi.yaml").builders().build()
}
