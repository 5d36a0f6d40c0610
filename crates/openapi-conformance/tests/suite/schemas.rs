//! Tests of the comparison of schemas by meaning: schemas that allow the same
//! values are equal, and any other change is found at the deepest location that
//! shows it.

use crate::fixture::{compare_texts, lines, with_body};
use std::fmt::Write;

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
const EQUAL: &[(&str, &str)] = &[
    // Annotations and order.
    (
        "{type: string}",
        "{type: string, description: d, title: t, default: x, examples: [a], x-y: 1}",
    ),
    (
        "{type: object, required: [a, b], properties: {a: {}, b: {}}}",
        "{required: [b, a], properties: {b: {}, a: {}}, type: object}",
    ),
    ("{enum: [a, b, c]}", "{enum: [c, a, b, a]}"),
    (
        "{type: string, deprecated: false}",
        "{type: string, readOnly: false}",
    ),
    // Nothing and everything.
    ("{}", "true"),
    ("false", "{not: {}}"),
    ("{not: {}}", "{not: true}"),
    (
        "{}",
        "{type: [string, number, boolean, 'null', object, array]}",
    ),
    ("{}", "{allOf: [{}, true]}"),
    ("{type: [integer, number]}", "{type: number}"),
    // const and enum.
    ("{const: a}", "{enum: [a]}"),
    ("{const: a}", "{type: string, enum: [a], minLength: 1}"),
    ("{enum: [a, b]}", "{anyOf: [{const: a}, {const: b}]}"),
    (
        "{enum: [a, b]}",
        "{oneOf: [{type: string, enum: [a]}, {type: string, enum: [b]}]}",
    ),
    ("{enum: [1, 1.0]}", "{const: 1}"),
    ("{enum: [true, false]}", "{type: boolean}"),
    (
        "{enum: [[1, 2], {a: 1, b: 2}]}",
        "{enum: [{b: 2, a: 1}, [1, 2]]}",
    ),
    ("{enum: [ab, abc], maxLength: 2}", "{const: ab}"),
    ("{enum: [ab, b], pattern: '^a'}", "{const: ab}"),
    (
        "{type: integer, minimum: 1, maximum: 3}",
        "{enum: [1, 2, 3]}",
    ),
    // Numbers.
    (
        "{type: integer, exclusiveMinimum: 0}",
        "{type: integer, minimum: 1}",
    ),
    (
        "{type: integer, exclusiveMaximum: 10}",
        "{type: integer, maximum: 9}",
    ),
    (
        "{type: integer, minimum: 0.5}",
        "{type: integer, minimum: 1}",
    ),
    (
        "{type: number, minimum: 0, exclusiveMinimum: 0}",
        "{type: number, exclusiveMinimum: 0}",
    ),
    ("{type: number, multipleOf: 1}", "{type: integer}"),
    ("{type: integer, multipleOf: 0.5}", "{type: integer}"),
    (
        "{type: integer, multipleOf: 6}",
        "{allOf: [{type: integer, multipleOf: 3}, {multipleOf: 6}]}",
    ),
    (
        "{type: integer, format: int32}",
        "{type: integer, minimum: -2147483648, maximum: 2147483647}",
    ),
    (
        "{type: integer, format: int64}",
        "{type: integer, minimum: -9223372036854775808, maximum: 9223372036854775807}",
    ),
    (
        "{type: integer, format: uint8}",
        "{type: integer, minimum: 0, maximum: 255}",
    ),
    (
        "{type: integer, format: int64, minimum: 0}",
        "{type: integer, minimum: 0, maximum: 9223372036854775807}",
    ),
    (
        "{type: integer, format: uint64, minimum: 0}",
        "{type: integer, minimum: 0, maximum: 18446744073709551615}",
    ),
    (
        "{type: number, minimum: 1, maximum: 10}",
        "{allOf: [{type: number, minimum: 0, maximum: 10}, {minimum: 1}]}",
    ),
    (
        "{type: number, maximum: 1e2}",
        "{type: number, maximum: 100}",
    ),
    (
        "{anyOf: [{type: integer}, {type: number}]}",
        "{type: number}",
    ),
    // Strings.
    ("{type: string, minLength: 0}", "{type: string}"),
    (
        "{type: string, contentEncoding: base64}",
        "{type: string, format: byte}",
    ),
    ("{type: string, minimum: 3, items: false}", "{type: string}"),
    // Null.
    (
        "{type: [string, 'null']}",
        "{anyOf: [{type: string}, {type: 'null'}]}",
    ),
    (
        "{type: [string, 'null']}",
        "{oneOf: [{type: 'null'}, {type: string}]}",
    ),
    (
        "{type: [string, 'null']}",
        "3.0 {type: string, nullable: true}",
    ),
    (
        "{type: [string, 'null'], minLength: 2}",
        "3.0 {type: string, minLength: 2, nullable: true}",
    ),
    (
        "{anyOf: [{$ref: '#/components/schemas/Base'}, {type: 'null'}]}",
        "3.0 {nullable: true, allOf: [{$ref: '#/components/schemas/Base'}]}",
    ),
    (
        "{type: [string, 'null'], enum: [a, b, null]}",
        "3.0 {type: string, enum: [a, b], nullable: true}",
    ),
    (
        "{type: [string, 'null'], enum: [a, null]}",
        "3.0 {type: string, enum: [a, null], nullable: true}",
    ),
    ("{type: 'null'}", "3.0 {type: string, enum: [null]}"),
    ("{type: string}", "3.0 {type: string, nullable: false}"),
    // Other syntax of 3.0.
    (
        "{type: number, exclusiveMinimum: 5}",
        "3.0 {type: number, minimum: 5, exclusiveMinimum: true}",
    ),
    (
        "{type: number, maximum: 5}",
        "3.0 {type: number, maximum: 5, exclusiveMaximum: false}",
    ),
    (
        "{type: string, examples: [a]}",
        "3.0 {type: string, example: b}",
    ),
    (
        "{$ref: '#/components/schemas/Name'}",
        "3.0 {$ref: '#/components/schemas/Name', maxLength: 3}",
    ),
    ("false", "3.0 {not: {}}"),
    // References.
    (
        "{$ref: '#/components/schemas/Name'}",
        "{type: string, minLength: 1}",
    ),
    (
        "{$ref: '#/components/schemas/Name', maxLength: 3}",
        "{type: string, minLength: 1, maxLength: 3}",
    ),
    (
        "{type: object, required: [name], properties: {name: {type: string, minLength: 1}}}",
        "{$ref: '#/components/schemas/Base'}",
    ),
    (
        "{$ref: '#/components/schemas/Base/properties/name'}",
        "{$ref: '#/components/schemas/Name'}",
    ),
    ("{$ref: '#/components/schemas/a~1b'}", "{type: string}"),
    ("{$ref: '#/components/schemas/a%7E1b'}", "{type: string}"),
    // Recursion.
    (
        "{$ref: '#/components/schemas/Tree'}",
        "{$ref: '#/components/schemas/Wood'}",
    ),
    (
        "{$ref: '#/components/schemas/Even'}",
        "{$ref: '#/components/schemas/Either'}",
    ),
    (
        "{$ref: '#/components/schemas/Tree'}",
        "{type: object, properties: {value: {type: integer}, children: {type: array, items: {$ref: '#/components/schemas/Wood'}}}}",
    ),
    // allOf.
    (
        "{allOf: [{$ref: '#/components/schemas/Base'}, {type: object, required: [id], properties: {id: {type: integer}}}]}",
        "{type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string, minLength: 1}}}",
    ),
    (
        "{allOf: [{type: object, properties: {a: {type: string}}}, {properties: {a: {minLength: 2}}}]}",
        "{type: object, properties: {a: {type: string, minLength: 2}}}",
    ),
    (
        "{allOf: [{type: object, properties: {a: {}}}], unevaluatedProperties: false}",
        "{type: object, properties: {a: {}}, additionalProperties: false}",
    ),
    ("{allOf: [{type: string}]}", "{type: string}"),
    (
        "{allOf: [{type: [string, integer]}, {type: [integer, boolean]}]}",
        "{type: integer}",
    ),
    ("{allOf: [{type: string}, {type: integer}]}", "false"),
    (
        "{allOf: [{anyOf: [{type: string}, {type: integer}]}, {minimum: 3}]}",
        "{anyOf: [{type: string}, {type: integer, minimum: 3}]}",
    ),
    (
        "{type: object, properties: {a: {}}, additionalProperties: true, unevaluatedProperties: false}",
        "{type: object, properties: {a: {}}}",
    ),
    // Unions.
    ("{oneOf: [{type: string}]}", "{type: string}"),
    (
        "{anyOf: [{type: string}, {type: integer}]}",
        "{oneOf: [{type: integer}, {type: string}]}",
    ),
    (
        "{anyOf: [{type: string}, {type: string, minLength: 3}]}",
        "{type: string}",
    ),
    ("{anyOf: [{type: string}, false]}", "{type: string}"),
    // Uninhabited: an infinitely nested required member.
    ("{$ref: '#/components/schemas/Endless'}", "{not: {}}"),
    (
        "{type: object, properties: {a: {$ref: '#/components/schemas/Endless'}}}",
        "{type: object, properties: {a: {type: object, required: [again], properties: {again: {$ref: '#/components/schemas/Endless'}, b: {type: integer}}}}}",
    ),
    (
        "{type: array, items: {$ref: '#/components/schemas/Endless'}}",
        "{type: array, maxItems: 0}",
    ),
    (
        "{oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]}",
        "{anyOf: [{$ref: '#/components/schemas/Dog'}, {$ref: '#/components/schemas/Cat'}]}",
    ),
    (
        "{oneOf: [{$ref: '#/components/schemas/Base'}, {$ref: '#/components/schemas/Tree'}]}",
        "{oneOf: [{$ref: '#/components/schemas/Wood'}, {$ref: '#/components/schemas/Base'}]}",
    ),
    (
        "{oneOf: [{$ref: '#/components/schemas/Base'}, {$ref: '#/components/schemas/Tree'}, {type: 'null'}]}",
        "3.0 {nullable: true, oneOf: [{$ref: '#/components/schemas/Base'}, {$ref: '#/components/schemas/Tree'}]}",
    ),
    // Objects.
    (
        "{type: object}",
        "{type: object, additionalProperties: true, minProperties: 0}",
    ),
    (
        "{type: object, additionalProperties: {}}",
        "{type: object, additionalProperties: true}",
    ),
    (
        "{type: object, required: [a], minProperties: 1}",
        "{type: object, required: [a]}",
    ),
    (
        "{type: object, properties: {a: false}, additionalProperties: false}",
        "{type: object, additionalProperties: false}",
    ),
    (
        "{type: object, patternProperties: {'^x': {type: string}}}",
        "{type: object, patternProperties: {'^x': {type: string, minLength: 0}}}",
    ),
    // Arrays.
    (
        "{type: array, uniqueItems: false}",
        "{type: array, items: {}, minItems: 0}",
    ),
    (
        "{type: array, prefixItems: [{type: string}], items: false}",
        "{type: array, prefixItems: [{type: string}], maxItems: 1}",
    ),
    ("{type: array, items: false}", "{type: array, maxItems: 0}"),
    // What is compared by its keyword.
    (
        "{type: string, not: {const: a}}",
        "{type: string, not: {enum: [a]}}",
    ),
    (
        "{type: [string, 'null'], not: {const: a}}",
        "{anyOf: [{type: 'null'}, {type: string, not: {const: a}}]}",
    ),
    (
        "{type: [string, 'null'], not: {const: a}}",
        "3.0 {type: string, nullable: true, not: {enum: [a]}}",
    ),
    ("{type: string, not: {type: integer}}", "{type: string}"),
    (
        "{if: {type: string}, then: {minLength: 1}}",
        "{then: {minLength: 1.0}, if: {type: string, description: d}}",
    ),
    (
        "{type: array, contains: {const: 1}}",
        "{type: array, contains: {enum: [1]}}",
    ),
    ("{then: {minLength: 1}}", "{}"),
    (
        "{type: string, unknown: {a: 1, b: [2]}}",
        "{type: string, unknown: {b: [2.0], a: 1}}",
    ),
];

