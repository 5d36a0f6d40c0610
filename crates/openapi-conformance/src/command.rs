//! What commands that end in findings have in common. It must never decide what
//! a finding is.

use crate::allow::Allowed;
use crate::document::ReadError;
use crate::report::{Findings, Format};
use std::io::{self, Write};
use std::path::PathBuf;

/// What is done with findings, as arguments of a command line.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Output {
    /// How to write the findings
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Findings that are accepted, each with a reason; one that isn't found any
    /// more is an error
    #[arg(long, value_name = "FILE")]
    pub allow: Option<PathBuf>,
}

impl Output {
    /// What is accepted of the reports of one check. To be asked for first: where
    /// it can't be read, nothing needs to be checked.
    ///
    /// # Errors
    ///
    /// Those of [`Allowed::read`].
    pub fn allowed<R: Findings>(&self) -> Result<Allowed, ReadError> {
        match &self.allow {
            Some(path) => Allowed::read::<R>(path),
            None => Ok(Allowed::default()),
        }
    }

    /// Prints what is found and not accepted, and on standard error what is
    /// accepted and not found; whether there is neither. A reader that closes the
    /// pipe early (`| head`) has read enough, and changes nothing in the result.
    ///
    /// # Errors
    ///
    /// When it can't be printed.
    pub fn print(&self, mut report: impl Findings, allowed: &Allowed) -> io::Result<bool> {
        let unused = allowed.apply(&mut report);
        let mut output = io::stdout().lock();
        let written = self.format.write(&report, &mut output);
        unless_closed(written.and_then(|()| output.flush()))?;
        for entry in &unused {
            unless_closed(writeln!(io::stderr(), "{entry}"))?;
        }
        Ok(report.findings().is_empty() && unused.is_empty())
    }
}

/// Returns `written`, with success in place of a closed pipe.
fn unless_closed(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
