//! The changes, in a file per area. Each change is made alone, by replacing texts
//! that occur once in a file; its checks are those expected to notice it, in order
//! of cost.

mod calls;
mod client;
mod commands;
mod generator;
mod import;
mod operators;
mod runtime;
mod schema;
mod service;
mod storage;

use super::checks::Check;
use crate::edit::{self, Edits};

/// A change of a file.
pub struct Mutation {
    /// The changed file.
    pub file: &'static str,
    /// The wrong behaviour after the change.
    pub sentence: &'static str,
    edits: Edits,
    /// The checks that may notice the change.
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

    /// Applies the change to the file's text, or reports an edit that no longer
    /// fits.
    pub fn apply(&self, text: &str) -> Result<String, String> {
        edit::apply(self.file, text, self.edits, "xtask/src/mutate_code/cases")
    }
}

/// Returns all changes, grouped by file.
pub fn all() -> impl Iterator<Item = &'static Mutation> {
    let areas = [
        service::ALL,
        commands::ALL,
        operators::ALL,
        import::ALL,
        storage::ALL,
        schema::ALL,
        runtime::ALL,
        generator::ALL,
        client::ALL,
        calls::ALL,
    ];
    areas.into_iter().flatten()
}

/// All requests and responses on the wire.
const WIRE: Check = Check::Tests("--test wire");
/// A server generated from a document with all supported features.
const EVERYTHING: Check =
    Check::Tests("--test served --test validates_responses --test conformance --test round_trip");
/// The diagnostics of the generator, and types that depend on the use of a schema.
const REFUSED: Check = Check::Tests("--test refused");
/// Types of other crates in generated servers and clients.
const EXTERNAL: Check = Check::Tests("--test external");
/// Parameters of every style, in requests to such a server.
const PARAMETERS: Check = Check::Tests("--test parameters");
/// Bodies of every media type, in requests to such a server.
const MEDIA: Check = Check::Tests("--test media");
/// The command line as used by people and scripts.
const COMMANDS: Check = Check::Tests("--test command_line --test starting_and_stopping");
/// The log of the service.
const LOG: Check = Check::Tests("--test log");
/// Malicious peers.
const HOSTILE_PEER: Check = Check::Tests("--test hostile_peer");

#[cfg(test)]
mod tests {
    //! The changes fit the current files, so that a stale change is noticed
    //! immediately and not only by the slow `cargo xtask mutate-code`.

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
