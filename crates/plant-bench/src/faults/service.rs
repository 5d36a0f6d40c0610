//! A service that is started again and again at the same address, so that its
//! callers need not be told.

use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use plant_client::types::NewPlant;
use rusqlite::{Connection, OpenFlags};

use super::Outcome;
use super::ledger::{Comparison, Ledger};
use crate::Error;
use crate::postgres::run;
use crate::server::Server;
use crate::statistics::median;
use crate::subject::{Place, plant_store, sqlite};

/// How long a service may take until a create succeeds that did not before.
const PATIENCE: Duration = Duration::from_secs(60);

/// How soon a service has to be ready again, in seconds.
const READY: f64 = 1.0;

/// After how many faults a new store is taken: to compare a large one takes
/// longer than to break it.
pub const A_STORE: usize = 20;

/// A store, and where its service is or will be.
pub struct Service {
    store: String,
    listen: String,
    log: PathBuf,
    /// The token that its callers use.
    pub token: String,
}

impl Service {
    /// Makes a token in a store, and with it the store if there is none.
    pub fn new(place: &Place, store: &str) -> Result<Self, Error> {
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|it| it.local_addr());
        let port = port.map_err(Error::system("a port"))?.port();
        let mut token = plant_store()?;
        token.args(["token", "create", "--name", "callers", "--new-store"]);
        token.args(["--store", store]);
        Ok(Service {
            store: store.to_owned(),
            listen: format!("127.0.0.1:{port}"),
            log: place.path("service.log"),
            token: run(&mut token)?,
        })
    }

    /// Where it can be called.
    pub fn url(&self) -> String {
        format!("http://{}", self.listen)
    }

    /// Starts it.
    pub fn start(&self) -> Result<Server, Error> {
        self.start_with(|_| {})
    }

    /// Starts it with something changed.
    pub fn start_with(&self, change: impl FnOnce(&mut Command)) -> Result<Server, Error> {
        let mut serve = plant_store()?;
        serve.args(["serve", "--listen", &self.listen, "--store", &self.store]);
        change(&mut serve);
        Server::start(serve, &self.log)
    }

    /// Where it logs.
    pub fn log(&self) -> &Path {
        &self.log
    }

    /// The plant of an id, as it is stored.
    pub fn get(&self, id: i64) -> Result<NewPlant, Error> {
        let mut get = plant_store()?;
        get.args(["plants", "get", &id.to_string(), "--store", &self.store]);
        let said = run(&mut get)?;
        serde_json::from_str(&said).map_err(|_| Error::Unexpected {
            program: "plant-store",
            said,
        })
    }

    /// Compares what is stored with what the callers know.
    pub fn compare(&self, ledger: &Ledger) -> Result<Comparison, Error> {
        let mut export = plant_store()?;
        export.args(["plants", "export", "--store", &self.store]);
        ledger.compare(export)
    }
}

/// Waits until more plants are acknowledged than `before`; how long that took,
/// none if nothing is acknowledged any more.
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

/// What SQLite itself says of a database file.
pub fn integrity(file: &Path) -> Result<String, Error> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    Ok(connection.query_row("PRAGMA integrity_check", [], |row| row.get(0))?)
}

/// An SQLite store in a file that is not there yet.
pub fn in_file(place: &Place, file: &Path) -> Result<Service, Error> {
    Service::new(place, &sqlite(file))
}

impl Outcome {
    /// Requires that a store has what was acknowledged, once and whole, and
    /// nothing that was never sent.
    pub(super) fn require_faithful(&mut self, when: &str, comparison: &Comparison) {
        self.require(comparison.is_faithful(), || {
            format!("{when}: {comparison:?}")
        });
    }

    /// Requires that creates succeed again after something was broken, and that
    /// the store in this file is what it has to be.
    pub(super) fn require_intact(
        &mut self,
        when: &str,
        service: &Service,
        ledger: &Ledger,
        file: &Path,
    ) -> Result<(), Error> {
        let resumed = resumes(ledger, ledger.acknowledged());
        self.require(resumed.is_some(), || format!("{when}: no create succeeds"));
        self.require_faithful(when, &service.compare(ledger)?);
        let said = integrity(file)?;
        self.require(said == "ok", || format!("{when}: integrity_check: {said}"));
        Ok(())
    }

    /// Requires that a service was ready again soon, each time that many seconds
    /// after its start. By the median: the longest is the machine's, if it does
    /// other things.
    pub(super) fn require_ready(&mut self, seconds: Vec<f64>) {
        let longest = seconds.iter().copied().fold(0.0, f64::max);
        let usual = median(seconds);
        println!("  ready again after {usual:.3} s (median), {longest:.3} s at most");
        self.require(usual <= READY, || format!("ready only after {usual:.3} s"));
    }

    /// Requires that only documented answers were given, and prints the rest.
    pub(super) fn require_documented(&mut self, ledger: &Ledger) {
        let summary = ledger.summary();
        println!(
            "  {} plants sent, {} acknowledged; {}",
            summary.sent, summary.acknowledged, summary.refusals
        );
        let (count, first) = summary.violations;
        self.require(count == 0, || {
            format!("{count} answers that may not be, first {first:?}")
        });
    }
}
