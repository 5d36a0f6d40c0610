//! Compares random pairs of schemas and checks each verdict against a validator
//! with random values:
//!
//!     cargo run --release -p openapi-conformance --example random_pairs -- \
//!         --pairs 1000 --instances 1000 --seed 1 --first 0
//!
//! `--first` is the number of the first pair, so that a run can be continued or one
//! pair repeated. A test does the same for fewer pairs. Exits with 1 if a verdict
//! is contradicted, with 2 if an argument is wrong.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the modules are those of the tests"
)]

#[path = "../tests/suite/oracle/random_pairs/mod.rs"]
mod random_pairs;

use clap::Parser;
use random_pairs::{Verdict, least_undecided, outcome};
use std::collections::BTreeMap;
use std::process::ExitCode;

/// The interval, in pairs, at which the counts are printed.
const PROGRESS: u64 = 10_000;

/// The number of undecided pairs to shrink; shrinking takes longer than comparing.
const SHRUNK: u64 = 20;

/// Compare random pairs of schemas, and hold each verdict to random values
#[derive(Parser)]
struct Arguments {
    /// How many pairs
    #[arg(long, default_value_t = 1_000)]
    pairs: u64,
    /// How many values for each pair
    #[arg(long, default_value_t = 1_000)]
    instances: usize,
    /// What all of them are drawn from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first pair
    #[arg(long, default_value_t = 0)]
    first: u64,
}

fn main() -> ExitCode {
    let Arguments {
        pairs,
        instances,
        seed,
        first,
    } = Arguments::parse();
    let mut counts = Counts::default();
    for index in first..first + pairs {
        counts.count(seed, index, instances);
        let done = index + 1 - first;
        if done % PROGRESS == 0 && done < pairs {
            println!("{}", counts.summary(done));
        }
    }
    print!("{}", counts.summary(pairs));
    ExitCode::from(u8::from(counts.contradicted > 0))
}

#[derive(Default)]
struct Counts {
    /// For each verdict the number of pairs, and of those for which a random value
    /// shows that the sides differ.
    verdicts: BTreeMap<Verdict, (u64, u64)>,
    not_compiled: u64,
    contradicted: u64,
}

impl Counts {
    fn count(&mut self, seed: u64, index: u64, instances: usize) {
        let Some(outcome) = outcome(seed, index, instances) else {
            self.not_compiled += 1;
            return;
        };
        let verdict = self.verdicts.entry(outcome.verdict).or_default();
        verdict.0 += 1;
        verdict.1 += u64::from(outcome.is_shown);
        if let Some(contradiction) = outcome.contradiction {
            self.contradicted += 1;
            println!("{:?} is contradicted: {contradiction}", outcome.verdict);
        }
        if outcome.verdict == Verdict::Undecided {
            println!("undecided: pair {index} of seed {seed}");
            if self.verdicts[&Verdict::Undecided].0 <= SHRUNK {
                println!("{}", least_undecided(seed, index));
            }
        }
    }

    fn summary(&self, pairs: u64) -> String {
        let mut summary = format!("{pairs} pairs, {} contradicted\n", self.contradicted);
        for (verdict, (count, shown)) in &self.verdicts {
            let share = *count as f64 * 100.0 / pairs as f64;
            let verdict = format!("{verdict:?}").to_lowercase();
            summary += &format!(
                "{count:>7} {verdict:<9} {share:>6.2} %, of {shown} a random value shows that they differ\n"
            );
        }
        if self.not_compiled > 0 {
            summary += &format!(
                "{:>7} that the validator can't compile\n",
                self.not_compiled
            );
        }
        summary
    }
}
