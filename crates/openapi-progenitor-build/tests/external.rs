//! Types of other crates (`x-rust-type`) replace generated types.

#![allow(clippy::unwrap_used)]

use openapi_document::Document;

/// Returns the code for a property of the component `Holder`, without spaces, and the
/// messages of the warnings.
fn generated(schema: &str) -> (String, Vec<String>) {
    let text = format!(
        "openapi: 3.1.0
info: {{ title: Case, version: '1' }}
paths: {{}}
components:
  schemas:
    Holder: {{ type: object, required: [value], properties: {{ value: {schema} }} }}
    Span:
      type: object
      properties: {{ secs: {{ type: integer }} }}
      x-rust-type: {{ crate: std, version: '*', path: 'std::time::Duration' }}
"
    );
    let document = Document::from_bytes("case.yaml", text.as_bytes()).unwrap();
    let generated = openapi_progenitor_build::generate(&document).unwrap();
    let warnings = generated.warnings.into_iter();
    let code = generated.code.replace([' ', '\n'], "");
    (code, warnings.map(|warning| warning.message).collect())
}

#[test]
fn a_property_has_the_type_of_another_crate() {
    for (schema, expected) in [
        (
            "{ $ref: '#/components/schemas/Span' }",
            "::std::time::Duration",
        ),
        (
            "{ type: array, items: { $ref: '#/components/schemas/Span' } }",
            "::std::vec::Vec<::std::time::Duration>",
        ),
        (
            "{ anyOf: [{ $ref: '#/components/schemas/Span' }, { type: 'null' }] }",
            "::std::option::Option<::std::time::Duration>",
        ),
        (
            "{ type: [string, 'null'], x-rust-type: { crate: my-types, version: '1', path: 'my_types::Id' } }",
            "::std::option::Option<::my_types::Id>",
        ),
    ] {
        let (code, warnings) = generated(schema);
        let field = format!("pubvalue:{expected},");
        assert!(code.contains(&field), "{field}\n{code}");
        assert!(!code.contains("structSpan"), "{code}");
        assert_eq!(warnings, Vec::<String>::new());
    }
}

#[test]
fn a_type_with_parameters_is_generated_with_a_warning() {
    let (code, warnings) = generated(
        "{ type: array, items: {}, x-rust-type: { crate: std, version: '*', path: 'std::vec::Vec', parameters: [true] } }",
    );
    assert!(
        code.contains("pubvalue:::std::vec::Vec<::serde_json::Value>,"),
        "{code}"
    );
    let [warning] = warnings.as_slice() else {
        panic!("{warnings:?}");
    };
    assert!(
        warning.contains("types of other crates have no parameters"),
        "{warning}"
    );
}
