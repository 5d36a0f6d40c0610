//! Metrics of the process, under the names that Prometheus defines
//! (<https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics>).
//!
//! dropshot does not count its connections. `process_open_fds` is the number of
//! connections and some twenty files.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::{Mutex, PoisonError};

use chrono::Utc;
use prometheus::core::Collector;
use prometheus::proto::MetricFamily;
use prometheus::{Counter, Error, IntGauge};
use rustix::fs::Dir;
use rustix::process::{Resource, getrlimit};
use rustix::time::{ClockId, clock_gettime};

use super::value;

/// The figures that the system has of the process. The files stay open, because the metrics matter
/// most when no descriptor is free; `None` if the system does not have them.
pub(super) struct Process {
    start: i64,
    descriptors: Option<Mutex<Dir>>,
    memory: Option<File>,
}

impl Process {
    /// Opens the files.
    pub(super) fn new() -> Self {
        let descriptors = File::open("/proc/self/fd").ok();
        Process {
            start: Utc::now().timestamp(),
            descriptors: descriptors.and_then(|file| Dir::new(file).ok().map(Mutex::new)),
            memory: File::open("/proc/self/statm").ok(),
        }
    }

    /// Returns the metrics, without those that the system does not tell.
    pub(super) fn gather(&self) -> Result<Vec<MetricFamily>, Error> {
        let help = "Processor time in the program and in the system";
        let cpu = Counter::new("process_cpu_seconds_total", help)?;
        let used = clock_gettime(ClockId::ProcessCPUTime);
        // Processor times fit into 52 bits.
        cpu.inc_by(used.tv_sec as f64 + used.tv_nsec as f64 / 1e9);
        let mut families = cpu.collect();
        let limit = getrlimit(Resource::Nofile).current;
        for (name, help, number) in [
            (
                "process_start_time_seconds",
                "The start of the service, in seconds since the epoch",
                Some(self.start),
            ),
            ("process_open_fds", "Open files and sockets", self.open_descriptors()),
            ("process_max_fds", "The limit of open files and sockets", limit.map(value)),
            ("process_resident_memory_bytes", "Memory in use", self.resident_bytes()),
        ] {
            if let Some(number) = number {
                let gauge = IntGauge::new(name, help)?;
                gauge.set(number);
                families.extend(gauge.collect());
            }
        }
        Ok(families)
    }

    fn open_descriptors(&self) -> Option<i64> {
        let mut entries = self.descriptors.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        entries.rewind();
        let mut open = 0;
        while let Some(entry) = entries.read() {
            // Not `.` and `..`.
            open += i64::from(!entry.ok()?.file_name().to_bytes().starts_with(b"."));
        }
        Some(open)
    }

    /// Returns the memory that the process occupies, in bytes.
    fn resident_bytes(&self) -> Option<i64> {
        let mut text = [0; 128];
        let length = self.memory.as_ref()?.read_at(&mut text, 0).ok()?;
        let text = std::str::from_utf8(&text[..length]).ok()?;
        let pages: i64 = text.split(' ').nth(1)?.parse().ok()?;
        Some(pages.saturating_mul(value(rustix::param::page_size())))
    }
}
