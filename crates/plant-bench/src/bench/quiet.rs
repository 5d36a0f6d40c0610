//! The load of the machine by other processes. A server whose threads wait for each
//! other loses more to a busy process than a server whose threads don't, so a
//! comparison beside a compiler says little. This module waits for a quieter moment
//! and reports the remaining load.

use std::time::{Duration, Instant};

use procfs::process::Process;
use procfs::{CurrentSI, KernelStats};

use crate::Error;

/// The time for which the machine has to be quiet before a turn.
const SAMPLE: Duration = Duration::from_millis(500);

/// The largest share of busy processors of a quiet machine.
const QUIET: f64 = 0.1;

/// Waits until the machine is quiet, for `patience` at most.
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

/// A measurement of the load by other processes.
pub(super) struct Busy {
    begun: Instant,
    all: f64,
    own: f64,
}

impl Busy {
    /// Starts the measurement.
    pub(super) fn begin() -> Result<Self, Error> {
        Ok(Busy {
            begun: Instant::now(),
            all: all()?,
            own: own()?,
        })
    }

    /// Ends the measurement. Returns the share of processor time used by all processes
    /// except this one and its children that have been waited for.
    pub(super) fn end(self) -> Result<f64, Error> {
        let used = all()? - self.all - (own()? - self.own);
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let time = self.begun.elapsed().as_secs_f64() * processors as f64;
        Ok((used / time).clamp(0.0, 1.0))
    }
}

/// Returns the time for which processors were busy, in seconds.
fn all() -> Result<f64, Error> {
    let total = KernelStats::current()?.total;
    // Without interrupts: no process is charged for them, and most belong to the
    // measurement.
    let ticks = total.user + total.nice + total.system;
    Ok(ticks as f64 / procfs::ticks_per_second() as f64)
}

/// Returns the processor time of this process and of its children that have ended, in
/// seconds.
pub(super) fn own() -> Result<f64, Error> {
    let stat = Process::myself()?.stat()?;
    let children = u64::try_from(stat.cutime + stat.cstime).unwrap_or_default();
    let ticks = stat.utime + stat.stime + children;
    Ok(ticks as f64 / procfs::ticks_per_second() as f64)
}
