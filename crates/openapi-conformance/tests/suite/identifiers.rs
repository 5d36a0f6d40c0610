//! Tests of references by `$id` and `$anchor`: they have the same meaning as the
//! corresponding references by JSON Pointer.

use crate::fixture::{compare_texts, with_body};
use openapi_conformance::Document;

/// A body, the schemas of the document, and the equivalent body without
/// identifiers.
const NAMED: &[(&str, &str, &str)] = &[
    (
        "{$ref: '#a'}",
        "A: {$anchor: a, type: string}",
        "{type: string}",
    ),
    (
        "{$ref: '#a'}",
        "A: {type: object, properties: {b: {$anchor: a, type: string, maxLength: 2}}}",
        "{type: string, maxLength: 2}",
    ),
    (
        "{$ref: '#a'}",
        "A: {$dynamicAnchor: a, type: string}",
        "{type: string}",
    ),
    (
        "{$dynamicRef: '#a'}",
        "A: {$dynamicAnchor: a, type: string}",
        "{type: string}",
    ),
    (
        "{$dynamicRef: '#a'}",
        "A: {$anchor: a, type: string}",
        "{type: string}",
    ),
    (
        "{$ref: 'https://example.com/a'}",
        "A: {$id: 'https://example.com/a', type: string}",
        "{type: string}",
    ),
    (
        "{$ref: 'HTTPS://Example.com/b/../a#'}",
        "A: {$id: 'https://example.com/a', type: string}",
        "{type: string}",
    ),
    (
        "{$ref: 'urn:example:a'}",
        "A: {$id: 'urn:example:a', type: string}",
        "{type: string}",
    ),
    ("{$ref: a}", "A: {$id: a, type: string}", "{type: string}"),
    (
        "{$ref: 'https://example.com/a#/$defs/x~1y'}",
        "A: {$id: 'https://example.com/a', $defs: {x/y: {type: string}}}",
        "{type: string}",
    ),
    (
        "{$ref: 'https://example.com/a#b'}",
        "A: {$id: 'https://example.com/a', $defs: {b: {$anchor: b, type: string}}}, B: {$anchor: b}",
        "{type: string}",
    ),
    // Within a schema with an `$id`, pointers and anchors are relative to that
    // schema.
    (
        "{$ref: '#/components/schemas/A'}",
        "A: {$id: 'https://example.com/a', $defs: {b: {type: string}}, $ref: '#/$defs/b'}",
        "{type: string}",
    ),
    (
        "{$ref: '#/components/schemas/A'}",
        "A: {$id: 'https://example.com/a', $defs: {b: {$anchor: b, type: string}}, $ref: '#b'}, B: {$anchor: b}",
        "{type: string}",
    ),
    (
        "{$ref: '#/components/schemas/A'}",
        "A: {$id: 'https://example.com/a', $ref: b}, B: {$id: 'https://example.com/b', type: string}",
        "{type: string}",
    ),
    (
        "{$ref: '#/components/schemas/A'}",
        "A: {$id: 'https://example.com/a', type: object, properties: {a: {$ref: '#'}}}, T: {type: object, properties: {a: {$ref: '#/components/schemas/T'}}}",
        "{$ref: '#/components/schemas/T'}",
    ),
    // A pointer with no target in the resource but with one in the document was
    // meant for the document.
    (
        "{$ref: '#/components/schemas/A'}",
        "A: {$id: 'https://example.com/a', $ref: '#/components/schemas/B'}, B: {type: string}",
        "{type: string}",
    ),
    // Identifiers without references; an example isn't a schema.
    (
        "{$id: 'https://example.com/a', $anchor: a, type: string}",
        "",
        "{type: string}",
    ),
    (
        "{type: string, examples: [{$id: a, $ref: '#'}]}",
        "A: {$anchor: a}",
        "{type: string}",
    ),
];

#[test]
fn a_reference_by_identifier_equals_its_target() {
    for (named, schemas, plain) in NAMED {
        let named = with_body("3.1.0", named, schemas);
        let plain = with_body("3.1.0", plain, schemas);
        for (left, right) in [(&named, &plain), (&plain, &named)] {
            let report = compare_texts(left, right);
            assert!(report.is_clean(), "{left}\n{report}");
        }
        let other = with_body("3.1.0", "{type: boolean}", "");
        assert!(!compare_texts(&named, &other).is_clean(), "{named}");
    }
}

#[test]
fn a_difference_behind_an_identifier_is_reported_at_its_location() {
    let document = |limit: u32| {
        let schema = format!("A: {{$anchor: a, type: string, maxLength: {limit}}}");
        with_body("3.1.0", "{$ref: '#a'}", &schema)
    };
    let report = compare_texts(&document(1), &document(2));
    let places: Vec<&str> = report
        .findings
        .iter()
        .map(|one| one.emitted.pointer.as_str())
        .collect();
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
    for reference in [
        "#b",
        "b",
        "https://example.com/a",
        "#/components/schemas/B",
        "a#/b",
    ] {
        let document = with_body(
            "3.1.0",
            &format!("{{$ref: '{reference}'}}"),
            "A: {$anchor: a, $id: a}",
        );
        let error = Document::parse("api.yaml", &document)
            .unwrap_err()
            .to_string();
        assert!(error.contains("leads nowhere"), "{error}");
    }
}
