//! Generates the server of all versions, and a client of each version.

const VERSIONS: [&str; 3] = ["1.0.0", "2.0.0", "3.0.0"];

fn main() -> Result<(), openapi_versions::BuildError> {
    let mut server = openapi_versions::Versions::new();
    for version in VERSIONS {
        let document = format!("openapi/{version}.yaml");
        openapi_progenitor_build::Builder::new(document.as_str())
            .name(format!("client_{}", &version[..1]))
            .build()?;
        server = server.version(document);
    }
    server.build()
}
