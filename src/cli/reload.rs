//! SIGHUP, by which supervisors ask a service to read its settings again. The log level
//! is read here, and the certificate by [`Tls::renew`](crate::tls::Tls::renew). Other
//! settings need a new start, and a record names those that have changed.

use std::convert::Infallible;
use std::io::{self, IsTerminal};

use slog::{Logger, info, warn};
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::Command;
use super::arguments::{self, EffectiveSetting};
use crate::logging::LogLevel;

/// The settings that a running service takes over.
const RELOADED: [&str; 1] = ["log-level"];

/// Returns a listener for SIGHUP, or `None` if standard input is a terminal: then
/// SIGHUP means that the terminal is gone, and ends the process.
pub(super) fn hangup() -> Option<Signal> {
    let is_terminal = io::stdin().is_terminal();
    // With a registered handler, the signal would not end the process.
    (!is_terminal).then(|| signal(SignalKind::hangup()).ok()).flatten()
}

/// Reads the configuration again for each SIGHUP. `started` are the settings with which the
/// service was started. Never returns.
pub(super) async fn reload(
    hangup: Option<Signal>,
    started: Vec<EffectiveSetting>,
    level: &LogLevel,
    has_tls: bool,
    log: &Logger,
) -> Infallible {
    let Some(mut hangup) = hangup else {
        return std::future::pending().await;
    };
    loop {
        hangup.recv().await;
        let parsed = arguments::parse().map(|parsed| (parsed.command, parsed.settings));
        match parsed {
            Ok((Command::Serve(arguments), settings)) => {
                let changed = changed(&started, &settings);
                if !changed.is_empty() {
                    warn!(log, "SIGHUP: some settings have changed and need a new start";
                        "settings" => changed.join(", "));
                }
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

/// Returns the names of the settings with other values that a running service does not
/// take over.
fn changed<'s>(started: &[EffectiveSetting], read: &'s [EffectiveSetting]) -> Vec<&'s str> {
    let is_started = |setting: &EffectiveSetting| {
        started.iter().any(|one| one.name == setting.name && one.value == setting.value)
    };
    let read = read.iter().filter(|setting| !is_started(setting));
    read.map(|setting| &*setting.name).filter(|name| !RELOADED.contains(name)).collect()
}
