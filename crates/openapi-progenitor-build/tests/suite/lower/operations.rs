//! Operations in the form that progenitor generates methods from, with diagnostics
//! where it would panic, fail, or send a wrong request. progenitor generates a
//! client from each case that lowers.

use openapi_document::{Diagnostics, Document};
use openapi_progenitor_build::Lowered;
use serde_json::Value;

/// Returns the operations of a document with the given paths, and the diagnostics.
fn lowered(paths: &str) -> String {
    lowered_by(openapi_progenitor_build::lower, paths)
}

fn lowered_by(
    lower: impl FnOnce(&Document) -> Result<Lowered, Diagnostics>,
    paths: &str,
) -> String {
    let paths = paths.trim().replace('\n', "\n  ");
    let text = format!(
        "\
openapi: 3.1.0
info: {{ title: Cases, version: '1' }}
paths:
  {paths}
components:
  responses:
    Gone: {{ description: gone, content: {{ application/json: {{ schema: {{ type: object, required: [why], properties: {{ why: {{ type: string }} }} }} }} }} }}
  schemas:
    Cat: {{ type: object, required: [name], properties: {{ name: {{ type: string }} }} }}
    Fault: {{ type: object, required: [code], properties: {{ code: {{ type: integer }} }} }}
"
    );
    let document = Document::parse("cases.yaml", &text).expect("the case can be read");
    let (document, diagnostics) = match lower(&document) {
        Ok(lowered) => {
            if let Err(error) = super::generated::client(&lowered.document) {
                return format!("PROGENITOR FAILED: {error}");
            }
            let document = serde_json::to_value(&lowered.document).expect("3.0 is JSON");
            (document, lowered.warnings)
        }
        Err(diagnostics) => (Value::Null, diagnostics),
    };
    let mut lines = Vec::new();
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        for (method, operation) in item.as_object().into_iter().flatten() {
            lines.push(format!("{method} {path}: {}", operation["operationId"]));
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                lines.push(format!("  {parameter}"));
            }
            if let Some(body) = operation.get("requestBody") {
                lines.push(format!("  body {body}"));
            }
            for (status, response) in operation["responses"].as_object().into_iter().flatten() {
                lines.push(format!("  {status} {}", response["content"]));
            }
        }
    }
    let own = ["Cat", "Fault"];
    let schemas = document["components"]["schemas"].as_object().into_iter().flatten();
    let named = schemas.filter(|(name, _)| !own.contains(&name.as_str()));
    lines.extend(named.map(|(name, schema)| format!("{name}: {schema}")));
    lines.extend(diagnostics.into_iter().map(|found| found.to_string()));
    lines.join("\n")
}

/// Lowers the operation `GET /a` with the given members.
fn get(members: &str) -> String {
    let case = format!(
        "/a:\n  get:\n    operationId: get a\n    {}",
        members.trim().replace('\n', "\n    ")
    );
    format!("# {members}\n{}\n", lowered(&case))
}

fn responses(cases: &[&str]) -> String {
    let cases = cases.iter().map(|case| get(&format!("responses: {{ {case} }}")));
    cases.collect::<Vec<_>>().join("\n")
}

const CAT: &str = "content: { application/json: { schema: { $ref: '#/components/schemas/Cat' } } }";
const FAULT: &str =
    "content: { application/json: { schema: { $ref: '#/components/schemas/Fault' } } }";

fn json(schemas: &str) -> String {
    schemas.replace("CAT", CAT).replace("FAULT", FAULT)
}

#[test]
fn default_is_a_success_if_the_document_declares_no_other() {
    let cases = [
        "default: { description: d, FAULT }",
        "'200': { description: d, CAT }, default: { description: d, FAULT }",
        "'200': { description: d, CAT }, 4XX: { description: d, FAULT }, default: { description: d, FAULT }",
        "'200': { description: d, CAT }, '404': { description: d, FAULT }, default: { description: d, FAULT }",
        "'404': { description: d, FAULT }, default: { description: d, FAULT }",
    ];
    let cases = cases.map(json);
    insta::assert_snapshot!(responses(&cases.each_ref().map(String::as_str)));
}