/// Pairs of schemas that allow different values.
const DIFFERENT: &[(&str, &str)] = &[
    // Types.
    ("{type: string}", "{type: integer}"),
    ("{type: number}", "{type: integer}"),
    ("{type: integer}", "{type: number}"),
    ("{type: string}", "{type: [string, 'null']}"),
    ("{type: [string, 'null']}", "3.0 {type: string}"),
    ("{}", "{type: string}"),
    ("{type: string}", "{}"),
    ("false", "{type: string}"),
    ("{type: boolean}", "{const: true}"),
    // Numbers.
    (
        "{type: integer, format: int64}",
        "{type: integer, format: int32}",
    ),
    ("{type: integer}", "{type: integer, format: int64}"),
    (
        "{type: integer, format: int64}",
        "{type: integer, format: uint64, minimum: 0}",
    ),
    (
        "{type: number, format: double}",
        "{type: number, format: float}",
    ),
    (
        "{type: number, minimum: 1}",
        "{type: number, exclusiveMinimum: 1}",
    ),
    ("{type: number, maximum: 1}", "{type: number, maximum: 2}"),
    (
        "{type: number, minimum: 0, maximum: 5}",
        "{type: number, minimum: 1, maximum: 6}",
    ),
    (
        "{type: integer, multipleOf: 2}",
        "{type: integer, multipleOf: 4}",
    ),
    (
        "{type: integer, multipleOf: 2}",
        "{type: integer, multipleOf: 3}",
    ),
    ("{type: integer, multipleOf: 2}", "{type: integer}"),
    ("{enum: [1, 2]}", "{enum: [2, 3]}"),
    ("{type: integer}", "{enum: [1, 2]}"),
    (
        "{type: number, minimum: 9007199254740993}",
        "{type: number, minimum: 9007199254740992}",
    ),
    ("{type: number, format: x}", "{type: number}"),
    // Strings.
    ("{type: string}", "{type: string, minLength: 1}"),
    (
        "{type: string, maxLength: 3}",
        "{type: string, maxLength: 4}",
    ),
    ("{type: string, pattern: a}", "{type: string, pattern: b}"),
    ("{type: string, pattern: a}", "{type: string}"),
    ("{type: string, format: uuid}", "{type: string}"),
    (
        "{type: string, format: date}",
        "{type: string, format: date-time}",
    ),
    ("{type: string}", "{type: string, enum: [a]}"),
    ("{enum: [a, b]}", "{enum: [a, c]}"),
    ("{type: string, contentEncoding: base64}", "{type: string}"),
    // Objects.
    (
        "{type: object, properties: {a: {type: string}}, required: [a]}",
        "{type: object, properties: {a: {type: string}}}",
    ),
    (
        "{type: object, properties: {a: {type: string}}}",
        "{type: object, properties: {a: {type: string}}, required: [a]}",
    ),
    (
        "{type: object, properties: {a: {type: string}}}",
        "{type: object}",
    ),
    ("{type: object, properties: {a: {}}}", "{type: object}"),
    (
        "{type: object}",
        "{type: object, required: [a], properties: {a: {type: string}}}",
    ),
    (
        "{type: object, properties: {a: {type: string}}}",
        "{type: object, properties: {b: {type: string}}}",
    ),
    (
        "{type: object, additionalProperties: false}",
        "{type: object}",
    ),
    (
        "{type: object, properties: {a: {}}, additionalProperties: false}",
        "{type: object, additionalProperties: false}",
    ),
    (
        "{type: object, additionalProperties: {type: string}}",
        "{type: object, additionalProperties: {type: integer}}",
    ),
    (
        "{type: object, additionalProperties: {type: string, minLength: 1}}",
        "{type: object, additionalProperties: {type: string}}",
    ),
    (
        "{type: object, patternProperties: {'^x': {type: string}}}",
        "{type: object}",
    ),
    (
        "{type: object, patternProperties: {'^x': {type: string}}}",
        "{type: object, patternProperties: {'^y': {type: string}}}",
    ),
    (
        "{type: object, minProperties: 1}",
        "{type: object, maxProperties: 1}",
    ),
    (
        "{type: object, properties: {a: {type: object, properties: {'b/c': {type: string}}}}}",
        "{type: object, properties: {a: {type: object, properties: {'b/c': {type: integer}}}}}",
    ),
    (
        "{type: object, dependentRequired: {a: [b]}}",
        "{type: object}",
    ),
    (
        "{type: object, propertyNames: {minLength: 1}}",
        "{type: object, propertyNames: {minLength: 2}}",
    ),
    (
        "{type: object, properties: {a: {}}, unevaluatedProperties: false}",
        "{type: object, properties: {a: {}}}",
    ),
    // Arrays.
    (
        "{type: array, items: {type: string}}",
        "{type: array, items: {type: integer}}",
    ),
    (
        "{type: array}",
        "{type: array, minItems: 1, maxItems: 3, uniqueItems: true}",
    ),
    (
        "{type: array, prefixItems: [{type: string}, {type: integer}]}",
        "{type: array, prefixItems: [{type: string}, {type: string}]}",
    ),
    (
        "{type: array, prefixItems: [{type: string}]}",
        "{type: array, items: {type: string}}",
    ),
    (
        "{type: array, contains: {const: 1}}",
        "{type: array, contains: {const: 1}, minContains: 2}",
    ),
    ("{enum: [[1]]}", "{enum: [[2]]}"),
    // Unions.
    (
        "{anyOf: [{type: string}, {type: integer}]}",
        "{anyOf: [{type: string}, {type: boolean}]}",
    ),
    (
        "{oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]}",
        "{$ref: '#/components/schemas/Cat'}",
    ),
    (
        "{$ref: '#/components/schemas/Dog'}",
        "{oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]}",
    ),
    (
        "{oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]}",
        "{oneOf: [{type: object, required: [kind], properties: {kind: {const: cat}, lives: {type: string}}}, {$ref: '#/components/schemas/Dog'}]}",
    ),
    // Recursive and inhabited.
    (
        "{$ref: '#/components/schemas/Links'}",
        "{$ref: '#/components/schemas/Chain'}",
    ),
    // A branch that is missing: the branch, and the union that lacks it.
    (
        "{oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}, {$ref: '#/components/schemas/Tag'}]}",
        "{oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]}",
    ),
    (
        "{anyOf: [{$ref: '#/components/schemas/Name'}, {$ref: '#/components/schemas/Cat'}]}",
        "{anyOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Name'}, {type: integer}]}",
    ),
    (
        "{anyOf: [{$ref: '#/components/schemas/Name'}, {oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]}]}",
        "{anyOf: [{$ref: '#/components/schemas/Name'}, {oneOf: [{$ref: '#/components/schemas/Dog'}]}]}",
    ),
    (
        "{anyOf: [{$ref: '#/components/schemas/Name'}, {oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]}]}",
        "{anyOf: [{$ref: '#/components/schemas/Name'}]}",
    ),
    (
        "{anyOf: [{type: [string, integer]}, {type: boolean}]}",
        "{anyOf: [{type: string}, {type: boolean}]}",
    ),
    (
        "{oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]}",
        "{oneOf: [{type: object, required: [kind], properties: {kind: {not: {not: {const: cat}}}, lives: {type: string}}}, {$ref: '#/components/schemas/Dog'}]}",
    ),
    (
        "{oneOf: [{$ref: '#/components/schemas/Base'}, {$ref: '#/components/schemas/Tree'}]}",
        "{anyOf: [{$ref: '#/components/schemas/Base'}, {$ref: '#/components/schemas/Tree'}]}",
    ),
    (
        "{anyOf: [{type: string, format: date}, {type: string, format: uuid}]}",
        "{anyOf: [{type: string, format: date}, {type: string, format: time}]}",
    ),
    // Recursion.
    (
        "{$ref: '#/components/schemas/Tree'}",
        "{$ref: '#/components/schemas/Stump'}",
    ),
    // What is compared by its keyword.
    (
        "{type: string, not: {const: a}}",
        "{type: string, not: {const: b}}",
    ),
    ("{type: string, not: {const: a}}", "{type: string}"),
    (
        "{type: [string, 'null'], not: {const: null}}",
        "{type: [string, 'null']}",
    ),
    (
        "{type: 'null'}",
        "3.0 {type: string, enum: [null], not: {type: string, nullable: true}}",
    ),
    ("{type: string}", "{type: string, not: {const: a}}"),
    ("{type: string, unknown: 1}", "{type: string, unknown: 2}"),
    ("{type: string, nullable: true}", "{type: string}"),
    (
        "{if: {type: string}, then: {minLength: 1}}",
        "{if: {type: string}, then: {minLength: 2}}",
    ),
    (
        "{not: {type: object, properties: {a: {type: string}}}}",
        "{not: {type: object, properties: {a: {type: integer}}}}",
    ),
    // A value that matches both branches may have the members of both.
    (
        "{type: object, anyOf: [{required: [a], properties: {a: {}}}, {required: [b], properties: {b: {}}}], unevaluatedProperties: false}",
        "{type: object, anyOf: [{required: [a], properties: {a: {}}, additionalProperties: false}, {required: [b], properties: {b: {}}, additionalProperties: false}]}",
    ),
    // Annotations that a caller can notice.
    ("{type: string, readOnly: true}", "{type: string}"),
    ("{type: string}", "{type: string, deprecated: true}"),
];

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
    for (left, right) in EQUAL {
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
    for (left, right) in DIFFERENT {
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
    for (left, right) in DIFFERENT {
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
