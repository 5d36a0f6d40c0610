//! Every keyword of 3.1 in its equivalent for 3.0 and progenitor, with diagnostics
//! where there is no equivalent. progenitor generates a client from each case: it
//! never rejects a lowered schema.

use openapi_document::Document;

/// Returns the lowered property `value` of a component `Holder`, the types that it
/// defines, and the diagnostics.
fn lowered(schema: &str) -> String {
    let schema = schema.trim().replace('\n', "\n          ");
    let text = format!(
        "\
openapi: 3.1.0
info: {{ title: Cases, version: '1' }}
paths: {{}}
components:
  schemas:
    Holder:
      type: object
      required: [value]
      properties:
        value:
          {schema}
    Cat: {{ type: object, required: [name], properties: {{ name: {{ type: string }} }} }}
    Dog: {{ type: object, properties: {{ kind: {{ const: dog }} }}, required: [kind] }}
    MaybeCat: {{ anyOf: [{{ $ref: '#/components/schemas/Cat' }}, {{ type: 'null' }}] }}
"
    );
    let document = Document::parse("cases.yaml", &text).expect("the case can be read");
    let (schemas, diagnostics) = match openapi_progenitor_build::lower(&document) {
        Ok(lowered) => {
            let json = serde_json::to_value(&lowered.document).expect("3.0 is JSON");
            if let Err(error) = crate::generated::client(&lowered.document) {
                return format!("PROGENITOR FAILED: {error}\n{json:#}");
            }
            let schemas = json["components"]["schemas"].clone();
            (schemas, lowered.warnings)
        }
        Err(diagnostics) => (serde_json::json!({}), diagnostics),
    };
    let mut lines = Vec::new();
    for (name, schema) in schemas.as_object().into_iter().flatten() {
        match name.as_str() {
            "Holder" => lines.push(format!("{}", schema["properties"]["value"])),
            "Cat" | "Dog" | "DogKind" | "MaybeCat" => {}
            _ => lines.push(format!("{name}: {schema}")),
        }
    }
    lines.extend(diagnostics.into_iter().map(|found| found.to_string()));
    lines.join("\n")
}

/// Returns all cases with their results, to be reviewed together.
fn all(cases: &[&str]) -> String {
    let cases = cases
        .iter()
        .map(|case| format!("# {case}\n{}\n", lowered(case)));
    cases.collect::<Vec<_>>().join("\n")
}

#[test]
fn null_in_each_spelling_is_written_where_the_schema_is_used() {
    insta::assert_snapshot!(all(&[
        "{ type: [string, 'null'] }",
        "{ type: ['null', object], properties: { a: { type: string } } }",
        "{ anyOf: [{ $ref: '#/components/schemas/Cat' }, { type: 'null' }] }",
        "{ oneOf: [{ type: 'null' }, { type: string }, { type: integer }] }",
        "{ enum: [a, null] }",
        "{ type: [string, 'null'], enum: [a] }",
        "{ $ref: '#/components/schemas/MaybeCat' }",
        "{ allOf: [{ $ref: '#/components/schemas/MaybeCat' }, { type: object }] }",
        "{ type: 'null' }",
        "{ const: null }",
        "{ anyOf: [{ type: 'null' }] }",
        "{ type: string, nullable: true }",
    ]));
}

#[test]
fn types_are_one_type_a_union_of_them_or_any_value() {
    insta::assert_snapshot!(all(&[
        "true",
        "false",
        "{}",
        "{ type: [string, integer], minLength: 2, minimum: 3 }",
        "{ type: [integer, number] }",
        "{ type: [object, array], properties: { a: {} }, items: { type: string } }",
        "{ type: [object, array, string, number, boolean, 'null'] }",
        "{ properties: { a: { type: string } } }",
        "{ minimum: 3 }",
        "{ minLength: 3, minimum: 3 }",
        "{ format: date-time }",
        "{ type: boolean, format: odd }",
        "{ type: strin }",
    ]));
}

#[test]
fn enumerations_are_of_strings_or_integers() {
    insta::assert_snapshot!(all(&[
        "{ const: a }",
        "{ const: 7 }",
        "{ type: string, enum: [a, b, a], minLength: 1 }",
        "{ enum: [a, 7, true, null] }",
        "{ enum: [a, b], const: b }",
        "{ enum: [a, b], const: c }",
        "{ type: integer, enum: [a, 1] }",
        "{ type: integer, enum: [18446744073709551615] }",
        "{ enum: [1.5, 2.5] }",
        "{ enum: [true, false] }",
        "{ const: true }",
        "{ const: { a: 1 } }",
        "{ enum: ['<', '>'] }",
        "{ enum: a }",
        "{ enum: [] }",
    ]));
}

