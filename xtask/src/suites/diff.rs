//! Compares each schema of the JSON Schema test suite with one that also allows an instance,
//! and with one that doesn't: they differ exactly where the suite says so.

use super::expected::Differences;
use super::groups::Group;
use openapi_compare::{Document, Level, Report, compare_versions};
use openapi_source::with_large_stack;
use serde_json::{Value, json};
use std::thread;

/// Compares the answers of the comparison with the suite.
pub fn compare(groups: &[Group], differences: &mut Differences) {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let found = thread::scope(|scope| {
        let parts = groups.chunks(groups.len().div_ceil(threads).max(1));
        let workers: Vec<_> = parts
            .map(|part| {
                scope.spawn(move || {
                    with_large_stack(|| part.iter().flat_map(answers).collect::<Vec<_>>())
                })
            })
            .collect();
        let joined = workers.into_iter().map(|worker| worker.join());
        joined
            .map(|found| found.expect("a panic of the comparison is a defect"))
            .collect::<Vec<_>>()
    });
    for (name, answer) in found.into_iter().flatten() {
        differences.count(&format!("diff: {answer}"));
        if answer != "right" {
            differences.push(format!("diff: {answer}: {name}"));
        }
    }
}

/// Returns the answers for the instances of a group.
fn answers(group: &Group) -> Vec<(String, &'static str)> {
    let mut answers = Vec::new();
    for test in &group.tests {
        let one = json!({ "const": test.data });
        let less = json!({ "allOf": [group.schema, { "not": one }] });
        let more = json!({ "anyOf": [group.schema, one] });
        for (change, other, is_different) in
            [("removed", less, test.valid), ("added", more, !test.valid)]
        {
            let name = format!("{}: {}, {change}", group.name, test.name);
            let documents = document(&group.schema).zip(document(&other));
            let answer = match documents {
                None => "not read",
                Some((base, candidate)) => {
                    answer(&compare_versions(Level::Documentation, &base, &candidate), is_different)
                }
            };
            answers.push((name, answer));
        }
    }
    answers
}

fn answer(report: &Report, is_different: bool) -> &'static str {
    let mut rules = report.findings.iter().map(|finding| finding.rule.id());
    let is_found = rules.clone().any(|rule| rule.starts_with("request-body-"));
    match (is_found, rules.any(|rule| rule == "undecided")) {
        (false, true) => "undecided",
        (found, _) if found == is_different => "right",
        _ => "wrong",
    }
}

fn document(schema: &Value) -> Option<Document> {
    let content = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/A" } } });
    let document = json!({
        "openapi": "3.1.0",
        "info": { "title": "Suite", "version": "1" },
        "paths": { "/a": { "post": { "requestBody": { "content": content }, "responses": {} } } },
        "components": { "schemas": { "A": schema } },
    });
    Document::parse("document", &document.to_string()).ok()
}
