//! The workspace that `openapi-dropshot new` writes for a document: server and client are
//! compiled, and the document that the server emits is compared with the document.

use super::round_trip::RoundTrip;
use crate::{error::Error, process, workspace};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The result of the build of a workspace.
#[derive(Clone)]
pub struct Built {
    /// Whether the server compiles.
    pub server: bool,
    /// Whether the client compiles.
    pub client: bool,
    /// Whether the test of the server passes.
    pub passes: bool,
    /// The comparison, if the server emits a document.
    pub round_trip: Option<RoundTrip>,
}

impl Built {
    /// Returns whether everything compiles, passes, and is emitted or named.
    pub fn is_successful(&self) -> bool {
        let is_clean = |one: &RoundTrip| one.findings.is_empty() && one.dropped.is_empty();
        self.server && self.client && self.passes && self.round_trip.as_ref().is_some_and(is_clean)
    }
}

/// Writes the workspace of a document and builds it. The output is in a file beside it.
/// `named` are the pointers of diagnostics.
pub fn build(command: &Path, document: &Path, name: &str, named: &[&str]) -> Result<Built, Error> {
    let directory = workspace::target()?.join("corpus");
    let root = directory.join(name);
    if root.exists() {
        fs::remove_dir_all(&root).map_err(Error::file(&root))?;
    }
    fs::create_dir_all(&directory).map_err(Error::file(&directory))?;
    let mut new = process::command(command, "new");
    new.args([document, &root, "--path".as_ref(), &workspace::root()]);
    let mut log = process::messages(&mut new)?.1;
    let mut built = Built {
        server: false,
        client: false,
        passes: false,
        round_trip: None,
    };
    if root.exists() {
        // The versions that are compiled anyway.
        let lock = root.join("Cargo.lock");
        fs::copy(workspace::root().join("Cargo.lock"), &lock).map_err(Error::file(&lock))?;
        let mut succeeds = |part: &str, verb: &str| run(&root, part, verb, &mut log);
        built.server = succeeds("server", "build")?.is_some();
        built.client = succeeds("client", "build --examples")?.is_some();
        built.passes = built.server && succeeds("server", "test")?.is_some();
        if built.server
            && let Some(emitted) = succeeds("server", "run --quiet -- openapi")?
        {
            let file = directory.join(format!("{name}.emitted.json"));
            fs::write(&file, emitted).map_err(Error::file(&file))?;
            let accepted = root.join("server/accepted.yaml");
            let round_trip = RoundTrip::of(document, &file, &accepted, named)?;
            log.push_str(&round_trip.report);
            built.round_trip = Some(round_trip);
        }
    }
    let file = directory.join(format!("{name}.log"));
    fs::write(&file, log).map_err(Error::file(&file))?;
    Ok(built)
}

/// Runs cargo in a part of the workspace and logs the messages. Returns the output of a
/// command that succeeds.
fn run(root: &Path, part: &str, verb: &str, log: &mut String) -> Result<Option<String>, Error> {
    let mut cargo = cargo(root.join(part), verb)?;
    let output = cargo.output().map_err(process::failure_of(&cargo))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    log.push_str(&format!("$ cargo {verb} ({part})\n"));
    if !output.status.success() || !verb.contains("openapi") {
        log.push_str(&text);
    }
    log.push_str(&String::from_utf8_lossy(&output.stderr));
    Ok(output.status.success().then_some(text))
}

fn cargo(directory: PathBuf, verb: &str) -> Result<Command, Error> {
    let (verb, arguments) = verb.split_once(" -- ").unwrap_or((verb, ""));
    let mut cargo = process::cargo(&format!("{verb} --offline"));
    // As in this workspace, so that dependencies are compiled once.
    cargo
        .args(["--config", "profile.dev.debug='line-tables-only'"])
        .args(["--config", "profile.dev.package.'*'.debug=false"])
        .env("CARGO_TARGET_DIR", workspace::target()?)
        .env_remove("CARGO_MANIFEST_DIR")
        .current_dir(directory);
    if !arguments.is_empty() {
        cargo.arg("--").args(arguments.split_whitespace());
    }
    Ok(cargo)
}
