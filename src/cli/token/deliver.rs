//! The delivery of a new token to its owner: a token that was not delivered is revoked.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use chrono::Utc;
use plant_storage::Storage;

use crate::cli::failure::Failure;
use crate::tokens::Token;

/// A new file for a token, which only its owner can read.
pub(in crate::cli) struct TokenFile(File);

impl TokenFile {
    pub(in crate::cli) fn create(path: &Path) -> Result<Self, Failure> {
        let mut options = OpenOptions::new();
        let file = options.create_new(true).write(true).mode(0o600).open(path);
        match file {
            Ok(file) => Ok(TokenFile(file)),
            Err(source) => Err(Failure::TokenFile { path: path.to_owned(), source }),
        }
    }

    /// Writes the token as a line, and waits until it is on stable storage.
    pub(in crate::cli) fn write(&mut self, token: &Token) -> io::Result<()> {
        writeln!(self.0, "{}", token.reveal())?;
        self.0.sync_all()
    }
}

/// Writes a token that was just issued, to `file` or to standard output. If that fails,
/// the token is revoked: it would stay active for ever, known to no caller. Its name is
/// used up, since no name is used twice.
pub(in crate::cli) async fn deliver(
    storage: &dyn Storage,
    name: &str,
    file: Option<&Path>,
    write: impl FnOnce() -> io::Result<()>,
) -> Result<(), Failure> {
    let Err(output) = write() else {
        return Ok(());
    };
    let name = name.to_owned();
    let target = match file {
        Some(file) => format!("the file {}", file.display()),
        None => "standard output".to_owned(),
    };
    match storage.token_revoke(&name, Utc::now().timestamp()).await {
        Ok(()) => Err(Failure::Unprinted { target, name, output }),
        Err(source) => Err(Failure::Unrevoked { target, name, source }),
    }
}
