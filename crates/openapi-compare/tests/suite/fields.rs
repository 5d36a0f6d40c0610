//! Tests of the fields that no rule compares: those that the emitted document lacks.

use crate::fixture::read;
use openapi_compare::missing_fields;

const CONTRACT: &str = "
openapi: 3.1.0
info: {title: Things, version: '1', contact: {name: Someone}}
servers: [{url: /v1}]
tags: [{name: things, description: All}, {name: other}]
paths:
  /things:
    get:
      externalDocs: {url: 'https://things.example'}
      deprecated: false
      parameters: [{name: page, in: query, example: 3, schema: {type: integer, default: 1}}]
      responses:
        '200':
          description: Things
          links: {next: {operationId: list}}
          headers: {X-Count: {deprecated: true, schema: {type: integer}}}
          content:
            application/json:
              examples: {one: {value: []}}
              schema: {type: array, items: {$ref: '#/components/schemas/Thing'}}
components:
  schemas:
    Thing:
      title: A thing
      properties:
        id: {type: string, readOnly: true}
        part: {anyOf: [{$ref: '#/components/schemas/Part'}, {type: 'null'}], description: ''}
    Part: {type: object, properties: {name: {type: string, example: a}}}
";

const EMITTED: &str = "
openapi: 3.0.3
info: {title: Things, version: '1'}
tags: [{name: things}]
paths:
  /things:
    get:
      parameters: [{name: page, in: query, schema: {type: integer}}]
      responses:
        '200':
          description: Things
          headers: {X-Count: {schema: {type: integer}}}
          content:
            application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Thing'}}}
components:
  schemas:
    Thing:
      properties: {id: {type: string}, part: {nullable: true, allOf: [{$ref: '#/components/schemas/Part'}]}}
    Part: {type: object, properties: {name: {type: string}}}
";

#[test]
fn every_field_that_no_rule_compares_is_missed() {
    let (contract, emitted) = (read("contract", CONTRACT), read("emitted", EMITTED));
    let missing = missing_fields(&contract, &emitted).into_iter();
    let missing: Vec<_> = missing.map(|location| location.pointer).collect();
    let ok = "/paths/~1things/get/responses/200";
    assert_eq!(
        missing,
        [
            "/info/contact",
            "/servers",
            "/tags/0/description",
            "/tags/1",
            "/paths/~1things/get/externalDocs",
            "/paths/~1things/get/parameters/0/example",
            "/paths/~1things/get/parameters/0/schema/default",
            &format!("{ok}/links"),
            &format!("{ok}/headers/X-Count/deprecated"),
            &format!("{ok}/content/application~1json/examples"),
            "/components/schemas/Thing/title",
            "/components/schemas/Thing/properties/id/readOnly",
            "/components/schemas/Part/properties/name/example",
        ]
    );
    assert!(missing_fields(&contract, &contract).is_empty());
}
