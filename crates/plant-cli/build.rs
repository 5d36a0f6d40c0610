//! Generates the commands for `openapi.yaml` into `OUT_DIR`, as `cli.rs`.

use openapi_progenitor_build::{BuildError, Builder};

fn main() -> Result<(), BuildError> {
    Builder::new("openapi.yaml").build_command_line("plant_client")
}
