//! The settings of a check.

use std::path::PathBuf;
use std::time::Duration;

/// The settings of a check.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The directory below which the files of the document are; its own if `None`.
    pub root: Option<PathBuf>,
    /// Tokens: `TOKEN`, or `NAME=TOKEN` for one security scheme.
    pub tokens: Vec<String>,
    /// The operations to which nothing is sent, each as `METHOD /path` or by its `operationId`.
    pub skip: Vec<String>,
    /// Values of parameters: `NAME=VALUE`, or `OPERATION.NAME=VALUE` for those of one operation.
    pub values: Vec<String>,
    /// The seed for arbitrary values; random if `None`.
    pub seed: Option<u64>,
    /// The time limit for a response, half of it for the connection.
    pub timeout: Duration,
    /// The time limit for all requests, from the first one. The report is partial after it, with a finding
    /// that says so.
    pub max_time: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            root: None,
            tokens: Vec::new(),
            skip: Vec::new(),
            values: Vec::new(),
            seed: None,
            timeout: Duration::from_secs(30),
            max_time: Duration::from_secs(1800),
        }
    }
}
