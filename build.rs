//! Generates the types, the trait and the endpoints of the service from
//! `openapi.yaml`.

use std::path::Path;

use openapi_dropshot::BuildError;

fn main() -> Result<(), BuildError> {
    openapi_dropshot::build(Path::new("openapi.yaml"))
}
