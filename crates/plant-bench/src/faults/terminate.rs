//! SIGTERM in the middle of batches: requests that have begun are answered, the process
//! ends by itself with exit code 0, and no acknowledged plant is lost. The times for the
//! end and the next start are those of a restart.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::runtime::Runtime;

use super::Outcome;
use super::callers::Callers;
use super::ledger::Ledger;
use super::service::{in_file, resumes};
use crate::subject::WorkDirectory;
use anyhow::Result;

pub(super) fn run(runtime: &Runtime, times: usize) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    let work = WorkDirectory::new()?;
    let service = in_file(&work, &work.path("plants.db"))?;
    let ledger = Arc::new(Ledger::default());
    let (mut slowest, mut ready) = (Duration::ZERO, Vec::new());
    let callers = Callers::begin(runtime, 32, &service.url(), &service.token, &ledger)?;
    for time in 1..=times {
        let server = service.start()?;
        ready.push(server.ready_after.as_secs_f64());
        let resumed = resumes(&ledger, ledger.acknowledged());
        outcome.require(resumed.is_some(), || format!("start {time}: no create succeeds"));
        std::thread::sleep(Duration::from_millis(100));
        let begun = Instant::now();
        let status = server.terminate()?;
        slowest = slowest.max(begun.elapsed());
        outcome.require(status.success(), || format!("SIGTERM {time}: {status}"));
        outcome.require_faithful(&format!("SIGTERM {time}"), &service.compare(&ledger)?);
    }
    callers.stop(runtime);
    println!("  {times} × SIGTERM; ended after {slowest:.0?} at most");
    outcome.require_ready(ready);
    outcome.require_documented(&ledger);
    Ok(outcome)
}
