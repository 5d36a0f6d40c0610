//! Generates the types, the trait and the endpoints of the service from
//! `openapi.yaml`. Writes what the program contains beside code: the document as JSON,
//! Swagger UI, and the name of the commit.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::process::Command;

use openapi_document::{Document, instruct_cargo};
use openapi_dropshot_build::{BuildError, Builder};
use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;
use zip::ZipArchive;

const DOCUMENT: &str = "openapi.yaml";

/// The files of Swagger UI that the reference page loads.
const RENDERER: [&str; 2] = ["swagger-ui.css", "swagger-ui-bundle.js"];

fn main() -> Result<(), BuildError> {
    Builder::new(DOCUMENT).build()?;
    let out = std::env::var_os("OUT_DIR").map(PathBuf::from).ok_or(BuildError::NoOutDir)?;
    let write = |name: &str, bytes: &[u8]| {
        let path = out.join(name);
        fs::write(&path, bytes).map_err(|source| BuildError::Write { path, source })
    };
    let document = Document::read(Path::new(DOCUMENT)).map_err(BuildError::Document)?;
    write("document.json", document.root().to_json().to_string().as_bytes())?;
    for name in RENDERER {
        let file = unpacked(name).expect("the package contains Swagger UI");
        write(name, &file)?;
    }
    let commit = commit()?.unwrap_or_else(|| "unknown".to_owned());
    // Not `PLANT_STORE_…`: `cargo run` gives the variable to the program, which refuses
    // unknown ones.
    instruct_cargo("rustc-env", &format!("BUILD_COMMIT={commit}"))
}

/// Returns a file of Swagger UI.
fn unpacked(name: &str) -> io::Result<Vec<u8>> {
    let mut archive = ZipArchive::new(Cursor::new(SWAGGER_UI_VENDORED))?;
    let path = archive
        .file_names()
        .filter_map(Result::ok)
        .find(|path| path.ends_with(&format!("/dist/{name}")))
        .map(Cow::into_owned)
        .ok_or(io::ErrorKind::NotFound)?;
    let mut file = Vec::new();
    archive.by_name(&path)?.read_to_end(&mut file)?;
    Ok(file)
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
