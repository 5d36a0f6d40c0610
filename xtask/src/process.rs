//! Runs other programs in the workspace root and shows their output.

use crate::{error::Error, workspace};
use std::{
    env,
    ffi::OsStr,
    io::{self, BufRead, BufReader},
    path::Path,
    process::Command,
};

/// Creates a command in the workspace root. `arguments` is split at white space;
/// add an argument that may contain a space with `Command::arg`.
pub fn command(program: impl AsRef<OsStr>, arguments: &str) -> Command {
    let mut command = Command::new(program);
    command
        .args(arguments.split_whitespace())
        .current_dir(workspace::root());
    command
}

/// Creates a command of the cargo that runs this program.
pub fn cargo(arguments: &str) -> Command {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    command(cargo, arguments)
}

/// Announces and runs a command. Returns whether it succeeded.
pub fn succeeds(command: &mut Command) -> Result<bool, Error> {
    println!("$ {}", shown(command));
    Ok(command.status().map_err(failure_of(command))?.success())
}

/// Announces and runs a check whose exit code is 0 if it passed, 1 if it failed,
/// and another if it could not run. Returns whether it passed.
pub fn verdict(command: &mut Command) -> Result<bool, Error> {
    println!("$ {}", shown(command));
    match command.status().map_err(failure_of(command))?.code() {
        Some(0) => Ok(true),
        Some(1) => Ok(false),
        _ => {
            let command = shown(command);
            Err(Error::Failed { command })
        }
    }
}

/// Announces and runs a command that must succeed.
pub fn require(command: &mut Command) -> Result<(), Error> {
    if succeeds(command)? {
        Ok(())
    } else {
        let command = shown(command);
        Err(Error::Failed { command })
    }
}

/// Announces and runs a command, prints its output and errors immediately, and
/// calls `read` for each line. Returns whether the command succeeded.
pub fn watch(mut command: Command, mut read: impl FnMut(&str)) -> Result<bool, Error> {
    println!("$ {}", shown(&command));
    let failure = failure_of(&command);
    let run = || -> io::Result<bool> {
        let (output, input) = io::pipe()?;
        command.stdout(input.try_clone()?).stderr(input);
        let mut child = command.spawn()?;
        // The command owns a handle of the pipe's other end, which would never
        // close.
        drop(command);
        for line in BufReader::new(output).split(b'\n') {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            println!("{line}");
            read(&line);
        }
        Ok(child.wait()?.success())
    };
    run().map_err(failure)
}

/// Runs a command that must succeed, without announcing it. Returns its standard
/// output.
pub fn output(command: &mut Command) -> Result<String, Error> {
    let output = command.output().map_err(failure_of(command))?;
    if !output.status.success() {
        let command = shown(command);
        return Err(Error::Failed { command });
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a command without announcing it. Returns whether it succeeded, and its
/// standard error.
pub fn messages(command: &mut Command) -> Result<(bool, String), Error> {
    let output = command.output().map_err(failure_of(command))?;
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok((output.status.success(), messages))
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

/// Returns the error of a command that could not be started.
pub fn failure_of(command: &Command) -> impl FnOnce(io::Error) -> Error + use<> {
    let command = shown(command);
    move |source| Error::Run { command, source }
}
