//! Types of other crates (`x-rust-type`) beside generated types that contain them.

use openapi_document::Document;

/// Returns a document with these components. A body has the first.
pub(crate) fn document(components: &str) -> Document {
    let text = format!(
        "openapi: 3.1.0
info: {{ title: Case, version: '1' }}
paths:
  /a:
    post:
      operationId: a
      requestBody: {{ content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/A' }} }} }} }}
      responses: {{ default: {{ description: Done }} }}
components:
  schemas: {{ {components} }}
"
    );
    Document::parse("case.yaml", &text).unwrap()
}

/// Returns the code for these components, without spaces. A body has the first.
pub(crate) fn generated(components: &str) -> String {
    let generated = openapi_dropshot_build::generate(&document(components)).unwrap();
    assert!(generated.warnings.is_empty(), "{:?}", generated.warnings);
    generated.code.replace([' ', '\n'], "")
}

#[test]
fn a_type_that_refers_back_has_the_type_of_another_crate() {
    let named = "x-rust-type: { crate: my-types, version: '1', path: 'my_types::A' }";
    let code = generated(&format!(
        "A: {{ type: object, properties: {{ b: {{ $ref: '#/components/schemas/B' }} }}, {named} }},
         B: {{ type: object, properties: {{ a: {{ $ref: '#/components/schemas/A' }} }} }}"
    ));
    assert!(code.contains("body:Option<::my_types::A>,"), "{code}");
    assert!(code.contains("puba:Option<::my_types::A>,"), "{code}");
    assert!(code.contains("`my_types::A`ofthecrate`my-types`,version1"), "{code}");
}

#[test]
fn a_type_that_contains_itself_as_a_parameter_is_boxed() {
    let code = generated(
        "A: { type: object, properties: { within: { $ref: '#/components/schemas/Range' } } },
         Range:
          {
            type: object,
            required: [start, end],
            properties: { start: { $ref: '#/components/schemas/A' }, end: { $ref: '#/components/schemas/A' } },
            x-rust-type:
              {
                crate: std,
                version: '*',
                path: 'std::ops::Range',
                parameters: [{ $ref: '#/components/schemas/A' }],
              },
          }",
    );
    assert!(code.contains("pubwithin:Option<Box<::std::ops::Range<A>>>,"), "{code}");
}
