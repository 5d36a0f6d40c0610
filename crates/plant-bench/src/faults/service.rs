//! A service that can be restarted at the same address, so that its callers need not
//! change.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::Result;
use plant_client::ErrorCode;
use rusqlite::{Connection, OpenFlags};
use test_kit::run;

use super::Outcome;
use super::ledger::{Comparison, Ledger, Refusal};
use crate::bench::median;
use crate::server::{Server, free_port};
use crate::subject::{WorkDirectory, plant_store, sqlite};

/// The time limit until a create succeeds after a fault.
const PATIENCE: Duration = Duration::from_secs(60);

/// The time limit until a service is ready again, in seconds.
const READY: f64 = 1.0;

/// The number of faults per store. Then a new store is created, because comparing a
/// large store takes longer than injecting a fault.
pub const FAULTS_PER_STORE: usize = 20;

/// A store, and the address of its service, which may not be running.
pub struct Service {
    store: String,
    listen: String,
    log: PathBuf,
    /// The token of the callers.
    pub token: String,
}

impl Service {
    /// Creates a token in a store, and the store if it does not exist.
    pub fn new(work: &WorkDirectory, store: &str) -> Result<Self> {
        let port = free_port()?;
        let mut token = plant_store()?;
        token.args(["token", "create", "--name", "callers", "--new-store"]);
        token.args(["--store", store]);
        Ok(Service {
            store: store.to_owned(),
            listen: format!("127.0.0.1:{port}"),
            log: work.path("service.log"),
            token: run(&mut token)?,
        })
    }

    /// Returns the URL of the service.
    pub fn url(&self) -> String {
        format!("http://{}", self.listen)
    }

    /// Starts the service.
    pub fn start(&self) -> Result<Server> {
        self.start_with(|_| {})
    }

    /// Starts the service with a changed command.
    pub fn start_with(&self, change: impl FnOnce(&mut Command)) -> Result<Server> {
        let mut serve = self.command()?;
        change(&mut serve);
        Server::start(serve, &self.log)
    }

    /// Returns the command that starts the service.
    pub fn command(&self) -> Result<Command> {
        let mut serve = plant_store()?;
        serve.args(["serve", "--listen", &self.listen, "--store", &self.store]);
        Ok(serve)
    }

    /// Returns the path of the service's log.
    pub fn log(&self) -> &Path {
        &self.log
    }

    /// Compares the store with the ledger of the callers.
    pub fn compare(&self, ledger: &Ledger) -> Result<Comparison> {
        let mut export = plant_store()?;
        export.args(["plants", "export", "--store", &self.store]);
        ledger.compare(export)
    }
}

/// Waits until more plants are acknowledged than `before`. Returns the time that took,
/// or `None` if nothing was acknowledged within [`PATIENCE`].
pub fn resumes(ledger: &Ledger, before: usize) -> Option<Duration> {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if ledger.acknowledged() > before {
            return Some(begun.elapsed());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    None
}

/// Returns the result of SQLite's integrity check of a database file.
pub fn integrity(file: &Path) -> Result<String> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    Ok(connection.query_row("PRAGMA integrity_check", [], |row| row.get(0))?)
}

/// Returns a service with an SQLite store in a new file.
pub fn in_file(work: &WorkDirectory, file: &Path) -> Result<Service> {
    Service::new(work, &sqlite(file))
}

impl Outcome {
    /// Requires that a store has every acknowledged plant, once and complete, and no
    /// plant that was never sent.
    pub(super) fn require_faithful(&mut self, when: &str, comparison: &Comparison) {
        self.require(comparison.is_faithful(), || format!("{when}: {comparison:?}"));
    }

    /// Requires that creates succeed again after a fault, and that the store in this
    /// file is sound and agrees with the ledger.
    pub(super) fn require_intact(
        &mut self,
        when: &str,
        service: &Service,
        ledger: &Ledger,
        file: &Path,
    ) -> Result<()> {
        let resumed = resumes(ledger, ledger.acknowledged());
        self.require(resumed.is_some(), || format!("{when}: no create succeeds"));
        self.require_faithful(when, &service.compare(ledger)?);
        let said = integrity(file)?;
        self.require(said == "ok", || format!("{when}: integrity_check: {said}"));
        Ok(())
    }

    /// Requires that the median of the times from start to ready is below [`READY`]. The
    /// median, because the maximum depends on other work of the machine.
    pub(super) fn require_ready(&mut self, seconds: Vec<f64>) {
        let longest = seconds.iter().copied().fold(0.0, f64::max);
        let usual = median(seconds);
        println!("  ready again after {usual:.3} s (median), {longest:.3} s at most");
        self.require(usual <= READY, || format!("ready only after {usual:.3} s"));
    }

    /// Breaks the guarantee unless a caller has received a 503 with `StoreUnavailable`.
    pub(super) fn require_unavailable(&mut self, when: &str, ledger: &Ledger) {
        let refusal = Refusal::Unavailable(ErrorCode::StoreUnavailable);
        let is_told = ledger.entries().refusals.contains_key(&refusal);
        self.require(is_told, || format!("{when}: no response was a 503 with error 300"));
    }

    /// Requires that a plant was acknowledged when it was sent again.
    pub(super) fn require_repeated(&mut self, ledger: &Ledger) {
        let repeated = ledger.entries().repeated;
        self.require(repeated > 0, || "no repeated create was acknowledged".to_owned());
    }

    /// Prints the figures of a ledger and requires that all responses were documented.
    pub(super) fn require_documented(&mut self, ledger: &Ledger) {
        let entries = ledger.entries();
        let (sent, acknowledged) = (entries.sent.len(), entries.acknowledged.len());
        let (refusals, repeated) = (&entries.refusals, entries.repeated);
        println!(
            "  {sent} plants sent, {acknowledged} acknowledged; {repeated} repeated; {refusals:?}"
        );
        let (count, first) = (entries.violations.len(), entries.violations.iter().take(10));
        self.require(count == 0, || format!("{count} answers that may not be: {first:?}"));
    }
}
