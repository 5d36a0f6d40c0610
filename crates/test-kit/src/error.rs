//! Programs that the kit runs, and their errors.

use std::process::Command;

use anyhow::{Context, Result, ensure};

/// PostgreSQL is not installed.
#[derive(Debug, thiserror::Error)]
#[error("PostgreSQL is not installed; on Debian, `apt-get install postgresql`")]
pub struct NoPostgres;

/// Runs a program. Returns its standard output without surrounding white space.
///
/// # Errors
/// The program can't be started, or fails.
pub fn run(command: &mut Command) -> Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output();
    let output = output.with_context(|| format!("cannot run {program}"))?;
    let (status, errors) = (output.status, String::from_utf8_lossy(&output.stderr));
    ensure!(status.success(), "{program} failed ({status}): {}", errors.trim());
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
