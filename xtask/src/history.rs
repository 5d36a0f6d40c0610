//! `cargo xtask history`: compares the consecutive versions of published documents, and lists what
//! a service of all of them needs. With `--serve` the package `history` is such a service of the
//! last versions, and its callers.
//!
//! A folder has the versions of one document, as dropshot-api-manager names them:
//! `api-1.0.0-ab12.json`, or `api-1.0.0-ab12.json.gitstub`, whose text `commit:path` is a file of
//! the history of the repository that the folder belongs to.

use crate::{process, workspace};
use anyhow::{Context, Result};
use fs_err as fs;
use openapi_document::Overlay;
use openapi_source::MemberAt;
use semver::Version;
use serde::Deserialize;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

/// The folders, and the bounds of each command.
#[derive(clap::Args)]
pub struct Arguments {
    /// A folder of versions, or a folder of such folders
    directory: PathBuf,
    /// The memory that each command may use
    #[arg(long, default_value = "2GiB")]
    max_memory: String,
    /// The time of the processor that each command may use, in seconds
    #[arg(long, default_value = "60")]
    max_time: String,
    /// Leave out these operations where the versions are served
    #[arg(long, num_args = 1.., conflicts_with = "serve")]
    skip: Vec<String>,
    /// Serve the last versions of the directory, this number, and call the service with the client
    /// of each, instead of comparing
    #[arg(long, value_name = "N", requires = "functions")]
    serve: Option<usize>,
    /// The functions between the versions that are served, which implement the traits
    /// `Compatibility` for `crate::StandIn`
    #[arg(long, value_name = "FILE", requires = "serve")]
    functions: Option<PathBuf>,
    /// Apply an overlay to each document that is served
    #[arg(long, value_name = "FILE", requires = "serve")]
    overlay: Vec<PathBuf>,
}

#[derive(Deserialize)]
struct Report {
    findings: Vec<Finding>,
}

#[derive(Deserialize)]
struct Finding {
    rule: String,
}

/// Prints a table. Returns whether every pair is decided and every command keeps its bounds, or
/// whether the service answers each of its callers.
pub fn run(arguments: &Arguments) -> Result<bool> {
    if let (Some(count), Some(functions)) = (arguments.serve, &arguments.functions) {
        return serve(arguments, count, functions);
    }
    process::require(&mut process::cargo("build --quiet --release --bin openapi-dropshot"))?;
    let program = workspace::target()?.join("release/openapi-dropshot");
    let command = |name: &str| {
        let mut command = Command::new(&program);
        let bounds = [&arguments.max_memory, &arguments.max_time];
        command.arg(name).args(["--max-memory", bounds[0], "--max-time", bounds[1]]);
        command
    };
    let directory = std::path::absolute(&arguments.directory)?;
    let entries = fs::read_dir(&directory)?.collect::<Result<Vec<_>, _>>()?;
    let mut folders: Vec<_> = entries.into_iter().map(|entry| entry.path()).collect();
    folders.push(directory);
    folders.sort();
    let (mut pairs, mut undecided, mut failed) = (0, 0, 0);
    for folder in folders.iter().filter(|path| path.is_dir()) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let kept = tempfile::tempdir()?;
        let documents = documents(folder, kept.path())?;
        for (old, new) in documents.iter().zip(documents.iter().skip(1)) {
            let began = Instant::now();
            let mut compat = command("compat");
            compat.args(["--level", "breaking", "--format", "json"]).args([old.1, new.1]);
            let output = process::run(&mut compat)?;
            let took = began.elapsed().as_secs_f64();
            pairs += 1;
            print!("{name} {} -> {}: ", old.0, new.0);
            let Ok(report) = serde_json::from_slice::<Report>(&output.stdout) else {
                failed += 1;
                println!("{}", String::from_utf8_lossy(&output.stderr).trim());
                continue;
            };
            let open = report.findings.iter().filter(|one| one.rule == "undecided").count();
            undecided += open;
            println!("{} breaking, {open} undecided, {took:.2} s", report.findings.len() - open);
        }
        if documents.len() > 1 {
            let began = Instant::now();
            let mut versions = command("versions");
            versions.args(documents.values());
            if !arguments.skip.is_empty() {
                versions.arg("--skip").args(&arguments.skip);
            }
            let output = process::run(&mut versions)?;
            let text = String::from_utf8_lossy(&output.stdout);
            let errors = String::from_utf8_lossy(&output.stderr);
            let last = text.lines().last().or(errors.lines().next()).unwrap_or("no list");
            let took = began.elapsed().as_secs_f64();
            println!("{name}, {} versions: {last}, {took:.2} s", documents.len());
            failed += usize::from(text.is_empty());
        }
    }
    println!("{pairs} pairs, {undecided} undecided findings, {failed} commands failed");
    Ok(pairs > 0 && undecided == 0 && failed == 0)
}

/// Builds the service of the last versions with these functions, and calls it. Returns whether each
/// operation and each function was called, and each caller got what was sent.
fn serve(arguments: &Arguments, count: usize, functions: &Path) -> Result<bool> {
    let overlays = arguments.overlay.iter().map(|path| Overlay::read(path));
    let overlays = overlays.collect::<Result<Vec<_>, _>>()?;
    let (folder, kept) = (workspace::empty_folder("history")?, tempfile::tempdir()?);
    let documents = documents(&std::path::absolute(&arguments.directory)?, kept.path())?;
    let earlier = documents.len().saturating_sub(count);
    for (index, (version, path)) in documents.iter().skip(earlier).enumerate() {
        let (mut document, _) = openapi_source::read(path, MemberAt::Value)?;
        for overlay in &overlays {
            overlay.apply(&mut document)?;
        }
        let file = folder.join(format!("{index:02}-{version}.json"));
        fs::write(file, serde_json::to_string(&document)?)?;
    }
    fs::copy(functions, folder.join("functions.rs"))?;
    // By target rather than package, for the same reason as the service.
    let mut history = process::cargo("run --quiet --bin history");
    process::verdict(history.env("HISTORY", folder))
}

/// Returns the documents of a folder by their versions. Those of the history are written to `kept`.
fn documents(folder: &Path, kept: &Path) -> Result<BTreeMap<Version, PathBuf>> {
    let mut documents = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let stem = name.trim_end_matches(".gitstub");
        let parts = stem.trim_end_matches(".json").split('-');
        let Some(version) = parts.filter_map(|part| Version::parse(part).ok()).next() else {
            continue;
        };
        let mut document = path.clone();
        if stem != name {
            let object = fs::read_to_string(&path)?;
            let mut git = Command::new("git");
            git.args(["cat-file", "blob", "--end-of-options", object.trim()]).current_dir(folder);
            document = kept.join(stem);
            let text = process::output(&mut git).with_context(|| path.display().to_string())?;
            fs::write(&document, text)?;
        }
        documents.insert(version, document);
    }
    Ok(documents)
}
