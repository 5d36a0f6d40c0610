//! A disk that fails while the service runs, and is repaired: nothing is acknowledged
//! that isn't stored, every caller gets a documented error, and the service recovers
//! by itself when the disk does. At the end the disk loses its power, so that plants
//! acknowledged after the repair have to be durable, too.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use fs_err as fs;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use tokio::runtime::Runtime;

use super::Outcome;
use super::callers::Callers;
use super::ledger::Ledger;
use super::service::{Service, in_file, integrity, resumes};
use crate::disk::{Disk, Image, Trouble};
use crate::subject::WorkDirectory;

/// The duration of a trouble.
const LASTS: Duration = Duration::from_secs(3);

/// The time after the begin of a trouble in which acknowledged plants may have been
/// stored before it.
const UNDER_WAY: Duration = Duration::from_millis(500);

pub(super) fn run(runtime: &Runtime, times: usize) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    for _ in 0..times {
        troubles(runtime, &mut outcome)?;
        deleted(runtime, &mut outcome)?;
    }
    Ok(outcome)
}

/// Tests failing writes, failing flushes, a full disk, and a disk that turns read-only.
fn troubles(runtime: &Runtime, outcome: &mut Outcome) -> Result<()> {
    let work = WorkDirectory::new()?;
    let directory = work.path("disk");
    fs::create_dir(&directory)?;
    let mut disk = Disk::mount(Image::default(), &directory)?;
    let service = in_file(&work, &disk.path("plants.db"))?;
    let mut random = SmallRng::seed_from_u64(rand::random());
    for trouble in [Trouble::Writes, Trouble::Flushes, Trouble::Full, Trouble::ReadOnly] {
        let ledger = Arc::new(Ledger::default());
        let server = service.start()?;
        let name = format!("{trouble:?}");
        inject(runtime, outcome, &service, &ledger, &name, |is_there| {
            disk.trouble(if is_there { trouble } else { Trouble::None });
            Ok(())
        })?;
        disk.trouble(Trouble::NoPower);
        server.kill();
        disk = Disk::mount(disk.lose_power(&mut random)?, &directory)?;
        let said = integrity(&disk.path("plants.db"))?;
        outcome.require(said == "ok", || format!("{name}: integrity_check: {said}"));
        // A start on a store that has just been flushed flushes nothing, and extends no file.
        if matches!(trouble, Trouble::Writes | Trouble::ReadOnly) {
            refuses_to_start(outcome, &service, &disk, trouble);
        }
        let mut comparison = service.compare(&ledger)?;
        // The store has the plants of other troubles, too.
        comparison.invented.clear();
        outcome.require_faithful(&name, &comparison);
    }
    Ok(())
}

/// Requires that a service on a failing disk reports it and ends.
fn refuses_to_start(outcome: &mut Outcome, service: &Service, disk: &Disk, trouble: Trouble) {
    disk.trouble(trouble);
    let said = match service.start() {
        Ok(_) => "it starts".to_owned(),
        Err(error) => format!("{error:#}"),
    };
    disk.trouble(Trouble::None);
    println!("  a start in the trouble {trouble:?}: {said}");
    outcome.require(said.contains("error: "), || {
        format!("a start in the trouble {trouble:?}: {said}")
    });
}

/// Tests the deletion of the database under the service. The deletion can't be undone:
/// a plant acknowledged now would be stored in a file without a name.
fn deleted(runtime: &Runtime, outcome: &mut Outcome) -> Result<()> {
    let work = WorkDirectory::new()?;
    let file = work.path("plants.db");
    let service = in_file(&work, &file)?;
    let ledger = Arc::new(Ledger::default());
    let _server = service.start()?;
    let callers = Callers::begin(runtime, 16, &service.url(), &service.token, &ledger)?;
    resumes(&ledger, 100);
    fs::remove_file(&file)?;
    std::thread::sleep(UNDER_WAY);
    let before = ledger.acknowledged();
    std::thread::sleep(LASTS);
    let more = ledger.acknowledged() - before;
    callers.stop(runtime);
    println!("  Deleted: {more} acknowledged afterwards");
    outcome.require(more == 0, || {
        format!("Deleted: {more} plants acknowledged that nobody finds again")
    });
    outcome.require_unavailable("Deleted", &ledger);
    outcome.require_documented(&ledger);
    Ok(())
}

/// Injects a fault under load, checks the responses, and ends the fault.
fn inject(
    runtime: &Runtime,
    outcome: &mut Outcome,
    service: &Service,
    ledger: &Arc<Ledger>,
    name: &str,
    mut trouble: impl FnMut(bool) -> Result<()>,
) -> Result<()> {
    let callers = Callers::begin(runtime, 16, &service.url(), &service.token, ledger)?;
    resumes(ledger, 100);
    trouble(true)?;
    std::thread::sleep(UNDER_WAY);
    let before = ledger.acknowledged();
    std::thread::sleep(LASTS);
    let during = ledger.acknowledged() - before;
    trouble(false)?;
    let resumed = resumes(ledger, ledger.acknowledged());
    std::thread::sleep(UNDER_WAY);
    callers.stop(runtime);
    println!("  {name}: {during} acknowledged meanwhile; goes on after {resumed:.0?}");
    // On a full disk, existing files may have room left.
    outcome.require(during == 0 || name == "Full", || {
        format!("{name}: {during} plants acknowledged meanwhile")
    });
    outcome.require(resumed.is_some(), || format!("{name}: it doesn't go on"));
    outcome.require_unavailable(name, ledger);
    outcome.require_documented(ledger);
    Ok(())
}
