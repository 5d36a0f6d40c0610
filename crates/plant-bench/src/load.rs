//! The load generator: wrk, which takes little processor time beside the server on the
//! same machine. No id is sent twice in the life of this process: a repeated create is
//! answered without a write, which would flatter the server.

use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::available_parallelism;

use fs_err as fs;
use serde::Deserialize;
use tempfile::NamedTempFile;

use crate::server::Server;
use anyhow::{Context, Result};

/// The script that wrk runs.
const SCRIPT: &str = include_str!("load.lua");

/// The numbers reserved for one run, far more than a run can use.
const NUMBERS: u64 = 1 << 24;

/// The results of a load. Latencies are in microseconds.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Answers {
    /// The number of responses.
    pub requests: f64,
    /// The duration of the run.
    microseconds: f64,
    /// The median latency.
    pub p50: f64,
    /// The latency at the 99th percentile.
    pub p99: f64,
    /// The latency at the 99.9th percentile.
    pub p999: f64,
    /// The number of responses that were not a success.
    pub refused: f64,
    /// The number of requests without a response.
    pub broken: f64,
}

impl Answers {
    /// Returns the number of responses per second.
    pub fn throughput(&self) -> f64 {
        self.requests * 1e6 / self.microseconds
    }
}

/// Sends creates over this number of connections for some seconds. Each connection sends the
/// next request after the previous response.
pub fn run(server: &Server, connections: usize, seconds: u64) -> Result<Answers> {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let first = NEXT.fetch_add(NUMBERS, Ordering::Relaxed);
    let script = NamedTempFile::with_suffix(".lua")?;
    fs::write(script.path(), SCRIPT)?;
    let processors = available_parallelism().map_or(1, usize::from);
    let threads = processors.min(connections).to_string();
    let token = server.token.as_deref().unwrap_or("none");
    let mut wrk = Command::new("wrk");
    wrk.args(["--threads", &threads])
        .args(["--connections", &connections.to_string()])
        .args(["--duration", &format!("{seconds}s")])
        .args(["--timeout", "30s", "--script"])
        .arg(script.path())
        .args([&server.url, "--", token, &first.to_string(), &threads])
        .stdin(Stdio::null());
    let said = test_kit::run(&mut wrk)?;
    let answers = said.lines().find_map(|line| line.strip_prefix("JSON "));
    serde_json::from_str(answers.unwrap_or_default()).with_context(|| format!("wrk said {said}"))
}
