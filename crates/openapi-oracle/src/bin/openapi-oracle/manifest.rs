//! Generates the manifest of a crate: the dependencies of generated code, in the
//! versions of the workspace.

use std::path::Path;

use crate::workbench::{Purpose, RequestPart, WorkbenchError};

/// The dependencies of the generated server and client, and of a fuzzed program.
const DEPENDENCIES: [&str; 17] = [
    "base64",
    "bytes",
    "chrono",
    "dropshot",
    "futures",
    "http",
    "libfuzzer-sys",
    "openapi-dropshot",
    "openapi-oracle",
    "openapi-progenitor",
    "progenitor-client",
    "rand",
    "reqwest",
    "schemars",
    "serde",
    "serde_json",
    "uuid",
];

/// Returns the manifest, given the manifest of the workspace and its directory.
pub(super) fn manifest(
    root: &str,
    workspace: &Path,
    name: &str,
    purpose: Purpose,
) -> Result<String, WorkbenchError> {
    let mut manifest = format!("[package]\nname = \"{name}\"\nedition = \"2024\"\n");
    if purpose == Purpose::Fuzz {
        manifest.push_str("autobins = false\nmetadata.cargo-fuzz = true\n");
        for name in [RequestPart::Body, RequestPart::Parameters].map(RequestPart::name) {
            let target = format!("\n[[bin]]\nname = \"{name}\"\npath = \"src/{name}.rs\"\n");
            manifest.push_str(&target);
        }
    }
    manifest.push_str("\n[workspace]\n\n[dependencies]\n");
    let lines: Vec<_> = root
        .lines()
        .skip_while(|line| *line != "[workspace.dependencies]")
        .collect();
    for name in DEPENDENCIES {
        if name == "libfuzzer-sys" && purpose != Purpose::Fuzz {
            continue;
        }
        let line = lines
            .iter()
            .find(|line| line.starts_with(&format!("{name} = ")))
            .ok_or(WorkbenchError::NoDependency(name))?;
        let path = format!("path = \"{}/", workspace.display());
        manifest.push_str(&line.replace("path = \"", &path));
        manifest.push('\n');
    }
    // Fast enough to send many cases, and an overflow still panics.
    manifest.push_str("\n[profile.dev]\nopt-level = 1\ndebug = false\n");
    Ok(manifest)
}
