//! Tests of the comparison of schemas by meaning: schemas that allow the same
//! values are equal, and any other change is found at the deepest location that
//! shows it.

use crate::fixture::{cases, compare_texts, lines, with_body};
use std::fmt::Write;
use std::sync::LazyLock;

/// Schemas that the cases below may refer to.
const SCHEMAS: &str = "\
    a/b: {type: string}, \
    Name: {type: string, minLength: 1}, \
    Base: {type: object, required: [name], properties: {name: {$ref: '#/components/schemas/Name'}}}, \
    Tree: {type: object, properties: {value: {type: integer}, children: {type: array, items: {$ref: '#/components/schemas/Tree'}}}}, \
    Wood: {type: object, properties: {children: {type: array, items: {$ref: '#/components/schemas/Wood'}}, value: {type: integer}}}, \
    Stump: {type: object, properties: {children: {type: array, items: {$ref: '#/components/schemas/Stump'}}, value: {type: number}}}, \
    Even: {type: object, properties: {next: {$ref: '#/components/schemas/Odd'}}}, \
    Odd: {type: object, properties: {next: {$ref: '#/components/schemas/Even'}}}, \
    Either: {type: object, properties: {next: {$ref: '#/components/schemas/Either'}}}, \
    Chain: {anyOf: [{type: 'null'}, {type: object, required: [next], properties: {next: {$ref: '#/components/schemas/Chain'}}}]}, \
    Links: {anyOf: [{type: 'null'}, {type: object, properties: {next: {$ref: '#/components/schemas/Links'}}}]}, \
    Endless: {type: object, required: [again], properties: {again: {type: array, minItems: 1, items: {$ref: '#/components/schemas/Endless'}}}}, \
    Tag: {type: object, required: [kind], properties: {kind: {const: tag}}}, \
    Cat: {type: object, required: [kind], properties: {kind: {const: cat}, lives: {type: integer}}}, \
    Dog: {type: object, required: [kind], properties: {kind: {const: dog}, tricks: {type: array, items: {type: string}}}}";

/// Pairs of schemas that allow the same values. The second is a 3.0 schema where it
/// is marked.
static EQUAL: LazyLock<Vec<(String, String)>> =
    LazyLock::new(|| cases(include_str!("cases/equal_schemas.yaml")));

/// Pairs of schemas that allow different values.
static DIFFERENT: LazyLock<Vec<(String, String)>> =
    LazyLock::new(|| cases(include_str!("cases/different_schemas.yaml")));

fn documents(contract: &str, emitted: &str) -> (String, String) {
    let emitted = match emitted.strip_prefix("3.0 ") {
        // 3.0 has no `const` and no type arrays.
        Some(schema) => {
            let schemas = "Name: {type: string, minLength: 1}, \
                Base: {type: object, required: [name], properties: {name: {$ref: '#/components/schemas/Name'}}}, \
                Tree: {type: object, properties: {value: {type: integer}, children: {type: array, items: {$ref: '#/components/schemas/Tree'}}}}";
            with_body("3.0.3", schema, schemas)
        }
        None => with_body("3.1.0", emitted, SCHEMAS),
    };
    (with_body("3.1.0", contract, SCHEMAS), emitted)
}

#[test]
fn two_spellings_of_the_same_values_are_equal_in_both_directions() {
    let mut failures = String::new();
    for (left, right) in EQUAL.iter() {
        let (left_text, right_text) = documents(left, right);
        for (one, other) in [(&left_text, &right_text), (&right_text, &left_text)] {
            for line in lines(&compare_texts(one, other)) {
                let _ = writeln!(failures, "{left}\n{right}\n    {line}");
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn each_change_of_a_schema_is_found_at_its_location_with_its_direction() {
    let mut table = String::new();
    for (left, right) in DIFFERENT.iter() {
        let (contract, emitted) = documents(left, right);
        let found = lines(&compare_texts(&contract, &emitted));
        assert!(
            !found.is_empty(),
            "nothing was found between {left} and {right}"
        );
        let _ = writeln!(table, "{left}\n{right}\n    {}\n", found.join("\n    "));
    }
    insta::assert_snapshot!(table);
}

/// Narrower in one direction is wider in the other.
#[test]
fn the_direction_is_reversed_when_the_documents_are_swapped() {
    for (left, right) in DIFFERENT.iter() {
        let (contract, emitted) = documents(left, right);
        let mut there: Vec<String> = relations(&contract, &emitted);
        let mut back: Vec<String> = relations(&emitted, &contract)
            .into_iter()
            .map(|relation| match relation.as_str() {
                "request-body-narrower" => "request-body-wider".to_owned(),
                "request-body-wider" => "request-body-narrower".to_owned(),
                _ => relation,
            })
            .collect();
        there.sort();
        back.sort();
        assert_eq!(there, back, "{left}\n{right}");
    }
}

fn relations(contract: &str, emitted: &str) -> Vec<String> {
    let report = compare_texts(contract, emitted);
    let ids = report
        .findings
        .iter()
        .map(|finding| finding.rule.id().to_owned());
    ids.collect()
}
