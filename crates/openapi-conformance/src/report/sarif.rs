//! SARIF 2.1.0 (OASIS Standard, 27 March 2020; sections as there), so that code
//! hosts and editors show findings where they stand.

use super::{Finding, Place, Report};
use crate::level::Level;
use crate::rule::Rule;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Value, json};

/// What may not stand in the path of a URI reference (RFC 3986 §3.3).
const OUTSIDE_A_PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The whole log, with every rule and the findings of one run.
pub(super) fn log(report: &Report) -> Value {
    let rules: Vec<Value> = Rule::ALL.into_iter().map(descriptor).collect();
    let results: Vec<Value> = report
        .findings
        .iter()
        .map(|finding| result(report, finding))
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": env!("CARGO_PKG_NAME"),
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            // Columns count characters (§3.14.17).
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn descriptor(rule: Rule) -> Value {
    json!({
        "id": rule.id(),
        "defaultConfiguration": {"level": level(rule.level())},
        "help": {"text": format!("Explained in {}.", rule.page())},
    })
}

fn result(report: &Report, finding: &Finding) -> Value {
    let (place, other) = report.places(finding);
    let mut text = finding.message.clone();
    for line in report.details(finding) {
        text = format!("{text}\n{line}");
    }
    let index = Rule::ALL.iter().position(|rule| *rule == finding.rule);
    json!({
        "ruleId": finding.rule.id(),
        "ruleIndex": index,
        "level": level(finding.level),
        "message": {"text": text},
        "locations": [location(place)],
        "relatedLocations": [location(other)],
        "properties": {"witnesses": finding.witnesses, "shownBy": finding.shown_by},
    })
}

fn location(place: &Place) -> Value {
    let uri = utf8_percent_encode(&place.file.replace('\\', "/"), OUTSIDE_A_PATH).to_string();
    json!({
        "physicalLocation": {
            "artifactLocation": {"uri": uri},
            "region": {"startLine": place.line, "startColumn": place.column},
        },
        "logicalLocations": [{"fullyQualifiedName": place.pointer}],
    })
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Breaking => "error",
        Level::Contract => "warning",
        Level::Documentation => "note",
    }
}
