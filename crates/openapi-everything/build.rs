//! Generates types, a trait and endpoints from `openapi.yaml`, `external.yaml`, `media.yaml`
//! and `outgoing.yaml`, and from the documents of tests and benchmarks.

use openapi_dropshot_build::{BuildError, Builder};

fn main() -> Result<(), BuildError> {
    Builder::new("openapi.yaml").stand_in().build()?;
    Builder::new("external.yaml").name("external").build()?;
    Builder::new("media.yaml").name("media").build()?;
    Builder::new("outgoing.yaml").name("outgoing").build()?;
    Builder::new("benches/generated/orders.yaml")
        .name("measured")
        .build()?;
    Builder::new("tests/round_trip/files/openapi.yaml")
        .name("files")
        .build()?;
    for name in ["annotations", "constructs", "version_3_0", "version_3_2"] {
        Builder::new(format!("tests/round_trip/{name}.yaml"))
            .name(name)
            .build()?;
    }
    for name in ["orders", "projects", "shop"] {
        Builder::new(format!("tests/composition/{name}.yaml"))
            .name(name)
            .build()?;
    }
    Builder::new("tests/composition/barns.json")
        .name("barns")
        .build()?;
    Builder::new("tests/composition/v1.yaml")
        .name("v1")
        .build()?;
    Builder::new("tests/composition/v2.yaml").name("v2").build()
}
