//! Tests of every rule: each single change to a pair of equivalent documents has
//! the expected findings and no others.

use crate::fixture::{CONTRACT, EMITTED, cases, compare_texts};
use openapi_conformance::Rule;
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

/// Changes that no caller can notice, made at every occurrence of the text.
static UNNOTICED: LazyLock<Vec<(Side, String, String)>> =
    LazyLock::new(|| cases(include_str!("cases/unnoticed_changes.yaml")));

#[test]
fn equivalent_documents_have_no_findings() {
    let report = compare_texts(CONTRACT, EMITTED);
    assert!(report.is_clean(), "{report}");
}

#[test]
fn changes_that_no_caller_can_notice_have_no_findings() {
    for (side, from, to) in UNNOTICED.iter() {
        let text = if matches!(side, Contract) {
            CONTRACT
        } else {
            EMITTED
        };
        let changed = text.replace(from, to);
        assert!(changed != text, "{from} does not occur");
        let report = match side {
            Contract => compare_texts(&changed, EMITTED),
            Emitted => compare_texts(CONTRACT, &changed),
        };
        assert!(report.is_clean(), "{from} -> {to}\n{report}");
    }
}

/// A media type in a contract, one in an emitted document, and whether the two are
/// equivalent.
static MEDIA_TYPES: LazyLock<Vec<(String, String, bool)>> =
    LazyLock::new(|| cases(include_str!("cases/media_types.yaml")));

#[test]
fn media_types_are_compared_alike_in_both_orders() {
    for (one, other, same) in MEDIA_TYPES.iter() {
        let with = |text: &str, to: &str| text.replace("application/json", &format!("'{to}'"));
        for (left, right) in [(one, other), (other, one)] {
            let report = compare_texts(&with(CONTRACT, left), &with(EMITTED, right));
            assert_eq!(report.is_clean(), *same, "{left} and {right}: {report}");
        }
    }
}

#[test]
fn a_repeated_media_type_is_compared_with_each_of_its_schemas() {
    let body = |content: &str| {
        format!(
            "openapi: 3.1.0\npaths: {{/a: {{post: {{requestBody: {{content: {{{content}}}}}}}}}}}\n"
        )
    };
    let once = body("application/json: {schema: {type: string}}");
    let twice = |schema: &str| {
        body(&format!(
            "application/json: {{schema: {{type: string}}}}, application/json; charset=utf-8: {{schema: {schema}}}"
        ))
    };
    for (schema, same) in [("{type: string}", true), ("{type: integer}", false)] {
        let twice = twice(schema);
        assert_eq!(compare_texts(&once, &twice).is_clean(), same);
        assert_eq!(compare_texts(&twice, &once).is_clean(), same);
    }
}

#[test]
fn the_media_type_of_a_parameter_is_compared_by_meaning() {
    let with = |media_type: &str| {
        format!(
            "openapi: 3.1.0\npaths: {{/a: {{get: {{parameters: [{{name: a, in: query, content: {{{media_type}: {{}}}}}}]}}}}}}\n"
        )
    };
    let json = with("application/json");
    assert!(compare_texts(&with("Application/JSON; charset=utf-8"), &json).is_clean());
    assert!(!compare_texts(&with("application/xml"), &json).is_clean());
}

#[test]
fn each_change_of_an_operation_is_found_at_its_location() {
    let mut sessions = String::new();
    for (side, from, to) in CHANGES.iter() {
        let (name, text) = match side {
            Contract => ("contract", CONTRACT),
            Emitted => ("emitted", EMITTED),
        };
        assert_eq!(
            text.matches(from).count(),
            1,
            "{from} occurs once in the {name} document"
        );
        let changed = text.replace(from, to);
        let report = match side {
            Contract => compare_texts(&changed, EMITTED),
            Emitted => compare_texts(CONTRACT, &changed),
        };
        assert!(
            !report.is_clean(),
            "nothing was found: {name}: {from} -> {to}"
        );
        let lines = |sign: &str, text: &str| {
            let lines: Vec<String> = text
                .lines()
                .map(|line| format!("{sign} {line}\n"))
                .collect();
            lines.concat()
        };
        let _ = writeln!(
            sessions,
            "### {name}\n{}{}\n{report}",
            lines("-", from),
            lines("+", to)
        );
    }
    insta::assert_snapshot!(sessions);
}

#[test]
fn ids_are_unique_and_in_kebab_case() {
    let ids: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    assert_eq!(ids.len(), Rule::ALL.len());
    for id in ids {
        assert!(
            id.chars()
                .all(|character| character.is_ascii_lowercase() || character == '-'),
            "{id}"
        );
    }
}
