//! `kill -9` while a store of version 2 of the schema is upgraded, with callers that wait
//! for the service. After each kill the store is sound and of the old or of the new version;
//! in the end it is of the new one and has every acknowledged plant, with its trail if it was
//! created after the upgrade.

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, ensure};
use fs_err as fs;
use rand::RngExt;
use rusqlite::Connection;
use tokio::runtime::Runtime;

use super::Outcome;
use super::callers::Callers;
use super::ledger::{Ledger, plant};
use super::service::{Service, in_file, integrity};
use crate::subject::WorkDirectory;

/// The schema of version 2, as it was released.
const VERSION_2: [&str; 2] = [
    include_str!("../../../plant-storage/src/sqlite/schema/1.sql"),
    include_str!("../../../plant-storage/src/sqlite/schema/2.sql"),
];

/// The version after the upgrade: `CURRENT` of `plant-storage/src/sqlite/schema.rs`, which also has
/// the number of the application.
const UPGRADED: u32 = 3;

/// The number of plants in a store before its upgrade. Their ids are the first ones below 0;
/// those of the callers are far from 0.
const PLANTS: i64 = 3000;

/// The number of kills of each store.
const KILLS: usize = 3;

pub(super) fn run(runtime: &Runtime, times: usize) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    // Without a kill, for the time of a start with the whole upgrade.
    let (_, start) = upgrade(runtime, 0, Duration::ZERO, &mut outcome)?;
    let mut early = 0;
    for _ in 0..times {
        early += upgrade(runtime, KILLS, start, &mut outcome)?.0;
    }
    let kills = times * KILLS;
    println!("  {times} upgrades, {kills} × kill -9, {early} of them before or in the upgrade");
    Ok(outcome)
}

/// Upgrades a store, whose service is killed this number of times, mostly within the time of a
/// `start`. Returns the number of kills before or in the upgrade, and the time of the last start.
fn upgrade(
    runtime: &Runtime,
    kills: usize,
    start: Duration,
    outcome: &mut Outcome,
) -> Result<(usize, Duration)> {
    let work = WorkDirectory::new()?;
    let file = work.path("plants.db");
    let service = in_file(&work, &file)?;
    let ledger = Arc::new(Ledger::default());
    make_older(&file, &ledger)?;
    let callers = Callers::begin(runtime, 16, &service.url(), &service.token, &ledger)?;
    let (mut version, mut early) = (2, 0);
    for kill in 1..=kills {
        // Some are after the upgrade.
        let pause = rand::rng().random_range(0.0..1.2);
        kill_a_start(&service, start.mul_f64(pause))?;
        let (found, said) = examine_copy(&work, &file)?;
        outcome.require(said == "ok" && (version..=UPGRADED).contains(&found), || {
            format!("kill {kill}: version {found} after {version}, integrity_check: {said}")
        });
        version = found;
        early += usize::from(found < UPGRADED);
    }
    let server = service.start()?;
    let ready_after = server.ready_after;
    outcome.require_intact("upgraded", &service, &ledger, &file)?;
    callers.stop(runtime);
    outcome.require_faithful("in the end", &service.compare(&ledger)?);
    outcome.require_documented(&ledger);
    let connection = Connection::open(&file)?;
    let version: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    outcome.require(version == UPGRADED, || format!("version {version} in the end"));
    // A plant of version 2 has no trail.
    let wrong = "SELECT count(*) FROM plants
         WHERE CASE WHEN id BETWEEN -?1 AND -1 THEN coalesce(token, created_at) IS NOT NULL
               ELSE token IS NOT 'callers' OR created_at IS NULL END";
    let wrong: i64 = connection.query_row(wrong, [PLANTS], |row| row.get(0))?;
    outcome.require(wrong == 0, || format!("{wrong} plants with a wrong trail"));
    Ok((early, ready_after))
}

/// Replaces a new store by one of version 2 with the same tokens, and with plants that were
/// acknowledged.
fn make_older(file: &Path, ledger: &Ledger) -> Result<()> {
    let newer = file.with_extension("newer");
    fs::rename(file, &newer)?;
    let mut connection = Connection::open(file)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    for statements in VERSION_2 {
        connection.execute_batch(statements)?;
    }
    connection.execute_batch("PRAGMA application_id = 0x504c4e54; PRAGMA user_version = 2")?;
    connection.execute("ATTACH ?1 AS newer", [newer.to_string_lossy()])?;
    let transaction = connection.transaction()?;
    transaction.execute("INSERT INTO tokens SELECT * FROM newer.tokens", [])?;
    for id in -PLANTS..0 {
        let plant = plant(id);
        let insert = "INSERT INTO plants (id, name, tag) VALUES (?1, ?2, ?3)";
        transaction.execute(insert, (id, plant.name, plant.tag))?;
        ledger.send(id);
        ledger.acknowledge(id, false);
    }
    Ok(transaction.commit()?)
}

/// Starts a service and kills it after some time.
fn kill_a_start(service: &Service, pause: Duration) -> Result<()> {
    let mut command = service.command()?;
    let command = command.stdin(Stdio::null()).stdout(Stdio::null());
    let mut child = command.stderr(Stdio::null()).spawn()?;
    std::thread::sleep(pause);
    child.kill()?;
    let status = child.wait()?;
    ensure!(status.signal() == Some(9), "the service ended by itself: {status}");
    Ok(())
}

/// Returns the version of the schema and the result of the integrity check of a copy: to
/// open the store itself would recover it.
fn examine_copy(work: &WorkDirectory, file: &Path) -> Result<(u32, String)> {
    let copy = work.path("copy.db");
    let log = |path: &Path| -> PathBuf { path.with_extension("db-wal") };
    for (from, to) in [(file.to_owned(), copy.clone()), (log(file), log(&copy))] {
        // There is no log after a start that was killed early, nor from the copy before.
        let _ = fs::remove_file(&to);
        if from.exists() {
            fs::copy(&from, &to)?;
        }
    }
    let connection = Connection::open(&copy)?;
    let version = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    drop(connection);
    Ok((version, integrity(&copy)?))
}
