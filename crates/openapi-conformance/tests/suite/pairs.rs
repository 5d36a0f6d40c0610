//! Pairs of schemas as an outside judge would try them, each with the one
//! right verdict, whichever stands on which side. The verdict must come with
//! witnesses that hold, and never be "undecided".

use crate::fixture::{read, with_body};
use crate::mutants::verify::{Judge, faults};
use openapi_conformance::{Level, Report, Rule, Side, compare_versions};
use serde_json::Value;

#[test]
fn each_pair_is_judged_rightly_in_both_directions() {
    let pairs: Value = serde_yaml_ng::from_str(include_str!("documents/pairs.yaml")).unwrap();
    let mut wrong = Vec::new();
    for (relation, pairs) in pairs.as_object().unwrap() {
        for pair in pairs.as_array().unwrap() {
            for (left, right, relation) in [
                (&pair[0], &pair[1], relation.as_str()),
                (&pair[1], &pair[0], turned(relation)),
            ] {
                if let Err(report) = judged(left, right, relation) {
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

fn turned(relation: &str) -> &str {
    match relation {
        "narrower" => "wider",
        other => other,
    }
}

fn judged(left: &Value, right: &Value, relation: &str) -> Result<(), String> {
    let documents = [left, right].map(|schema| with_body("3.1.0", &schema.to_string(), ""));
    let [old, new] = [&documents[0], &documents[1]].map(|text| read("document", text));
    let report = compare_versions(Level::Documentation, &old, &new);
    let plain = |text: &String| serde_yaml_ng::from_str(text).unwrap();
    let mut judges = [&documents[0], &documents[1]].map(|text| Judge::new(&plain(text)));
    let [one, other] = &mut judges;
    let mut faults = report
        .findings
        .iter()
        .flat_map(|finding| faults(finding, one, other));
    if let Some(fault) = faults.next() {
        return Err(format!("{fault}\n{report}"));
    }
    (found(&report) == relation)
        .then_some(())
        .ok_or_else(|| report.to_string())
}

/// All findings together, in one word.
fn found(report: &Report) -> &'static str {
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
