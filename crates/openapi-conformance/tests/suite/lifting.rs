//! Tests of `x-json-schema`, under which a 3.0 document can hold any keyword of
//! JSON Schema 2020-12: the keywords have the same meaning as in the contract, in
//! addition to the schema's own keywords.

use crate::fixture::{compare_texts, lines, with_body};
use std::fmt::Write;

/// A schema of the contract, the same schema as 3.0 expresses it, and a text in the
/// latter with a replacement that makes the two differ.
const CASES: &[(&str, &str, (&str, &str))] = &[
    (
        "{type: object, if: {required: [a]}, then: {required: [b]}, else: {maxProperties: 0}}",
        "{type: object, x-json-schema: {else: {maxProperties: 0}, if: {required: [a]}, then: {required: [b]}}}",
        ("else: {maxProperties: 0}", "else: {maxProperties: 1}"),
    ),
    (
        "{type: object, if: {required: [a]}, then: {required: [b]}}",
        "{type: object, x-json-schema: {if: {required: [a]}, then: {required: [b]}}}",
        ("if: {required: [a]}", "if: {required: [c]}"),
    ),
    (
        "{type: string, not: {const: x}}",
        "{type: string, x-json-schema: {not: {enum: [x]}}}",
        ("[x]", "[x, y]"),
    ),
    (
        "{type: object, properties: {known: {type: boolean}}, patternProperties: {'^x-': {type: string}}, additionalProperties: false}",
        "{type: object, properties: {known: {type: boolean}}, additionalProperties: {}, x-json-schema: {patternProperties: {'^x-': {type: string}}, additionalProperties: false}}",
        ("{'^x-': {type: string}}", "{'^x-': {type: integer}}"),
    ),
    (
        "{type: object, patternProperties: {'^x-': {type: string}}, additionalProperties: false}",
        "{type: object, additionalProperties: true, x-json-schema: {patternProperties: {'^x-': {type: string}}, additionalProperties: false}}",
        (", additionalProperties: false}", "}"),
    ),
    (
        "{type: object, propertyNames: {maxLength: 3}}",
        "{type: object, x-json-schema: {propertyNames: {maxLength: 3}}}",
        ("maxLength: 3", "maxLength: 4"),
    ),
    (
        "{type: array, prefixItems: [{type: string}, {type: integer}], items: false}",
        "{type: array, items: {}, x-json-schema: {prefixItems: [{type: string}, {type: integer}], items: false}}",
        ("{type: integer}", "{type: number}"),
    ),
    (
        "{type: array, prefixItems: [{type: string}], items: {type: integer}}",
        "{type: array, items: {}, x-json-schema: {prefixItems: [{type: string}], items: {type: integer}}}",
        ("items: {type: integer}", "items: {type: boolean}"),
    ),
    (
        "{type: array, items: {type: integer}, contains: {const: 7}, maxContains: 2}",
        "{type: array, items: {type: integer}, x-json-schema: {contains: {const: 7}, maxContains: 2}}",
        ("maxContains: 2", "maxContains: 3"),
    ),
    (
        "{type: object, dependentRequired: {a: [b]}}",
        "{type: object, x-json-schema: {dependentRequired: {a: [b]}}}",
        ("a: [b]", "a: [b, c]"),
    ),
    (
        "{type: object, dependentSchemas: {a: {required: [b]}}}",
        "{type: object, x-json-schema: {dependentSchemas: {a: {required: [b]}}}}",
        ("required: [b]", "required: [c]"),
    ),
    // `unevaluatedProperties` depends on the properties beside the extension.
    (
        "{type: object, properties: {a: {type: string}}, unevaluatedProperties: false}",
        "{type: object, properties: {a: {type: string}}, x-json-schema: {unevaluatedProperties: false}}",
        (
            "unevaluatedProperties: false",
            "unevaluatedProperties: {type: string}",
        ),
    ),
    // Exclusive bounds are numbers within the extension, and booleans beside it.
    (
        "{type: number, exclusiveMinimum: 1, exclusiveMaximum: 9}",
        "{type: number, minimum: 1, exclusiveMinimum: true, x-json-schema: {exclusiveMaximum: 9}}",
        ("exclusiveMaximum: 9", "exclusiveMaximum: 8"),
    ),
    // Both constraints apply.
    (
        "{type: string, allOf: [{minLength: 2}, {pattern: ^a}]}",
        "{type: string, allOf: [{minLength: 2}], x-json-schema: {allOf: [{pattern: ^a}]}}",
        ("allOf: [{minLength: 2}], ", ""),
    ),
    (
        "{type: string, minLength: 2, pattern: ^a}",
        "{type: string, allOf: [{minLength: 2}], x-json-schema: {allOf: [{pattern: ^a}]}}",
        ("pattern: ^a", "pattern: ^b"),
    ),
    (
        "{type: string, allOf: [{pattern: ^a}]}",
        "{type: string, x-json-schema: {allOf: [{pattern: ^a}]}}",
        ("{pattern: ^a}", ""),
    ),
    (
        "{allOf: [{anyOf: [{type: string}, {type: integer}]}, {anyOf: [{minLength: 2}, {minimum: 2}]}]}",
        "{anyOf: [{type: string}, {type: integer}], x-json-schema: {anyOf: [{minLength: 2}, {minimum: 2}]}}",
        ("{type: integer}", "{type: number}"),
    ),
    (
        "{type: array, maxItems: 1, uniqueItems: true}",
        "{type: array, maxItems: 1, uniqueItems: true, x-json-schema: {maxItems: 5, uniqueItems: false}}",
        ("maxItems: 1, ", ""),
    ),
    (
        "{type: object, additionalProperties: {type: string, minLength: 1}}",
        "{type: object, additionalProperties: {type: string}, x-json-schema: {additionalProperties: {minLength: 1}}}",
        ("{type: string}", "{type: integer}"),
    ),
    // Within the schema of a member, and beside `nullable`.
    (
        "{type: object, properties: {a: {type: [string, 'null'], not: {const: x}}}}",
        "{type: object, properties: {a: {type: string, nullable: true, x-json-schema: {not: {const: x}}}}}",
        ("const: x", "const: y"),
    ),
];

