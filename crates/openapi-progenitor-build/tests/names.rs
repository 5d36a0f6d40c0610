//! Types that the type generator names itself.

#![allow(clippy::unwrap_used)]

use openapi_document::Document;
use std::collections::HashSet;

/// The type generator names the merged items of `data` after their place, as the lowering
/// names the items that are declared there.
const DOCUMENT: &str = "
openapi: 3.1.0
info: { title: Case, version: '1' }
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        '200':
          description: A page
          content:
            application/json:
              schema:
                allOf:
                  - { $ref: '#/components/schemas/Page' }
                  - { properties: { data: { type: array, items: { allOf: [{ $ref: '#/components/schemas/Id' }, { $ref: '#/components/schemas/Sum' }] } } } }
components:
  schemas:
    Page: { type: object, properties: { data: { type: array, items: { type: object } } } }
    Id: { type: object, properties: { id: { type: string } } }
    Sum: { type: object, properties: { sum: { type: object, properties: { cents: { type: integer } } } } }
";

#[test]
fn no_type_of_a_client_is_defined_twice() {
    let document = Document::from_bytes("case.yaml", DOCUMENT.as_bytes()).unwrap();
    let code = openapi_progenitor_build::generate(&document).unwrap().code;
    let structs = code.split("pub struct ").skip(1);
    let structs: Vec<_> = structs
        .filter_map(|rest| rest.split([' ', '(']).next())
        .collect();
    assert!(
        structs.contains(&"ListOrdersResponseDataItem2"),
        "{structs:?}"
    );
    let distinct: HashSet<_> = structs.iter().collect();
    assert_eq!(distinct.len(), structs.len(), "{structs:?}");
}
