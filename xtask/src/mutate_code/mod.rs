//! `cargo xtask mutate-code`: breaks the code of the protocol and the store, in a
//! single place at a time, in a copy of the workspace, and determines which check
//! of `cargo xtask ci` fails. The results are `docs/code-mutations.md`.
//!
//! The workspace itself is unchanged, except for this page. A change without a
//! failing check means that a test is missing.

mod cases;
mod checks;
mod table;

use crate::{copy::Copy, error::Error};
use cases::{Mutation, all};
use std::{collections::BTreeSet, time::Instant};
use table::Table;

/// The selection of the changes.
#[derive(clap::Args)]
pub struct Arguments {
    /// Only the changes whose file or description contains one of these texts; the rows
    /// of the others are kept
    #[arg(value_name = "TEXT")]
    only: Vec<String>,
}

/// Makes every change. Returns whether each is noticed.
pub fn run(arguments: &Arguments) -> Result<bool, Error> {
    let copy = Copy::of_the_workspace("mutations")?;
    let wanted: Vec<_> = all().filter(|mutation| arguments.want(mutation)).collect();
    require_unchanged_success(&wanted, &copy)?;
    let mut table = Table::read()?;
    let mut all_noticed = true;
    for mutation in wanted {
        let start = Instant::now();
        let noticed = noticed(mutation, &copy)?;
        let seconds = start.elapsed().as_secs();
        match &noticed {
            Some(by) => println!(
                "{} {}: {by} ({seconds} s)",
                mutation.file, mutation.sentence
            ),
            None => println!("{} {}: NOT NOTICED", mutation.file, mutation.sentence),
        }
        all_noticed &= noticed.is_some();
        table.set(mutation, noticed.as_deref().unwrap_or(table::NOTHING));
        // After each change, so that no result is lost on an interruption.
        table.write()?;
    }
    Ok(all_noticed)
}

impl Arguments {
    fn want(&self, mutation: &Mutation) -> bool {
        let has = |text: &String| mutation.file.contains(text) || mutation.sentence.contains(text);
        self.only.is_empty() || self.only.iter().any(has)
    }
}

/// Verifies that the checks pass without a change: a check that always fails would
/// notice every change.
fn require_unchanged_success(wanted: &[&Mutation], copy: &Copy) -> Result<(), Error> {
    checks::prepare(copy.root())?;
    let checks = wanted
        .iter()
        .flat_map(|mutation| mutation.checks.iter().copied());
    let checks: Vec<_> = BTreeSet::from_iter(checks).into_iter().collect();
    match checks::first_to_fail(copy.root(), &checks)? {
        None => Ok(()),
        Some(check) => Err(Error::FailsAnyway { check }),
    }
}

/// Makes a change, determines which check notices it, and reverts it.
fn noticed(mutation: &Mutation, copy: &Copy) -> Result<Option<String>, Error> {
    let original = copy.read(mutation.file)?;
    let changed = mutation.apply(&original).map_err(Error::Case)?;
    copy.write(mutation.file, &changed)?;
    let noticed = checks::first_to_fail(copy.root(), mutation.checks);
    copy.write(mutation.file, &original)?;
    noticed
}
