//! The first implementation of a server compiles without warnings.

#![allow(clippy::unwrap_used)]

use openapi_model::Document;

/// Returns the skeleton of a service whose errors have a body with these properties.
fn skeleton(properties: &str) -> String {
    let document = format!(
        "
openapi: 3.1.0
info: {{ title: Trees, version: '1' }}
paths:
  /trees:
    get:
      responses: {{ default: {{ description: Failed, content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Problem' }} }} }} }} }}
components:
  schemas:
    Problem: {{ type: object, required: [value], properties: {{ value: {properties} }} }}
"
    );
    let document = Document::parse("trees.yaml", &document).unwrap();
    openapi_dropshot::skeleton(&document).unwrap()
}

#[test]
fn the_body_of_an_error_uses_the_rejection_only_for_texts() {
    let with_text = skeleton("{ type: string }");
    assert!(
        with_text.contains("fn problem_for(rejection: &"),
        "{with_text}"
    );
    let without_text = skeleton("{ type: integer }");
    assert!(
        without_text.contains("fn problem_for(_: &"),
        "{without_text}"
    );
}
