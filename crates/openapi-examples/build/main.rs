//! Generates types, a trait and endpoints from `openapi.yaml`, `external.yaml`, `media.yaml`
//! and `outgoing.yaml`, and from the documents of tests and benchmarks.

mod calls;
mod documents;

use std::error::Error;

use openapi_dropshot_build::{BuildError, Builder, DocumentSource};
use openapi_versions::Versions;

/// The versions of the example of `docs/versions.md`.
const VERSIONS: [&str; 3] = ["1.0.0", "2.0.0", "3.0.0"];

fn main() -> Result<(), Box<dyn Error>> {
    versions()?;
    Builder::new("openapi.yaml").build()?;
    documents::stand_in("openapi.yaml", "stand_in.rs")?;
    Builder::new("../../openapi.yaml").name("service").build()?;
    documents::stand_in("../../openapi.yaml", "service_stand_in.rs")?;
    Builder::new("external.yaml").name("external").build()?;
    Builder::new("media.yaml").name("media").build()?;
    Builder::new("outgoing.yaml").name("outgoing").build()?;
    Builder::new("benches/generated/orders.yaml").name("measured").build()?;
    Builder::new("tests/round_trip/files/openapi.yaml").name("files").build()?;
    Builder::new("tests/calls/documents/tags.yaml").name("tags").build()?;
    for name in ["annotations", "constructs", "version_3_0", "version_3_2"] {
        Builder::new(format!("tests/round_trip/{name}.yaml")).name(name).build()?;
    }
    for name in ["orders", "projects", "shop"] {
        Builder::new(format!("tests/composition/{name}.yaml")).name(name).build()?;
    }
    shared_types()?;
    Builder::new("tests/composition/barns.json").name("barns").build()?;
    let tools = DocumentSource::new("tests/composition/tools.yaml");
    openapi_progenitor_build::Builder::new(tools.clone()).name("tools_client").build()?;
    Builder::new(tools.skip(["GET /tools/changes"])).name("tools").build()?;
    Builder::new("tests/composition/v1.yaml").name("v1").build()?;
    Builder::new("tests/composition/v2.yaml").name("v2").build()?;
    documents::write()
}

/// Generates the types that a server and a client share, for a client alone, too.
fn shared_types() -> Result<(), BuildError> {
    let shop = Builder::new("tests/composition/shop.yaml");
    let types = shop.clone().name("shop_types");
    types.build_types(cfg!(feature = "server"))?;
    let bare = shop.clone().name("shop_bare");
    bare.derive("OrderChange", "Eq").derive("OrderChange", "Hash").build_types(false)?;
    let server = shop.name("shop_server");
    server.types("crate::shared::shop_types").build()?;
    for (name, types) in [("shop_client", "shop_types"), ("shop_alone", "shop_bare")] {
        openapi_progenitor_build::Builder::new("tests/composition/shop.yaml")
            .name(name)
            .types(format!("crate::shared::{types}"))
            .build()?;
    }
    Ok(())
}

/// Generates the server of all versions, a client of each version, and servers for tests.
fn versions() -> Result<(), BuildError> {
    let mut server = Versions::new().name("versions");
    for version in VERSIONS {
        let document = format!("openapi/{version}.yaml");
        openapi_progenitor_build::Builder::new(document.as_str())
            .name(format!("client_{}", &version[..1]))
            .build()?;
        server = server.version(document);
    }
    server.build()?;
    let mut notes = Versions::new().name("notes");
    for version in ["1.0.0", "1.0.1", "1.1.0"] {
        notes = notes.version(format!("tests/versions/notes/{version}.yaml"));
    }
    notes.build()?;
    let members = ["1.0.0", "2.0.0"].map(|one| format!("tests/versions/members/{one}.yaml"));
    members.iter().fold(Versions::new().name("members"), Versions::version).build()
}
