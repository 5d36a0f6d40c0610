//! Runs other programs in the workspace's root and shows what they say.

use crate::{error::Error, workspace};
use std::{
    env,
    ffi::OsStr,
    io::{self, BufRead, BufReader},
    path::Path,
    process::Command,
};

/// A command that runs in the workspace's root. Its arguments are the words of
/// `arguments`; one that may hold a space is added by `Command::arg`.
pub fn command(program: impl AsRef<OsStr>, arguments: &str) -> Command {
    let mut command = Command::new(program);
    command
        .args(arguments.split_whitespace())
        .current_dir(workspace::root());
    command
}

/// The cargo that runs this program, with the words of `arguments`.
pub fn cargo(arguments: &str) -> Command {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    command(cargo, arguments)
}

/// Announces and runs a command; whether it succeeded.
pub fn succeeds(command: &mut Command) -> Result<bool, Error> {
    println!("$ {}", shown(command));
    Ok(command.status().map_err(failure_of(command))?.success())
}

/// Announces and runs a check whose exit code is 0 when it passed, 1 when it did
/// not, and another when it could not be made; whether it passed.
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

/// Announces and runs a command that has to succeed.
pub fn require(command: &mut Command) -> Result<(), Error> {
    if succeeds(command)? {
        Ok(())
    } else {
        let command = shown(command);
        Err(Error::Failed { command })
    }
}

/// Announces and runs a command, prints what it writes to either stream as it
/// comes, and gives each line to `read`; whether the command succeeded.
pub fn watch(mut command: Command, mut read: impl FnMut(&str)) -> Result<bool, Error> {
    println!("$ {}", shown(&command));
    let failure = failure_of(&command);
    let run = || -> io::Result<bool> {
        let (output, input) = io::pipe()?;
        command.stdout(input.try_clone()?).stderr(input);
        let mut child = command.spawn()?;
        // The command holds the pipe's other end, which would never close.
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

/// Runs a command that has to succeed, without announcing it; its standard
/// output.
pub fn output(command: &mut Command) -> Result<String, Error> {
    let output = command.output().map_err(failure_of(command))?;
    if !output.status.success() {
        let command = shown(command);
        return Err(Error::Failed { command });
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a command without announcing it; whether it succeeded, and what it
/// wrote to standard error.
pub fn messages(command: &mut Command) -> Result<(bool, String), Error> {
    let output = command.output().map_err(failure_of(command))?;
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    Ok((output.status.success(), messages))
}

/// The command line as a person would have written it in the root folder.
pub fn shown(command: &Command) -> String {
    let root = workspace::root();
    let shortened = |word| {
        let path = Path::new(word);
        path.strip_prefix(&root).unwrap_or(path)
    };
    let program = shortened(command.get_program());
    let name = match program.file_name() {
        // Where a program of the system is found says nothing.
        Some(name) if program.is_absolute() => Path::new(name),
        _ => program,
    };
    std::iter::once(name)
        .chain(command.get_args().map(shortened))
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}

fn failure_of(command: &Command) -> impl FnOnce(io::Error) -> Error + use<> {
    let command = shown(command);
    move |source| Error::Run { command, source }
}
