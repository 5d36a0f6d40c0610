//! `cargo xtask engines`: what other engines say of the changes that `cargo xtask
//! mutants` makes, as the page `docs/engines.md`. The pairs and the page are made
//! by examples of `openapi-conformance`; here the engines are installed and asked.
//! It must never let one of them into the workspace's dependencies.

use crate::{
    conformance::CONTRACT,
    error::Error,
    process::{cargo, command, require, verdict},
    tools, workspace,
};
use std::{ffi::OsStr, fs, path::Path, process::Command};

const FOLDER: &str = "target/engines";
const PAGE: &str = "docs/engines.md";

/// Asks them all; whether every disagreement is explained.
pub fn run() -> Result<bool, Error> {
    let folder = workspace::root().join(FOLDER);
    fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let example = "run --quiet --package openapi-conformance --example";
    let pairs = format!("{FOLDER}/pairs.jsonl");
    require(&mut cargo(&format!(
        "{example} mutants -- --write {pairs} {CONTRACT}"
    )))?;

    let script = "xtask/engines/jsonsubschema_pairs.py";
    require(&mut asked(tools::jsonsubschema()?, script, "jsonsubschema"))?;

    let (node, modules) = tools::json_schema_diff()?;
    let script = "xtask/engines/json-schema-diff-pairs.js";
    require(asked(node, script, "json-schema-diff").env("NODE_PATH", modules))?;

    let manifest = Path::new("xtask/engines/drift/Cargo.toml").display();
    let built = "--locked --target-dir target/tools/drift";
    let run = format!("run --quiet {built} --manifest-path {manifest} --");
    require(&mut cargo(&format!("{run} {pairs} {FOLDER}/drift.jsonl")))?;

    verdict(&mut cargo(&format!("{example} engines -- {FOLDER} {PAGE}")))
}

/// A script that reads the pairs and writes what its engine answers.
fn asked(program: impl AsRef<OsStr>, script: &str, engine: &str) -> Command {
    let files = format!("{FOLDER}/pairs.jsonl {FOLDER}/{engine}.jsonl");
    command(program, &format!("{script} {files}"))
}
