//! The workspace that `openapi-dropshot new` writes for a document: server and client are
//! compiled, and the document that the server emits is compared with the document.

use crate::{process, workspace};
use anyhow::Result;
use fs_err as fs;
use openapi_compare::{Document, Level, Report, compare_at, read_contract};
use openapi_source::findings::Allowed;
use std::path::Path;

/// Writes the workspace of a document and builds it. The output is in a file beside it.
/// Returns what fails.
pub fn build(command: &Path, document: &Path, name: &str) -> Result<Vec<String>> {
    let directory = workspace::target()?.join("corpus");
    let root = directory.join(name);
    if root.exists() {
        fs::remove_dir_all(&root)?;
    }
    fs::create_dir_all(&directory)?;
    let mut new = process::command(command, "new");
    new.args([document, &root, "--path".as_ref(), &workspace::root()]);
    let mut log = String::from_utf8_lossy(&process::run(&mut new)?.stderr).into_owned();
    let mut problems = Vec::new();
    if root.exists() {
        // The versions that are compiled anyway.
        let lock = root.join("Cargo.lock");
        fs::copy(workspace::root().join("Cargo.lock"), &lock)?;
        for (part, verb) in [("client", "build --examples --offline"), ("server", "test --offline")]
        {
            if run(&root.join(part), verb, &mut log)?.is_none() {
                problems.push(format!("cargo {verb} in {part}"));
            }
        }
        match run(&root.join("server"), "run --offline --quiet -- openapi", &mut log)? {
            Some(emitted) => {
                let accepted = Allowed::read::<Report>(&root.join("server/accepted.yaml"))?;
                problems.extend(differences(document, &emitted, &accepted)?);
            }
            None => problems.push("no document is emitted".to_owned()),
        }
    } else {
        problems.push("no workspace is written".to_owned());
    }
    let file = directory.join(format!("{name}.log"));
    fs::write(&file, log)?;
    Ok(problems)
}

/// Runs cargo in a part of the workspace and logs the messages. Returns the output of a
/// command that succeeds.
fn run(part: &Path, arguments: &str, log: &mut String) -> Result<Option<String>> {
    // The profile of this workspace, so that dependencies are compiled once.
    let mut cargo = process::cargo("--config");
    cargo
        .arg(workspace::root().join(".cargo/config.toml"))
        .args(arguments.split_whitespace())
        .env("CARGO_TARGET_DIR", workspace::target()?)
        .env_remove("CARGO_MANIFEST_DIR")
        .current_dir(part);
    let output = process::run(&mut cargo)?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    log.push_str(&format!("$ cargo {arguments}\n{text}"));
    log.push_str(&String::from_utf8_lossy(&output.stderr));
    Ok(output.status.success().then_some(text))
}

/// Compares a document with the one that its server emits. `accepted` are the operations that
/// are left out. Returns the findings.
fn differences(document: &Path, emitted: &str, accepted: &Allowed) -> Result<Vec<String>> {
    let contract = read_contract(document, None, accepted)?;
    let emitted = Document::parse("emitted", emitted)?;
    let mut report = compare_at(Level::Documentation, &contract, &emitted);
    accepted.apply(&mut report);
    let findings = report.findings.iter();
    let findings = findings.map(|finding| format!("{}: {}", finding.rule, finding.message));
    Ok(findings.collect())
}
