//! `cargo xtask bench`: the cost of a create beside reference servers (`compare`),
//! under attack (`attack`) and with large stores (`scale`). The three measurements are
//! separate, because each defines which figures may be compared. No target is checked
//! with figures of different runs.

mod attack;
mod compare;
mod plot;
mod quiet;
mod report;
mod scale;

use std::path::PathBuf;
use std::time::Duration;

use crate::Error;

/// The number of connections under full load.
const CONNECTIONS: usize = 64;

/// The measurement, the number of rounds, and their duration.
#[derive(clap::Args)]
pub struct Arguments {
    /// Measure under attack by thousands of connections
    #[arg(long)]
    attack: bool,
    /// Measure with more and more plants in the store; takes an hour
    #[arg(long, conflicts_with = "attack")]
    scale: bool,
    /// The maximum number of plants
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10_000_000,
        requires = "scale"
    )]
    plants: u64,
    /// The number of rounds
    #[arg(long, value_name = "N", default_value_t = 3)]
    rounds: usize,
    /// The duration of each load, in seconds
    #[arg(long, value_name = "S", default_value_t = 5)]
    seconds: u64,
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

/// Runs the selected measurement. Returns whether every target is reached.
pub fn run(arguments: &Arguments) -> Result<bool, Error> {
    if arguments.attack {
        attack::run(arguments)
    } else if arguments.scale {
        scale::run(arguments)
    } else {
        compare::run(arguments)
    }
}
