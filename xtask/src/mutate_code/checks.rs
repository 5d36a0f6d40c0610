//! The checks of `cargo xtask ci` that may notice a change, run in the copy. Only
//! checks of `ci` are run: a change that is noticed here must be noticed there.

use crate::{
    conformance::CONTRACT,
    drift::compiler,
    error::Error,
    process::{self, cargo},
    tools,
};
use openapi_conformance::{Document, compare};
use std::{fs, path::Path, process::Command};

/// A check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// `cargo xtask conformance`.
    Conformance,
    /// The unit tests of a package.
    Units(&'static str),
    /// The tests of the packages below that cargo's selectors select.
    Tests(&'static str),
    /// `cargo xtask faults --brief`.
    Faults,
}

/// All packages with a test that may notice a change. All of them are always
/// selected, since the selection determines the features of dependencies, and
/// another selection would rebuild everything.
const PACKAGES: [&str; 9] = [
    "openapi-dropshot",
    "openapi-everything",
    "openapi-progenitor",
    "openapi-runtime",
    "openapi-validation",
    "plant-cli",
    "plant-client",
    "plant-storage",
    "plant-store",
];

/// The configuration that terminates tests which a change makes endless.
const CONFIGURATION: &str = "xtask/nextest.toml";

/// Builds everything that the checks need. The output is visible, since the build
/// takes long.
pub fn prepare(copy: &Path) -> Result<(), Error> {
    if !tools::has_nextest() {
        return Err(Error::MissingTool {
            tool: "cargo-nextest",
            reason: "install it by `cargo install --locked cargo-nextest`".to_owned(),
        });
    }
    process::require(&mut in_copy(copy, &with_packages("test --no-run --quiet")))
}

/// Returns the message of the first check that fails, or `None` if all pass.
pub fn first_to_fail(copy: &Path, checks: &[Check]) -> Result<Option<String>, Error> {
    for check in checks {
        let noticed = match check {
            Check::Conformance => conformance(copy)?,
            Check::Units(package) => tests(copy, &format!("--package {package} --lib"))?,
            Check::Tests(selectors) => tests(copy, &with_packages(selectors))?,
            Check::Faults => faults(copy)?,
        };
        if noticed.is_some() {
            return Ok(noticed);
        }
    }
    Ok(None)
}

fn conformance(copy: &Path) -> Result<Option<String>, Error> {
    if let Some(error) = compile(copy, &with_packages("build --bin plant-store"))? {
        return Ok(Some(error));
    }
    let emitted = process::output(&mut built(copy, "plant-store", "openapi --emitted"))?;
    let path = copy.join(CONTRACT);
    let contract = fs::read_to_string(&path).map_err(Error::file(path))?;
    let report = compare(
        &Document::parse(CONTRACT, &contract)?,
        &Document::parse("emitted", &emitted)?,
    );
    let rules = report.findings.iter().map(|finding| finding.rule.id());
    Ok(first_and_count(
        rules.map(|rule| format!("conformance: `{rule}`")),
    ))
}

fn tests(copy: &Path, arguments: &str) -> Result<Option<String>, Error> {
    if let Some(error) = compile(copy, &format!("test --no-run {arguments}"))? {
        return Ok(Some(error));
    }
    let options = format!(
        "--config-file {CONFIGURATION} --no-fail-fast --show-progress none --status-level fail \
         --final-status-level none --failure-output never --success-output never"
    );
    let mut tests = in_copy(copy, &format!("nextest run {options} {arguments}"));
    let (pass, messages) = process::messages(&mut tests)?;
    match first_and_count(messages.lines().filter_map(failed_test)) {
        None if !pass => Err(failure(&tests)),
        failed => Ok(failed),
    }
}

fn faults(copy: &Path) -> Result<Option<String>, Error> {
    if let Some(error) = compile(copy, &with_packages("build --bin plant-store"))? {
        return Ok(Some(error));
    }
    process::require(&mut in_copy(copy, "build --quiet --package plant-bench"))?;
    let mut faults = built(copy, "plant-bench", "faults --brief");
    let kept = process::verdict(&mut faults)?;
    Ok((!kept).then(|| "`cargo xtask faults --brief`".to_owned()))
}

/// Returns the first error if the packages don't compile.
fn compile(copy: &Path, arguments: &str) -> Result<Option<String>, Error> {
    let mut build = in_copy(copy, arguments);
    build.args(["--message-format", "short"]);
    let errors = compiler::errors_of(&mut build)?;
    Ok(first_and_count(errors.into_iter().map(|error| {
        // With two backquotes, since compiler messages contain single ones.
        format!("the compiler: `` {} ``", error.replace('|', "\\|"))
    })))
}

/// Returns the name of the failed test in a line of nextest such as
/// `FAIL [ 0.005s] (1/2) package::binary test`.
fn failed_test(line: &str) -> Option<String> {
    let (verdict, rest) = line.trim_start().split_once(" [")?;
    let is_failure = ["FAIL", "TIMEOUT", "ABORT"].contains(&verdict) || verdict.starts_with("SIG");
    let (_, name) = rest.split_once("] ")?;
    let name = match name.trim_start().split_once(") ") {
        Some((count, name)) if count.starts_with('(') => name,
        _ => name,
    };
    is_failure.then(|| format!("`{}`", name.trim()))
}

/// Returns the first of the results, with the number of all others.
fn first_and_count(found: impl Iterator<Item = String>) -> Option<String> {
    let mut found: Vec<_> = found.collect();
    found.sort();
    found.dedup();
    let more = match found.len() {
        0 => return None,
        1 => String::new(),
        count => format!(" and {} more", count - 1),
    };
    Some(found.swap_remove(0) + &more)
}

/// Appends all packages above to cargo's arguments.
fn with_packages(arguments: &str) -> String {
    let packages = PACKAGES.map(|package| format!(" --package {package}"));
    arguments.to_owned() + &packages.concat()
}

fn in_copy(copy: &Path, arguments: &str) -> Command {
    let mut command = cargo(arguments);
    command
        .current_dir(copy)
        .env("CARGO_TARGET_DIR", copy.join("target"))
        .env("CARGO_TERM_COLOR", "never")
        .env("INSTA_UPDATE", "no");
    command
}

/// Returns the command of a program that is built in the copy.
fn built(copy: &Path, program: &str, arguments: &str) -> Command {
    let mut command = process::command(copy.join("target/debug").join(program), arguments);
    command.current_dir(copy);
    command
}

fn failure(command: &Command) -> Error {
    let command = process::shown(command);
    Error::Failed { command }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_that_failed_is_known_by_its_line() {
        for (line, name) in [
            (
                "        FAIL [   0.005s] (1/2) one::two three::four",
                Some("`one::two three::four`"),
            ),
            (
                "     TIMEOUT [  60.005s] one::two three",
                Some("`one::two three`"),
            ),
            (
                "     SIGABRT [   0.005s] ( 1/20) one three",
                Some("`one three`"),
            ),
            ("        PASS [   0.005s] (1/2) one::two three", None),
            (
                "     Summary [   0.100s] 2 tests run: 1 passed, 1 failed, 0 skipped",
                None,
            ),
        ] {
            assert_eq!(failed_test(line).as_deref(), name, "{line}");
        }
    }

    #[test]
    fn of_several_the_first_by_name_is_shown() {
        let of = |found: &[&str]| first_and_count(found.iter().map(|name| (*name).to_owned()));
        assert_eq!(of(&[]), None);
        assert_eq!(of(&["b", "b"]).as_deref(), Some("b"));
        assert_eq!(of(&["c", "a", "b"]).as_deref(), Some("a and 2 more"));
    }
}
