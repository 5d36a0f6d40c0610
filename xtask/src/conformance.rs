//! `cargo xtask conformance`: checks that the document emitted by the service is
//! equivalent to the contract, or with `--live`, that a running service conforms to
//! it. The crate `openapi-compare` compares the documents, and `openapi-dropshot
//! live` checks the service; this module provides the inputs and the exit code.

use crate::{error::Error, process, workspace};
use clap::ValueEnum;
use openapi_compare::{Document, Level, Report, compare_at};
use openapi_source::findings::Output;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
};

/// The contract of the service.
pub const CONTRACT: &str = "openapi.yaml";

/// The compared documents, and the output.
#[derive(clap::Args, Default)]
pub struct Arguments {
    /// The contract [default: openapi.yaml of this workspace]
    #[arg(long, value_name = "FILE")]
    document: Option<PathBuf>,
    /// The emitted document [default: what `plant-store openapi --emitted` prints]
    #[arg(long, value_name = "FILE")]
    emitted: Option<PathBuf>,
    /// The lowest level to report
    #[arg(long, value_enum, default_value_t)]
    level: Level,
    #[command(flatten)]
    output: Output,
    /// Check this running service against the contract instead; WRITES to the service
    #[arg(long, value_name = "URL", conflicts_with_all = ["emitted", "level"])]
    live: Option<String>,
    /// With --live: a credential that the service accepts; NAME=TOKEN for one
    /// security scheme [env: OPENAPI_LIVE_TOKEN]
    #[arg(long, value_name = "TOKEN", requires = "live")]
    token: Vec<String>,
    /// With --live: the seed of the random values [default: random]
    #[arg(long, value_name = "N", requires = "live")]
    seed: Option<u64>,
    /// With --live: the time to wait for a response, in seconds
    #[arg(long, value_name = "SECONDS", requires = "live", default_value_t = 30)]
    timeout: u64,
}

/// Prints the differences on standard output. Returns whether there are none.
pub fn run(arguments: &Arguments) -> Result<bool, Error> {
    if let Some(url) = &arguments.live {
        return live(url, arguments);
    }
    let allowed = arguments.output.allowed::<Report>()?;
    let contract = match &arguments.document {
        Some(path) => Document::read(path)?,
        None => contract()?,
    };
    let emitted = match &arguments.emitted {
        Some(path) => Document::read(path)?,
        None => emitted()?,
    };
    let report = compare_at(arguments.level, &contract, &emitted);
    let printed = arguments.output.print(report, &allowed);
    printed.map_err(Error::file("standard output"))
}

/// Checks a running service against the contract.
fn live(url: &str, arguments: &Arguments) -> Result<bool, Error> {
    let document = match &arguments.document {
        Some(path) => absolute(path)?,
        None => PathBuf::from(CONTRACT),
    };
    let format = arguments.output.format.to_possible_value();
    let format = format.as_ref().map_or("text", |format| format.get_name());
    // By binary rather than package, for the same reason as the service.
    let mut check = process::cargo("run --quiet --bin openapi-dropshot -- live");
    check
        .arg(url)
        .arg(document)
        .args(["--format", format])
        .args(["--timeout", &arguments.timeout.to_string()]);
    if let Some(path) = &arguments.output.allow {
        check.arg("--allow").arg(absolute(path)?);
    }
    if let Some(seed) = arguments.seed {
        check.args(["--seed", &seed.to_string()]);
    }
    if !arguments.token.is_empty() {
        // Not as arguments, which are visible to every user of the machine.
        check.env("OPENAPI_LIVE_TOKEN", arguments.token.join("\n"));
    }
    let command = process::shown(&check);
    // Without announcing the command: the output may be read by a program.
    match check.status().map(|status| status.code()) {
        Ok(Some(0)) => Ok(true),
        Ok(Some(1)) => Ok(false),
        Ok(_) => Err(Error::Failed { command }),
        Err(source) => Err(Error::Run { command, source }),
    }
}

/// Returns a path that is valid in the workspace root too, where programs are
/// started.
fn absolute(path: &Path) -> Result<PathBuf, Error> {
    std::path::absolute(path).map_err(Error::file(path))
}

/// Returns the contract, named relative to the workspace root.
fn contract() -> Result<Document, Error> {
    let path = workspace::root().join(CONTRACT);
    let text = fs::read_to_string(&path).map_err(Error::file(path))?;
    Ok(Document::parse(CONTRACT, &text)?)
}

/// Returns the document that the service emits, compiled from the current source.
pub fn emitted() -> Result<Document, Error> {
    // By binary rather than package: the package alone has other features, so its
    // dependencies would be built a second time.
    let mut service = process::cargo("run --quiet --bin plant-store -- openapi --emitted");
    let text = process::output(service.stderr(Stdio::inherit()))?;
    Ok(Document::parse("plant-store openapi --emitted", &text)?)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_help_is_reviewed_text() {
        let command = crate::Arguments::command();
        let command = command.find_subcommand("conformance").cloned();
        let command = command.expect("this command is one of them");
        let command = command.bin_name("cargo xtask conformance").term_width(100);
        let help = command.clone().render_long_help().to_string();
        expectorate::assert_contents("../tests/output/conformance_help.txt", &help);
    }
}
