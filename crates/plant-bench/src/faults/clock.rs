//! Steps of the clock by an hour back and a day forward under load, with libfaketime:
//! creates, which do not depend on the time, continue, and a token that has not expired
//! by the clock is accepted. The monotonic clock does not step.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use fs_err as fs;
use tokio::runtime::Runtime;

use super::Outcome;
use super::callers::Callers;
use super::ledger::Ledger;
use super::service::{in_file, resumes};
use crate::disk::Unavailable;
use crate::subject::WorkDirectory;

/// The offsets of the clock from the correct time, in this order.
const STEPS: [&str; 6] = ["+0", "-3600", "+0", "+86400", "-86400", "+0"];

pub(super) fn run(runtime: &Runtime, times: usize) -> Result<Outcome> {
    let library = library()?;
    let mut outcome = Outcome::default();
    let work = WorkDirectory::new()?;
    let offset = work.path("offset");
    fs::write(&offset, STEPS[0])?;
    let service = in_file(&work, &work.path("plants.db"))?;
    let ledger = Arc::new(Ledger::default());
    let _server = service.start_with(|serve| {
        serve
            .env("LD_PRELOAD", &library)
            .env("FAKETIME_TIMESTAMP_FILE", &offset)
            .env("FAKETIME_NO_CACHE", "1")
            .env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    })?;
    let callers = Callers::begin(runtime, 16, &service.url(), &service.token, &ledger)?;
    for step in STEPS.iter().cycle().take(times * STEPS.len()) {
        fs::write(&offset, step)?;
        // Longer than the service caches an accepted token.
        std::thread::sleep(Duration::from_millis(800));
        let resumed = resumes(&ledger, ledger.acknowledged());
        outcome.require(resumed.is_some(), || format!("the clock at {step} s: no create succeeds"));
    }
    callers.stop(runtime);
    let log = fs::read_to_string(service.log())?;
    let mut days: Vec<_> = log.lines().filter_map(day).collect();
    days.sort_unstable();
    days.dedup();
    println!("  {} steps of the clock; days in the log: {days:?}", times * STEPS.len());
    outcome.require(days.len() > 1, || "the clock did not step".to_owned());
    outcome.require_faithful("in the end", &service.compare(&ledger)?);
    outcome.require_documented(&ledger);
    let entries = ledger.entries();
    let refusals = &entries.refusals;
    outcome.require(refusals.is_empty(), || format!("{refusals:?}"));
    Ok(outcome)
}

fn day(record: &str) -> Option<&str> {
    record.split_once("\"ts\":\"")?.1.get(..10)
}

/// Returns the path of libfaketime, where Debian or `make install` puts it.
fn library() -> Result<PathBuf> {
    let folders = fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let mut places = folders
        .map(|folder| folder.path().join("faketime"))
        .chain([PathBuf::from("/usr/local/lib/faketime")])
        .map(|folder| folder.join("libfaketimeMT.so.1"));
    places.find(|path| path.is_file()).context(Unavailable(
        "libfaketime is not installed; on Debian, `apt-get install libfaketime`",
    ))
}
