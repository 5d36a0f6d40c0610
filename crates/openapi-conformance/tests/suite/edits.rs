//! Tests of edits as authors of documents make them: equivalent spellings must have
//! no findings but of texts, and small changes that callers notice must have exactly the
//! expected findings.

use crate::fixture::{cases, read};
use openapi_conformance::{Level, Rule, compare_versions};
use std::sync::LazyLock;

const DOCUMENT: &str = include_str!("documents/operations.yaml");

/// A text that occurs once in the document, and an equivalent text.
static SILENT: LazyLock<Vec<(String, String)>> =
    LazyLock::new(|| cases(include_str!("cases/silent_edits.yaml")));

/// A text that occurs once in the document, its replacement, and all expected
/// rules.
static NOTICED: LazyLock<Vec<(String, String, Vec<String>)>> =
    LazyLock::new(|| cases(include_str!("cases/noticed_edits.yaml")));

/// Returns the rules of the findings, without duplicates, and the report, when `from`
/// becomes `to` in the new version (`is_new`) or in the old version.
fn found_rules(from: &str, to: &str, is_new: bool) -> (Vec<Rule>, String) {
    assert_eq!(DOCUMENT.matches(from).count(), 1, "{from} occurs once");
    let changed = DOCUMENT.replace(from, to);
    let (old, new) = if is_new {
        (DOCUMENT, changed.as_str())
    } else {
        (changed.as_str(), DOCUMENT)
    };
    let report = compare_versions(Level::Documentation, &read("old", old), &read("new", new));
    let mut rules: Vec<Rule> = report.findings.iter().map(|finding| finding.rule).collect();
    rules.sort_unstable();
    rules.dedup();
    (rules, report.to_string())
}

#[test]
fn equivalent_texts_have_no_findings() {
    let mut wrong = Vec::new();
    for (from, to) in SILENT.iter() {
        for is_new in [true, false] {
            let (rules, report) = found_rules(from, to, is_new);
            if rules.iter().any(|rule| *rule != Rule::TextDifferent) {
                wrong.push(format!("{from} -> {to} ({is_new})\n{report}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn a_change_that_callers_notice_has_exactly_the_expected_findings() {
    let mut wrong = Vec::new();
    for (from, to, expected) in NOTICED.iter() {
        for is_new in [true, false] {
            let (rules, report) = found_rules(from, to, is_new);
            let expected_rules = expected
                .iter()
                .map(|id| {
                    Rule::ALL
                        .iter()
                        .copied()
                        .find(|rule| rule.id() == id)
                        .unwrap()
                })
                .map(|rule| if is_new { rule } else { reversed(rule) });
            let mut expected_rules: Vec<Rule> = expected_rules.collect();
            expected_rules.sort_unstable();
            if rules != expected_rules {
                wrong.push(format!(
                    "{from} -> {to} ({is_new}): {expected_rules:?}\n{report}"
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Returns the rule for the reverse change.
fn reversed(rule: Rule) -> Rule {
    const PAIRS: [(Rule, Rule); 8] = [
        (Rule::OperationMissing, Rule::OperationUndocumented),
        (Rule::ParameterMissing, Rule::ParameterUndocumented),
        (Rule::ParameterNarrower, Rule::ParameterWider),
        (Rule::StatusMissing, Rule::StatusUndocumented),
        (Rule::ResponseBodyNarrower, Rule::ResponseBodyWider),
        (
            Rule::ResponseHeaderMissing,
            Rule::ResponseHeaderUndocumented,
        ),
        (Rule::ResponseHeaderNarrower, Rule::ResponseHeaderWider),
        (Rule::MediaTypeMissing, Rule::MediaTypeUndocumented),
    ];
    let pair = PAIRS
        .iter()
        .find(|(one, other)| *one == rule || *other == rule);
    pair.map_or(
        rule,
        |(one, other)| if *one == rule { *other } else { *one },
    )
}

/// Paths are compared after the normalization of RFC 3986 §6.2.2: unnecessary
/// percent-encoding, and the case of hexadecimal digits.
#[test]
fn a_path_in_another_spelling_is_the_same_path() {
    let document = |path: &str| format!("{{openapi: 3.1.0, paths: {{'{path}': {{get: {{}}}}}}}}");
    for (one, other, same) in [
        ("/a%7Eb/{c}", "/a~b/{c}", true),
        ("/a%2fb", "/a%2Fb", true),
        ("/%C3%BC", "/ü", true),
        ("/a%2Fb", "/a/b", false),
        ("/a%zz", "/a%ZZ", false),
        ("/a", "/A", false),
    ] {
        for (old, new) in [(one, other), (other, one)] {
            let (old, new) = (document(old), document(new));
            let report = compare_versions(Level::Contract, &read("old", &old), &read("new", &new));
            assert_eq!(report.is_clean(), same, "{one} {other}\n{report}");
        }
    }
}
