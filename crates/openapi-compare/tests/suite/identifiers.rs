//! Tests of references by `$id` and `$anchor`: they have the same meaning as the
//! corresponding references by JSON Pointer.

use crate::fixture::{compare_texts, with_body};
use openapi_compare::Document;

#[test]
fn a_difference_behind_an_identifier_is_reported_at_its_location() {
    let document = |limit: u32| {
        let schema = format!("A: {{$anchor: a, type: string, maxLength: {limit}}}");
        with_body("3.1.0", "{$ref: '#a'}", &schema)
    };
    let report = compare_texts(&document(1), &document(2));
    let places: Vec<&str> =
        report.findings.iter().map(|one| one.candidate.pointer.as_str()).collect();
    assert_eq!(places, ["/components/schemas/A/maxLength"]);
}

/// The target depends on the dynamic scope.
#[test]
fn an_ambiguous_dynamic_reference_is_not_resolved() {
    let schemas = "A: {$id: a, $dynamicAnchor: x, type: string}, B: {$id: b, $dynamicAnchor: x}";
    let dynamic = with_body("3.1.0", "{$id: c, $dynamicRef: 'a#x'}", schemas);
    let plain = with_body("3.1.0", "{type: string}", schemas);
    assert!(!compare_texts(&dynamic, &plain).is_clean());
}

#[test]
fn an_undeclared_identifier_is_an_error() {
    for reference in ["#b", "b", "https://example.com/a", "#/components/schemas/B", "a#/b"] {
        let document =
            with_body("3.1.0", &format!("{{$ref: '{reference}'}}"), "A: {$anchor: a, $id: a}");
        let error = Document::parse("api.yaml", &document).unwrap_err().to_string();
        assert!(error.contains("`$ref: "), "{error}");
    }
}
