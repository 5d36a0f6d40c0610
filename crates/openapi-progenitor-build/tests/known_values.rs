//! Integers with known values get an enum if each value has a name of its own.

#![allow(clippy::unwrap_used)]

use openapi_model::Document;

/// Returns the definitions of the enums for this schema of the component `Code`.
fn enums(schema: &str) -> Vec<String> {
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
    let generated = openapi_progenitor_build::generate(&document).unwrap();
    let code: syn::File = syn::parse_str(&generated.code).unwrap();
    let items = code.items.into_iter().find_map(|item| match item {
        syn::Item::Mod(module) if module.ident == "known_values" => module.content,
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
fn values_without_names_of_their_own_have_no_enum() {
    for keywords in [
        "x-extensible-enum: [1, 2]",
        "x-extensible-enum: [1, 2], x-enum-varnames: [A]",
        "x-extensible-enum: [1, 2], x-enumNames: [A, 2]",
        "x-extensible-enum: [1, 2], x-enum-varnames: [A, a]",
        "x-extensible-enum: [1, 1], x-enum-varnames: [A, B]",
        "x-extensible-enum: [1, 2], x-enum-varnames: [A, other]",
        "x-extensible-enum: [1, 2], x-enum-varnames: [A, 2b]",
        "x-extensible-enum: [], x-enum-varnames: []",
        "x-extensible-enum: [1, x], x-enum-varnames: [A, B]",
    ] {
        let schema = format!("{{ type: integer, {keywords} }}");
        assert!(enums(&schema).is_empty(), "{keywords}");
    }
}
