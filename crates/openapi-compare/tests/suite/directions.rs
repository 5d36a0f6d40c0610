//! Tests of members for one direction: `readOnly` and `writeOnly` beside `required`.

use crate::fixture::{compare_texts, read};
use openapi_compare::{Level, Report, compare_versions};

/// A member that requests don't need, one that responses don't need, and one for both.
const MEMBERS: &str = "properties: {id: {readOnly: true}, key: {writeOnly: true}, name: {}}";

/// Returns a document whose only operation receives and returns a schema.
fn document(version: &str, request: &str, response: &str) -> String {
    let content = |schema: &str| format!("content: {{application/json: {{schema: {schema}}}}}");
    format!(
        "{{openapi: {version}, paths: {{/a: {{post: {{requestBody: {{required: true, {}}}, \
         responses: {{'200': {{description: d, {}}}, 4XX: {{description: e}}, 5XX: {{description: f}}}}}}}}}}}}",
        content(request),
        content(response)
    )
}

fn requiring(names: &str) -> String {
    format!("{{type: object, required: [{names}], {MEMBERS}}}")
}

fn rules(report: &Report) -> Vec<String> {
    let findings = report.findings.iter();
    findings.map(|one| one.rule.to_string()).collect()
}

#[test]
fn a_member_for_the_other_direction_is_optional_on_both_sides() {
    let contract = document("3.1.0", &requiring("id, key, name"), &requiring("id, key, name"));
    for (request, response, expected) in [
        ("id, key, name", "id, key, name", vec![]),
        ("key, name", "id, name", vec![]),
        ("name", "id, name", vec!["request-body-wider"]),
        ("key, name", "name", vec!["response-body-wider"]),
        ("id, key", "id, key", vec!["request-body-wider", "response-body-wider"]),
    ] {
        for version in ["3.0.3", "3.1.0"] {
            let emitted = document(version, &requiring(request), &requiring(response));
            let report = compare_texts(&contract, &emitted);
            assert_eq!(rules(&report), expected, "{version}: {request}; {response}\n{report}");
        }
    }
}

#[test]
fn a_request_that_needs_a_member_without_the_annotation_is_narrower() {
    let contract = document("3.1.0", &requiring("id, name"), "{}");
    let request = "{type: object, required: [id, name], properties: {id: {}, key: {}, name: {}}}";
    let report = compare_texts(&contract, &document("3.0.3", request, "{}"));
    let narrower =
        report.findings.iter().find(|one| one.rule.to_string() == "request-body-narrower");
    let witnesses = &narrower.unwrap().witnesses;
    assert_eq!(witnesses[0].value, serde_json::json!({"name": 0}), "{report}");
}

#[test]
fn an_annotation_applies_through_references_and_all_of() {
    let contract = "
openapi: 3.1.0
paths:
  /a:
    post:
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}
      responses: {'204': {description: d}, 4XX: {description: e}, 5XX: {description: f}}
components:
  schemas:
    Id: {type: string, readOnly: true}
    Base: {type: object, properties: {id: {$ref: '#/components/schemas/Id'}}}
    A: {allOf: [{$ref: '#/components/schemas/Base'}, {required: [id]}, {$ref: '#/components/schemas/A'}]}
";
    let emitted = contract.replace("required: [id]", "required: []");
    let report = compare_texts(contract, &emitted);
    assert!(report.findings.is_empty(), "{report}");
}

#[test]
fn conditions_and_negations_apply_as_they_are_written() {
    for keyword in ["not: {required: [id]}", "if: {required: [id]}, then: {required: [name]}"] {
        let with = format!("{{type: object, {MEMBERS}, {keyword}}}");
        let without = format!("{{type: object, {MEMBERS}}}");
        let [with, without] = [with, without].map(|schema| document("3.1.0", &schema, "{}"));
        let report = compare_texts(&with, &without);
        let rules = rules(&report);
        let is_wider = |rule: &String| rule == "request-body-wider";
        assert!(!rules.is_empty() && rules.iter().all(is_wider), "{report}");
    }
}

#[test]
fn the_request_of_a_webhook_is_in_the_direction_of_responses() {
    let webhook = |names: &str| {
        format!(
            "{{openapi: 3.1.0, webhooks: {{done: {{post: {{requestBody: {{required: true, content: \
             {{application/json: {{schema: {}}}}}}}, responses: {{'204': {{description: d}}}}}}}}}}}}",
            requiring(names)
        )
    };
    let compared = |new: &str| {
        let old = read("old", &webhook("id, key, name"));
        rules(&compare_versions(Level::Documentation, &old, &read("new", &webhook(new))))
    };
    assert_eq!(compared("id, name"), [""; 0]);
    assert_eq!(compared("key, name"), ["request-body-wider"]);
}
