//! `cargo xtask engines`: compares the verdicts of other engines on the changes of
//! `cargo xtask mutants`, and writes the page `docs/engines.md`. Examples of
//! `openapi-conformance` generate the pairs and the page; this module installs and
//! runs the engines. No engine is a dependency of the workspace.

use crate::{
    error::Error,
    mutants,
    process::{cargo, command, require, verdict},
    tools, workspace,
};
use std::{ffi::OsStr, fs, path::Path};

const FOLDER: &str = "target/engines";
const PAGE: &str = "docs/engines.md";

/// The document with thousands of pairs of large schemas, and the fraction of its
/// changes on which schema engines are run: one of this number.
const SAMPLED: (&str, &str) = ("keywords.yaml", "7");

/// Runs all engines. Returns whether every disagreement is explained.
pub fn run() -> Result<bool, Error> {
    let mut folders = String::new();
    for document in mutants::OWN {
        let name = Path::new(document).file_stem().unwrap_or_default();
        let folder = format!("{FOLDER}/{}", name.display());
        run_engines(document, &folder)?;
        folders += &format!(" {folder}");
    }
    let example = "run --quiet --package openapi-conformance --example engines --";
    verdict(&mut cargo(&format!("{example} {PAGE}{folders}")))
}

/// Generates the pairs of a document, and runs each engine on them.
fn run_engines(document: &str, folder: &str) -> Result<(), Error> {
    let path = workspace::root().join(folder);
    fs::create_dir_all(&path).map_err(Error::file(&path))?;
    let pairs = format!("{folder}/pairs.jsonl");
    let example = "run --release --quiet --package openapi-conformance --example mutants --";
    require(&mut cargo(&format!("{example} --write {pairs} {document}")))?;

    let is_sampled = document.ends_with(SAMPLED.0);
    let every = if is_sampled { SAMPLED.1 } else { "1" };
    let engine_command = |program: &OsStr, script: &str, engine: &str| {
        let files = format!("{pairs} {folder}/{engine}.jsonl");
        command(program, &format!("xtask/engines/{script} {files} {every}"))
    };
    let python = tools::jsonsubschema()?;
    let script = "jsonsubschema_pairs.py";
    require(&mut engine_command(
        python.as_ref(),
        script,
        "jsonsubschema",
    ))?;

    let (node, modules) = tools::json_schema_diff()?;
    let script = "json-schema-diff-pairs.js";
    require(engine_command(node.as_ref(), script, "json-schema-diff").env("NODE_PATH", modules))?;

    let manifest = Path::new("xtask/engines/drift/Cargo.toml").display();
    let built = "--locked --target-dir target/tools/drift";
    let run = format!("run --quiet {built} --manifest-path {manifest} --");
    require(&mut cargo(&format!("{run} {pairs} {folder}/drift.jsonl")))
}
