//! `cargo xtask mutations`: breaks what decides the wire and the store, in one
//! place at a time, in a copy of the workspace, and looks which of the checks of
//! `cargo xtask ci` notices. What it finds is `docs/code-mutations.md`.
//!
//! It must never touch the workspace itself, except for that page. A change that
//! nothing notices is a test that is missing.

mod cases;
mod checks;
mod table;

use crate::{copy::Copy, error::Error};
use cases::{Mutation, all};
use std::{collections::BTreeSet, time::Instant};
use table::Table;

/// Which changes to make.
#[derive(clap::Args)]
pub struct Arguments {
    /// Only those whose file or sentence has one of these texts in it; what is
    /// known of the others stays
    #[arg(value_name = "TEXT")]
    only: Vec<String>,
}

/// Makes every change; whether each is noticed.
pub fn run(arguments: &Arguments) -> Result<bool, Error> {
    let copy = Copy::of_the_workspace("mutations")?;
    let wanted: Vec<_> = all().filter(|mutation| arguments.want(mutation)).collect();
    hold_without_a_change(&wanted, &copy)?;
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
        // After each, so that nothing is lost when it is interrupted.
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

/// Sees that the checks pass where nothing is changed: one that fails anyway
/// would notice everything.
fn hold_without_a_change(wanted: &[&Mutation], copy: &Copy) -> Result<(), Error> {
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

/// Makes a change, looks what notices it, and takes it back.
fn noticed(mutation: &Mutation, copy: &Copy) -> Result<Option<String>, Error> {
    let original = copy.read(mutation.file)?;
    let changed = mutation.apply(&original).map_err(Error::Case)?;
    copy.write(mutation.file, &changed)?;
    let noticed = checks::first_to_fail(copy.root(), mutation.checks);
    copy.write(mutation.file, &original)?;
    noticed
}
