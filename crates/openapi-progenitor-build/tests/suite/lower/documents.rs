//! The elements around operations and schemas, and colliding names.

use openapi_document::Document;

fn lowered(text: &str) -> String {
    let document = Document::parse("case.yaml", text).expect("the case can be read");
    match openapi_progenitor_build::lower(&document) {
        Ok(lowered) => {
            super::generated::client(&lowered.document).expect("progenitor generates from it");
            let json = serde_json::to_string_pretty(&lowered.document).expect("3.0 is JSON");
            format!("{json}\n{}", lowered.warnings)
        }
        Err(diagnostics) => diagnostics.to_string(),
    }
}

#[test]
fn the_head_is_carried_as_far_as_3_0_has_it() {
    insta::assert_snapshot!(lowered(
        "\
openapi: 3.1.0
info:
  title: Cases
  summary: In short
  description: At length
  version: '1'
  license: { name: MIT, identifier: MIT }
jsonSchemaDialect: https://spec.openapis.org/oas/3.1/dialect/base
servers:
  - { url: '{base}', variables: { base: { default: http://localhost, enum: [http://localhost] } } }
tags: [{ name: a, description: A tag }]
security: [{ token: [] }, { certificate: [] }]
webhooks: { ping: {} }
paths:
  /a:
    $ref: '#/components/pathItems/A'
components:
  pathItems:
    A: { get: { operationId: getA, security: [], responses: { '204': { description: none } } } }
  securitySchemes:
    token: { type: http, scheme: bearer }
    certificate: { type: mutualTLS }
"
    ));
}

#[test]
fn another_dialect_and_a_version_that_can_not_be_sent_are_refused() {
    insta::assert_snapshot!(lowered(
        "\
openapi: 3.1.0
info: { title: Cases, version: '1 – new' }
jsonSchemaDialect: http://json-schema.org/draft-07/schema#
"
    ));
}

#[test]
fn schemas_in_a_circle_are_refused_and_recursive_ones_are_not() {
    insta::assert_snapshot!(lowered(
        "\
openapi: 3.1.0
info: { title: Cases, version: '1' }
paths: {}
components:
  schemas:
    A: { allOf: [{ $ref: '#/components/schemas/B' }] }
    B: { oneOf: [{ type: string }, { $ref: '#/components/schemas/A' }] }
"
    ));
    insta::assert_snapshot!(lowered(
        "\
openapi: 3.1.0
info: { title: Cases, version: '1' }
paths: {}
components:
  schemas:
    Tree: { type: object, properties: { best: { allOf: [{ $ref: '#/components/schemas/Tree' }, { required: [best] }] }, children: { type: array, items: { $ref: '#/components/schemas/Tree' } } } }
"
    ));
}

#[test]
fn a_component_for_both_directions_becomes_two_types() {
    insta::assert_snapshot!(lowered(
        "\
openapi: 3.1.0
info: { title: Cases, version: '1' }
paths:
  /a:
    put:
      operationId: putA
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
components:
  schemas:
    Thing:
      type: object
      required: [id, password]
      properties: { id: { type: string, readOnly: true }, password: { type: string, writeOnly: true } }
"
    ));
}

#[test]
fn the_docs_of_a_member_have_its_bounds_its_default_and_its_example() {
    let text = r##"{
        "openapi": "3.1.0", "info": { "title": "a", "version": "1" },
        "paths": { "/a": { "post": {
            "operationId": "grow",
            "requestBody": { "required": true, "content": { "application/json": {
                "schema": { "$ref": "#/components/schemas/Tree" } } } },
            "responses": { "204": { "description": "Done" } }
        } } },
        "components": { "schemas": { "Tree": { "type": "object", "properties": {
            "height": { "type": "integer", "minimum": 1, "default": 2, "examples": [7, 8] },
            "name": { "type": "string", "example": "oak" },
            "rings": { "type": "array", "items": { "type": "integer" }, "examples": [[1]] },
            "pin": { "type": "string", "format": "password", "default": "0000" }
        } } } }
    }"##;
    let document = Document::parse("a.json", text).unwrap();
    let code = openapi_progenitor_build::generate(&document).unwrap().code;
    let members = "        /// `minimum`: 1, `default`: 2, `example`: 7.
        pub height: i64,
        /// `example`: `oak`.
        pub name: Option<String>,
        pub rings: Option<Vec<i64>>,
        pub pin: String,
";
    let spaced = code.replace("\n\n        ///", "\n        ///");
    assert!(spaced.contains(members), "{code}");
}