#[test]
fn numbers_keep_the_bounds_that_do_not_mislead_the_generator() {
    insta::assert_snapshot!(all(&[
        "{ type: integer, format: int64, exclusiveMinimum: 0, maximum: 9 }",
        "{ type: number, minimum: 1, exclusiveMinimum: 1 }",
        "{ type: number, minimum: 2, exclusiveMinimum: 1 }",
        "{ type: number, exclusiveMaximum: 1.5, multipleOf: 0.1 }",
        "{ type: integer, maximum: 255 }",
        "{ type: integer, minimum: -128 }",
        "{ type: integer, minimum: 0 }",
        "{ type: integer, minimum: 0, maximum: 255 }",
        "{ type: integer, exclusiveMinimum: true, minimum: 3 }",
        "{ type: integer, default: 500, maximum: 100 }",
        "{ type: number, format: float }",
        "{ type: number, format: double }",
    ]));
}

#[test]
fn strings_keep_formats_lengths_and_patterns() {
    insta::assert_snapshot!(all(&[
        "{ type: string, format: uuid, description: An id, examples: [a, b] }",
        "{ type: string, minLength: 1, maxLength: 2.0, pattern: '^\\p{L}+$' }",
        "{ type: string, pattern: '^[a-z]\\u0031\\\\p$' }",
        "{ type: string, pattern: '\\u{1F33F}' }",
        "{ type: string, pattern: '(' }",
        "{ type: string, pattern: 7 }",
        "{ type: string, maxLength: -1 }",
        "{ type: string, maxLength: 5000000000 }",
        "{ type: string, contentEncoding: base64, contentMediaType: image/png }",
        "{ type: string, contentMediaType: application/octet-stream }",
        "{ type: string, contentMediaType: application/json, contentSchema: {} }",
    ]));
}

#[test]
fn arrays_keep_their_items() {
    insta::assert_snapshot!(all(&[
        "{ type: array, items: { type: string }, minItems: 1, maxItems: 3, uniqueItems: true }",
        "{ type: array, items: { type: string }, minItems: 40, maxItems: 40 }",
        "{ type: array }",
        "{ type: array, items: false }",
        "{ type: array, items: { type: object, properties: { a: { type: string } } } }",
        "{ type: array, prefixItems: [{ type: string }, { type: integer }], items: false }",
        "{ type: array, contains: { type: string }, minContains: 2 }",
        "{ type: array, uniqueItems: 'yes' }",
    ]));
}

#[test]
fn objects_keep_properties_and_what_stands_beside_them() {
    insta::assert_snapshot!(all(&[
        "{ type: object, properties: { a: { type: string } }, additionalProperties: false }",
        "{ type: object, properties: { a: { type: string } }, unevaluatedProperties: false }",
        "{ allOf: [{ $ref: '#/components/schemas/Cat' }], unevaluatedProperties: false }",
        "{ type: object, additionalProperties: { type: integer } }",
        "{ type: object, properties: { extra: {} }, additionalProperties: { type: integer } }",
        "{ type: object, patternProperties: { '^x': { type: integer } }, additionalProperties: false }",
        "{ type: object, properties: { a: {} }, patternProperties: { b: {} }, additionalProperties: false }",
        "{ type: object, required: [b, b] }",
        "{ type: object, properties: { never: false, list: { type: array }, maybe: { type: [string, 'null'] } } }",
        "{ type: object, properties: { fooBar: {}, foo_bar: {} } }",
        "{ allOf: [{ $ref: '#/components/schemas/Cat' }, { properties: { Name: { type: string } } }] }",
        "{ type: object, propertyNames: { pattern: a }, minProperties: 1 }",
        "{ type: object, required: true }",
        "{ type: object, properties: [a] }",
        "{ type: object, properties: { a: { default: 7, type: integer, deprecated: true } } }",
    ]));
}

