//! `kill -9` at random moments under load, and a start on the remaining files. The
//! system keeps the writes of the process, so this fault detects acknowledgements
//! before the write; `power` detects acknowledgements before the flush.

use std::sync::Arc;
use std::time::Duration;

use rand::RngExt;
use tokio::runtime::Runtime;

use super::Outcome;
use super::callers::Callers;
use super::ledger::Ledger;
use super::service::{FAULTS_PER_STORE, in_file};
use crate::subject::WorkDirectory;
use anyhow::Result;

pub(super) fn run(runtime: &Runtime, times: usize) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    let mut ready = Vec::new();
    for done in (0..times).step_by(FAULTS_PER_STORE) {
        let times = FAULTS_PER_STORE.min(times - done);
        kill_a_store(runtime, times, &mut outcome, &mut ready)?;
    }
    println!("  {times} × kill -9");
    outcome.require_ready(ready);
    Ok(outcome)
}

/// Kills the service of a new store this number of times.
fn kill_a_store(
    runtime: &Runtime,
    times: usize,
    outcome: &mut Outcome,
    ready: &mut Vec<f64>,
) -> Result<()> {
    let work = WorkDirectory::new()?;
    let file = work.path("plants.db");
    let service = in_file(&work, &file)?;
    let ledger = Arc::new(Ledger::default());
    let mut server = service.start()?;
    let callers = Callers::begin(runtime, 32, &service.url(), &service.token, &ledger)?;
    for time in 1..=times {
        let pause = rand::rng().random_range(50..300);
        std::thread::sleep(Duration::from_millis(pause));
        server.kill();
        server = service.start()?;
        ready.push(server.ready_after.as_secs_f64());
        outcome.require_intact(&format!("kill {time}"), &service, &ledger, &file)?;
    }
    callers.stop(runtime);
    outcome.require_faithful("in the end", &service.compare(&ledger)?);
    outcome.require_documented(&ledger);
    outcome.require_repeated(&ledger);
    Ok(())
}
