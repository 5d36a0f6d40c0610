//! The purpose of the comparison as a test: it finds every change that a caller can
//! notice, and no other.

use crate::mutants::{Score, noticeable, unnoticeable};
use serde_json::Value;

/// A document, and the interval at which its changes are sampled: `cargo xtask
/// mutants` tries all of them.
const DOCUMENTS: [(&str, usize); 3] = [
    (include_str!("../../../../openapi.yaml"), 7),
    (include_str!("documents/operations.yaml"), 17),
    (include_str!("documents/keywords.yaml"), 61),
];

fn assert_all_right(score_of: fn(&Value, usize) -> Score) {
    for (document, every) in DOCUMENTS {
        let score = score_of(&serde_yaml_ng::from_str(document).unwrap(), every);
        println!("{}", score.table());
        assert_eq!(score.right, score.made, "{}", score.failures.join("\n"));
    }
}

#[test]
fn each_change_that_a_caller_can_notice_is_found_at_its_location_with_a_witness() {
    assert_all_right(noticeable);
}

#[test]
fn no_change_is_reported_that_a_caller_cannot_notice() {
    assert_all_right(unnoticeable);
}
