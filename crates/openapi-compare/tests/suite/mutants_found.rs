//! The purpose of the comparison as a test: it finds every change that a caller can
//! notice, and no other.
//!
//! The tests sample the changes of the suite's documents. `cargo xtask
//! mutate-documents` tries every change of the documents in the environment variable
//! `MUTATED_DOCUMENTS`, one path a line.

use crate::mutants::{Score, noticeable, unnoticeable};
use serde_json::Value;

/// A document, and the interval at which its changes are sampled.
const DOCUMENTS: [(&str, usize); 3] = [
    (include_str!("../../../../openapi.yaml"), 7),
    (include_str!("documents/operations.yaml"), 17),
    (include_str!("documents/keywords.yaml"), 61),
];

/// Returns the documents of the environment, whose changes are not sampled, or those of
/// the suite.
fn documents() -> Vec<(String, usize)> {
    match std::env::var("MUTATED_DOCUMENTS") {
        Ok(paths) => {
            paths.lines().map(|path| (std::fs::read_to_string(path).unwrap(), 1)).collect()
        }
        Err(_) => DOCUMENTS.map(|(text, every)| (text.to_owned(), every)).into(),
    }
}

fn assert_all_right(score_of: fn(&Value, usize) -> Score) {
    let mut failures = Vec::new();
    for (document, every) in documents() {
        let score = score_of(&serde_yaml_ng::from_str(&document).unwrap(), every);
        println!("{}", score.table());
        failures.extend(score.failures);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn each_change_that_a_caller_can_notice_is_found_at_its_location_with_a_witness() {
    assert_all_right(noticeable);
}

#[test]
fn no_change_is_reported_that_a_caller_cannot_notice() {
    assert_all_right(unnoticeable);
}
