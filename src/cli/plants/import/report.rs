//! The report of an import, on standard output: a line for each line that is refused,
//! and the target with the numbers of plants.

use std::io::Write;

use indicatif::ProgressBar;
use serde::Serialize;
use untrusted_text::one_line;

use super::ImportError;
use super::lines::Refusal;
use super::target::{Outcome, Stored, Target, Unstored};
use crate::cli::failure::Failure;
use crate::cli::output;

/// The report of an import.
pub(super) struct Report {
    is_json: bool,
    progress: ProgressBar,
    summary: Summary,
}

/// The target and the numbers of lines.
#[derive(Serialize)]
struct Summary {
    /// The URL of the store or the service.
    target: String,
    /// Plants that are new; if `already_stored` is `None`, also those that were stored before.
    stored: u64,
    /// Plants that were stored before, equal to the line. `None` if the target does not
    /// tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    already_stored: Option<u64>,
    refused: u64,
}

#[derive(Serialize)]
struct RefusedLine<'r> {
    line: u64,
    #[serde(flatten)]
    refusal: &'r Refusal,
}

impl Report {
    /// Returns an empty report, beside a progress bar.
    pub(super) fn new(is_json: bool, name: String, target: &Target, progress: ProgressBar) -> Self {
        let summary = Summary {
            target: name,
            stored: 0,
            already_stored: matches!(target, Target::Store(_)).then_some(0),
            refused: 0,
        };
        Report { is_json, progress, summary }
    }

    /// Returns the number of lines that are refused.
    pub(super) fn refused(&self) -> u64 {
        self.summary.refused
    }

    /// Adds the outcome of a line.
    ///
    /// # Errors
    /// No plant can be created any more, or the report cannot be printed.
    pub(super) fn add(&mut self, line: u64, outcome: Outcome) -> Result<(), Failure> {
        match outcome {
            Ok(Stored::New) => self.summary.stored += 1,
            Ok(Stored::Before) => *self.summary.already_stored.get_or_insert(0) += 1,
            Err(Unstored::Refused(refusal)) => {
                self.summary.refused += 1;
                self.print(line, &refusal)?;
            }
            Err(Unstored::Failed(source)) => {
                return Err(ImportError::Stopped { line, source }.into());
            }
        }
        Ok(())
    }

    fn print(&self, line: u64, refusal: &Refusal) -> Result<(), Failure> {
        let Refusal { error, message } = refusal;
        self.progress.suspend(|| {
            output::write(|stdout| {
                if self.is_json {
                    return output::write_json(stdout, &RefusedLine { line, refusal });
                }
                let message = one_line(message);
                match error {
                    Some(error) => writeln!(stdout, "line {line}: error {error}: {message}"),
                    None => writeln!(stdout, "line {line}: {message}"),
                }
            })
        })
    }

    /// Removes the progress bar and prints the target and the numbers.
    pub(super) fn finish(&self) -> Result<(), Failure> {
        self.progress.finish_and_clear();
        let Summary { target, stored, already_stored, refused } = &self.summary;
        output::write(|stdout: &mut dyn Write| {
            if self.is_json {
                return output::write_json(stdout, &self.summary);
            }
            write!(stdout, "imported into {target}: {stored} plants")?;
            if let Some(already_stored) = already_stored {
                write!(stdout, ", {already_stored} stored before")?;
            }
            writeln!(stdout, ", {refused} refused")
        })
    }
}
