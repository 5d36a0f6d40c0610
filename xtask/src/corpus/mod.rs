//! `cargo xtask corpus`: generates, compiles and tests a server and a client of each document
//! of a directory, with the command `openapi-dropshot`.
//!
//! `openapi-dropshot new` writes a workspace for each document. The document that its server
//! emits is compared with the document that it is generated from. All workspaces share the
//! target directory of this one, so that dependencies are compiled once. A document in several
//! files is a directory whose root document is the file `openapi`.

mod workspace;

use crate::{
    process::{self, shown},
    workspace as repository,
};
use anyhow::{Context, Result, ensure};
use fs_err as fs;
use serde::Deserialize;
use std::{
    collections::BTreeMap,
    env,
    path::{Path, PathBuf},
};

/// The extensions of documents.
const EXTENSIONS: [&str; 3] = ["yaml", "yml", "json"];

/// Documents in the styles of other tools.
const OWN_DOCUMENTS: &str = "crates/openapi-cli/tests/documents";

/// The arguments of `cargo xtask corpus`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Documents, or directories of documents [default: the documents of
    /// openapi-dropshot-cli's tests, and the corpus]
    ///
    /// A directory in a directory is a document in several files, beginning with openapi.yaml,
    /// openapi.yml or openapi.json.
    ///
    /// The corpus is the directory OPENAPI_CORPUS, or else ../shared/corpus.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only count the operations that are generated; compile nothing
    #[arg(long)]
    no_build: bool,
}

/// The fields that are used of the output of `openapi-dropshot check --format json`.
#[derive(Deserialize)]
struct Diagnosis {
    generators: Vec<Generator>,
}

#[derive(Deserialize)]
struct Generator {
    generator: String,
    operations: usize,
    refused: Vec<String>,
}

/// Generates, compiles and tests each document. Returns whether everything that was generated
/// compiles, passes its test, and emits its document.
pub fn run(arguments: &Arguments) -> Result<bool> {
    let mut paths = arguments.paths.clone();
    if paths.is_empty() {
        let corpus = env::var_os("OPENAPI_CORPUS").map(PathBuf::from);
        let corpus = corpus.unwrap_or_else(|| repository::root().join("../shared/corpus"));
        paths = vec![repository::root().join(OWN_DOCUMENTS)];
        if corpus.exists() {
            paths.push(corpus);
        } else {
            println!("skipped: {} does not exist", corpus.display());
        }
    }
    let (is_successful, _) = examine(&paths, !arguments.no_build)?;
    Ok(is_successful)
}

/// Generates a server and a client of each document in the styles of other tools, and compiles
/// nothing. Returns whether the generators refuse no operation.
pub fn check() -> Result<bool> {
    let (_, refused) = examine(&[repository::root().join(OWN_DOCUMENTS)], false)?;
    Ok(refused == 0)
}

/// Returns whether what was built is successful, and the number of refused operations.
fn examine(paths: &[PathBuf], build: bool) -> Result<(bool, usize)> {
    let command = process::program("openapi-dropshot")?;
    let (mut is_successful, mut all_refused) = (true, 0);
    let mut totals = BTreeMap::<_, usize>::new();
    for document in documents(paths)? {
        let name = name(&document);
        let diagnosis = Diagnosis::of(&command, &document)?;
        let mut line = name.clone();
        for one in &diagnosis.generators {
            let (generator, refused) = (&one.generator, &one.refused);
            line += &format!(", {generator}: {} operations", one.operations);
            if !refused.is_empty() {
                line += &format!(" without {refused:?}");
            }
            all_refused += refused.len();
            *totals.entry(generator.clone()).or_default() += one.operations - refused.len();
        }
        if build && diagnosis.has_operations() {
            let problems = workspace::build(&command, &document, &name)?;
            is_successful &= problems.is_empty();
            line += &format!(", problems: {problems:?}");
        }
        println!("{line}");
    }
    println!("generated operations: {totals:?}, refused: {all_refused}");
    Ok((is_successful, all_refused))
}

/// Returns the documents in files and directories.
fn documents(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut documents = Vec::new();
    for path in paths {
        // Other programs run in the root of the workspace.
        let path = std::path::absolute(path)?;
        ensure!(path.exists(), "{} does not exist", path.display());
        if !path.is_dir() {
            documents.push(path);
            continue;
        }
        for entry in fs::read_dir(path)? {
            let entry = entry?.path();
            let root = EXTENSIONS.map(|extension| entry.join("openapi").with_extension(extension));
            let document = root.into_iter().find(|root| root.exists()).unwrap_or(entry);
            let extension = document.extension().and_then(|extension| extension.to_str());
            if extension.is_some_and(|extension| EXTENSIONS.contains(&extension)) {
                documents.push(document);
            }
        }
    }
    documents.sort();
    Ok(documents)
}

/// Returns the name of the file, or of its directory for a document in several files.
fn name(document: &Path) -> String {
    let stem = document.file_stem();
    let directory = document.parent().and_then(Path::file_name);
    let directory = directory.filter(|_| stem.is_some_and(|stem| stem == "openapi"));
    directory.or(stem).unwrap_or_default().to_string_lossy().into_owned()
}

impl Diagnosis {
    /// Runs the check. If it fails and refuses no operation, the document can't be read, or has an
    /// error that belongs to no operation.
    fn of(command: &Path, document: &Path) -> Result<Self> {
        let mut check = process::command(command, "check --format json");
        check.arg(document);
        let output = process::run(&mut check)?;
        let diagnosis: Self = serde_json::from_slice(&output.stdout)
            .with_context(|| format!("`{}` failed", shown(&check)))?;
        let mut generators = diagnosis.generators.iter();
        let is_read = output.status.success() || generators.any(|one| !one.refused.is_empty());
        ensure!(is_read, "{} can't be generated from", document.display());
        Ok(diagnosis)
    }

    /// Returns whether each generator generates an operation.
    fn has_operations(&self) -> bool {
        self.generators.iter().all(|generator| generator.operations > generator.refused.len())
    }
}
