//! Unsupported features are reported by name, with file, line, column and JSON
//! Pointer, all of a document together. Generated code that expresses less than the
//! document comes with a warning.

use openapi_document::Document;
use openapi_dropshot_build::generate;

/// Returns the diagnostics for a document with this body and a common head.
fn said(body: &str) -> String {
    let text = format!("openapi: 3.1.0\ninfo: {{ title: T, version: '1' }}\n{}", body.trim_start());
    match Document::parse("t.yaml", &text).and_then(|document| generate(&document)) {
        Ok(generated) => format!("generated\n{}", generated.warnings),
        Err(diagnostics) => diagnostics.to_string(),
    }
}

/// Returns the diagnostics for a schema.
fn of_schema(schema: &str) -> String {
    said(&format!(
        "paths:
  /things:
    post:
      requestBody: {{ required: true, content: {{ application/json: {{ schema: {schema} }} }} }}
      responses: {{ '200': {{ description: ok }}, 4XX: {{ description: no }}, 5XX: {{ description: no }} }}"
    ))
}

#[test]
fn keywords_that_are_not_supported_are_refused_by_name() {
    let mut all = String::new();
    for schema in [
        "{ not: { type: string } }",
        "{ type: object, patternProperties: { a: {} }, propertyNames: { maxLength: 3 } }",
        "{ type: array, prefixItems: [{}], unevaluatedItems: false }",
        "{ if: { type: string }, then: { minLength: 1 }, else: {} }",
        "{ type: object, dependentRequired: { a: [b] } }",
        "{ $ref: '#thing' }",
        "{ $ref: 'other.yaml#/thing' }",
        "{ $ref: '#/nowhere' }",
        "{ $id: 3, $anchor: [a], type: string }",
        "{ $ref: 'urn:x' }",
        "{ $dynamicRef: '#x' }",
    ] {
        all.push_str(&format!("{schema}\n{}\n\n", of_schema(schema)));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn schemas_that_no_type_can_say_are_refused() {
    let mut all = String::new();
    for schema in [
        "false",
        "7",
        "{ type: text }",
        "{ type: [] }",
        "{ allOf: [] }",
        "{ allOf: [{ type: string }, { type: integer }] }",
        "{ allOf: [{ format: date }, { format: uuid }], type: string }",
        "{ allOf: [{ pattern: a }, { pattern: b }], type: string }",
        "{ enum: [1, a] }",
        "{ type: string, enum: [1] }",
        "{ type: number, enum: ['', 0] }",
        "{ type: array, items: { type: string }, enum: [a, b] }",
        "{ type: string, enum: [] }",
        "{ type: object, properties: { a: {} }, minProperties: 1 }",
        "{ type: object, properties: { a: {} }, oneOf: [{ required: [a] }, { required: [b] }] }",
        "{ oneOf: [{ type: string }, { type: integer }], anyOf: [{}, {}] }",
        "{ oneOf: [{ type: string }, { type: integer }], discriminator: {} }",
        "{ type: array, items: { $ref: '#/paths/~1things/post/requestBody/content/application~1json/schema' } }",
    ] {
        all.push_str(&format!("{schema}\n{}\n\n", of_schema(schema)));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn schemas_that_say_nothing_or_less_than_meant_get_a_warning() {
    let mut all = String::new();
    for schema in [
        "{ properties: { a: {} } }",
        "{ minLength: 1 }",
        "{ type: string, nullable: true }",
        "{ type: string, maxLenght: 5 }",
        "{ type: string, enum: [a, b], x-enum-varnames: [A] }",
        "{ type: string, enum: [a, b], x-enum-descriptions: A }",
        "{ type: string, x-extensible-enum: [a, 1] }",
        "{ type: string, x-extensible-enum: [a, b], x-enum-varnames: [A] }",
        "{ type: string, maxLength: 3, x-extensible-enum: [abc, toolong] }",
        "{ type: integer, x-extensible-enum: [1, 1], x-enum-varnames: [A, B] }",
        "{ type: integer, format: int32, x-extensible-enum: [0, 4294967295], x-enum-varnames: [A, B] }",
        "{ type: string, enum: [a, b], x-enumNames: [1, 2] }",
    ] {
        all.push_str(&format!("{schema}\n{}\n\n", of_schema(schema)));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn an_enum_of_several_types_gets_a_warning_where_its_type_is_any_value() {
    for (schema, is_any) in [
        ("{ enum: [a, 1, true] }", true),
        ("{ enum: [a, 1, null] }", true),
        ("{ allOf: [{ description: One }, { enum: [a, 1] }] }", true),
        ("{ enum: [1, 1.5] }", true),
        ("{ enum: [a, null] }", false),
        ("{ enum: [] }", false),
        ("{ type: [string, integer], enum: [a, 1, true] }", false),
    ] {
        let text = of_schema(schema);
        let warning = "warning: values of several types: the Rust type is `serde_json::Value`";
        assert_eq!(text.contains(warning), is_any, "{schema}: {text}");
    }
}

#[test]
fn a_union_within_a_union_may_repeat_its_tag() {
    let kind = |kind: &str, color: &str| {
        format!(
            "{{ type: object, required: [kind, color], properties: {{ kind: {{ const: {kind} }}, \
             color: {{ const: {color} }} }} }}"
        )
    };
    let cats = [kind("cat", "black"), kind("cat", "white")].join(", ");
    let text = of_schema(&format!(
        "{{ oneOf: [{{ title: Cat, oneOf: [{cats}], discriminator: {{ propertyName: color }} }}, {}], \
         discriminator: {{ propertyName: kind }} }}",
        kind("dog", "red")
    ));
    assert!(!text.contains("selects a branch"), "{text}");
}

#[test]
fn a_branch_that_has_no_name_but_its_position_gets_a_warning() {
    let branch = |members: &str| format!("{{ {members}, required: [a, b], type: object }}");
    let union = |first: &str| {
        let second = branch("title: Second, properties: { a: {}, b: { type: string } }");
        of_schema(&format!("{{ oneOf: [{}, {second}] }}", branch(first)))
    };
    let warning = "warning: the branch has no name but its position";
    assert!(union("properties: { a: {}, b: { type: integer } }").contains(warning));
    assert!(!union("title: First, properties: { a: {}, b: { type: integer } }").contains(warning));
}

#[test]
fn a_type_of_another_crate_that_no_value_has_gets_a_warning() {
    let named = "x-rust-type: { crate: uuid, version: '1', path: uuid::Uuid }";
    let mut all = String::new();
    for schema in [
        "{ type: string, NAMED }",
        "{ type: string, x-rust-type: { crate: uuid, version: '1', path: Uuid } }",
        "{ allOf: [{ type: string, NAMED }] }",
        "{ allOf: [{ type: string, NAMED }, { maxLength: 36 }] }",
        "{ allOf: [{ type: string, NAMED }, { maxLength: 36 }], NAMED }",
        "{ properties: { a: { type: string, NAMED } }, allOf: [{ properties: { a: { maxLength: 36 } } }], type: object }",
    ] {
        let schema = schema.replace("NAMED", named);
        all.push_str(&format!("{schema}\n{}\n\n", of_schema(&schema)));
    }
    all.push_str(&said(&"
paths:
  /things:
    post:
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: { type: object, NAMED, properties: { file: { type: string, format: binary, NAMED } } }
      responses:
        default: { description: ok, headers: { X-Id: { schema: { type: string, NAMED } } } }
"
    .replace("NAMED", named)));
    insta::assert_snapshot!(all);
}

#[test]
fn a_response_header_without_a_schema_gets_a_warning() {
    insta::assert_snapshot!(said(
        "
paths:
  /things:
    get:
      responses:
        default:
          description: ok
          headers: { X-Query: { content: { application/json: { schema: { type: object } } } } }
"
    ));
}

#[test]
fn a_default_that_the_type_of_a_parameter_or_a_member_cannot_hold_gets_a_warning() {
    insta::assert_snapshot!(said(
        "
paths:
  /things:
    get:
      parameters:
        - { name: count, in: query, schema: { type: integer, default: many } }
        - { name: order, in: query, schema: { enum: [up, down], default: left } }
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                small: { type: integer, format: uint8, default: 256 }
                day: { type: string, format: date, default: '2026-02-30' }
                at: { type: string, format: date-time, default: '2026-02-28' }
                id: { type: string, format: uuid, default: '1' }
                absent: { type: [string, 'null'], default: null }
      responses:
        default: { description: ok }
"
    ));
}

#[test]
fn a_default_of_a_type_that_may_be_null_is_applied() {
    let said = said(
        "
paths:
  /things:
    get:
      parameters:
        - { name: order, in: query, schema: { anyOf: [{ enum: [up, down] }, { type: 'null' }], default: up } }
        - { name: states, in: query, schema: { oneOf: [{ type: 'null' }, { type: array, items: { enum: [a, b] } }], default: [a] } }
      responses:
        default: { description: ok }
",
    );
    assert!(!said.contains("the default of"), "{said}");
}

#[test]
fn operations_that_cannot_be_served_are_refused_all_at_once() {
    insta::assert_snapshot!(said(
        "
security: [{ key: [] }]
webhooks: { event: {} }
paths:
  /users/{id}:
    get:
      parameters:
        - { name: id, in: path, required: true, schema: { type: array } }
        - { name: session, in: cookie, schema: { type: string } }
        - { name: filter, in: query, style: deepObject, schema: { type: object } }
        - { name: state, in: query, content: { application/json: { schema: {} } } }
        - { name: bare, in: query }
        - { name: Accept, in: header, schema: { type: string } }
      security: [{ one: [] }, { two: [] }]
      responses: {}
    trace:
      responses: { '200': { description: ok } }
  /users/me:
    get:
      security: [{ one: [], two: [] }]
      callbacks: { later: {} }
      responses: { '200': { description: ok, content: { text/plain: {} } } }
  /users/{name}/posts:
    get:
      responses: { '100': { description: go on }, '600': { description: odd } }
  /a/{x}.json: { get: { responses: { default: { description: ok } } } }
  /a//b/: { get: { responses: { default: { description: ok } } } }
  nowhere: { get: { responses: { default: { description: ok } } } }
  /upload:
    post:
      security: []
      requestBody: { content: { multipart/form-data: {}, text/csv: {} } }
      responses: { '200': { description: ok, content: { application/json: {}, text/html: {} } } }
components:
  securitySchemes:
    key: { type: apiKey, name: X-Key }
    one: { type: http, scheme: 'not a token' }
    two: { type: mutualTLS }
"
    ));
}

#[test]
fn paths_that_differ_in_names_of_variables_are_served_by_method() {
    insta::assert_snapshot!(said(
        "paths:
  /a/{id}:
    parameters: [{ name: id, in: path, required: true, schema: {} }]
    get: { responses: { default: { description: any } } }
  /a/{name}:
    parameters: [{ name: name, in: path, required: true, schema: {} }]
    get: { responses: { default: { description: any } } }
    delete: { responses: { default: { description: any } } }
  /a/{key}:
    parameters: [{ name: key, in: path, required: true, schema: {} }]
    delete: { responses: { default: { description: any } } }
  /caf%C3%A9: { get: { responses: { default: { description: any } } } }
  /caf%c3%a9: { get: { responses: { default: { description: any } } } }"
    ));
}

#[test]
fn a_segment_that_no_request_reaches_is_refused() {
    for segment in [".", "..", "%2E", "a%2Fb", "%7Ba%7D", "%FF"] {
        let operation = "get: { responses: { default: { description: any } } }";
        let said = said(&format!("paths: {{ '/a/{segment}/b': {{ {operation} }} }}"));
        let expected = format!("the path /a/{segment}/b has the segment `{segment}`, which no");
        assert!(said.contains(&expected), "{said}");
    }
    for segment in ["caf%C3%A9", "a%20b", "...", "%25"] {
        let operation = "get: { responses: { default: { description: any } } }";
        let said = said(&format!("paths: {{ '/a/{segment}/b': {{ {operation} }} }}"));
        assert!(said.starts_with("generated"), "{said}");
    }
}

#[test]
fn what_other_keywords_exclude_gets_a_warning() {
    insta::assert_snapshot!(said(
        "paths:
  /a:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Page' } } } }
      responses: { default: { description: any } }
components:
  schemas:
    Page:
      allOf: [{ properties: { next: { type: string } }, type: object }]
      properties: { size: { type: string, enum: [small, extraordinary], maxLength: 5 }, gender: { type: string, enum: [male], maxLength: 1 } }
      additionalProperties: false"
    ));
}

#[test]
fn an_operation_that_requires_a_certificate_is_refused() {
    insta::assert_snapshot!(said(
        "paths:
  /a: { get: { security: [{ key: [] }, { tls: [] }], responses: { default: { description: any } } } }
  /b: { get: { security: [{ key: [] }], responses: { default: { description: any } } } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    tls: { type: mutualTLS }
    unused: { type: mutualTLS }"
    ));
}

#[test]
fn an_operation_that_upgrades_the_connection_is_refused() {
    insta::assert_snapshot!(said(
        "paths:
  /a: { get: { responses: { '101': { description: any }, default: { description: any } } } }
  /b: { get: { x-dropshot-websocket: {}, responses: { default: { description: any } } } }
  /c: { get: { responses: { '103': { description: any }, default: { description: any } } } }"
    ));
}

#[test]
fn an_encoding_that_has_no_effect_gets_a_warning() {
    insta::assert_snapshot!(said(
        "paths:
  /upload:
    post:
      requestBody:
        content:
          multipart/form-data:
            schema: { type: object, properties: { photo: { type: string, format: binary } } }
            encoding:
              photo: { contentType: image/png, headers: { X-Size: { schema: { type: integer } } } }
              foto: { contentType: image/png }
      responses: { default: { description: any } }
  /opaque:
    post:
      requestBody: { content: { multipart/form-data: { encoding: { a: { headers: { X-A: { schema: {} } } } } } } }
      responses: { default: { description: any } }
  /form:
    post:
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, properties: { list: { type: array, items: { type: string } } } }
            encoding: { list: { explode: false }, lists: { style: spaceDelimited }, odd: 3 }
      responses: { default: { description: any } }
  /invalid:
    post:
      responses: { '999': { description: no } }"
    ));
}

#[test]
fn webhooks_and_callbacks_that_cannot_be_sent_are_left_out_with_a_warning() {
    insta::assert_snapshot!(said(
        "
webhooks:
  dangling: { $ref: '#/components/pathItems/Missing' }
  upload: { post: { requestBody: { content: { multipart/form-data: {} } }, responses: {} } }
  image: { post: { requestBody: { content: { image/*: {} } }, responses: {} } }
  variable:
    post:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: {}
  dialect:
    post:
      requestBody: { content: { application/json: { schema: { type: wrong } } } }
      responses: {}
  fine: { post: { responses: { '200': { description: ok, headers: { X-A: {} } } } } }
paths:
  /jobs:
    post:
      operationId: startJob
      callbacks:
        dangling: { $ref: '#/components/callbacks/Missing' }
        finished:
          '{$request.query.url}': { post: { callbacks: { later: {} }, responses: {} } }
      responses: { default: { description: ok } }
"
    ));
}

#[test]
fn what_is_not_an_openapi_3_1_document_is_refused() {
    let mut all = String::new();
    for text in ["", "7", "a: [", "openapi: 3.0.3", "swagger: '2.0'", "openapi: 3.1.0"] {
        let said = match Document::parse("t.yaml", text).and_then(|document| generate(&document)) {
            Ok(_) => "generated".to_owned(),
            Err(diagnostics) => diagnostics.to_string(),
        };
        all.push_str(&format!("{text:?}\n{said}\n\n"));
    }
    insta::assert_snapshot!(all);
}

/// Returns the diagnostics for a query parameter.
fn of_parameter(parameter: &str) -> String {
    said(&format!(
        "paths:
  /things:
    get:
      parameters: [{{ {parameter} }}]
      responses: {{ default: {{ description: ok }} }}"
    ))
}

#[test]
fn parameters_that_no_text_can_represent_are_refused() {
    let mut all = String::new();
    for parameter in [
        "name: a, in: header, style: form, schema: { type: string }",
        "name: a, in: query, style: matrix, schema: { type: string }",
        "name: a, in: cookie, style: simple, schema: { type: string }",
        "name: a, in: query, content: { application/xml: { schema: { type: string } } }",
        "name: a, in: query, schema: { type: 'null' }",
        "name: a, in: query, schema: { type: array, items: { type: object } }",
        "name: a, in: query, schema: { type: object, required: [b], properties: { b: { type: object } } }",
    ] {
        all.push_str(&format!("{parameter}\n{}\n\n", of_parameter(parameter)));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn a_form_that_the_specification_does_not_define_gets_a_warning() {
    let mut all = String::new();
    for parameter in [
        "name: a, in: query, schema: { type: object, properties: { b: { type: array, items: {} } } }",
        "name: a, in: query, schema: { type: object, properties: { b: { type: object } } }",
        "name: a, in: query, style: deepObject, schema: { type: object, properties: { b: { type: object } } }",
        "name: a, in: header, schema: { type: object, properties: { b: { type: array } } }",
        "name: a, in: query, schema: { type: array, items: { type: integer }, default: [a] }",
    ] {
        all.push_str(&format!("{parameter}\n{}\n\n", of_parameter(parameter)));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn variables_that_cannot_be_told_apart_are_refused() {
    let mut all = String::new();
    for path in ["/{a}.{a}", "/{a:b}", "/{}", "/{a", "/a}", "/{a}-{b}", "/{a}{b}"] {
        let declared = "parameters: [{ name: a, in: path, required: true, schema: {} }, { name: b, in: path, required: true, schema: {} }]";
        let document = format!(
            "paths: {{ '{path}': {{ get: {{ {declared}, responses: {{ default: {{ description: ok }} }} }} }} }}"
        );
        all.push_str(&format!("{path}\n{}\n\n", said(&document)));
    }
    insta::assert_snapshot!(all);
}

/// Returns the diagnostics for a body of this media type.
fn of_body(content: &str) -> String {
    said(&format!(
        "paths:
  /things:
    post:
      requestBody: {{ required: true, content: {{ {content} }} }}
      responses: {{ '200': {{ description: ok }}, 4XX: {{ description: no }}, 5XX: {{ description: no }} }}"
    ))
}

#[test]
fn what_a_number_or_bytes_do_not_keep_of_their_schema_is_said() {
    let number = of_schema("{ type: number, format: int64 }");
    let said = "a number with a format of integers: no other is accepted";
    assert!(number.starts_with("generated") && number.contains(said), "{number}");
    assert!(!of_schema("{ type: integer, format: int64 }").contains(said));
    assert!(!of_schema("{ type: number, format: double }").contains(said));
    let bytes = "{ type: string, format: binary, minLength: 3, maxLength: 5, pattern: '^a' }";
    let body = of_body(&format!("application/octet-stream: {{ schema: {bytes} }}"));
    for said in ["`minLength` of bytes is not validated", "`pattern` of bytes is not validated"] {
        assert!(body.starts_with("generated") && body.contains(said), "{body}");
    }
    for file in [bytes.to_owned(), format!("{{ type: array, items: {bytes} }}")] {
        let form = format!("{{ type: object, properties: {{ file: {file} }} }}");
        let form = of_body(&format!("multipart/form-data: {{ schema: {form} }}"));
        assert!(form.contains("error: the `pattern` of the part `file` accepts no file"), "{form}");
    }
    for (schema, is_known) in [("{ type: string }", true), ("{ format: binary }", false)] {
        let form = format!(
            "{{ type: object, properties: {{ a: {{}} }}, additionalProperties: {schema} }}"
        );
        let form = of_body(&format!("multipart/form-data: {{ schema: {form} }}"));
        let warning = "warning: the parts are not declared, so that the handler receives the bytes";
        assert_eq!(form.contains(warning), !is_known, "{form}");
    }
}

/// A document whose component `Thing` differs by direction, and has an unknown keyword.
const DIRECTIONS: &str = "paths:
  /things:
    put:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses:
        '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
        4XX: { description: no }
        5XX: { description: no }
components:
  schemas:
    Thing:
      type: object
      required: [id, password]
      properties:
        id: { type: string, readOnly: true, minLenght: 1 }
        created: { type: string, readOnly: true }
        password: { type: string, writeOnly: true }
        parts: { type: array, items: { $ref: '#/components/schemas/Thing' } }";

#[test]
fn a_field_that_a_patch_cannot_set_to_null_gets_a_warning() {
    let form = "schema: { type: object, properties: { a: { type: [string, 'null'] },
                 b: { type: [integer, 'null'] }, c: { type: [string, 'null'], format: binary } } },
                 encoding: { b: { contentType: application/json } }";
    for media_type in ["multipart/form-data", "application/x-www-form-urlencoded"] {
        for method in ["patch", "put"] {
            let document = format!(
                "openapi: 3.1.0
info: {{ title: Case, version: '1' }}
paths: {{ /a: {{ {method}: {{ operationId: a, requestBody: {{ content: {{ {media_type}: {{ {form} }} }} }},
  responses: {{ default: {{ description: d }} }} }} }} }}"
            );
            let document = Document::parse("case.yaml", &document).unwrap();
            let generated = openapi_dropshot_build::generate(&document).unwrap();
            let warnings = generated.warnings.to_string();
            let said = |field| warnings.contains(&format!("the field `{field}` can't be null"));
            let is_patch = method == "patch";
            assert_eq!(["a", "b", "c"].map(said), [is_patch, false, is_patch], "{warnings}");
            let code = generated.code.replace([' ', '\n'], "");
            let has_null = if is_patch { "Option<Option<i64>>" } else { "Option<i64>" };
            assert!(code.contains(&format!("pubb:{has_null},")), "{code}");
            // A text of several parts has no null, which a value of the other form may have.
            let is_parts = media_type == "multipart/form-data";
            let has_null =
                if is_patch && !is_parts { "Option<Option<String>>" } else { "Option<String>" };
            assert!(code.contains(&format!("puba:{has_null},")), "{code}");
        }
    }
}

#[test]
fn a_diagnostic_of_a_schema_for_both_directions_is_reported_once() {
    insta::assert_snapshot!(said(DIRECTIONS));
}

#[test]
fn a_required_member_for_the_other_direction_is_optional() {
    let text = format!("openapi: 3.1.0\ninfo: {{ title: T, version: '1' }}\n{DIRECTIONS}");
    let document = Document::parse("t.yaml", &text).unwrap();
    let code = generate(&document).unwrap().code;
    let of = |name: &str| {
        let definition = code.split(&format!("pub struct {name} {{")).nth(1).unwrap();
        definition.split("\n    }").next().unwrap()
    };
    for (name, id, password, parts) in [
        ("Thing", "id: String", "password: Option<String>", "Vec<Thing>"),
        ("ThingRequest", "id: Option<String>", "password: String", "Vec<ThingRequest>"),
    ] {
        let definition = of(name);
        for part in [id, password, parts] {
            assert!(definition.contains(part), "{part}\n{definition}");
        }
    }
}
