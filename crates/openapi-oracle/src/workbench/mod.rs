//! A crate for a document: its generated server with a stand-in, the generated
//! client's types, and a program that holds them to the document.
//!
//! It is written below the workspace's target directory, as a workspace of its
//! own with the same locked dependencies, and run with cargo. What it is made
//! of is ordinary files, so that a disagreement can be looked into.

mod client;
mod manifest;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::{fs, io};

use crate::Settings;

/// The program of the crate.
const MAIN: &str = include_str!("../../template/main.rs");

/// Puts the embedded document where the generated code looks for it.
const BUILD: &str = include_str!("../../template/build.rs");

/// Why no verdict was reached.
#[derive(Debug, thiserror::Error)]
pub enum WorkbenchError {
    /// Nothing can be generated from the document.
    #[error("{0}")]
    Document(openapi_model::Diagnostics),
    /// A file can't be read or written.
    #[error("{path} can't be read or written: {source}")]
    File {
        /// The file.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// cargo can't be run.
    #[error("cargo can't be run: {0}")]
    Cargo(io::Error),
    /// The workspace doesn't say which version of a dependency to use.
    #[error("the workspace's Cargo.toml has no dependency {0}")]
    NoDependency(&'static str),
}

/// A crate for a document.
#[derive(Clone, Debug)]
pub struct Workbench {
    document: PathBuf,
    folder: PathBuf,
    target: PathBuf,
}

impl Workbench {
    /// Writes the crate for a document below a workspace's target directory.
    /// Prints where the generated client can't have types.
    ///
    /// # Errors
    /// Nothing can be generated, or a file not be written.
    pub fn new(workspace: &Path, document: &Path) -> Result<Self, WorkbenchError> {
        let document = fs::canonicalize(document).map_err(at(document))?;
        let name = name(workspace, &document);
        let target = workspace.join("target/oracle");
        let folder = target.join(&name);
        let model = openapi_model::Document::read(&document).map_err(WorkbenchError::Document)?;
        let generated = openapi_dropshot::generate(&model).map_err(WorkbenchError::Document)?;
        for warning in &generated.warnings {
            eprintln!("{warning}");
        }
        let client = client::types(&model).unwrap_or_else(|reason| {
            eprintln!("there are no types of a generated client: {reason}");
            client::NONE.to_owned()
        });
        let root = read(&workspace.join("Cargo.toml"))?;
        for (file, text) in [
            ("Cargo.toml", manifest::manifest(&root, &name)?),
            ("Cargo.lock", read(&workspace.join("Cargo.lock"))?),
            ("openapi.json", generated.document),
            ("build.rs", BUILD.to_owned()),
            ("src/main.rs", MAIN.to_owned()),
            ("src/api.rs", generated.code),
            ("src/stand_in.rs", generated.stand_in),
            ("src/client.rs", client),
        ] {
            write(&folder.join(file), &text)?;
        }
        Ok(Self {
            document,
            folder,
            target: target.join("target"),
        })
    }

    /// Builds and runs the crate; its status is 0 where all verdicts agree, 1
    /// where they don't, and another where there are none.
    ///
    /// # Errors
    /// cargo can't be run.
    pub fn run(&self, settings: Settings) -> Result<ExitStatus, WorkbenchError> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        Command::new(cargo)
            .args(["run", "--quiet", "--manifest-path"])
            .arg(self.folder.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&self.target)
            .arg("--")
            .arg(&self.document)
            .arg(settings.cases.to_string())
            .arg(settings.seed.to_string())
            .status()
            .map_err(WorkbenchError::Cargo)
    }
}

/// What the crate is called: the way from the workspace to the document.
fn name(workspace: &Path, document: &Path) -> String {
    let workspace = fs::canonicalize(workspace).unwrap_or_else(|_| workspace.to_owned());
    let shown = document.strip_prefix(workspace).unwrap_or(document);
    let words: Vec<_> = shown
        .with_extension("")
        .to_string_lossy()
        .split(|character: char| !character.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    format!("for-{}", words.join("-"))
}

fn read(path: &Path) -> Result<String, WorkbenchError> {
    fs::read_to_string(path).map_err(at(path))
}

/// Writes what is not there yet, so that nothing is built again without need.
fn write(path: &Path, text: &str) -> Result<(), WorkbenchError> {
    if fs::read_to_string(path).is_ok_and(|known| known == text) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(at(folder))?;
    }
    fs::write(path, text).map_err(at(path))
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> WorkbenchError + use<> {
    let path = path.display().to_string();
    move |source| WorkbenchError::File { path, source }
}
