//! The members that tell null from absent, which are an `Option<Option<_>>`.

use openapi_document::Document;

/// Returns the code for a body of this method and these components, without spaces. The body is
/// the first.
fn generated(method: &str, components: &str) -> String {
    let text = format!(
        "openapi: 3.1.0
info: {{ title: Case, version: '1' }}
paths:
  /a:
    {method}:
      operationId: a
      requestBody: {{ content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/A' }} }} }} }}
      responses: {{ default: {{ description: Done }} }}
components:
  schemas:
    {components}
"
    );
    let document = Document::parse("case.yaml", &text).unwrap();
    let code = openapi_progenitor_build::generate(&document).unwrap().code;
    code.replace([' ', '\n'], "")
}

#[test]
fn a_patch_tells_null_from_absent_in_all_that_it_contains() {
    let note = "{ type: object, properties: { note: { type: [string, 'null'] }, size: { type: integer, default: 1 } } }";
    let cases = [
        "{ type: object, properties: { a: { $ref: '#/components/schemas/B' } } }",
        "{ type: object, properties: { a: { type: string } }, additionalProperties: { $ref: '#/components/schemas/B' } }",
        "{ type: object, properties: { a: { type: array, items: { $ref: '#/components/schemas/B' }, \
         x-rust-type: { crate: own, version: '1', path: 'own::List', parameters: [{ $ref: '#/components/schemas/B' }] } } } }",
    ];
    for case in cases {
        let components = format!("A: {case}\n    B: {note}");
        let code = generated("patch", &components);
        assert!(code.contains("pubnote:Option<Option<String>>,"), "{case}");
        assert!(code.contains("pubsize:Option<i64>,"), "{case}");
        let code = generated("put", &components);
        assert!(code.contains("pubnote:Option<String>,"), "{case}");
        assert!(code.contains("pubsize:i64,"), "{case}");
    }
}

#[test]
fn objects_that_the_schemas_of_a_union_tell_apart_tell_null_from_absent() {
    let branches = ["B", "C"].map(|name| format!("{{ $ref: '#/components/schemas/{name}' }}"));
    let lists = branches.clone().map(|items| format!("{{ type: array, items: {items} }}"));
    for branches in [branches, lists] {
        let code = generated(
            "put",
            &format!(
                "A: {{ oneOf: [{}] }}
    B: {{ type: object, properties: {{ note: {{ type: [string, 'null'] }} }} }}
    C: {{ type: object, additionalProperties: false }}",
                branches.join(", ")
            ),
        );
        assert!(code.contains("pubnote:Option<Option<String>>,"), "{branches:?}");
    }
}
