//! Command-line arguments and output that the commands with findings share.

use super::allow::Allowed;
use super::annotation::Findings;
use super::format::Format;
use crate::Diagnostics;
use std::io::{self, Write};
use std::path::PathBuf;

/// The command-line arguments for the output of findings.
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
    /// Reads the allow file, if one is given. Call it before the check: if the file
    /// can't be read, nothing needs to be checked.
    ///
    /// # Errors
    ///
    /// Those of [`Allowed::read`].
    pub fn allowed<R: Findings>(&self) -> Result<Allowed, Diagnostics> {
        match &self.allow {
            Some(path) => Allowed::read::<R>(path),
            None => Ok(Allowed::default()),
        }
    }

    /// Prints the findings that are not accepted and, on standard error, the unused
    /// entries of the allow file. Returns whether there is neither. A reader that
    /// closes the pipe early (`| head`) doesn't change the result.
    ///
    /// # Errors
    ///
    /// When the output can't be written.
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

/// Returns `written`, with a closed pipe as success.
///
/// # Errors
///
/// Those of `written`, except for a closed pipe.
pub fn unless_closed(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
