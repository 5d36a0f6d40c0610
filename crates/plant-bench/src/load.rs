//! A well-behaved caller under full load: wrk, which is written for this and
//! costs little beside the server on the same processors. It must never send an
//! id twice in the life of this process: a create that is repeated is answered
//! without a write, and would flatter whoever it is sent to.

use std::fs;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

use serde::Deserialize;
use tempfile::NamedTempFile;

use crate::Error;
use crate::postgres::run;
use crate::server::Server;

/// What wrk runs.
const SCRIPT: &str = include_str!("load.lua");

/// How many numbers one run may use; far more than it can. 2^16 runs fit into
/// the 40 bits that the script turns around.
const NUMBERS: u64 = 1 << 24;

/// The order of the ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// 1, 2, 3, …
    Ascending,
    /// Anywhere.
    Random,
    /// Each as far as can be from those before it.
    Reversed,
}

impl Order {
    /// What it is called, here and in the script.
    pub fn name(self) -> &'static str {
        match self {
            Order::Ascending => "ascending",
            Order::Random => "random",
            Order::Reversed => "reversed",
        }
    }
}

/// A load.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// How many connections send at the same time, each the next request after
    /// the last answer.
    pub connections: usize,
    /// For how long.
    pub duration: Duration,
    /// The order of the ids.
    pub order: Order,
}

/// What a load found. Latencies are in microseconds.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Answers {
    /// How many answers there were.
    pub requests: u64,
    /// How long it took.
    microseconds: u64,
    /// What half of the answers took at most.
    pub p50: u64,
    /// What 99 % took at most.
    pub p99: u64,
    /// What 99.9 % took at most.
    pub p999: u64,
    /// How many answers were no success.
    pub refused: u64,
    /// How many requests had no answer.
    pub broken: u64,
}

impl Answers {
    /// Answers a second.
    pub fn throughput(&self) -> f64 {
        self.requests as f64 * 1e6 / self.microseconds as f64
    }
}

impl Load {
    /// Puts the load on a server.
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

fn missing(error: Error) -> Error {
    match error {
        Error::Run { source, .. } if source.kind() == std::io::ErrorKind::NotFound => {
            Error::MissingTool {
                tool: "wrk",
                remedy: "on Debian, `apt-get install wrk`",
            }
        }
        other => other,
    }
}