fn contract(schema: &str) -> String {
    with_body("3.1.0", schema, "")
}

fn emitted(schema: &str) -> String {
    with_body("3.0.3", schema, "")
}

#[test]
fn keywords_under_the_extension_equal_those_of_the_contract() {
    let mut failures = String::new();
    for (contract_schema, emitted_schema, _) in CASES {
        for line in lines(&compare_texts(
            &contract(contract_schema),
            &emitted(emitted_schema),
        )) {
            let _ = writeln!(failures, "{contract_schema}\n{emitted_schema}\n    {line}");
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn each_change_of_what_the_extension_shows_is_found_at_its_location() {
    let mut table = String::new();
    for (contract_schema, emitted_schema, (from, to)) in CASES {
        assert_eq!(
            emitted_schema.matches(from).count(),
            1,
            "{from} occurs once in {emitted_schema}"
        );
        let changed = emitted_schema.replace(from, to);
        let found = lines(&compare_texts(
            &contract(contract_schema),
            &emitted(&changed),
        ));
        assert!(
            !found.is_empty(),
            "nothing was found between {contract_schema} and {changed}"
        );
        let _ = writeln!(
            table,
            "{contract_schema}\n{changed}\n    {}\n",
            found.join("\n    ")
        );
    }
    insta::assert_snapshot!(table);
}

/// In 3.1 it is an unknown extension and is ignored.
#[test]
fn the_extension_is_ignored_in_a_3_1_document() {
    let with = contract("{type: string, x-json-schema: {not: {const: x}}}");
    let without = contract("{type: string}");
    let report = compare_texts(&without, &with);
    assert!(report.is_clean(), "{report}");
}
