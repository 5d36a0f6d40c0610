//! Metrics of the process, under the names that Prometheus defines
//! (<https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics>).
//!
//! dropshot does not count its connections. `process_open_fds` is the number of
//! connections and some twenty files.

use std::fs;

use prometheus::core::Collector;
use prometheus::proto::MetricFamily;
use prometheus::{Error, IntGauge};
use rustix::process::{Resource, getrlimit};

use super::value;

/// Returns the metrics, without those that the system does not tell.
pub(super) fn gather() -> Result<Vec<MetricFamily>, Error> {
    let open = fs::read_dir("/proc/self/fd").map(Iterator::count).ok();
    let limit = getrlimit(Resource::Nofile).current;
    let mut families = Vec::new();
    for (name, help, number) in [
        (
            "process_open_fds",
            "Open files and sockets",
            open.map(value),
        ),
        (
            "process_max_fds",
            "The limit of open files and sockets",
            limit.map(value),
        ),
        (
            "process_resident_memory_bytes",
            "Memory in use",
            resident_bytes(),
        ),
    ] {
        if let Some(number) = number {
            let gauge = IntGauge::new(name, help)?;
            gauge.set(number);
            families.extend(gauge.collect());
        }
    }
    Ok(families)
}

/// Returns the memory that the process occupies, in bytes.
fn resident_bytes() -> Option<i64> {
    let pages = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: i64 = pages.split(' ').nth(1)?.parse().ok()?;
    Some(pages.saturating_mul(value(rustix::param::page_size())))
}
