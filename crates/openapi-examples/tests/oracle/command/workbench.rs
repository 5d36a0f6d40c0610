//! The workbench of the differential test: writes a crate for a document with its
//! generated server, a stand-in, the generated client, and programs that compare them
//! with the document and that are fuzzed.
//!
//! The crate is written below the workspace's target directory, as a separate
//! workspace with the same locked dependencies, and run with cargo. It consists of
//! ordinary files, so that a disagreement can be investigated.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use anyhow::{Context, Result, ensure};
use cargo_metadata::MetadataCommand;
use fs_err as fs;
use openapi_values::Document;

use crate::client;
use crate::judge::{input, run::Settings};

/// The files that are the same for each document.
const TEMPLATE: [(&str, &str); 4] = [
    ("src/body.rs", include_str!("template/fuzz.rs")),
    ("src/client.rs", include_str!("template/client.rs")),
    ("src/main.rs", include_str!("template/main.rs")),
    ("src/state.rs", include_str!("../state.rs")),
];

const MANIFEST: &str = include_str!("template/manifest.toml");

/// The root of the library.
const JUDGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle/judge/mod.rs");

/// The part of the manifest for the fuzzed programs.
const TARGETS: &str = include_str!("template/fuzz.toml");

/// The dependencies of the judge, of the generated code and of the fuzzed programs, in the versions of the
/// workspace.
const DEPENDENCIES: &str = "
    base64 bytes chrono dropshot futures http libfuzzer-sys openapi-document openapi-dropshot
    openapi-progenitor openapi-values progenitor-client rand reqwest schemars serde serde_json
    slog thiserror tokio uuid";

/// The number of bodies in a fuzzer's seed corpus beside the examples.
const INPUTS: usize = 500;

/// A crate for a document.
pub(super) struct Workbench {
    document: PathBuf,
    folder: PathBuf,
    target: PathBuf,
}

impl Workbench {
    /// Writes the crate for a document below the workspace's target directory, with or without
    /// the fuzzed program.
    pub(super) fn new(document: &Path, is_fuzzed: bool) -> Result<Self> {
        let document = fs::canonicalize(document)?;
        let workspace = fs::canonicalize(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))?;
        let name = name(&workspace, &document);
        let metadata =
            MetadataCommand::new().manifest_path(workspace.join("Cargo.toml")).no_deps().exec()?;
        let target = metadata.target_directory.join("oracle").into_std_path_buf();
        let bench = Self { folder: target.join(&name), target: target.join("target"), document };
        let model = openapi_document::Document::read(&bench.document)?;
        let generated = openapi_dropshot_build::generate(&model)?;
        for warning in &generated.warnings {
            eprintln!("{warning}");
        }
        let client = client::client(&Document::read(&bench.document)?)?;
        for (file, text) in TEMPLATE {
            bench.write(file, text.as_bytes())?;
        }
        let lock = fs::read_to_string(workspace.join("Cargo.lock"))?;
        let stand_in = openapi_dropshot_build::stand_in(&model)?;
        for (file, text) in [
            ("Cargo.toml", manifest(&workspace, &name, is_fuzzed)?),
            ("Cargo.lock", lock),
            ("document.yaml", fs::read_to_string(&bench.document)?),
            ("src/openapi.json", generated.document),
            ("src/api.rs", generated.code),
            ("src/stand_in.rs", stand_in),
            ("src/client/generated.rs", client.code),
            ("src/client/openapi.json", client.document),
        ] {
            bench.write(file, text.as_bytes())?;
        }
        Ok(bench)
    }

    /// Writes a file unless its content is unchanged, to avoid needless builds.
    fn write(&self, file: &str, content: &[u8]) -> Result<()> {
        let path = self.folder.join(file);
        if fs::read(&path).is_ok_and(|known| known == content) {
            return Ok(());
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        Ok(fs::write(&path, content)?)
    }

    /// Builds and runs the program that sends cases. The exit status is 0 if all
    /// verdicts agree, 1 if they don't, and another if there is no verdict.
    pub(super) fn run(&self, settings: Settings) -> Result<ExitStatus> {
        let mut run = self.program();
        run.arg(&self.document).arg(settings.cases.to_string()).arg(settings.seed.to_string());
        Ok(run.status()?)
    }

    /// Builds and runs the program that prints the verdicts on the cases of a JSON file.
    pub(super) fn given(&self, cases: &Path) -> Result<ExitStatus> {
        Ok(self.program().arg(cases).status()?)
    }

    fn program(&self) -> Command {
        let mut run = cargo("run --quiet --manifest-path");
        run.arg(self.folder.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&self.target)
            .args(["--bin".as_ref(), self.folder.file_name().unwrap_or_default()])
            .arg("--");
        run
    }

    /// Builds a fuzzed program, and runs libFuzzer for the given number of seconds.
    /// The exit status is 0 if nothing was found, and 2 if the program can't be
    /// built. Findings are stored in the crate's directory, and so are bodies that
    /// increased the coverage, for the next run.
    ///
    /// Needs cargo-fuzz. Since there is no unsafe code, no sanitizer is required,
    /// and therefore no nightly compiler.
    pub(super) fn fuzz(&self, seconds: u64) -> Result<ExitStatus> {
        let document = Document::read(&self.document)?;
        self.write("dictionary", input::dictionary(&document).as_bytes())?;
        for (number, body) in input::inputs(&document, INPUTS)?.iter().enumerate() {
            self.write(&format!("corpus/body/made-{number}"), body)?;
        }
        let cargo_fuzz = |subcommand: &str| {
            let mut command = cargo(&format!("fuzz {subcommand} body --sanitizer none"));
            command.arg("--fuzz-dir").arg(&self.folder);
            command.arg("--target-dir").arg(&self.target);
            command.current_dir(&self.folder);
            command
        };
        let is_built = cargo_fuzz("build").status()?.success();
        ensure!(is_built, "the crate can't be built");
        let dictionary = self.folder.join("dictionary");
        let mut run = cargo_fuzz("run");
        run.arg("--")
            .arg(format!("-dict={}", dictionary.display()))
            .arg(format!("-max_total_time={seconds}"))
            .args(["-max_len=2000", "-timeout=20", "-print_final_stats=1"]);
        Ok(run.status()?)
    }
}

/// Returns the manifest of a crate.
fn manifest(workspace: &Path, name: &str, is_fuzzed: bool) -> Result<String> {
    let mut manifest = MANIFEST.replace("{name}", name).replace("{judge}", JUDGE);
    if is_fuzzed {
        manifest += TARGETS;
    }
    manifest += "[dependencies]\n";
    let root = fs::read_to_string(workspace.join("Cargo.toml"))?;
    let mut declared = root.lines();
    declared.find(|line| *line == "[workspace.dependencies]");
    let path = format!("path = \"{}/", workspace.display());
    for name in DEPENDENCIES.split_whitespace() {
        if name == "libfuzzer-sys" && !is_fuzzed {
            continue;
        }
        let line = declared
            .clone()
            .find(|line| line.starts_with(&format!("{name} = ")))
            .with_context(|| format!("the workspace's Cargo.toml has no dependency {name}"))?;
        manifest += &line.replace("path = \"", &path);
        manifest.push('\n');
    }
    Ok(manifest)
}

fn cargo(arguments: &str) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments.split_whitespace());
    command
}

/// Returns the name of the crate: the path of the document relative to the workspace.
fn name(workspace: &Path, document: &Path) -> String {
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
