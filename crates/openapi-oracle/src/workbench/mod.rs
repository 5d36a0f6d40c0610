//! A crate for a document: its generated server with a stand-in, the generated
//! client, and a program that holds them to the document or that is
//! fuzzed.
//!
//! It is written below the workspace's target directory, as a workspace of its
//! own with the same locked dependencies, and run with cargo. What it is made
//! of is ordinary files, so that a disagreement can be looked into.

mod client;
mod manifest;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::{fs, io};

use self::client::Client;
use crate::{Document, DocumentError, Settings, input};

/// The program that sends cases.
const MAIN: &str = include_str!("../../template/main.rs");

/// What it asks of the generated client.
const CLIENT: &str = include_str!("../../template/client.rs");

/// The program that is fuzzed.
const FUZZED: &str = include_str!("../../template/fuzz.rs");

/// How many bodies a fuzzer begins with, beside the examples.
const INPUTS: usize = 500;

/// What a crate is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To send cases to a server.
    Hold,
    /// To be fuzzed.
    Fuzz,
}

/// Puts the embedded document where the generated code looks for it.
const BUILD: &str = include_str!("../../template/build.rs");

/// The part of a request that a fuzzer makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Part {
    /// The body.
    Body,
    /// The texts of the parameters.
    Parameters,
}

impl Part {
    /// What its fuzz target is called.
    fn name(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Parameters => "parameters",
        }
    }
}

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
    /// What was generated does not compile, or a tool is missing.
    #[error("the crate can't be built")]
    NotBuilt,
    /// cargo can't be run.
    #[error("cargo can't be run: {0}")]
    Cargo(io::Error),
    /// Nothing can be made from the document.
    #[error(transparent)]
    Inputs(#[from] DocumentError),
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
    pub fn new(
        workspace: &Path,
        document: &Path,
        purpose: Purpose,
    ) -> Result<Self, WorkbenchError> {
        let document = fs::canonicalize(document).map_err(at(document))?;
        let name = name(workspace, &document, purpose);
        let target = workspace.join("target/oracle");
        let bench = Self {
            folder: target.join(&name),
            target: target.join("target"),
            document,
        };
        let model =
            openapi_model::Document::read(&bench.document).map_err(WorkbenchError::Document)?;
        let generated = openapi_dropshot::generate(&model).map_err(WorkbenchError::Document)?;
        for warning in &generated.warnings {
            eprintln!("{warning}");
        }
        let root = read(&workspace.join("Cargo.toml"))?;
        for (file, text) in [
            ("Cargo.toml", manifest::manifest(&root, &name, purpose)?),
            ("Cargo.lock", read(&workspace.join("Cargo.lock"))?),
            ("openapi.json", generated.document),
            ("build.rs", BUILD.to_owned()),
            ("src/api.rs", generated.code),
            ("src/stand_in.rs", generated.stand_in),
        ] {
            bench.write(file, text.as_bytes())?;
        }
        match purpose {
            Purpose::Hold => bench.write_program()?,
            Purpose::Fuzz => bench.write_fuzzed()?,
        }
        Ok(bench)
    }

    fn write_program(&self) -> Result<(), WorkbenchError> {
        let client = client::client(&Document::read(&self.document)?).unwrap_or_else(|reason| {
            eprintln!("there are no types of a generated client: {reason}");
            Client::none()
        });
        self.write("src/main.rs", MAIN.as_bytes())?;
        self.write("src/client.rs", CLIENT.as_bytes())?;
        self.write("src/client/generated.rs", client.code.as_bytes())?;
        self.write("src/client/openapi.json", client.document.as_bytes())
    }

    fn write_fuzzed(&self) -> Result<(), WorkbenchError> {
        let document = Document::read(&self.document)?;
        self.write("document.yaml", read(&self.document)?.as_bytes())?;
        for part in [Part::Body, Part::Parameters].map(Part::name) {
            let program = FUZZED.replace("hold(", &format!("hold_{part}("));
            self.write(&format!("src/{part}.rs"), program.as_bytes())?;
        }
        self.write("dictionary", input::dictionary(&document).as_bytes())?;
        for (number, body) in input::inputs(&document, INPUTS)?.iter().enumerate() {
            self.write(&format!("corpus/body/made-{number}"), body)?;
        }
        Ok(())
    }

    /// Writes what is not there yet, so that nothing is built again without need.
    fn write(&self, file: &str, content: &[u8]) -> Result<(), WorkbenchError> {
        let path = self.folder.join(file);
        if fs::read(&path).is_ok_and(|known| known == content) {
            return Ok(());
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(at(folder))?;
        }
        fs::write(&path, content).map_err(at(&path))
    }

    /// Builds and runs a crate that sends cases; its status is 0 where all
    /// verdicts agree, 1 where they don't, and another where there are none.
    ///
    /// # Errors
    /// cargo can't be run.
    pub fn run(&self, settings: Settings) -> Result<ExitStatus, WorkbenchError> {
        let mut run = cargo("run --quiet --manifest-path");
        run.arg(self.folder.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&self.target)
            .arg("--")
            .arg(&self.document)
            .arg(settings.cases.to_string())
            .arg(settings.seed.to_string());
        run.status().map_err(WorkbenchError::Cargo)
    }

    /// Builds a crate that is fuzzed, and has libFuzzer call it for so many
    /// seconds; its status is 0 where nothing was found, and 2 where the crate
    /// can't be built. What is found is kept in the crate's folder, and so are
    /// the bodies that reached something new, for the next time.
    ///
    /// Needs cargo-fuzz. There is no unsafe code to look after, so no sanitizer
    /// is asked for, and therefore no nightly compiler.
    ///
    /// # Errors
    /// cargo can't be run.
    pub fn fuzz(&self, part: Part, seconds: u64) -> Result<ExitStatus, WorkbenchError> {
        let cargo_fuzz = |subcommand: &str| {
            let part = part.name();
            let mut command = cargo(&format!("fuzz {subcommand} {part} --sanitizer none"));
            command.arg("--fuzz-dir").arg(&self.folder);
            command.arg("--target-dir").arg(&self.target);
            command.current_dir(&self.folder);
            command
        };
        let built = cargo_fuzz("build").status();
        let built = built.map_err(WorkbenchError::Cargo)?;
        if !built.success() {
            return Err(WorkbenchError::NotBuilt);
        }
        let mut run = cargo_fuzz("run");
        run.arg("--")
            .arg(format!(
                "-dict={}",
                self.folder.join("dictionary").display()
            ))
            .arg(format!("-max_total_time={seconds}"))
            .args(["-max_len=2000", "-timeout=20", "-print_final_stats=1"]);
        run.status().map_err(WorkbenchError::Cargo)
    }
}

fn cargo(arguments: &str) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments.split_whitespace());
    command
}

/// What the crate is called: what it is for, and the way from the workspace to
/// the document.
fn name(workspace: &Path, document: &Path, purpose: Purpose) -> String {
    let prefix = match purpose {
        Purpose::Hold => "for",
        Purpose::Fuzz => "fuzz",
    };
    let workspace = fs::canonicalize(workspace).unwrap_or_else(|_| workspace.to_owned());
    let shown = document.strip_prefix(workspace).unwrap_or(document);
    let words: Vec<_> = shown
        .with_extension("")
        .to_string_lossy()
        .split(|character: char| !character.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    format!("{prefix}-{}", words.join("-"))
}

fn read(path: &Path) -> Result<String, WorkbenchError> {
    fs::read_to_string(path).map_err(at(path))
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> WorkbenchError + use<> {
    let path = path.display().to_string();
    move |source| WorkbenchError::File { path, source }
}
