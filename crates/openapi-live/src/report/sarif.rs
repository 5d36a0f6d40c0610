//! SARIF 2.1.0 (OASIS Standard, 27 March 2020; sections as there), so that code
//! hosts and editors show findings where they stand.

use super::{Finding, Report};
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
    let rules = Rule::ALL.into_iter().map(|rule| {
        let help = format!("Explained in docs/live.md#{}.", rule.id());
        json!({"id": rule.id(), "help": {"text": help}})
    });
    let notes = report.notes.iter();
    let notes = notes.map(|note| json!({"level": "note", "message": {"text": note}}));
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": env!("CARGO_PKG_NAME"),
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.collect::<Value>(),
            }},
            // Columns count characters (§3.14.17).
            "columnKind": "unicodeCodePoints",
            // §3.20.21: what the run itself has to say.
            "invocations": [{
                "executionSuccessful": true,
                "toolExecutionNotifications": notes.collect::<Value>(),
            }],
            "results": report.findings.iter().map(result).collect::<Value>(),
        }],
    })
}

fn result(finding: &Finding) -> Value {
    let mut text = format!("{}\nin {}", finding.message, finding.operation);
    for line in finding.details() {
        text = format!("{text}\n{line}");
    }
    let place = &finding.place;
    let uri = utf8_percent_encode(&place.file.replace('\\', "/"), OUTSIDE_A_PATH).to_string();
    json!({
        "ruleId": finding.rule.id(),
        "ruleIndex": Rule::ALL.iter().position(|rule| *rule == finding.rule),
        "level": "error",
        "message": {"text": text},
        "locations": [{
            "physicalLocation": {
                "artifactLocation": {"uri": uri},
                "region": {"startLine": place.line, "startColumn": place.column},
            },
            "logicalLocations": [{"fullyQualifiedName": place.pointer}],
        }],
        "properties": {"request": finding.request, "answer": finding.answer},
    })
}
