//! Requests and responses have schemas of their own where a required member is
//! `readOnly` or `writeOnly`.

use std::fmt::Write;

use openapi_document::{Api, Diagnostics, Document, Node};

/// Returns the schemas of the operations `a` and `b`, all components, and the warnings.
fn separated(document: &str) -> String {
    let text =
        format!("openapi: 3.1.0\ninfo: {{ title: Case, version: '1' }}\n{}", document.trim_start());
    let document = Document::parse("case.yaml", &text).expect("the case can be read");
    let mut diagnostics = Diagnostics::default();
    let api = Api::read(&document, &mut diagnostics);
    let mut shown = String::new();
    for operation in &api.operations {
        let method = &operation.method;
        let bodies = operation.request_body.iter().flat_map(|body| &body.content);
        let answers = operation.responses.iter().flat_map(|one| &one.content);
        for (kind, media_type) in
            bodies.map(|one| ("request", one)).chain(answers.map(|one| ("response", one)))
        {
            let schema = media_type.schema.expect("each case has a schema").node();
            writeln!(shown, "{method} {kind}: {}", schema.to_json()).expect("a text");
        }
    }
    let schemas = document.root().get("components");
    let schemas = schemas.and_then(|node| node.get("schemas"));
    for (name, schema) in schemas.and_then(Node::mapping).into_iter().flatten() {
        let pointer = &schema.location.pointer;
        assert_eq!(document.find(pointer), Some(schema), "{pointer}");
        writeln!(shown, "{name}: {}", schema.to_json()).expect("a text");
    }
    shown + &diagnostics.excerpts().to_string()
}

/// A path with a request body and a response.
const BOTH: &str = "paths:
  /a:
    put:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
";

/// A path with a request body only.
const REQUEST: &str = "paths:
  /a:
    put:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { '204': { description: d } }
";

#[test]
fn a_component_for_both_directions_becomes_two() {
    insta::assert_snapshot!(separated(&format!(
        "{BOTH}
components:
  schemas:
    ThingRequest: {{ type: string }}
    Thing:
      required: [id, password, name]
      properties: {{ id: {{ readOnly: true }}, password: {{ writeOnly: true }}, name: {{}}, parts: {{ items: {{ $ref: '#/components/schemas/Thing' }} }} }}
"
    )));
}

#[test]
fn a_component_for_one_direction_is_changed_in_place() {
    insta::assert_snapshot!(separated(&format!(
        "{REQUEST}
components:
  schemas:
    Thing: {{ required: [id, owner], properties: {{ id: {{ readOnly: true }}, owner: {{ $ref: '#/components/schemas/Owner' }} }} }}
    Owner: {{ required: [id], properties: {{ id: {{ readOnly: true }} }} }}
    Unused: {{ required: [id], properties: {{ id: {{ readOnly: true }} }} }}
"
    )));
}

#[test]
fn schemas_that_refer_to_a_copy_are_copied_and_others_are_not() {
    insta::assert_snapshot!(separated(&format!(
        "{BOTH}
components:
  schemas:
    Thing: {{ properties: {{ list: {{ items: {{ $ref: '#/components/schemas/Item' }} }}, plain: {{ $ref: '#/components/schemas/Plain' }} }} }}
    Item: {{ required: [id], properties: {{ id: {{ readOnly: true }} }} }}
    Plain: {{ required: [id], properties: {{ id: {{ readOnly: false }} }} }}
"
    )));
}

#[test]
fn an_annotation_applies_through_references_and_all_of() {
    insta::assert_snapshot!(separated(&format!(
        "{REQUEST}
components:
  schemas:
    Id: {{ type: string, readOnly: true }}
    Base: {{ properties: {{ id: {{ $ref: '#/components/schemas/Id' }} }} }}
    Thing:
      allOf:
        - {{ $ref: '#/components/schemas/Base' }}
        - {{ required: [id, time], properties: {{ time: {{ allOf: [{{ readOnly: true }}] }} }} }}
      not: {{ required: [id] }}
      if: {{ required: [id] }}
      then: {{ required: [id] }}
"
    )));
}

#[test]
fn a_member_that_stays_required_because_of_a_reference_gets_a_warning() {
    insta::assert_snapshot!(separated(&format!(
        "{REQUEST}
components:
  schemas:
    Thing:
      allOf: [{{ $ref: '#/components/schemas/Required' }}, {{ $ref: '#/components/schemas/Annotated' }}, {{ $ref: '#/components/schemas/Own' }}]
    Required: {{ required: [name, id] }}
    Annotated: {{ properties: {{ id: {{ readOnly: true }} }} }}
    Own: {{ required: [id], properties: {{ id: {{ readOnly: true }} }} }}
"
    )));
}

#[test]
fn a_discriminator_keeps_the_values_of_its_branches() {
    insta::assert_snapshot!(separated(&format!(
        "{BOTH}
components:
  schemas:
    Thing:
      discriminator: {{ propertyName: kind, mapping: {{ d: Dog, e: '#/components/schemas/Eel' }} }}
      oneOf: [{{ $ref: '#/components/schemas/Cat' }}, {{ $ref: '#/components/schemas/Dog' }}, {{ $ref: '#/components/schemas/Eel' }}, {{ $ref: '#/components/schemas/Fly' }}]
    Cat: {{ required: [kind, id], properties: {{ kind: {{}}, id: {{ readOnly: true }} }} }}
    Dog: {{ required: [kind, id], properties: {{ kind: {{}}, id: {{ readOnly: true }} }} }}
    Eel: {{ required: [kind, id], properties: {{ kind: {{}}, id: {{ readOnly: true }} }} }}
    Fly: {{ required: [kind], properties: {{ kind: {{}} }} }}
"
    )));
}

#[test]
fn the_request_of_a_webhook_is_in_the_direction_of_responses() {
    insta::assert_snapshot!(separated(
        "paths: {}
webhooks:
  changed:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { '204': { description: d } }
components:
  schemas:
    Thing: { required: [id, password], properties: { id: { readOnly: true }, password: { writeOnly: true } } }
"
    ));
}

#[test]
fn an_inline_schema_for_both_directions_stays_and_gets_a_warning() {
    insta::assert_snapshot!(separated(
        "paths:
  /a:
    post:
      requestBody: { $ref: '#/components/requestBodies/Thing' }
      responses: { '204': { description: d } }
webhooks:
  changed: { post: { requestBody: { $ref: '#/components/requestBodies/Thing' }, responses: { '204': { description: d } } } }
components:
  requestBodies:
    Thing: { content: { application/json: { schema: { required: [id], properties: { id: { readOnly: true } } } } } }
"
    ));
}

#[test]
fn a_reference_into_another_schema_gets_a_copy_of_the_part() {
    insta::assert_snapshot!(separated(
        "paths:
  /a:
    put:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing/properties/owner' } } } }
      responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
components:
  schemas:
    Thing: { properties: { owner: { required: [id], properties: { id: { readOnly: true } } } } }
"
    ));
}

#[test]
fn invalid_keywords_and_dangling_references_change_nothing() {
    insta::assert_snapshot!(separated(&format!(
        "{BOTH}
components:
  schemas:
    Thing:
      required: [1, {{ id: true }}, id]
      properties: {{ id: {{ readOnly: 'true' }}, required: {{ readOnly: true }}, other: {{ $ref: '#/nowhere' }} }}
      allOf: {{ readOnly: true }}
      example: {{ required: [id], properties: {{ id: {{ readOnly: true }} }} }}
"
    )));
}
