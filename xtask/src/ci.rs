//! `cargo xtask ci`: every check, in the order in which it pays to read them.
//!
//! A check that fails does not keep the later ones from running: one run tells
//! everything that is wrong. Where a tool is missing the check is skipped and
//! counted as skipped, but never in continuous integration (`CI=true`).

use crate::{
    error::Error,
    lint,
    process::{cargo, command, succeeds, watch},
    test_count::TestCount,
    tools, workspace,
};
use std::{
    process::{Command, ExitCode},
    time::Instant,
};

/// What a check found; tests that ran are added to the count.
type Check = fn(&mut TestCount) -> Result<bool, Error>;

const CHECKS: [(&str, Check); 7] = [
    ("format", |_| {
        succeeds(&mut cargo(["fmt", "--all", "--check"]))
    }),
    ("clippy", |_| succeeds(&mut clippy())),
    ("tests", |count| count_tests(cargo(test_arguments()), count)),
    ("documentation tests", |count| {
        count_tests(
            cargo(["test", "--workspace", "--no-fail-fast", "--doc"]),
            count,
        )
    }),
    ("examples", |_| {
        succeeds(&mut cargo(["build", "--workspace", "--examples"]))
    }),
    ("document lint", |_| lint::run()),
    ("dependencies", |_| dependencies()),
];

/// Runs every check; the last line printed is the count of the tests that ran.
///
/// The exit code is 0 when every check passed, and 1 otherwise.
pub fn run() -> ExitCode {
    let mut count = TestCount::default();
    let mut summary = Vec::new();
    let mut succeeded = true;
    for (name, check) in CHECKS {
        println!("\n== {name}");
        let start = Instant::now();
        let verdict = match check(&mut count) {
            Ok(true) => "passed".to_owned(),
            Ok(false) => {
                succeeded = false;
                "FAILED".to_owned()
            }
            Err(error @ Error::MissingTool { .. }) if !workspace::is_continuous_integration() => {
                count.skipped += 1;
                format!("skipped: {error}")
            }
            Err(error) => {
                succeeded = false;
                format!("FAILED: {error}")
            }
        };
        println!("{name}: {verdict}");
        summary.push(format!(
            "{:>6} s  {name}: {verdict}",
            start.elapsed().as_secs()
        ));
    }
    println!("\n== summary\n{}\n{count}", summary.join("\n"));
    if succeeded {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// The arguments with which cargo runs all tests but those in documentation.
pub fn test_arguments() -> Vec<&'static str> {
    let mut arguments = if tools::has_nextest() {
        vec!["nextest", "run", "--no-tests", "pass"]
    } else {
        vec!["test", "--tests"]
    };
    arguments.extend(["--workspace", "--no-fail-fast"]);
    arguments
}

fn clippy() -> Command {
    cargo([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ])
}

/// Runs tests, which must not rewrite what they compare with.
fn count_tests(mut command: Command, count: &mut TestCount) -> Result<bool, Error> {
    command
        .env("INSTA_UPDATE", "no")
        .env("CARGO_TERM_COLOR", "never");
    watch(command, |line| {
        if let Some(more) = TestCount::from_summary(line) {
            *count += more;
        }
    })
}

/// The parts of cargo-deny that need no advisory database from the network.
fn dependencies() -> Result<bool, Error> {
    // An exception that nothing needs any more is a fault of deny.toml.
    let stale = [
        "license-exception-not-encountered",
        "unmatched-skip",
        "unnecessary-skip",
    ];
    succeeds(
        command(tools::cargo_deny()?, ["--offline", "check"])
            .args(stale.map(|code| format!("--deny={code}")))
            .args(["bans", "licenses", "sources"]),
    )
}
