//! Runs other programs in the workspace root and shows their output.

use crate::workspace;
use anyhow::{Context, Result, bail, ensure};
use std::{
    env,
    ffi::OsStr,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// Creates a command in the workspace root. `arguments` is split at white space;
/// add an argument that may contain a space with `Command::arg`.
pub fn command(program: impl AsRef<OsStr>, arguments: &str) -> Command {
    let mut command = Command::new(program);
    command.args(arguments.split_whitespace()).current_dir(workspace::root());
    command
}

/// Creates a command of the cargo that runs this program.
pub fn cargo(arguments: &str) -> Command {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    command(cargo, arguments)
}

/// Announces and runs a command. Returns whether it succeeded.
pub fn succeeds(command: &mut Command) -> Result<bool> {
    println!("$ {}", shown(command));
    let status = command.status().with_context(|| cannot_run(command))?;
    Ok(status.success())
}

/// Announces and runs a check whose exit code is 0 if it passed, 1 if it failed,
/// and another if it could not run. Returns whether it passed.
pub fn verdict(command: &mut Command) -> Result<bool> {
    println!("$ {}", shown(command));
    let status = command.status().with_context(|| cannot_run(command))?;
    match status.code() {
        Some(0) => Ok(true),
        Some(1) => Ok(false),
        _ => bail!("`{}` failed", shown(command)),
    }
}

/// Announces and runs a command that must succeed.
pub fn require(command: &mut Command) -> Result<()> {
    ensure!(succeeds(command)?, "`{}` failed", shown(command));
    Ok(())
}

/// Returns the path of a program of this workspace, compiled from the current source. In continuous
/// integration the tests have compiled it, with other features than a build would.
pub fn program(name: &str) -> Result<PathBuf> {
    let path = workspace::target()?.join("debug").join(name);
    if !(workspace::is_continuous_integration() && path.exists()) {
        // By binary rather than package, whose dependencies have other features.
        require(&mut cargo(&format!("build --quiet --bin {name}")))?;
    }
    Ok(path)
}

/// Runs a command that must succeed, without announcing it. Returns its standard
/// output.
pub fn output(command: &mut Command) -> Result<String> {
    let output = run(command)?;
    ensure!(output.status.success(), "`{}` failed", shown(command));
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a command without announcing it, and returns its output.
pub fn run(command: &mut Command) -> Result<Output> {
    command.output().with_context(|| cannot_run(command))
}

/// Returns the command line as a person would write it in the workspace root.
pub fn shown(command: &Command) -> String {
    let root = workspace::root();
    let shortened = |word| {
        let path = Path::new(word);
        path.strip_prefix(&root).unwrap_or(path)
    };
    let program = shortened(command.get_program());
    let name = match program.file_name() {
        // The directory of a system program is irrelevant.
        Some(name) if program.is_absolute() => Path::new(name),
        _ => program,
    };
    std::iter::once(name)
        .chain(command.get_args().map(shortened))
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the message for a command that can't be started.
pub fn cannot_run(command: &Command) -> String {
    format!("cannot run `{}`", shown(command))
}