#[test]
fn an_operation_has_one_type_of_success_and_one_of_failure() {
    let cases = [
        "'200': { description: d, CAT }, '201': { description: d, CAT }",
        "'200': { description: d, CAT }, '204': { description: d }",
        "'200': { description: d, CAT }, '201': { description: d, FAULT }",
        "'204': { description: d }, '400': { description: d, FAULT }, '404': { description: d }",
        "'204': { description: d }, '400': { description: d, FAULT }, '404': { description: d, CAT }, '409': { description: d, FAULT }",
        "'204': { description: d }, '404': { description: d, CAT }, 4XX: { description: d, FAULT }, 5XX: { description: d, FAULT }",
        "'204': { description: d }, '404': { $ref: '#/components/responses/Gone' }, '410': { $ref: '#/components/responses/Gone' }",
        "'204': { description: d }, '404': { description: d, content: { application/json: { schema: { type: object, properties: { a: {} } } } } }, '410': { description: d, content: { application/json: { schema: { type: object, properties: { a: {} } } } } }",
        "'200': { description: d, content: { text/csv: {}, application/json: {} } }, '400': { description: d, content: { application/problem+json: { schema: { $ref: '#/components/schemas/Fault' } } } }",
        "'200': { description: d, content: { text/csv: {} } }",
        "'200': { description: d, content: { text/json: { schema: { type: integer } }, text/csv: {} } }",
        "'200': { description: d, content: { text/json: {}, application/json: {} } }",
        "'200': { description: d, content: { application/json: {}, text/csv: {} } }, '206': { description: d, content: { application/octet-stream: {} } }",
        "'200': { description: d, content: { text/csv: {}, application/problem+json: {}, application/json: {} } }",
        "'204': { description: d, content: { text/csv: {}, application/json: {} } }",
        "'303': { description: d, CAT }, '404': { description: d, FAULT }",
        "'210': { description: d, CAT }",
        "'200': { description: d, content: { application/jsonl: {} } }, '206': { description: d, content: { application/json-seq: {} } }",
        "'200': { description: d, content: { application/jsonl: {} } }, '206': { description: d, content: { text/event-stream: {} } }",
        "'200': { description: d, content: { application/jsonl: {} } }, '204': { description: d }, '303': { description: d }",
        "'200': { description: d, content: { '*/*': { schema: { type: integer } } } }",
        "'200': { description: d, content: { '*/*': {}, application/json: {} } }",
        "'200': { description: d, content: { application/jsonl: {} } }, '302': { description: d, content: { text/html: {} } }",
        "'101': { description: d }, '302': { description: d }, 2XX: { description: d, CAT }",
    ];
    let cases = cases.map(json);
    insta::assert_snapshot!(responses(&cases.each_ref().map(String::as_str)));
}

#[test]
fn a_connection_is_upgraded_only_if_the_document_says_how() {
    let responses =
        "{ '101': { description: d }, '200': { description: d }, '400': { description: d } }";
    let lowered = ["", ", x-dropshot-websocket: {}"].map(|extension| {
        lowered(&format!("/a:\n  get: {{ operationId: watch{extension}, responses: {responses} }}"))
    });
    insta::assert_snapshot!(lowered.join("\n\n"));
}

#[test]
fn a_parameter_is_sent_as_asked_or_given_as_text_or_not_sent() {
    let parameter = |text: &str| format!("parameters: [{{ {text} }}]\nresponses: {{}}");
    let cases = [
        "name: q, in: query, schema: { type: string, enum: [a, b] }",
        "name: q, in: query, required: true, schema: { type: [integer, 'null'] }",
        "name: q, in: query, schema: { type: string, format: date-time }",
        "name: q, in: query, schema: { type: array, items: { type: string } }",
        "name: q, in: query, explode: false, schema: { type: array, items: { type: string } }",
        "name: q, in: query, style: pipeDelimited, schema: { type: array, items: { type: string } }",
        "name: q, in: query, style: deepObject, schema: { type: object, properties: { a: { type: string } } }",
        "name: q, in: query, required: true, style: deepObject, schema: { type: object }",
        "name: q, in: query, schema: { type: object, properties: { a: { type: string } } }",
        "name: q, in: query, schema: { type: object, properties: { a: { type: object } } }",
        "name: q, in: query, required: true, schema: { type: object, properties: { a: { type: object } } }",
        "name: q, in: query, schema: { anyOf: [{ type: string }, { type: array, items: { type: string } }] }",
        "name: q, in: query, content: { application/json: { schema: { $ref: '#/components/schemas/Cat' } } }",
        "name: X-Since, in: header, schema: { type: string, format: date-time }",
        "name: X-Ids, in: header, schema: { type: array, items: { type: integer } }",
        "name: X-Maybe, in: header, schema: { type: [integer, 'null'] }",
        "name: X Y, in: header, schema: { type: string }",
        "name: Authorization, in: header, schema: { type: string }",
        "name: session, in: cookie, required: true, schema: { type: string }",
        "name: q, in: query, schema: { enum: [] }",
        "name: i, in: path, required: true, schema: { type: string }",
    ];
    let cases = cases.map(|case| get(&parameter(case)));
    insta::assert_snapshot!(cases.join("\n"));
}

