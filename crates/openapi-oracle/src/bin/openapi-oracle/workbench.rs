//! The workbench of the differential test: writes a crate for a document with its
//! generated server, a stand-in, the generated client, and a program that compares them
//! with the document or is fuzzed.
//!
//! The crate is written below the workspace's target directory, as a separate
//! workspace with the same locked dependencies, and run with cargo. It consists of
//! ordinary files, so that a disagreement can be investigated.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::{fs, io};

use cargo_metadata::MetadataCommand;
use openapi_oracle::{Document, DocumentError, OracleError, Settings, input};

use crate::client::{self, Client};
use crate::manifest;

/// The program that sends cases.
const MAIN: &str = include_str!("../../../template/main.rs");

/// The part of the program that calls the generated client.
const CLIENT: &str = include_str!("../../../template/client.rs");

/// The fuzzed program.
const FUZZED: &str = include_str!("../../../template/fuzz.rs");

/// The number of bodies in a fuzzer's seed corpus beside the examples.
const INPUTS: usize = 500;

/// The purpose of a crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To compare a server with its document.
    Compare,
    /// To be fuzzed.
    Fuzz,
}

/// The build script, which copies the embedded document to where the generated code
/// includes it.
const BUILD: &str = include_str!("../../../template/build.rs");

/// The part of a request that a fuzzer generates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum RequestPart {
    /// The body.
    Body,
    /// The texts of the parameters.
    Parameters,
}

impl RequestPart {
    /// Returns the name of the fuzz target.
    pub fn name(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Parameters => "parameters",
        }
    }
}

/// The reason why there is no verdict.
#[derive(Debug, thiserror::Error)]
pub enum WorkbenchError {
    /// No code can be generated from the document.
    #[error("{0}")]
    Document(openapi_document::Diagnostics),
    /// A file can't be read or written.
    #[error("{path} can't be read or written: {source}")]
    File {
        /// The file.
        path: String,
        /// The cause.
        source: io::Error,
    },
    /// The generated code does not compile, or a tool is missing.
    #[error("the crate can't be built")]
    NotBuilt,
    /// cargo can't be run.
    #[error("cargo can't be run: {0}")]
    Cargo(io::Error),
    /// The document can't be read.
    #[error(transparent)]
    Read(#[from] DocumentError),
    /// No inputs can be generated from the document.
    #[error(transparent)]
    Inputs(#[from] OracleError),
    /// The target directory is unknown.
    #[error("cargo metadata fails: {0}")]
    Metadata(#[from] cargo_metadata::Error),
    /// The workspace doesn't declare the version of a dependency.
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
    /// Writes the crate for a document below a workspace's target directory. Prints
    /// a message if the generated client can't have types.
    ///
    /// # Errors
    /// No code can be generated, or a file can't be written.
    pub fn new(
        workspace: &Path,
        document: &Path,
        purpose: Purpose,
    ) -> Result<Self, WorkbenchError> {
        let document = fs::canonicalize(document).map_err(at(document))?;
        let workspace = &fs::canonicalize(workspace).map_err(at(workspace))?;
        let name = name(workspace, &document, purpose);
        let metadata = MetadataCommand::new()
            .manifest_path(workspace.join("Cargo.toml"))
            .no_deps()
            .exec()?;
        let target = metadata.target_directory.join("oracle").into_std_path_buf();
        let bench = Self {
            folder: target.join(&name),
            target: target.join("target"),
            document,
        };
        let model =
            openapi_document::Document::read(&bench.document).map_err(WorkbenchError::Document)?;
        let generated =
            openapi_dropshot_build::generate(&model).map_err(WorkbenchError::Document)?;
        let stand_in =
            openapi_dropshot_build::stand_in(&model).map_err(WorkbenchError::Document)?;
        for warning in &generated.warnings {
            eprintln!("{warning}");
        }
        let root = read(&workspace.join("Cargo.toml"))?;
        for (file, text) in [
            (
                "Cargo.toml",
                manifest::manifest(&root, workspace, &name, purpose)?,
            ),
            ("Cargo.lock", read(&workspace.join("Cargo.lock"))?),
            ("openapi.json", generated.document),
            ("build.rs", BUILD.to_owned()),
            ("src/api.rs", generated.code),
            ("src/stand_in.rs", stand_in),
        ] {
            bench.write(file, text.as_bytes())?;
        }
        match purpose {
            Purpose::Compare => bench.write_program()?,
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
        for part in [RequestPart::Body, RequestPart::Parameters].map(RequestPart::name) {
            let program = FUZZED.replace("send(", &format!("send_{part}("));
            self.write(&format!("src/{part}.rs"), program.as_bytes())?;
        }
        self.write("dictionary", input::dictionary(&document).as_bytes())?;
        for (number, body) in input::inputs(&document, INPUTS)?.iter().enumerate() {
            self.write(&format!("corpus/body/made-{number}"), body)?;
        }
        Ok(())
    }

    /// Writes a file unless its content is unchanged, to avoid needless builds.
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

    /// Builds and runs a crate that sends cases. The exit status is 0 if all
    /// verdicts agree, 1 if they don't, and another if there is no verdict.
    ///
    /// # Errors
    /// cargo can't be run.
    pub fn run(&self, settings: Settings) -> Result<ExitStatus, WorkbenchError> {
        let mut run = self.program();
        run.arg(&self.document)
            .arg(settings.cases.to_string())
            .arg(settings.seed.to_string());
        run.status().map_err(WorkbenchError::Cargo)
    }

    /// Builds and runs a crate that prints the verdicts on the cases of a JSON file.
    ///
    /// # Errors
    /// cargo can't be run.
    pub fn given(&self, cases: &Path) -> Result<ExitStatus, WorkbenchError> {
        let mut run = self.program();
        run.arg(cases).status().map_err(WorkbenchError::Cargo)
    }

    fn program(&self) -> Command {
        let mut run = cargo("run --quiet --manifest-path");
        run.arg(self.folder.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&self.target)
            .arg("--");
        run
    }

    /// Builds a fuzzed crate, and runs libFuzzer for the given number of seconds.
    /// The exit status is 0 if nothing was found, and 2 if the crate can't be
    /// built. Findings are stored in the crate's directory, and so are bodies that
    /// increased the coverage, for the next run.
    ///
    /// Needs cargo-fuzz. Since there is no unsafe code, no sanitizer is required,
    /// and therefore no nightly compiler.
    ///
    /// # Errors
    /// cargo can't be run.
    pub fn fuzz(&self, part: RequestPart, seconds: u64) -> Result<ExitStatus, WorkbenchError> {
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

/// Returns the name of the crate: the purpose, and the path of the document
/// relative to the workspace.
fn name(workspace: &Path, document: &Path, purpose: Purpose) -> String {
    let prefix = match purpose {
        Purpose::Compare => "for",
        Purpose::Fuzz => "fuzz",
    };
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
