//! `cargo xtask corpus`: generates, compiles and tests a server and a client of each document
//! of a directory, with the command `openapi-dropshot`.
//!
//! `openapi-dropshot new` writes a workspace for each document. Its test compares the document
//! that the server emits with the document that it is generated from. All workspaces share the
//! target directory of this one, so that dependencies are compiled once.

mod diagnosis;
mod report;

use crate::{error::Error, process, workspace};
use diagnosis::Diagnosis;
use report::{Report, Row};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

/// Documents in the styles of other tools.
const OWN_DOCUMENTS: &str = "crates/openapi-dropshot-cli/tests/documents";

/// The documents, and the output.
#[derive(clap::Args)]
pub struct Arguments {
    /// Documents, or directories of documents [default: the documents of
    /// openapi-dropshot-cli's tests, and the corpus]
    ///
    /// The corpus is the directory OPENAPI_CORPUS, or else ../shared/corpus.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only count the operations that are generated; compile nothing
    #[arg(long)]
    no_build: bool,
    /// The format of the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum Format {
    #[default]
    Text,
    Json,
}

/// Generates, compiles and tests each document. Returns whether everything that was generated
/// compiles and passes its test.
pub fn run(arguments: &Arguments) -> Result<bool, Error> {
    let documents = documents(&arguments.paths)?;
    process::require(&mut process::cargo("build --quiet --bin openapi-dropshot"))?;
    let command = workspace::target()?.join("debug/openapi-dropshot");
    let mut report = Report::default();
    for document in documents {
        let row = examine(&command, &document, !arguments.no_build)?;
        eprintln!("{row}");
        report.rows.push(row);
    }
    match arguments.format {
        Format::Text => print!("{report}"),
        Format::Json => println!("{}", report.json()),
    }
    Ok(report.is_successful())
}

fn documents(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let corpus = env::var_os("OPENAPI_CORPUS").map(PathBuf::from);
    let corpus = corpus.unwrap_or_else(|| workspace::root().join("../shared/corpus"));
    let defaults = [workspace::root().join(OWN_DOCUMENTS), corpus];
    let is_default = paths.is_empty();
    let paths = if is_default { &defaults[..] } else { paths };
    let mut documents = Vec::new();
    for path in paths {
        if path.is_dir() {
            let entries = fs::read_dir(path).map_err(Error::file(path))?;
            for entry in entries {
                documents.push(entry.map_err(Error::file(path))?.path());
            }
        } else if is_default {
            eprintln!("skipped: there is no corpus at {}", path.display());
        } else {
            documents.push(path.clone());
        }
    }
    let is_document = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        matches!(extension, Some("yaml" | "yml" | "json"))
    };
    documents.retain(is_document);
    documents.sort();
    Ok(documents)
}

fn examine(command: &Path, document: &Path, build: bool) -> Result<Row, Error> {
    let run = |verb: &str| {
        let mut run = process::command(command, verb);
        run.arg(document);
        run
    };
    let begun = Instant::now();
    let diagnosis = Diagnosis::of(run("check").args(["--format", "json"]))?;
    let seconds = begun.elapsed().as_secs_f64();
    let lines = |verb| -> Result<usize, Error> {
        let mut command = run(verb);
        let output = command.output().map_err(process::failure_of(&command))?;
        Ok(output.stdout.split(|byte| *byte == b'\n').count() - 1)
    };
    let stem = document.file_stem().unwrap_or_default().to_string_lossy();
    let built = if build && diagnosis.has_operations() {
        Some(build_and_test(command, document, &stem)?)
    } else {
        None
    };
    Ok(Row {
        name: stem.into_owned(),
        seconds,
        server_lines: lines("server")?,
        client_lines: lines("client")?,
        diagnosis,
        built,
    })
}

/// Writes the workspace of a document, compiles it and runs its test. Returns whether it
/// passes; the output is in a file beside the workspace.
fn build_and_test(command: &Path, document: &Path, name: &str) -> Result<bool, Error> {
    let directory = workspace::target()?.join("corpus");
    let root = directory.join(name);
    if root.exists() {
        fs::remove_dir_all(&root).map_err(Error::file(&root))?;
    }
    fs::create_dir_all(&directory).map_err(Error::file(&directory))?;
    let mut new = process::command(command, "new");
    new.args([document, &root, "--path".as_ref(), &workspace::root()]);
    let mut log = process::messages(&mut new)?.1;
    if root.exists() {
        // The versions that are compiled anyway.
        let lock = root.join("Cargo.lock");
        fs::copy(workspace::root().join("Cargo.lock"), &lock).map_err(Error::file(&lock))?;
    }
    let succeeded = root.exists() && {
        let output = test(&root)?
            .output()
            .map_err(process::failure_of(&Command::new("cargo")))?;
        log.push_str(&String::from_utf8_lossy(&output.stdout));
        log.push_str(&String::from_utf8_lossy(&output.stderr));
        output.status.success()
    };
    let file = directory.join(format!("{name}.log"));
    fs::write(&file, log).map_err(Error::file(&file))?;
    Ok(succeeded)
}

fn test(root: &Path) -> Result<Command, Error> {
    let mut test = process::cargo("test --workspace --offline");
    // As in this workspace, so that dependencies are compiled once.
    test.args(["--config", "profile.dev.debug='line-tables-only'"])
        .args(["--config", "profile.dev.package.'*'.debug=false"])
        .env("CARGO_TARGET_DIR", workspace::target()?)
        .env_remove("CARGO_MANIFEST_DIR")
        .current_dir(root);
    Ok(test)
}
