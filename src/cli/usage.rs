//! The output for an invalid command line, environment or configuration file: help
//! unchanged, any error in one line. Tokens, private keys and passwords in the URL of a
//! store are masked, also in arguments where they don't belong.

use std::fmt;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::config::{FileError, Incomplete, UnknownVariable};
use crate::error::chain;
use crate::tls::without_pem;
use crate::tokens;

/// The source of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Flag(String),
    Variable(String),
    /// The file and the line.
    File(String),
    Default,
}

impl fmt::Display for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Flag(name) | Source::Variable(name) | Source::File(name) => {
                formatter.write_str(name)
            }
            Source::Default => formatter.write_str("default"),
        }
    }
}

/// The settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum UsageError {
    /// clap refuses the command line or a value.
    #[error("invalid command line")]
    CommandLine {
        /// clap's error, or help.
        error: clap::Error,
        /// The source of the value, unless it is a flag.
        origin: Option<Source>,
    },
    /// The configuration file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// A variable of the environment is not known.
    #[error(transparent)]
    Variable(#[from] UnknownVariable),
    /// A setting is missing.
    #[error(transparent)]
    Incomplete(#[from] Incomplete),
}

impl UsageError {
    /// Prints help on standard output, or an error on standard error.
    pub(super) fn report(self) -> ExitCode {
        match &self {
            UsageError::CommandLine { error, .. }
                if [
                    ErrorKind::DisplayHelp,
                    ErrorKind::DisplayVersion,
                    ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand,
                ]
                .contains(&error.kind()) =>
            {
                error.exit()
            }
            _ => eprintln!("error: {}", self.line()),
        }
        ExitCode::from(2)
    }

    /// Returns the error in one line, without secrets.
    pub(super) fn line(self) -> String {
        match self {
            UsageError::CommandLine { error, origin } => {
                let origin = origin.map_or_else(String::new, |source| format!(" (from {source})"));
                let message = message(error);
                let message = message.strip_prefix("error: ").unwrap_or(&message);
                format!("{message}{}", masked(&origin))
            }
            other => masked(&chain(&other)),
        }
    }
}

fn masked(text: &str) -> String {
    tokens::masked(&without_pem(text)).into_owned()
}

/// Returns clap's message without secrets, in one line and without the usage.
fn message(mut error: clap::Error) -> String {
    mask_passwords(&mut error);
    error.remove(ContextKind::Usage);
    let message = error.render().to_string();
    let lines =
        message.lines().map(str::trim).take_while(|line| !line.starts_with("For more information"));
    let parts: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let line = parts.join(" ").replace(" tip: ", "; ");
    masked(&line)
}

/// Masks the values that may contain a password. A value that `--store` refuses is
/// always masked, because the position of the password in it is unknown. Any other
/// value is masked if it may be the URL of a store.
fn mask_passwords(error: &mut clap::Error) {
    let refused_by_store = error.kind() == ErrorKind::ValueValidation
        && matches!(
            error.get(ContextKind::InvalidArg),
            Some(ContextValue::String(name)) if name.starts_with("--store")
        );
    for kind in [ContextKind::InvalidArg, ContextKind::InvalidSubcommand, ContextKind::InvalidValue]
    {
        let Some(ContextValue::String(value)) = error.get(kind) else {
            continue;
        };
        // A flag is not a value, and clap does not repeat the value after a flag.
        let is_url = value.contains(['@', '=', '?']) && !value.starts_with('-');
        if is_url || (refused_by_store && kind == ContextKind::InvalidValue) {
            error.insert(kind, ContextValue::String("…".to_owned()));
            // Suggestions repeat the value.
            error.remove(ContextKind::Suggested);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::message;
    use crate::cli::command;

    #[test]
    fn a_password_in_a_url_is_not_repeated() {
        for (arguments, shown) in [
            (
                &["serve", "--store", "postgres://me:se cret@host:port"] as &[&str],
                "error: invalid value '…' for '--store <URL>': ",
            ),
            (
                &["serve", "--store", "host=db password=it' for 's"],
                "error: invalid value '…' for '--store <URL>': ",
            ),
            (&["serve", "--store", "secret"], "error: invalid value '…' for '--store <URL>': "),
            (
                &["plants", "export", "postgres:me:secret@host"],
                "error: unexpected argument '…' found",
            ),
            (&["host=db password=secret"], "error: unrecognized subcommand '…'"),
            (
                &["serve", "--listen", "http://[::1]:80"],
                "error: invalid value 'http://[::1]:80' for '--listen <IP:PORT>': ",
            ),
            (
                &["serve", "--stor"],
                "error: unexpected argument '--stor' found; a similar argument exists: '--store'",
            ),
            (&["plants", "get"], "error: the following required arguments were not provided: <ID>"),
        ] {
            let arguments = [&["plant-store"], arguments].concat();
            let message = message(command().try_get_matches_from(arguments).unwrap_err());
            assert!(message.starts_with(shown), "{message}");
            assert!(!message.contains("cret"), "{message}");
            assert_eq!(message.lines().count(), 1, "{message}");
        }
    }
}
