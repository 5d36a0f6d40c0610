//! Mutation test of the comparison: each operator below is applied at every
//! location where it applies, on either side, and each line is removed once.
//! Changes that remain unnoticed are listed with the reason why no caller could
//! notice them.

use crate::fixture::{CONTRACT, EMITTED, cases};
use openapi_conformance::{Document, compare};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A text and its replacement.
static OPERATORS: LazyLock<Vec<(String, String)>> =
    LazyLock::new(|| cases(include_str!("cases/mutation_operators.yaml")));

/// Changes that remain unnoticed: the side, the line before, the line after (empty
/// if it was removed), and why that is correct.
static UNNOTICED: LazyLock<Vec<(String, String, String, String)>> =
    LazyLock::new(|| cases(include_str!("cases/unnoticed_mutations.yaml")));

#[test]
fn every_change_that_a_caller_can_notice_is_found() {
    let mut made = 0;
    let mut unnoticed = BTreeSet::new();
    for (side, text) in [("contract", CONTRACT), ("emitted", EMITTED)] {
        for (line, changed) in mutants(text) {
            made += 1;
            let (contract, emitted) = match side {
                "contract" => (changed.as_str(), EMITTED),
                _ => (CONTRACT, changed.as_str()),
            };
            if !is_noticed(contract, emitted) {
                let after = changed.lines().nth(line).unwrap_or_default();
                let before = text.lines().nth(line).unwrap_or_default();
                let after = if changed.lines().count() < text.lines().count() {
                    ""
                } else {
                    after
                };
                unnoticed.insert((side, before.trim().to_owned(), after.trim().to_owned()));
            }
        }
    }
    println!("{made} changes, {} unnoticed", unnoticed.len());
    let expected: BTreeSet<(&str, String, String)> = UNNOTICED
        .iter()
        .map(|(side, before, after, _)| (side.as_str(), before.clone(), after.clone()))
        .collect();
    assert_eq!(unnoticed, expected);
}

fn is_noticed(contract: &str, emitted: &str) -> bool {
    let contract = Document::parse("contract", contract);
    let emitted = Document::parse("emitted", emitted);
    match (contract, emitted) {
        (Ok(contract), Ok(emitted)) => !compare(&contract, &emitted).is_clean(),
        // An unreadable document counts as noticed.
        _ => true,
    }
}

/// Returns every changed text with the number of the changed line.
fn mutants(text: &str) -> Vec<(usize, String)> {
    let mut mutants = Vec::new();
    for (from, to) in OPERATORS.iter() {
        for (at, _) in text.match_indices(from) {
            let changed = format!("{}{to}{}", &text[..at], &text[at + from.len()..]);
            mutants.push((text[..at].matches('\n').count(), changed));
        }
    }
    let lines: Vec<&str> = text.lines().collect();
    for line in 0..lines.len() {
        let mut rest = lines.clone();
        rest.remove(line);
        mutants.push((line, rest.join("\n")));
    }
    mutants
}
