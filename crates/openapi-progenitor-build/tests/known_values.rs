//! Strings and integers with known values get an enum, integers only if their values have
//! names. Values of enumerations have the names and the descriptions of extensions.

#![allow(clippy::unwrap_used)]

use openapi_document::Document;
use openapi_progenitor_build::Generated;

/// Returns the client for this schema of the component `Code`, and others.
fn generated(schema: &str) -> Generated {
    let text = format!(
        "openapi: 3.1.0
info: {{ title: Case, version: '1' }}
paths: {{}}
components:
  schemas:
    Code: {schema}
"
    );
    let document = Document::from_bytes("case.yaml", text.as_bytes()).unwrap();
    openapi_progenitor_build::generate(&document).unwrap()
}

/// Returns the enums of a module, each with its variants.
fn definitions(module: &str, schema: &str) -> Vec<String> {
    let code: syn::File = syn::parse_str(&generated(schema).code).unwrap();
    let items = code.items.into_iter().find_map(|item| match item {
        syn::Item::Mod(found) if found.ident == module => found.content,
        _ => None,
    });
    let items = items.map(|(_, items)| items).unwrap_or_default();
    let enums = items.into_iter().filter_map(|item| match item {
        syn::Item::Enum(item) => {
            let variants = item.variants.iter();
            let variants: Vec<_> = variants.map(|one| one.ident.to_string()).collect();
            Some(format!("{}: {}", item.ident, variants.join(" ")))
        }
        _ => None,
    });
    enums.collect()
}

fn enums(schema: &str) -> Vec<String> {
    definitions("known_values", schema)
}

fn types(schema: &str) -> Vec<String> {
    definitions("types", schema)
}

const NAMED: &str = "x-extensible-enum: [1, 2], x-enum-varnames: [not_found, IdTaken]";

#[test]
fn each_value_is_a_variant_and_another_variant_has_the_other_values() {
    let expected = ["Code: NotFound IdTaken Other"];
    assert_eq!(enums(&format!("{{ type: integer, {NAMED} }}")), expected);
    let other = NAMED.replace("x-enum-varnames", "x-enumNames");
    assert_eq!(enums(&format!("{{ type: integer, {other} }}")), expected);
    let titled = format!("{{ type: integer, title: Error code, {NAMED} }}");
    assert_eq!(enums(&titled), ["ErrorCode: NotFound IdTaken Other"]);
}

#[test]
fn a_property_is_named_by_its_object_and_a_title_names_the_first_schema_only() {
    let integer = format!("{{ type: integer, title: Kind, {NAMED} }}");
    let object = format!("{{ type: object, properties: {{ a: {integer}, b: {integer} }} }}");
    let variants = "NotFound IdTaken Other";
    let expected = [format!("CodeB: {variants}"), format!("Kind: {variants}")];
    assert_eq!(enums(&object), expected);
}

#[test]
fn names_that_rust_does_not_have_or_that_are_in_use_get_a_number_or_a_letter() {
    for (names, variants) in [
        ("[A, a]", "A A2"),
        ("[A, other]", "A Other2"),
        ("[A, 2b]", "A X2b"),
        ("[self, Self2]", "Self2 Self22"),
    ] {
        let schema =
            format!("{{ type: integer, x-extensible-enum: [1, 2], x-enum-varnames: {names} }}");
        assert_eq!(enums(&schema), [format!("Code: {variants} Other")]);
    }
}

#[test]
fn a_string_with_known_values_is_an_enum_with_a_variant_for_others() {
    for (schema, expected) in [
        (
            "type: string, x-extensible-enum: [not found, '9', other]",
            "NotFound X9 Other2 Other",
        ),
        (
            "type: string, x-extensible-enum: ['1', '2'], x-enum-varnames: [Low, High]",
            "Low High Other",
        ),
        (
            "type: [string, 'null'], x-extensible-enum: [a], pattern: '^[a-z]$'",
            "A Other",
        ),
    ] {
        let expected = [format!("Code: {expected}")];
        assert_eq!(types(&format!("{{ {schema} }}")), expected, "{schema}");
        let property = format!("{{ type: object, properties: {{ inner: {{ {schema} }} }} }}");
        assert_eq!(types(&property), [expected[0].replace("Code", "CodeInner")]);
    }
    for schema in [
        "type: string, x-extensible-enum: [a, 1]",
        "type: string, x-extensible-enum: [a, a]",
        "type: string, x-extensible-enum: []",
        "type: string, x-extensible-enum: a",
        "type: string, format: uuid, x-extensible-enum: [a]",
    ] {
        assert_eq!(types(&format!("{{ {schema} }}")), [""; 0], "{schema}");
    }
    let warnings = generated("{ type: string, x-extensible-enum: [a, a] }").warnings;
    let text = warnings.to_string();
    let message = "`x-extensible-enum` has no effect: it is not a list of distinct texts";
    assert!(text.contains(message), "{text}");
}

#[test]
fn the_values_of_a_string_have_the_names_of_an_extension() {
    let closed = "type: string, enum: ['1', '2', a]";
    for (names, variants) in [
        ("[Low, High, a]", "Low High A"),
        ("[Low, low, LOW]", "Low Low2 Low3"),
        ("[A, a, b]", "A A2 B"),
        // Without effect.
        ("[Low]", "X1 X2 A"),
    ] {
        let expected = [format!("Code: {variants}")];
        assert_eq!(
            types(&format!("{{ {closed}, x-enum-varnames: {names} }}")),
            expected
        );
    }
}

#[test]
fn values_that_schemas_of_an_all_of_name_differently_have_no_names() {
    let named = "{ type: string, enum: [a, b], x-enum-varnames: [Low, High] }";
    let schema = format!(
        "{{ allOf: [{{ $ref: '#/components/schemas/Level' }}, {{ type: string, enum: [a] }}] }}
    Level: {named}
    Other: {named}"
    );
    let expected = ["Code: A", "Level: A B", "Other: Low High"];
    assert_eq!(types(&schema), expected);
}

#[test]
fn the_descriptions_of_values_are_the_documentation_of_the_variants() {
    let schema = "{ type: string, enum: [low, '2'], x-enum-varnames: [low, High], x-enum-descriptions: [The least, '`<b>`'] }";
    let expected = r#"        /// The least
        #[serde(rename = "low")]
        Low,
        /// `<b>`
        #[serde(rename = "2")]
        High,"#;
    let code = generated(schema).code;
    assert!(code.contains(expected), "{code}");
}

#[test]
fn integers_without_names_have_no_enum() {
    for keywords in [
        "x-extensible-enum: [1, 2]",
        "x-extensible-enum: [1, 2], x-enum-varnames: [A]",
        "x-extensible-enum: [1, 2], x-enumNames: [A, 2]",
        "x-extensible-enum: [1, 1], x-enum-varnames: [A, B]",
        "x-extensible-enum: [], x-enum-varnames: []",
        "x-extensible-enum: [1, x], x-enum-varnames: [A, B]",
    ] {
        let schema = format!("{{ type: integer, {keywords} }}");
        assert!(enums(&schema).is_empty(), "{keywords}");
    }
}
