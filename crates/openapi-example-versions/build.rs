//! Generates the server of all versions, a client of each version, and a server for a test.

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
    server.build()?;
    let mut notes = openapi_versions::Versions::new().name("notes");
    for version in ["1.0.0", "1.0.1", "1.1.0"] {
        notes = notes.version(format!("tests/served/notes/{version}.yaml"));
    }
    notes.build()?;
    let members = ["1.0.0", "2.0.0"].map(|one| format!("tests/served/members/{one}.yaml"));
    let members = members.iter().fold(
        openapi_versions::Versions::new().name("members"),
        openapi_versions::Versions::version,
    );
    members.build()
}
