//! What the comparison is for: every change that a caller can notice is found,
//! and none that he can't.

use crate::mutants::{Score, noticeable, unnoticeable};
use serde_json::Value;

/// The document of the workspace: few schemas, so that it takes seconds.
/// `examples/mutants.rs` does the same with any document.
fn document() -> Value {
    serde_yaml_ng::from_str(include_str!("../../../../openapi.yaml")).unwrap()
}

fn assert_all_right(score: &Score, at_least: usize) {
    println!("{}", score.table());
    assert_eq!(score.right, score.made, "{}", score.faults.join("\n"));
    assert!(
        score.made >= at_least,
        "{} changes show too little",
        score.made
    );
}

#[test]
fn each_change_that_a_caller_can_notice_is_found_at_its_place_with_a_witness() {
    assert_all_right(&noticeable(&document()), 400);
}

#[test]
fn no_change_is_reported_that_a_caller_cannot_notice() {
    assert_all_right(&unnoticeable(&document()), 200);
}
