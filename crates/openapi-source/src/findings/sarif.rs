//! Writes SARIF 2.1.0 (OASIS Standard, 27 March 2020; section numbers refer to it),
//! so that code hosts and editors show findings at their locations.

use super::annotation::{Annotation, Findings, RulePage, Tool};
use super::level::Level;
use crate::SourceLocation;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

/// The characters that are escaped in a path: all but the unreserved ones (RFC 3986 §2.3) and the
/// slash, which separates its segments.
const ESCAPED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'/').remove(b'_').remove(b'~');

/// Returns the whole log, with every rule and the findings of one run.
pub(crate) fn log<R: Findings>(report: &R) -> Value {
    let tool = R::tool();
    let findings = report.annotations();
    let results = findings.iter().map(|finding| result(&tool, finding));
    let notes = report.notes().iter();
    let notes = notes.map(|note| json!({"level": "note", "message": {"text": note}}));
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": tool.name,
                "version": tool.version,
                "rules": tool.rules.iter().map(descriptor).collect::<Value>(),
            }},
            // Columns count characters (§3.14.17).
            "columnKind": "unicodeCodePoints",
            // §3.20.21: notes about the run itself.
            "invocations": [{
                "executionSuccessful": true,
                "toolExecutionNotifications": notes.collect::<Value>(),
            }],
            "results": results.collect::<Value>(),
        }],
    })
}

fn descriptor(rule: &RulePage) -> Value {
    json!({
        "id": rule.id,
        "defaultConfiguration": {"level": level(rule.level)},
        "help": {"text": format!("Explained in {}.", rule.page)},
    })
}

fn result(tool: &Tool, finding: &Annotation<'_>) -> Value {
    let mut result = json!({
        "ruleId": finding.rule,
        "ruleIndex": tool.rules.iter().position(|rule| rule.id == finding.rule),
        "level": level(finding.level),
        // §3.11.5 doubles braces. Viewers show a text without arguments as it is, and a path would
        // be `/trees/{{id}}`.
        "message": {"text": finding.lines().join("\n")},
        "locations": [location(finding.location)],
        "properties": finding.properties,
    });
    if let Some(other) = finding.other {
        result["relatedLocations"] = json!([location(other)]);
    }
    result
}

fn location(location: &SourceLocation) -> Value {
    // On Windows, the segments of a path are separated by backslashes.
    let path = location.file.replace(std::path::MAIN_SEPARATOR, "/");
    let uri = utf8_percent_encode(&path, ESCAPED).to_string();
    json!({
        "physicalLocation": {
            "artifactLocation": {"uri": uri},
            "region": {"startLine": location.line, "startColumn": location.column},
        },
        "logicalLocations": [{"fullyQualifiedName": location.pointer}],
    })
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Breaking => "error",
        Level::Contract => "warning",
        Level::Documentation => "note",
    }
}
