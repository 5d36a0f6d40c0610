//! Tests of every rule: each single change to a pair of equivalent documents has
//! the expected findings and no others.

use crate::fixture::{CONTRACT, EMITTED, cases, compare_texts};
use openapi_compare::Rule;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::LazyLock;

#[derive(serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    Contract,
    Emitted,
}
use Side::{Contract, Emitted};

/// A side, a text that occurs once on that side, and its replacement.
static CHANGES: LazyLock<Vec<(Side, String, String)>> =
    LazyLock::new(|| cases(include_str!("cases/changes.yaml")));

#[test]
fn equivalent_documents_have_no_findings() {
    let report = compare_texts(CONTRACT, EMITTED);
    assert!(report.is_clean(), "{report}");
}

#[test]
fn each_change_of_an_operation_is_found_at_its_location() {
    let mut sessions = String::new();
    for (side, from, to) in CHANGES.iter() {
        let (name, text) = match side {
            Contract => ("contract", CONTRACT),
            Emitted => ("emitted", EMITTED),
        };
        assert_eq!(text.matches(from).count(), 1, "{from} occurs once in the {name} document");
        let changed = text.replace(from, to);
        let report = match side {
            Contract => compare_texts(&changed, EMITTED),
            Emitted => compare_texts(CONTRACT, &changed),
        };
        assert!(!report.is_clean(), "nothing was found: {name}: {from} -> {to}");
        let lines = |sign: &str, text: &str| {
            let lines: Vec<String> = text.lines().map(|line| format!("{sign} {line}\n")).collect();
            lines.concat()
        };
        let _ = writeln!(sessions, "### {name}\n{}{}\n{report}", lines("-", from), lines("+", to));
    }
    insta::assert_snapshot!(sessions);
}

#[test]
fn ids_are_unique_and_in_kebab_case() {
    let ids: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    assert_eq!(ids.len(), Rule::ALL.len());
    for id in ids {
        assert!(
            id.chars().all(|character| character.is_ascii_lowercase() || character == '-'),
            "{id}"
        );
    }
}
