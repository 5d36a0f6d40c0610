//! Losses of power at random moments under load: unflushed data is lost completely or
//! partly. A service that acknowledges before the flush loses plants here.
//!
//! A control experiment comes first: an SQLite connection on the same disk that doesn't
//! flush (synchronous=OFF) has to lose rows.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use fs_err as fs;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use rusqlite::Connection;
use tokio::runtime::Runtime;

use super::Outcome;
use super::callers::Callers;
use super::ledger::Ledger;
use super::service::{FAULTS_PER_STORE, in_file};
use crate::disk::{Disk, Image, Trouble};
use crate::subject::WorkDirectory;

pub(super) fn run(runtime: &Runtime, times: usize) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    let work = WorkDirectory::new()?;
    let directory = work.path("disk");
    fs::create_dir(&directory)?;
    let seed = rand::rng().random();
    println!("  seed {seed}");
    let mut random = SmallRng::seed_from_u64(seed);

    let lost = losses_without_flushes(&directory, &mut random)?;
    println!("  without flushes, 20 losses of power lose {lost} of 2000 rows");
    outcome.require(lost > 0, || "this disk forgets nothing".to_owned());
    drop(work);

    let mut ready = Vec::new();
    for done in (0..times).step_by(FAULTS_PER_STORE) {
        let times = FAULTS_PER_STORE.min(times - done);
        lose_power_of_a_store(runtime, times, &mut random, &mut outcome, &mut ready)?;
    }
    println!("  {times} losses of power");
    outcome.require_ready(ready);
    Ok(outcome)
}

/// Cuts the power of the disk of a new store this number of times.
fn lose_power_of_a_store(
    runtime: &Runtime,
    times: usize,
    random: &mut SmallRng,
    outcome: &mut Outcome,
    ready: &mut Vec<f64>,
) -> Result<()> {
    let work = WorkDirectory::new()?;
    let directory = work.path("disk");
    fs::create_dir(&directory)?;
    let mut disk = Disk::mount(Image::default(), &directory)?;
    let file = disk.path("plants.db");
    let service = in_file(&work, &file)?;
    let ledger = Arc::new(Ledger::default());
    let mut server = service.start()?;
    let callers = Callers::begin(runtime, 32, &service.url(), &service.token, &ledger)?;
    for time in 1..=times {
        std::thread::sleep(Duration::from_millis(random.random_range(50..300)));
        if time % 2 == 0 {
            // Unflushed writes of a killed process remain until the loss of power,
            // and a repeated create finds them.
            server.kill();
            server = service.start()?;
            std::thread::sleep(Duration::from_millis(random.random_range(0..60)));
        }
        disk.trouble(Trouble::NoPower);
        server.kill();
        disk = Disk::mount(disk.lose_power(random)?, &directory)?;
        server = service.start()?;
        ready.push(server.ready_after.as_secs_f64());
        outcome.require_intact(&format!("loss {time}"), &service, &ledger, &file)?;
    }
    callers.stop(runtime);
    outcome.require_faithful("in the end", &service.compare(&ledger)?);
    outcome.require_documented(&ledger);
    outcome.require_repeated(&ledger);
    // Before the disk is unmounted.
    server.kill();
    Ok(())
}

/// Returns the number of committed rows that a connection without flushes loses, in 20
/// losses of power after 100 rows each.
fn losses_without_flushes(directory: &std::path::Path, random: &mut SmallRng) -> Result<i64> {
    let mut lost = 0;
    for _ in 0..20 {
        let disk = Disk::mount(Image::default(), directory)?;
        let open = || Connection::open(disk.path("control.db"));
        let connection = open()?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "OFF")?;
        connection.execute_batch("CREATE TABLE rows (id INTEGER PRIMARY KEY)")?;
        for id in 0..100 {
            connection.execute("INSERT INTO rows VALUES (?1)", [id])?;
        }
        disk.trouble(Trouble::NoPower);
        drop(connection);
        let disk = Disk::mount(disk.lose_power(random)?, directory)?;
        let count = Connection::open(disk.path("control.db"))
            .and_then(|it| it.query_row("SELECT count(*) FROM rows", [], |row| row.get(0)));
        // A file without its table has lost all rows.
        lost += 100 - count.unwrap_or(0);
    }
    Ok(lost)
}
