//! Generates the types, the trait and the endpoints of the service from
//! `openapi.yaml`. Writes what the program contains beside code: the document as JSON, and
//! the name of the commit.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use openapi_document::{Document, instruct_cargo};
use openapi_dropshot_build::{BuildError, Builder};

const DOCUMENT: &str = "openapi.yaml";

fn main() -> Result<(), BuildError> {
    Builder::new(DOCUMENT).build()?;
    let out = std::env::var_os("OUT_DIR").map(PathBuf::from).ok_or(BuildError::NoOutDir)?;
    let document = Document::read(Path::new(DOCUMENT)).map_err(BuildError::Document)?;
    let (path, json) = (out.join("document.json"), document.root().to_json().to_string());
    fs::write(&path, json).map_err(|source| BuildError::Write { path, source })?;
    let commit = commit()?.unwrap_or_else(|| "unknown".to_owned());
    // Not `PLANT_STORE_…`: `cargo run` gives the variable to the program, which refuses
    // unknown ones.
    instruct_cargo("rustc-env", &format!("BUILD_COMMIT={commit}"))
}

/// Returns the abbreviated name of the commit, and asks for another build when it
/// changes.
fn commit() -> Result<Option<String>, BuildError> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    // The log of HEAD grows with each commit and each checkout.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        instruct_cargo("rerun-if-changed", &log)?;
    }
    Ok(git(&["rev-parse", "--short=12", "HEAD"]))
}