#[test]
fn references_keep_what_stands_beside_them() {
    insta::assert_snapshot!(all(&[
        "{ $ref: '#/components/schemas/Cat' }",
        "{ $ref: '#/components/schemas/Cat', description: Ours }",
        "{ $ref: '#/components/schemas/Cat', properties: { age: { type: integer } } }",
        "{ $ref: '#/components/schemas/Cat/properties/name' }",
        "{ $ref: '#/components/schemas/Holder', required: [other] }",
        "{ $ref: '#/components/schemas/Holder/properties/value' }",
        "{ $defs: { Inner: { type: string, minLength: 1 } }, $ref: '#/components/schemas/Holder/properties/value/$defs/Inner' }",
        "{ allOf: [{ $ref: '#/components/schemas/Holder/properties/value' }] }",
        "{ $ref: 'other.yaml' }",
        "{ $ref: '#/nothing' }",
    ]));
}

#[test]
fn all_of_is_joined_and_unions_are_one_of() {
    insta::assert_snapshot!(all(&[
        "{ allOf: [{ $ref: '#/components/schemas/Cat' }, { type: object, properties: { age: { type: integer } } }] }",
        "{ allOf: [{ $ref: '#/components/schemas/Cat' }, { description: Only words }] }",
        "{ allOf: [{ type: integer }, { minimum: 3 }] }",
        "{ allOf: [{ allOf: [{ type: object, required: [a] }] }, false] }",
        "{ anyOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] }",
        "{ oneOf: [{ type: string }, { type: string, format: uuid }, { type: string }] }",
        "{ oneOf: [{ title: Big, type: object, properties: { a: {} } }, { type: object, properties: { b: {} } }] }",
        "{ oneOf: [{ type: string }, {}] }",
        "{ oneOf: [false] }",
        "{ oneOf: [] }",
        "{ type: object, properties: { a: {}, b: {} }, oneOf: [{ required: [a] }, { required: [b] }] }",
        "{ type: object, required: [id], properties: { id: { type: integer } }, oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] }",
        "{ oneOf: [{ type: string }], anyOf: [{ type: integer }] }",
    ]));
}

#[test]
fn a_discriminator_becomes_a_property_of_one_value() {
    insta::assert_snapshot!(all(&[
        "\
oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]
discriminator:
  propertyName: kind
  mapping: { cat: '#/components/schemas/Cat', kitten: Cat, dog: '#/components/schemas/Dog' }",
        "{ oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }], discriminator: { propertyName: kind } }",
    ]));
}

#[test]
fn a_type_of_another_crate_is_a_component() {
    let named = "x-rust-type: { crate: uuid, version: '1', path: uuid::Uuid }";
    let cases = [
        "{ type: string, NAMED }",
        "{ type: [string, 'null'], description: Ours, NAMED }",
        "{ $ref: '#/components/schemas/Cat', NAMED }",
        "{ oneOf: [{ type: string, NAMED }, { type: integer }] }",
        "{ allOf: [{ type: string, NAMED }, { maxLength: 36 }] }",
        "{ allOf: [{ type: string, NAMED }, { maxLength: 36 }], NAMED }",
        "{ type: string, x-rust-type: { crate: uuid, version: one, path: uuid::Uuid } }",
        "{ type: array, items: {}, x-rust-type: { crate: std, version: '*', path: 'std::vec::Vec', parameters: [true] } }",
    ];
    let cases = cases.map(|case| case.replace("NAMED", named));
    insta::assert_snapshot!(all(&cases.each_ref().map(String::as_str)));
}

#[test]
fn a_property_of_several_parts_leaves_its_name_to_the_merged_type() {
    insta::assert_snapshot!(all(&["{ allOf: [
        { type: object, properties: { links: { type: object } } },
        { properties: { links: { type: object, properties: { next: { type: string } } } } },
        { properties: { only: { type: object, properties: { a: {} } } } }] }"]));
}

#[test]
fn what_no_type_expresses_is_named() {
    insta::assert_snapshot!(all(&[
        "{ type: string, not: { const: a } }",
        "{ type: object, if: { required: [a] }, then: { required: [b] } }",
        "{ type: object, dependentRequired: { a: [b] }, dependentSchemas: {} }",
        "{ $dynamicRef: '#x' }",
        "{ $id: 3 }",
        "{ $schema: 'http://json-schema.org/draft-07/schema#' }",
        "{ $schema: 'https://json-schema.org/draft/2020-12/schema', type: string, minlength: 3 }",
        "{ type: string, x-order: 3, $comment: nothing }",
        "7",
    ]));
}
