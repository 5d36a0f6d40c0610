//! The manifest of the crate: what generated code links, in the versions of the
//! workspace.

use super::WorkbenchError;

/// What generated code of a server and of a client's types may name.
const DEPENDENCIES: [&str; 10] = [
    "chrono",
    "dropshot",
    "http",
    "openapi-oracle",
    "openapi-runtime",
    "regress",
    "schemars",
    "serde",
    "serde_json",
    "uuid",
];

/// The manifest, given the workspace's own.
pub(super) fn manifest(workspace: &str, name: &str) -> Result<String, WorkbenchError> {
    let mut manifest = format!(
        "[package]\nname = \"{name}\"\nedition = \"2024\"\npublish = false\n\n\
         [workspace]\n\n[dependencies]\n"
    );
    let lines: Vec<_> = workspace
        .lines()
        .skip_while(|line| *line != "[workspace.dependencies]")
        .collect();
    for name in DEPENDENCIES {
        let line = lines
            .iter()
            .find(|line| line.starts_with(&format!("{name} = ")))
            .ok_or(WorkbenchError::NoDependency(name))?;
        let line = line.replace("path = \"", "path = \"../../../");
        let line = match name {
            "openapi-oracle" => line.replace(" }", ", features = [\"serve\"] }"),
            _ => line,
        };
        manifest.push_str(&line);
        manifest.push('\n');
    }
    // Quick enough to send many cases, and overflow is still a panic.
    manifest.push_str("\n[profile.dev]\nopt-level = 1\ndebug = false\n");
    Ok(manifest)
}
