//! Legal elements that are probably mistakes get a warning.

use openapi_model::{Document, lint};

#[test]
fn unused_components_and_undeclared_tags_get_a_warning() {
    let text = "\
openapi: 3.1.0
info: { title: Case, version: '1' }
tags: [{ name: trees }]
security: [{ token: [] }]
paths:
  /a:
    get:
      tags: [trees, treees, other]
      parameters: [{ $ref: '#/components/parameters/Id' }]
      responses:
        '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Tree/properties/a' } } } }
components:
  parameters:
    Id: { name: id, in: query, schema: { discriminator: { propertyName: a, mapping: { b: Mapped } } } }
    Unused: { name: unused, in: query }
  schemas:
    Tree: { properties: { a: {} } }
    Mapped: {}
    Alone: { properties: { next: { type: string } } }
    x-note: {}
  securitySchemes:
    token: { type: http, scheme: bearer }
    other: { type: http, scheme: basic }
";
    let document = Document::parse("case.yaml", text).expect("the case can be read");
    insta::assert_snapshot!(lint(&document).excerpts());
}
