//! Generates types, a trait and endpoints from `openapi.yaml` and `media.yaml`, and
//! from the documents of tests.

use std::path::Path;

use openapi_dropshot::{BuildError, Builder};

fn main() -> Result<(), BuildError> {
    openapi_dropshot::build(Path::new("openapi.yaml"))?;
    Builder::new("media.yaml").name("media").build()?;
    for name in ["annotations", "constructs"] {
        Builder::new(format!("tests/round_trip/{name}.yaml"))
            .name(name)
            .build()?;
    }
    Builder::new("tests/composition/v1.yaml")
        .name("v1")
        .build()?;
    Builder::new("tests/composition/v2.yaml").name("v2").build()
}
