//! References by `$id`, `$anchor` and `$dynamicAnchor` become JSON Pointers.

use openapi_document::{Document, Node};

/// Returns the schemas of a document, or its errors.
fn resolved(schemas: &str) -> String {
    let text = format!(
        "openapi: 3.1.0\ninfo: {{ title: Case, version: '1' }}\ncomponents:\n  schemas:\n{schemas}"
    );
    let document = match Document::parse("case.yaml", &text) {
        Ok(document) => document,
        Err(diagnostics) => return diagnostics.excerpts().to_string(),
    };
    let schemas = document.root().get("components");
    let schemas = schemas.and_then(|node| node.get("schemas"));
    let schemas = schemas.and_then(Node::mapping).into_iter().flatten();
    schemas.map(|(name, schema)| format!("{name}: {}\n", schema.to_json())).collect()
}

#[test]
fn references_by_identifier_become_pointers() {
    insta::assert_snapshot!(resolved(
        "    A: { $id: https://example.com/trees/oak, $defs: { Leaf: { $anchor: leaf }, Twig: {} }, properties: { a: { $ref: '#leaf' }, b: { $ref: '#/$defs/Twig' }, c: { $ref: elm }, d: { $ref: '#/components/schemas/C' } } }
    B: { $id: https://example.com/trees/elm, items: { $ref: 'oak#leaf' }, not: { $ref: 'https://example.com/trees/oak' }, contains: { $ref: 'oak#/$defs/Twig' } }
    C: { $anchor: top, $ref: '#top' }
    D: { $dynamicAnchor: node, properties: { next: { $dynamicRef: '#node' } } }
    E: { $ref: '#a%62c' }
    F: { $id: 'urn:tree', $anchor: bark, items: { $ref: '#bark' } }
    G: { $anchor: abc }
"
    ));
}

#[test]
fn data_and_names_are_no_identifiers() {
    insta::assert_snapshot!(resolved(
        "    A: { $anchor: a, example: { $id: 'https://example.com/x', $ref: '#a' }, const: { $anchor: a }, enum: [{ $ref: '#a' }] }
    B: { properties: { $id: { $ref: '#a' }, $anchor: { type: string }, $ref: { $ref: '#a' } } }
    C: { x-note: { $anchor: a } }
"
    ));
}

#[test]
fn a_dynamic_reference_with_several_targets_stays() {
    insta::assert_snapshot!(resolved(
        "    A: { $id: a, $dynamicAnchor: node, items: { $dynamicRef: '#node' } }
    B: { $id: b, $dynamicAnchor: node }
"
    ));
}

#[test]
fn a_reference_that_no_way_changes_becomes_a_pointer() {
    insta::assert_snapshot!(resolved(
        "    A: { $id: a, $dynamicAnchor: node, items: { $ref: '#node' } }
    B: { $id: b, $dynamicAnchor: node, items: { $dynamicRef: '#/$defs/C', $defs: { C: {} } }, $defs: { C: {} } }
"
    ));
    let text = resolved("    A: { $dynamicRef: '#/components/schemas/B' }\n    B: {}\n");
    assert_eq!(text, "A: {\"$ref\":\"#/components/schemas/B\"}\nB: {}\n");
}

#[test]
fn the_mapping_of_a_discriminator_may_have_identifiers() {
    insta::assert_snapshot!(resolved(
        "    Cat: { $id: 'https://example.com/cat' }
    Dog: { $anchor: dog }
    Pet: { oneOf: [{ $ref: 'https://example.com/cat' }, { $ref: '#dog' }], discriminator: { propertyName: kind, mapping: { cat: 'https://example.com/cat', dog: '#dog', cow: Cow } } }
"
    ));
}

#[test]
fn a_mapping_that_may_be_a_name_or_an_identifier_is_a_name() {
    let pet = "Pet: { discriminator: { propertyName: kind, mapping: { c: Cat } } }";
    let text = resolved(&format!("    Cat: {{}}\n    Dog: {{ $id: Cat }}\n    {pet}\n"));
    assert!(text.contains(r#""mapping":{"c":"Cat"}"#), "{text}");
}

#[test]
fn an_identifier_that_is_declared_twice_or_is_malformed_is_an_error() {
    insta::assert_snapshot!(resolved(
        "    A: { $anchor: a }
    B: { items: { $anchor: a } }
    C: { $id: c }
    D: { $id: 'c#' }
    E: { $id: 'no uri' }
    F: { $id: { a: b }, $anchor: 3 }
"
    ));
}
