//! What else the machine has to do. A server whose threads wait for each other
//! loses more to a busy neighbour than one whose threads don't, so a comparison
//! beside a compiler says little; this waits for a quieter moment, and tells how
//! quiet it was.

use std::time::{Duration, Instant};

use procfs::process::Process;
use procfs::{CurrentSI, KernelStats};

use crate::Error;

/// How long the machine has to have been quiet before a turn.
const SAMPLE: Duration = Duration::from_millis(500);

/// With which part of its processors busy a machine is quiet.
const QUIET: f64 = 0.1;

/// Waits until the machine is quiet, or until `patience` is over.
pub(super) fn wait(patience: Duration) -> Result<(), Error> {
    let begun = Instant::now();
    loop {
        let sample = Busy::begin()?;
        std::thread::sleep(SAMPLE);
        if sample.end()? < QUIET || begun.elapsed() >= patience {
            return Ok(());
        }
    }
}

/// A time in which others may be busy.
pub(super) struct Busy {
    begun: Instant,
    all: f64,
    own: f64,
}

impl Busy {
    /// Begins to count.
    pub(super) fn begin() -> Result<Self, Error> {
        Ok(Busy {
            begun: Instant::now(),
            all: all()?,
            own: own()?,
        })
    }

    /// The part of the processors' time that was used since, by all but this
    /// process and those that it has started and seen the end of.
    pub(super) fn end(self) -> Result<f64, Error> {
        let used = all()? - self.all - (own()? - self.own);
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let time = self.begun.elapsed().as_secs_f64() * processors as f64;
        Ok((used / time).clamp(0.0, 1.0))
    }
}

/// The time for which processors were busy, in seconds.
fn all() -> Result<f64, Error> {
    let total = KernelStats::current()?.total;
    // Not interrupts, which no process is charged with, and which are mostly ours.
    let ticks = total.user + total.nice + total.system;
    Ok(ticks as f64 / procfs::ticks_per_second() as f64)
}

/// This process's part of it, and that of its children that have ended, in
/// seconds.
pub(super) fn own() -> Result<f64, Error> {
    let stat = Process::myself()?.stat()?;
    let children = u64::try_from(stat.cutime + stat.cstime).unwrap_or_default();
    let ticks = stat.utime + stat.stime + children;
    Ok(ticks as f64 / procfs::ticks_per_second() as f64)
}
