//! The load generator: wrk, which takes little processor time beside the server on the
//! same machine. No id is sent twice in the life of this process: a repeated create is
//! answered without a write, which would flatter the server.

use std::fs;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

use serde::Deserialize;
use tempfile::NamedTempFile;
use test_kit::run;

use crate::Error;
use crate::server::Server;

/// The script that wrk runs.
const SCRIPT: &str = include_str!("load.lua");

/// The numbers reserved for one run, far more than a run can use.
const NUMBERS: u64 = 1 << 24;

/// The order of the ids.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum Order {
    /// 1, 2, 3, …
    Ascending,
    /// Random.
    Random,
}

impl Order {
    /// Returns the name of the order, in reports and in the script.
    pub fn name(self) -> &'static str {
        match self {
            Order::Ascending => "ascending",
            Order::Random => "random",
        }
    }
}

/// A load.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// The number of concurrent connections. Each sends the next request after the
    /// previous response.
    pub connections: usize,
    /// The duration of the load.
    pub duration: Duration,
    /// The order of the ids.
    pub order: Order,
}

/// The results of a load. Latencies are in microseconds.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Answers {
    /// The number of responses.
    pub requests: u64,
    /// The duration of the run.
    microseconds: u64,
    /// The median latency.
    pub p50: u64,
    /// The latency at the 99th percentile.
    pub p99: u64,
    /// The latency at the 99.9th percentile.
    pub p999: u64,
    /// The number of responses that were not a success.
    pub refused: u64,
    /// The number of requests without a response.
    pub broken: u64,
}

impl Answers {
    /// Returns the number of responses per second.
    pub fn throughput(&self) -> f64 {
        self.requests as f64 * 1e6 / self.microseconds as f64
    }
}

impl Load {
    /// Runs the load against a server.
    pub fn run(&self, server: &Server, token: &str) -> Result<Answers, Error> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let first = NEXT.fetch_add(NUMBERS, Ordering::Relaxed);
        let script = NamedTempFile::with_suffix(".lua").map_err(Error::system("a file"))?;
        fs::write(script.path(), SCRIPT).map_err(Error::file(script.path()))?;
        let processors = available_parallelism().map_or(1, usize::from);
        let threads = processors.min(self.connections).to_string();
        let mut wrk = Command::new("wrk");
        wrk.args(["--threads", &threads])
            .args(["--connections", &self.connections.to_string()])
            .args(["--duration", &format!("{}s", self.duration.as_secs())])
            .args(["--timeout", "30s", "--script"])
            .arg(script.path())
            .args([&server.url, "--", token, self.order.name()])
            .args([&first.to_string(), &threads])
            .stdin(Stdio::null());
        let said = run(&mut wrk).map_err(missing)?;
        let answers = said.lines().find_map(|line| line.strip_prefix("JSON "));
        answers
            .and_then(|json| serde_json::from_str(json).ok())
            .ok_or(Error::Unexpected {
                program: "wrk",
                said,
            })
    }
}

fn missing(error: test_kit::Error) -> Error {
    match error {
        test_kit::Error::Run { source, .. } if source.kind() == std::io::ErrorKind::NotFound => {
            Error::MissingTool {
                tool: "wrk",
                remedy: "on Debian, `apt-get install wrk`",
            }
        }
        other => other.into(),
    }
}
