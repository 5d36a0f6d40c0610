//! `cargo xtask corpus`: generates, compiles and tests a server and a client of each document
//! of a directory, with the command `openapi-dropshot`.
//!
//! `openapi-dropshot new` writes a workspace for each document. The document that its server
//! emits is compared with the document that it is generated from. All workspaces share the
//! target directory of this one, so that dependencies are compiled once. A document in several
//! files is a directory whose root document is the file `openapi`.

mod diagnosis;
mod report;
mod round_trip;
mod workspace;

use crate::{error::Error, process, workspace as repository};
use diagnosis::Diagnosis;
use report::{Report, Row};
use std::{
    env, fs,
    path::{Path, PathBuf},
    time::Instant,
};

/// The extensions of documents.
const EXTENSIONS: [&str; 3] = ["yaml", "yml", "json"];

/// Documents in the styles of other tools.
const OWN_DOCUMENTS: &str = "crates/openapi-cli/tests/documents";

/// The operations of these documents that a generator refuses.
const REFUSED: [&str; 0] = [];

/// The documents, and the output.
#[derive(clap::Args)]
pub struct Arguments {
    /// Documents, or directories of documents [default: the documents of
    /// openapi-cli's tests, and the corpus]
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
/// compiles, passes its test, and emits its document.
pub fn run(arguments: &Arguments) -> Result<bool, Error> {
    let report = report(&arguments.paths, !arguments.no_build)?;
    match arguments.format {
        Format::Text => print!("{report}"),
        Format::Json => println!("{}", report.json()),
    }
    Ok(report.is_successful())
}

/// Generates a server and a client of each document of the repository, and compiles
/// nothing. Returns whether the generators refuse the known operations and no others.
pub fn check() -> Result<bool, Error> {
    let report = report(&[repository::root().join(OWN_DOCUMENTS)], false)?;
    print!("{report}");
    let refused = report.refused();
    if refused != REFUSED {
        eprintln!("the generators refuse {refused:#?} instead of {REFUSED:#?}");
    }
    Ok(refused == REFUSED && report.has_code())
}

fn report(paths: &[PathBuf], build: bool) -> Result<Report, Error> {
    let documents = documents(paths)?;
    process::require(&mut process::cargo("build --quiet --bin openapi-dropshot"))?;
    let command = repository::target()?.join("debug/openapi-dropshot");
    let mut report = Report::default();
    for document in documents {
        let row = examine(&command, &document, build)?;
        eprintln!("{row}");
        report.rows.push(row);
    }
    Ok(report)
}

fn documents(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let corpus = env::var_os("OPENAPI_CORPUS").map(PathBuf::from);
    let corpus = corpus.unwrap_or_else(|| repository::root().join("../shared/corpus"));
    let defaults = [repository::root().join(OWN_DOCUMENTS), corpus];
    let is_default = paths.is_empty();
    let paths = if is_default { &defaults[..] } else { paths };
    let mut documents = Vec::new();
    for path in paths {
        if path.is_dir() {
            let entries = fs::read_dir(path).map_err(Error::file(path))?;
            for entry in entries {
                let entry = entry.map_err(Error::file(path))?.path();
                let root =
                    EXTENSIONS.map(|extension| entry.join("openapi").with_extension(extension));
                documents.push(root.into_iter().find(|root| root.exists()).unwrap_or(entry));
            }
        } else if is_default {
            eprintln!("skipped: there is no corpus at {}", path.display());
        } else {
            documents.push(path.clone());
        }
    }
    let is_document = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
    };
    documents.retain(is_document);
    documents.sort();
    Ok(documents)
}

/// Returns the name of the file, or of its directory for a document in several files.
fn name(document: &Path) -> String {
    let stem = document.file_stem();
    let directory = document.parent().and_then(Path::file_name);
    let directory = directory.filter(|_| stem.is_some_and(|stem| stem == "openapi"));
    directory
        .or(stem)
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
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
    let name = name(document);
    let built = if build && diagnosis.has_operations() {
        let named = diagnosis.pointers();
        Some(workspace::build(command, document, &name, &named)?)
    } else {
        None
    };
    Ok(Row {
        name,
        seconds,
        server_lines: lines("server")?,
        client_lines: lines("client")?,
        diagnosis,
        built,
    })
}
