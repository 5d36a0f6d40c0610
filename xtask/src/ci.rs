//! `cargo xtask ci`: every check, in the order in which the results are most
//! useful.
//!
//! A check that fails does not prevent the later checks: a single run reports all
//! errors. A check whose tool is missing is skipped and counted as skipped, but
//! never in continuous integration (`CI=true`).

use crate::{
    bench, clients, compat, conformance, corpus, drift,
    error::Error,
    lint, package,
    process::{cargo, command, succeeds, watch},
    schemathesis, suites,
    test_count::{Runner, TestCount},
    tools, workspace,
};
use std::{process::ExitCode, time::Instant};

/// A check. It returns whether it passed, and adds the tests that ran to the count.
type Check = fn(&mut TestCount) -> Result<bool, Error>;

const CHECKS: [(&str, Check); 24] = [
    ("format", |_| succeeds(&mut cargo("fmt --all --check"))),
    ("clippy", |_| {
        succeeds(&mut cargo(
            "clippy --workspace --all-targets --keep-going -- -D warnings",
        ))
    }),
    // Before the tests, which are compiled depending on whether PostgreSQL and
    // pgbouncer are present.
    ("PostgreSQL", |_| tools::postgres().map(|()| true)),
    ("proxies", |_| tools::proxies().map(|()| true)),
    ("browser", |_| tools::browser().map(|()| true)),
    ("tests", |count| {
        let (runner, mut arguments) = test_runner();
        if runner == Runner::Nextest {
            // Tests of processes, signals and time-outs depend on what else the machine
            // does. The summary counts the tests that had to be repeated.
            arguments += " --retries 2";
        }
        count_tests(runner, &arguments, count)
    }),
    ("documentation tests", |count| {
        count_tests(
            Runner::Libtest,
            "test --doc --workspace --no-fail-fast",
            count,
        )
    }),
    ("documentation", |_| {
        let mut documentation = cargo("doc --workspace --no-deps --keep-going");
        succeeds(documentation.env("RUSTDOCFLAGS", "-D warnings"))
    }),
    ("examples", |_| {
        succeeds(&mut cargo("build --workspace --examples"))
    }),
    ("conformance", |_| {
        conformance::run(&conformance::Arguments::default())
    }),
    ("compatibility", |_| compat::run()),
    // The documents of others are not in the repository.
    ("documents", |_| corpus::check()),
    // To compile a server and a client of the suites takes minutes.
    ("suites", |_| {
        suites::run(&suites::Arguments {
            suite: None,
            no_build: true,
        })
    }),
    ("drift", |count| drift::run(drift::Mode::Compare, count)),
    ("document lint", |_| lint::run()),
    ("spelling", |_| {
        succeeds(&mut command(tools::typos()?, "--format brief"))
    }),
    // The image itself takes an engine for containers and an optimized build.
    ("container file", |_| {
        succeeds(&mut command(tools::hadolint()?, "deploy/Containerfile"))
    }),
    ("promtool", |_| {
        let test = "test rules deploy/alerts.test.yml";
        succeeds(&mut command(tools::promtool()?, test))
    }),
    ("schemathesis", |_| {
        schemathesis::run(&schemathesis::Arguments {
            examples: 500,
            seed: 1,
        })
    }),
    ("clients in other languages", |_| clients::run()),
    ("package", |_| {
        package::run(&package::Arguments {
            // What the other checks compile.
            profile: "dev".to_owned(),
            test: workspace::is_continuous_integration(),
        })
    }),
    ("faults", |_| bench::faults_in_brief()),
    ("dependencies", |_| dependencies()),
    ("advisories", advisories),
];

/// Runs every check. The last line of output is the count of the tests that ran.
///
/// The exit code is 0 if every check passed, and 1 otherwise.
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
    println!("\n== summary\n{}", summary.join("\n"));
    if count.flaky > 0 {
        println!("{} tests passed only when they were repeated", count.flaky);
    }
    println!("{count}");
    if succeeded {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Returns the runner of all tests except documentation tests, with cargo's
/// arguments for it.
pub fn test_runner() -> (Runner, String) {
    let (runner, command) = if tools::has_nextest() {
        // Many tests wait, for a time limit or for another process.
        let threads = std::thread::available_parallelism().map_or(1, usize::from) + 1;
        let command = format!("nextest run --no-tests pass --test-threads {threads}");
        (Runner::Nextest, command)
    } else {
        (Runner::Libtest, "test --tests".to_owned())
    };
    (runner, format!("{command} --workspace --no-fail-fast"))
}

/// Runs tests without rewriting reviewed text.
fn count_tests(runner: Runner, arguments: &str, count: &mut TestCount) -> Result<bool, Error> {
    let mut tests = cargo(arguments);
    tests
        .env("INSTA_UPDATE", "no")
        .env("CARGO_TERM_COLOR", "never");
    watch(tests, |line| {
        if let Some(more) = TestCount::from_summary(runner, line) {
            *count += more;
        }
    })
}

/// Returns whether no dependency has a security advisory of RustSec. The database
/// is a git repository; if it cannot be fetched the check is skipped and counted,
/// also in continuous integration, since no package registry provides it.
fn advisories(count: &mut TestCount) -> Result<bool, Error> {
    let cargo_deny = tools::cargo_deny()?;
    if !succeeds(&mut command(&cargo_deny, "fetch db"))? {
        println!("skipped: the database of advisories cannot be fetched");
        count.skipped += 1;
        return Ok(true);
    }
    let arguments = "--workspace check --disable-fetch advisories";
    succeeds(&mut command(&cargo_deny, arguments))
}

/// Runs the parts of cargo-deny that need no advisory database from the network.
fn dependencies() -> Result<bool, Error> {
    // An exception that is no longer needed is an error in deny.toml.
    let stale = "--deny=license-exception-not-encountered \
                 --deny=unmatched-skip --deny=unnecessary-skip";
    // Without --workspace only the dependencies of the root package are checked.
    let arguments = format!("--offline --workspace check {stale} bans licenses sources");
    succeeds(&mut command(tools::cargo_deny()?, &arguments))
}
