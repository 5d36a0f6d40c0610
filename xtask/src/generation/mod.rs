//! `cargo xtask generation`: the time and the memory that `openapi-dropshot` needs for a
//! large document, and the time that `cargo check` needs for the generated code.

mod document;

use crate::{error::Error, process, workspace};
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The limit of the time of one command.
const TIME: Duration = Duration::from_secs(2);

/// The limit of the memory of one command, in KiB.
const MEMORY: u64 = 500 * 1024;

/// How often the memory of a command is read.
const SAMPLING: Duration = Duration::from_millis(5);

/// Measures the generation of a large document. Returns whether each command stays within
/// the limits.
pub fn run() -> Result<bool, Error> {
    let target = workspace::target()?;
    let command = target.join("release/openapi-dropshot");
    let directory = target.join("generation");
    fs::create_dir_all(&directory).map_err(Error::file(&directory))?;
    let document = directory.join("large.json");
    let text = document::document();
    fs::write(&document, &text).map_err(Error::file(&document))?;
    println!(
        "{} operations, {:.1} MB of JSON, limits {} s and {} MiB",
        document::OPERATIONS,
        text.len() as f64 / 1e6,
        TIME.as_secs(),
        MEMORY / 1024
    );
    process::require(&mut process::cargo(
        "build --release --bin openapi-dropshot",
    ))?;
    let mut is_within_limits = true;
    for verb in ["check", "lower", "server", "client"] {
        let output = directory.join(verb);
        let mut run = process::command(&command, verb);
        let (time, memory) = measure(run.arg(&document), &output)?;
        let length = fs::read(&output).map_err(Error::file(&output))?;
        let lines = length.iter().filter(|byte| **byte == b'\n').count();
        println!(
            "{verb:<12}{:>6.2} s {:>5} MiB {lines:>8} lines of output",
            time.as_secs_f64(),
            memory / 1024
        );
        is_within_limits &= time <= TIME && memory <= MEMORY;
    }
    let root = directory.join("workspace");
    new_workspace(&command, &document, &root)?;
    check_server(&root)?;
    process::require(&mut cargo_of(&root, "clean --quiet --package")?)?;
    println!("cargo check {:>7.2} s", check_server(&root)?.as_secs_f64());
    let changed = root.join("server/src/lib.rs");
    let text = fs::read(&changed).map_err(Error::file(&changed))?;
    fs::write(&changed, text).map_err(Error::file(&changed))?;
    let time = check_server(&root)?.as_secs_f64();
    println!("             {time:>6.2} s again, with a file of the application changed");
    Ok(is_within_limits)
}

/// Runs a command that must succeed, with its standard output in a file. Returns its time
/// and its peak of memory in KiB.
fn measure(command: &mut Command, output: &Path) -> Result<(Duration, u64), Error> {
    let file = fs::File::create(output).map_err(Error::file(output))?;
    let begun = Instant::now();
    let mut child = command
        .stdout(file)
        .stderr(Stdio::null())
        .spawn()
        .map_err(process::failure_of(command))?;
    let mut memory = 0;
    let status = loop {
        memory = peak_memory(child.id()).unwrap_or(memory);
        let status = child.try_wait().map_err(process::failure_of(command))?;
        match status {
            Some(status) => break status,
            None => thread::sleep(SAMPLING),
        }
    };
    if !status.success() {
        let command = process::shown(command);
        return Err(Error::Failed { command });
    }
    Ok((begun.elapsed(), memory))
}

/// Returns the peak of the memory of a running process in KiB, where the system has
/// `/proc`.
fn peak_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    peak.trim().trim_end_matches("kB").trim().parse().ok()
}

/// Writes the workspace of a document.
fn new_workspace(command: &Path, document: &Path, root: &Path) -> Result<(), Error> {
    if root.exists() {
        fs::remove_dir_all(root).map_err(Error::file(root))?;
    }
    let mut new = process::command(command, "new");
    new.args([document, root, "--path".as_ref(), &workspace::root()]);
    process::output(&mut new)?;
    let lock = root.join("Cargo.lock");
    fs::copy(workspace::root().join("Cargo.lock"), &lock).map_err(Error::file(&lock))?;
    Ok(())
}

/// Returns the time of `cargo check` of the server.
fn check_server(root: &Path) -> Result<Duration, Error> {
    let begun = Instant::now();
    process::require(&mut cargo_of(root, "check --quiet --offline --package")?)?;
    Ok(begun.elapsed())
}

/// Returns a command of cargo for the server of a workspace.
fn cargo_of(root: &Path, arguments: &str) -> Result<Command, Error> {
    let mut cargo = process::cargo(arguments);
    cargo
        .arg("workspace-server")
        .env("CARGO_TARGET_DIR", workspace::target()?)
        .current_dir(root);
    Ok(cargo)
}