#[test]
fn arguments_of_one_name_are_told_apart_by_their_places() {
    insta::assert_snapshot!(lowered(
        "\
/a/{id}/{ID}:
  parameters:
    - { name: id, in: path, required: true, schema: { type: string } }
    - { name: ID, in: path, required: true, schema: { type: string } }
  get: { operationId: clash, responses: {} }
/b/{id}:
  parameters:
    - { name: id, in: path, required: true, schema: { type: string } }
  post:
    operationId: mild
    parameters:
      - { name: id, in: query, schema: { type: string } }
      - { name: body, in: query, schema: { type: string } }
    requestBody: { required: true, content: { application/json: {} } }
    responses: {}"
    ));
}

#[test]
fn a_request_has_one_form_that_progenitor_writes() {
    let body = |text: &str| {
        let case = format!(
            "/a:\n  post:\n    operationId: post a\n    requestBody: {{ {text} }}\n    responses: {{}}"
        );
        format!("# {text}\n{}\n", lowered(&case))
    };
    let cases = [
        "required: true, content: { application/json: { schema: { type: string } } }",
        "content: { application/json: {} }",
        "required: true, content: { application/xml: {}, text/plain: {}, application/json: {} }",
        "required: true, content: { application/octet-stream: {} }",
        "required: true, content: { text/plain: { schema: { type: string, minLength: 1 } } }",
        "required: true, content: { application/x-www-form-urlencoded: { schema: { type: object }, encoding: { a: { style: form } } } }",
        "required: true, content: { multipart/form-data: {} }",
        "required: true, content: { application/merge-patch+json: {}, text/csv: {} }",
        "required: true, content: { text/json: {}, text/csv: {} }",
        "required: true, content: { application/yaml: {} }",
        "required: true, content: { image/*: {} }",
        "required: true, content: { application/*+json: {} }",
        "required: true, content: { image/*: {}, application/pdf: {} }",
        "required: true, content: { text/*: {} }",
        "required: true, content: { '*/*': {} }",
        "required: true, content: {}",
    ];
    insta::assert_snapshot!(cases.map(body).join("\n"));
}

#[test]
fn each_field_of_a_form_has_the_content_that_the_document_declares() {
    let paths = "\
/a:
  post:
    operationId: upload
    requestBody:
      required: true
      content:
        multipart/form-data:
          schema:
            allOf: [{ $ref: '#/components/schemas/Cat' }]
            properties:
              tags: { type: array, items: { type: string } }
              place: { type: object }
              cats: { type: array, items: { $ref: '#/components/schemas/Cat' } }
              photo: { anyOf: [{ type: string, format: binary }, { type: 'null' }] }
              photos: { type: array, items: { type: string, contentMediaType: image/png } }
              icon: { type: string }
              rows: { type: string }
              note: { type: object }
              any: {}
              either: { oneOf: [{ type: string }, { type: object }] }
          encoding:
            icon: { contentType: 'image/png, image/*', headers: { X-Size: { schema: { type: integer } } } }
            rows: { contentType: application/json }
            note: { style: form }
    responses: {}";
    let mut described = String::new();
    let text = lowered_by(
        |document| {
            let lowered = openapi_progenitor_build::lower(document)?;
            described = lowered.operations.iter().map(|one| &*one.code).collect();
            Ok(lowered)
        },
        paths,
    );
    let described = described.replace("openapi_progenitor :: FieldContent :: ", "");
    let fields = described.split("FormField {").skip(1);
    let fields = fields.filter_map(|field| Some(field.split_once(", schema")?.0.trim()));
    let fields: Vec<_> = fields.collect();
    insta::assert_snapshot!(format!("{text}\n{}", fields.join("\n")));
}

