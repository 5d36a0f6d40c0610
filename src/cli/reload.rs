//! SIGHUP, by which supervisors ask a service to read its settings again. The log level
//! is read here, and the certificate by [`Tls::renew`](crate::tls::Tls::renew). Other
//! settings need a new start.

use std::convert::Infallible;
use std::io::{self, IsTerminal};

use slog::{Logger, info, warn};
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::{Command, arguments};
use crate::logging::LogLevel;

/// Returns a listener for SIGHUP, or `None` if standard input is a terminal: then
/// SIGHUP means that the terminal is gone, and ends the process.
pub(super) fn hangup() -> Option<Signal> {
    let is_terminal = io::stdin().is_terminal();
    // With a registered handler, the signal would not end the process.
    (!is_terminal)
        .then(|| signal(SignalKind::hangup()).ok())
        .flatten()
}

/// Reads the configuration again for each SIGHUP. Never returns.
pub(super) async fn reload(
    hangup: Option<Signal>,
    level: &LogLevel,
    has_tls: bool,
    log: &Logger,
) -> Infallible {
    let Some(mut hangup) = hangup else {
        return std::future::pending().await;
    };
    loop {
        hangup.recv().await;
        match arguments::parse().map(|parsed| parsed.command) {
            Ok(Command::Serve(arguments)) => {
                let new = arguments.config.log_level;
                if level.set(new) {
                    info!(log, "SIGHUP: the log level is changed"; "log_level" => new.as_str());
                }
            }
            Ok(_) => {}
            Err(error) => {
                warn!(log, "SIGHUP: the settings are not read again"; "error" => error.line());
            }
        }
        if !has_tls {
            info!(log, "SIGHUP: there is no certificate to renew");
        }
    }
}
