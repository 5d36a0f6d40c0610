//! The changes, one file for each room. Each is made alone, by pieces of text
//! that stand in a file once; the checks beside it are the cheapest that are
//! expected to notice, in that order.

mod commands;
mod generator;
mod runtime;
mod schema;
mod service;
mod storage;

use super::checks::Check;
use crate::edit::{self, Edits};

/// One change of one file.
pub struct Mutation {
    /// The file that is changed.
    pub file: &'static str,
    /// What the file does then.
    pub sentence: &'static str,
    edits: Edits,
    /// What may notice.
    pub checks: &'static [Check],
}

impl Mutation {
    const fn new(
        file: &'static str,
        sentence: &'static str,
        edits: Edits,
        checks: &'static [Check],
    ) -> Self {
        Self {
            file,
            sentence,
            edits,
            checks,
        }
    }

    /// Changes the file's text, or says which edit no longer fits it.
    pub fn apply(&self, text: &str) -> Result<String, String> {
        edit::apply(self.file, text, self.edits, "xtask/src/mutations/cases")
    }
}

/// Every change, those of one file beside each other.
pub fn all() -> impl Iterator<Item = &'static Mutation> {
    let rooms = [
        service::ALL,
        commands::ALL,
        storage::ALL,
        schema::ALL,
        runtime::ALL,
        generator::ALL,
    ];
    rooms.into_iter().flatten()
}

/// Everything that is sent over the wire, and what comes back.
const WIRE: Check = Check::Tests("--test wire");
/// A server made from a document that has everything.
const EVERYTHING: Check =
    Check::Tests("--test served --test validates_responses --test conformance");
/// The commands as people and scripts run them.
const COMMANDS: Check = Check::Tests("--test command_line --test starting_and_stopping");
/// What the service logs.
const LOG: Check = Check::Tests("--test log");
/// Peers that mean no good.
const HOSTILE_PEER: Check = Check::Tests("--test hostile_peer");

#[cfg(test)]
mod tests {
    //! Promised: the changes fit the files of today, so that one that does not
    //! is known at once and not only by the slow `cargo xtask mutations`.

    use super::*;
    use crate::workspace;
    use std::{collections::BTreeSet, fs};

    #[test]
    fn every_change_fits_its_file() {
        for mutation in all() {
            let text = fs::read_to_string(workspace::root().join(mutation.file)).unwrap();
            let changed = mutation.apply(&text).unwrap();
            assert_ne!(changed, text, "{} changes nothing", mutation.sentence);
        }
    }

    #[test]
    fn no_two_changes_of_a_file_have_the_same_name() {
        let names: BTreeSet<_> = all().map(|it| (it.file, it.sentence)).collect();
        assert_eq!(names.len(), all().count());
    }
}
