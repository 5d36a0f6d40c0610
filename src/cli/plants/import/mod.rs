//! `plant-store plants import`: creates the plants of a file.
//!
//! Creates run concurrently, so that lines share a commit. A create may be repeated, so
//! an import that ended early is continued by the same command.

mod arguments;
pub(in crate::cli) mod error;
mod lines;
mod report;
mod target;
mod window;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use plant_client::{Client, ConnectError, Connection, Token};
use plant_storage::Access;
use tokio::sync::mpsc::Receiver;

use super::format::{Format, ReadError};
use crate::cli::failure::Failure;
use crate::cli::progress;
use crate::cli::serve::Signals;
use arguments::TargetArgument;
use error::ImportError;
use lines::LineInMemory;
use report::Report;
use target::{Outcome, Target};
use window::Window;

/// Create the plants of a file.
#[derive(Args, Debug)]
#[command(after_help = crate::cli::EXIT_CODES)]
pub(super) struct Arguments {
    /// The file, or - for standard input
    file: PathBuf,

    /// The format: json-lines or csv [default: by the extension .jsonl, .ndjson or .csv, and
    /// json-lines for standard input]
    #[arg(long, env, value_name = "FORMAT", hide_possible_values = true)]
    format: Option<Format>,

    /// Print the report as JSON Lines
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    target: TargetArgument,
}

pub(super) async fn run(
    Arguments { file, format, json, target }: Arguments,
) -> Result<(), Failure> {
    let is_stdin = file == Path::new("-");
    let format = match format {
        Some(format) => format,
        None if is_stdin => Format::JsonLines,
        None => Format::of(&file).ok_or_else(|| ImportError::Format(file.clone()))?,
    };
    let (input, size) = open(&file, is_stdin).map_err(|error| unreadable(&file, error.into()))?;
    let (name, target) = match target {
        TargetArgument::Service { url, token_file } => {
            let client = client(&url, &token_file)?;
            (url, Target::Service(client))
        }
        TargetArgument::Store { store, is_new } => {
            let access = if is_new { Access::Serve } else { Access::ServeExisting };
            let storage = plant_storage::open(&store.store, access).await?;
            (store.name(), Target::Store(storage))
        }
    };
    // Only now: a signal ends the process while the target is opened.
    let progress = progress::bytes(size);
    let lines = lines::read(progress.wrap_read(input), format).map_err(Failure::Runtime)?;
    let signals = Signals::listen().map_err(Failure::Runtime)?;
    let mut import = Import {
        file,
        signals,
        window: Window::new(target.clone()),
        report: Report::new(json, name, &target, progress),
    };
    let ended = import.create_all(lines).await;
    import.settle().await;
    target.close().await;
    let printed = import.report.finish();
    ended?;
    printed?;
    match import.report.refused() {
        0 => Ok(()),
        refused => Err(ImportError::Refused(refused).into()),
    }
}

/// Opens the file. Returns its size, if it has one.
fn open(path: &Path, is_stdin: bool) -> io::Result<(Box<dyn Read + Send>, Option<u64>)> {
    if is_stdin {
        return Ok((Box::new(io::stdin()), None));
    }
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    let size = metadata.is_file().then_some(metadata.len());
    Ok((Box::new(file), size))
}

fn client(url: &str, token_file: &Path) -> Result<Client, ImportError> {
    let token = fs::read_to_string(token_file)
        .map_err(|source| ImportError::Token { path: token_file.to_owned(), source })?;
    let token = Token::new(token.trim_end()).map_err(ConnectError::from)?;
    Ok(Connection::new(url, token).client()?)
}

fn unreadable(path: &Path, source: ReadError) -> ImportError {
    let path = path.to_owned();
    ImportError::Read { path, source }
}

/// An import that has begun.
struct Import {
    file: PathBuf,
    signals: Signals,
    window: Window,
    report: Report,
}

impl Import {
    /// Creates the plants of all lines. When it returns an error, creates may still run.
    async fn create_all(
        &mut self,
        mut lines: Receiver<Result<LineInMemory, ReadError>>,
    ) -> Result<(), Failure> {
        loop {
            let line = tokio::select! {
                biased;
                signal = self.signals.next() => {
                    return Err(ImportError::Interrupted(signal).into());
                }
                Some((line, outcome)) = self.window.next() => {
                    self.report.add(line, outcome)?;
                    continue;
                }
                line = lines.recv(), if self.window.has_room() => line,
            };
            let Some(line) = line else {
                while let Some((line, outcome)) = self.next_outcome().await? {
                    self.report.add(line, outcome)?;
                }
                return Ok(());
            };
            let line = line.map_err(|error| unreadable(&self.file, error))?;
            // Of plants with the same id, the first in the file is created: its create ends before
            // the next begins. Outcomes come in the order of the lines.
            while self.window.has_id_of(&line)
                && let Some((line, outcome)) = self.next_outcome().await?
            {
                self.report.add(line, outcome)?;
            }
            self.window.begin(line);
        }
    }

    /// Waits for the outcome of the first create; `None` if none runs. A signal is an error.
    async fn next_outcome(&mut self) -> Result<Option<(u64, Outcome)>, Failure> {
        tokio::select! {
            biased;
            signal = self.signals.next() => Err(ImportError::Interrupted(signal).into()),
            ended = self.window.next() => Ok(ended),
        }
    }

    /// Waits for the creates that still run after an error, unless there is another signal.
    async fn settle(&mut self) {
        while let Some((line, outcome)) = tokio::select! {
            biased;
            _ = self.signals.next() => None,
            ended = self.window.next() => ended,
        } {
            // An error is found again when the command is repeated.
            let _ = self.report.add(line, outcome);
        }
    }
}
