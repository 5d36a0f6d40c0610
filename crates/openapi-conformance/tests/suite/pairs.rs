//! Pairs of schemas as an independent reviewer would try them, each with its one
//! correct verdict, compared in both orders. Each verdict comes with valid
//! witnesses and is never "undecided".

use crate::fixture::{read, with_body};
use crate::mutants::verify::{Validators, invalid_witnesses};
use openapi_conformance::{Level, Report, Rule, Side, compare_versions};
use serde_json::Value;

#[test]
fn each_pair_has_the_correct_verdict_in_both_directions() {
    let pairs: Value = serde_yaml_ng::from_str(include_str!("documents/pairs.yaml")).unwrap();
    let mut wrong = Vec::new();
    for (relation, pairs) in pairs.as_object().unwrap() {
        for pair in pairs.as_array().unwrap() {
            for (left, right, relation) in [
                (&pair[0], &pair[1], relation.as_str()),
                (&pair[1], &pair[0], reversed(relation)),
            ] {
                if let Err(report) = check(left, right, relation) {
                    wrong.push(format!("{relation}: {left} -> {right}\n{report}"));
                }
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

fn reversed(relation: &str) -> &str {
    match relation {
        "narrower" => "wider",
        other => other,
    }
}

fn check(left: &Value, right: &Value, relation: &str) -> Result<(), String> {
    let documents = [left, right].map(|schema| with_body("3.1.0", &schema.to_string(), ""));
    let [old, new] = [&documents[0], &documents[1]].map(|text| read("document", text));
    let report = compare_versions(Level::Documentation, &old, &new);
    let plain = |text: &String| serde_yaml_ng::from_str(text).unwrap();
    let mut validators = [&documents[0], &documents[1]].map(|text| Validators::new(&plain(text)));
    let [one, other] = &mut validators;
    let mut messages = report
        .findings
        .iter()
        .flat_map(|finding| invalid_witnesses(finding, one, other));
    if let Some(message) = messages.next() {
        return Err(format!("{message}\n{report}"));
    }
    (relation_of(&report) == relation)
        .then_some(())
        .ok_or_else(|| report.to_string())
}

/// Summarizes the findings as one relation.
fn relation_of(report: &Report) -> &'static str {
    let shows = |side| {
        let mut witnesses = report
            .findings
            .iter()
            .flat_map(|finding| &finding.witnesses);
        witnesses.any(|witness| witness.allowed_by == side)
    };
    if report
        .findings
        .iter()
        .any(|finding| finding.rule == Rule::Undecided)
    {
        return "undecided";
    }
    match (shows(Side::Contract), shows(Side::Emitted)) {
        (true, true) => "different",
        (true, false) => "narrower",
        (false, true) => "wider",
        (false, false) if report.is_clean() => "equal",
        _ => "annotation",
    }
}
