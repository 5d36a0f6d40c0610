//! `cargo xtask faults`: fault injection. Callers record the acknowledged plants, a
//! fault is injected, and at the end the record is compared with the whole store.
//!
//! The faults are real: processes are killed, disks lose power, fill up and fail,
//! databases go away. A broken guarantee is printed with the ids. A guarantee counts as
//! kept only if it was checked.

mod callers;
mod clock;
mod disk;
mod kill;
mod ledger;
mod postgres;
mod power;
mod service;
mod terminate;
mod upgrade;

use std::time::Instant;

use anyhow::{Error, Result};
use clap::ValueEnum;
use tokio::runtime::Runtime;

use crate::disk::Unavailable;

/// The faults to inject, and their number.
#[derive(clap::Args)]
pub struct Arguments {
    /// Inject only this fault; can be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<Fault>,
    /// The number of injections [default: depends on the fault]
    #[arg(long, value_name = "N")]
    times: Option<usize>,
    /// Only the faults that take no more than a minute in total
    #[arg(long, conflicts_with_all = ["only", "times"])]
    brief: bool,
}

/// The faults of `--brief`, with the number of injections.
const BRIEF: [(Fault, usize); 5] = [
    (Fault::Kill, 10),
    (Fault::Power, 10),
    (Fault::Disk, 1),
    (Fault::Terminate, 5),
    (Fault::Upgrade, 2),
];

/// A fault, with its default number of injections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Fault {
    /// `kill -9` under load, 200 times
    Kill,
    /// A loss of power under load, 200 times
    Power,
    /// Writes and flushes that fail, a full disk, a deleted file, once
    Disk,
    /// SIGTERM under load, 20 times
    Terminate,
    /// `kill -9` while a store of version 2 is upgraded under load, 20 times
    Upgrade,
    /// A clock that steps back and forth, once
    Clock,
    /// Primaries lost and standbys promoted under load, 20 times; a cut network,
    /// no connections left, a slow database
    Postgres,
}

impl Fault {
    /// Returns the default number of injections.
    fn times(self) -> usize {
        match self {
            Fault::Kill | Fault::Power => 200,
            Fault::Terminate | Fault::Upgrade | Fault::Postgres => 20,
            Fault::Disk | Fault::Clock => 1,
        }
    }

    fn run(self, runtime: &Runtime, times: usize) -> Result<Outcome> {
        match self {
            Fault::Kill => kill::run(runtime, times),
            Fault::Power => power::run(runtime, times),
            Fault::Disk => disk::run(runtime, times),
            Fault::Terminate => terminate::run(runtime, times),
            Fault::Upgrade => upgrade::run(runtime, times),
            Fault::Clock => clock::run(runtime, times),
            Fault::Postgres => postgres::run(runtime, times),
        }
    }
}

impl Arguments {
    /// Returns the faults to inject, with the number of injections.
    fn faults(&self) -> Vec<(Fault, usize)> {
        if self.brief {
            return BRIEF.to_vec();
        }
        let all = Fault::value_variants().iter().copied();
        let wanted = all.filter(|fault| self.only.is_empty() || self.only.contains(fault));
        wanted.map(|fault| (fault, self.times.unwrap_or_else(|| fault.times()))).collect()
    }
}

fn is_unavailable(error: &Error) -> bool {
    error.is::<Unavailable>() || error.is::<test_kit::NoPostgres>()
}

/// The outcome of a fault: the broken guarantees, one sentence each.
#[derive(Default)]
struct Outcome {
    broken: Vec<String>,
}

impl Outcome {
    /// Records a guarantee unless it was kept.
    fn require(&mut self, kept: bool, promise: impl FnOnce() -> String) {
        if !kept {
            let promise = promise();
            println!("  BROKEN: {promise}");
            self.broken.push(promise);
        }
    }
}

/// Injects the selected faults. Returns whether every guarantee was kept.
pub fn run(arguments: &Arguments) -> Result<bool> {
    let runtime = Runtime::new()?;
    let mut kept = true;
    let mut skipped = Vec::new();
    for (fault, times) in arguments.faults() {
        let name = fault.to_possible_value();
        let name = name.as_ref().map_or("", clap::builder::PossibleValue::get_name);
        println!("== {name}");
        let begun = Instant::now();
        match fault.run(&runtime, times) {
            Ok(outcome) => {
                let seconds = begun.elapsed().as_secs_f64();
                let verdict = if outcome.broken.is_empty() { "kept" } else { "BROKEN" };
                println!("{name}: {verdict}, in {seconds:.0} s\n");
                kept &= outcome.broken.is_empty();
            }
            Err(error) if is_unavailable(&error) => {
                println!("{name}: skipped: {error:#}\n");
                skipped.push(error);
            }
            Err(error) => return Err(error),
        }
    }
    match skipped.pop() {
        Some(error) if kept => Err(error),
        _ => Ok(kept),
    }
}
