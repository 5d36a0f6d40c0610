//! Monitoring of the store's write-ahead log, and of the standbys of a database server:
//! the service logs a record with figures when a problem begins, changes and ends. While
//! nothing changes, nothing is logged.

use std::time::Duration;

use plant_storage::{Health, Storage};
use slog::{Logger, error, info, warn};

/// The time between two checks of the state.
const INTERVAL: Duration = Duration::from_secs(1);

/// The length from which a log is a problem, in bytes. The service slows creates
/// down from 16 MiB on, so a log that can be checkpointed stays far below this.
const LONG: u64 = 64 << 20;

/// The problem of the log, in ascending order of severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LogProblem {
    /// No problem.
    None,
    /// The log grows: another program keeps reading the store.
    Long,
    /// The log cannot be moved into the database file.
    Stuck,
    /// The log has its maximum length; creates are refused.
    Full,
}

impl LogProblem {
    fn of(health: &Health) -> Self {
        match health {
            full if full.is_log_full => LogProblem::Full,
            stuck if stuck.checkpoint_error.is_some() => LogProblem::Stuck,
            long if long.log_bytes >= LONG => LogProblem::Long,
            _ => LogProblem::None,
        }
    }
}

/// Checks a store in regular intervals and logs changes of its state. Never returns.
pub(super) async fn watch(storage: &dyn Storage, log: &Logger) -> std::convert::Infallible {
    let mut known = LogProblem::None;
    let mut interval = tokio::time::interval(INTERVAL);
    loop {
        interval.tick().await;
        let Some(health) = storage.health() else {
            return watch_standbys(storage, log).await;
        };
        let found = LogProblem::of(&health);
        if found != known {
            report(found, &health, log);
            known = found;
        }
    }
}

/// Logs a warning when commits wait for fewer standbys than before.
async fn watch_standbys(storage: &dyn Storage, log: &Logger) -> std::convert::Infallible {
    let mut known = 0;
    let mut interval = tokio::time::interval(INTERVAL);
    loop {
        interval.tick().await;
        match storage.synchronous_standbys().await {
            Ok(Some(found)) => {
                if found < known {
                    warn!(log, "commits of the database wait for fewer standbys than before";
                        "standbys" => found, "before" => known);
                }
                known = found;
            }
            Ok(None) => return std::future::pending().await,
            // A database that is away is seen by its creates.
            Err(_) => {}
        }
    }
}

fn report(problem: LogProblem, health: &Health, log: &Logger) {
    let cause = health.checkpoint_error.as_ref();
    let log = log.new(slog::o!(
        "log_bytes" => health.log_bytes,
        "since_checkpoint_s" => health.since_checkpoint.as_secs(),
        "checkpoint_error" => cause.map_or_else(String::new, ToString::to_string),
    ));
    match problem {
        LogProblem::None => info!(log, "the log of the store is in order again"),
        LogProblem::Long => warn!(
            log,
            "the log of the store grows; another program that keeps reading the store is in the way"
        ),
        LogProblem::Stuck => error!(
            log,
            "the log of the store cannot be moved into the database file; check the disk"
        ),
        LogProblem::Full => error!(log, "the log of the store is full; creates are refused"),
    }
}

#[cfg(test)]
mod tests {
    //! If a log has several problems, the worst one is reported.

    use std::sync::Arc;

    use super::*;

    #[test]
    fn the_worst_problem_is_reported() {
        let mut health = Health {
            log_bytes: LONG - 1,
            since_checkpoint: Duration::ZERO,
            checkpoint_error: None,
            is_log_full: false,
        };
        assert_eq!(LogProblem::of(&health), LogProblem::None);
        health.log_bytes = LONG;
        assert_eq!(LogProblem::of(&health), LogProblem::Long);
        health.checkpoint_error = Some(Arc::new(std::fmt::Error));
        assert_eq!(LogProblem::of(&health), LogProblem::Stuck);
        health.is_log_full = true;
        assert_eq!(LogProblem::of(&health), LogProblem::Full);
    }
}
