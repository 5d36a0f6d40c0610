//! `cargo xtask engines`: what other engines say of the changes that `cargo xtask
//! mutants` makes, as the page `docs/engines.md`. The pairs and the page are made
//! by examples of `openapi-conformance`; here the engines are installed and asked.
//! It must never let one of them into the workspace's dependencies.

use crate::{
    error::Error,
    mutants,
    process::{cargo, command, require, verdict},
    tools, workspace,
};
use std::{ffi::OsStr, fs, path::Path};

const FOLDER: &str = "target/engines";
const PAGE: &str = "docs/engines.md";

/// The document with thousands of pairs of large schemas: the engines of schemas are
/// asked about one of so many of its changes.
const LONG: (&str, &str) = ("keywords.yaml", "7");

/// Asks them all; whether every disagreement is explained.
pub fn run() -> Result<bool, Error> {
    let mut folders = String::new();
    for document in mutants::OWN {
        let name = Path::new(document).file_stem().unwrap_or_default();
        let folder = format!("{FOLDER}/{}", name.display());
        ask(document, &folder)?;
        folders += &format!(" {folder}");
    }
    let example = "run --quiet --package openapi-conformance --example engines --";
    verdict(&mut cargo(&format!("{example} {PAGE}{folders}")))
}

/// Makes the pairs of a document, and lets each engine answer them.
fn ask(document: &str, folder: &str) -> Result<(), Error> {
    let path = workspace::root().join(folder);
    fs::create_dir_all(&path).map_err(Error::file(&path))?;
    let pairs = format!("{folder}/pairs.jsonl");
    let example = "run --release --quiet --package openapi-conformance --example mutants --";
    require(&mut cargo(&format!("{example} --write {pairs} {document}")))?;

    let is_long = document.ends_with(LONG.0);
    let every = if is_long { LONG.1 } else { "1" };
    let asked = |program: &OsStr, script: &str, engine: &str| {
        let files = format!("{pairs} {folder}/{engine}.jsonl");
        command(program, &format!("xtask/engines/{script} {files} {every}"))
    };
    let python = tools::jsonsubschema()?;
    let script = "jsonsubschema_pairs.py";
    require(&mut asked(python.as_ref(), script, "jsonsubschema"))?;

    let (node, modules) = tools::json_schema_diff()?;
    let script = "json-schema-diff-pairs.js";
    require(asked(node.as_ref(), script, "json-schema-diff").env("NODE_PATH", modules))?;

    let manifest = Path::new("xtask/engines/drift/Cargo.toml").display();
    let built = "--locked --target-dir target/tools/drift";
    let run = format!("run --quiet {built} --manifest-path {manifest} --");
    require(&mut cargo(&format!("{run} {pairs} {folder}/drift.jsonl")))
}
