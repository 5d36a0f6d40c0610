//! `cargo xtask bench`: the cost of a create beside reference servers.

mod compare;
mod quiet;
mod report;

use std::path::PathBuf;
use std::time::Duration;

use crate::Error;
use crate::load::Order;

/// The number of connections under full load.
const CONNECTIONS: usize = 64;

/// The number of rounds, and their duration.
#[derive(clap::Args)]
pub struct Arguments {
    /// The number of rounds
    #[arg(long, value_name = "N", default_value_t = 3)]
    rounds: usize,
    /// The duration of each load, in seconds
    #[arg(long, value_name = "S", default_value_t = 5)]
    seconds: u64,
    /// The order of the ids; a random id changes a page of its own
    #[arg(long, value_name = "ORDER", default_value = "ascending")]
    ids: Order,
    /// The maximum wait for a quiet machine before each turn, in seconds
    #[arg(long, value_name = "S", default_value_t = 0)]
    patience: u64,
    /// The directory of the report
    #[arg(long, value_name = "DIRECTORY", default_value = "docs/bench")]
    output: PathBuf,
}

impl Arguments {
    fn duration(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }
}

/// Runs the comparison. Returns whether every target is reached.
pub fn run(arguments: &Arguments) -> Result<bool, Error> {
    compare::run(arguments)
}