#[test]
fn an_object_is_not_sent_whose_member_has_the_name_of_another_parameter() {
    let sent = |other: &str, explode: bool| {
        let text = lowered(&format!(
            "\
/a/{{page}}:
  get:
    operationId: a
    parameters:
      - {{ name: page, in: path, required: true, schema: {{ type: string }} }}
      - {{ name: {other}, in: query, schema: {{ type: integer }} }}
      - {{ name: filter, in: query, explode: {explode}, schema: {{ type: object, properties: {{ page: {{ type: integer }} }} }} }}
    responses: {{ '204': {{ description: d }} }}"
        ));
        let warning = "`page` is sent by another, too; the client doesn't send it";
        assert_eq!(text.contains(r#""name":"filter""#), !text.contains(warning), "{text}");
        !text.contains(warning)
    };
    assert!(!sent("page", true));
    assert!(sent("page", false) && sent("size", true));
}

#[test]
fn a_required_object_is_sent_with_a_warning_about_a_member_of_the_name_of_another_parameter() {
    let text = lowered(
        "\
/a:
  get:
    operationId: a
    parameters:
      - { name: page, in: query, schema: { type: integer } }
      - { name: filter, in: query, required: true, schema: { type: object, properties: { page: { type: integer } } } }
    responses: { '204': { description: d } }",
    );
    assert!(text.contains(r#""name":"filter""#), "{text}");
    assert!(text.contains("`page` of the query parameter `filter` is sent by another"), "{text}");
}

#[test]
fn every_operation_is_one_method_of_a_name_of_its_own() {
    insta::assert_snapshot!(lowered(
        "\
/a:
  get: { responses: {} }
  head: { operationId: post, responses: { '200': { description: d, content: { application/json: {} } } } }
  options: { operationId: asked, responses: {} }
  trace: { operationId: traced, responses: {} }
/b:
  servers: [{ url: https://example.com }]
  get: { operationId: fooBar, responses: {}, servers: [{ url: https://example.com }] }
/c:
  put: { operationId: last, responses: {}, callbacks: {} }"
    ));
    insta::assert_snapshot!(lowered(
        "\
/a: { get: { operationId: fooBar, responses: {} } }
/b: { get: { operationId: foo_bar, responses: {} } }
/new: { get: { operationId: new, responses: {} } }
/c/{id}: { get: { operationId: noParameter, responses: {} } }
/d/{id: { get: { operationId: unbalanced, responses: {} } }
/e/}: { get: { operationId: closed, responses: {} } }"
    ));
}

#[test]
fn a_component_is_no_type_of_a_part_that_only_refers_into_it() {
    let whole = "
openapi: 3.1.0
info: { title: Cases, version: '1' }
paths:
  /names:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Tree/properties/name' } } } } } }
  /trees:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Tree' } } } } } }
components:
  schemas:
    Tree: { type: object, properties: { name: { type: string }, broken: { type: text } } }
";
    let whole = Document::parse("cases.yaml", whole).expect("the case can be read");
    assert!(openapi_progenitor_build::lower(&whole).is_err());
    let part = whole.restricted(&whole.operations()[..1]);
    let lowered =
        openapi_progenitor_build::lower(&part).expect("the part needs nothing that is broken");
    let components = lowered.document.components.unwrap_or_default();
    assert!(!components.schemas.contains_key("Tree"));
}

#[test]
fn a_client_accepts_the_media_types_of_bodies_that_can_be_sent() {
    let responses = "{ '200': { description: d, content: { application/json: { schema: { type: string } } } }, \
         '204': { description: d, content: { application/xml: {} } }, \
         4XX: { description: d, content: { 'application/ü': {}, application/problem+json: { schema: {} } } } }";
    let text = format!(
        "openapi: 3.1.0\ninfo: {{ title: Case, version: '1' }}\npaths:\n  \
         /a: {{ get: {{ operationId: a, responses: {responses} }} }}\n"
    );
    let document = Document::parse("case.yaml", &text).unwrap();
    let code = openapi_progenitor_build::generate(&document).unwrap().code;
    let (_, accept) = code.split_once("header::ACCEPT,").unwrap();
    let accept = accept.split('"').nth(1);
    assert_eq!(accept, Some("application/json, application/problem+json"));
}
