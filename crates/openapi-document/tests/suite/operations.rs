//! Operations are read as the Specification requires: parameters and security are
//! inherited and overridden, and references are resolved.

use openapi_document::{Api, Diagnostics, Document, ParameterLocation, Status};

fn read(text: &str, check: impl FnOnce(&Api<'_>)) {
    let text = format!("openapi: 3.1.0\ninfo: {{ title: Case, version: '1' }}\n{text}");
    let document = Document::parse("case.yaml", &text).expect("the case can be read");
    let mut diagnostics = Diagnostics::default();
    let api = Api::read(&document, &mut diagnostics);
    assert_eq!(diagnostics.to_string(), "");
    check(&api);
}

#[test]
fn a_parameter_of_an_operation_overrides_the_parameter_of_its_path() {
    read(
        "\
paths:
  /a/{id}:
    parameters:
      - { name: id, in: path, required: true, description: the path's }
      - { name: id, in: query, description: the path's }
      - { name: page, in: query, description: the path's }
    get:
      parameters:
        - { name: id, in: path, required: true, description: its own }
    put: {}
",
        |api| {
            let described = |index: usize| -> Vec<_> {
                let parameters = api.operations[index].parameters.iter();
                parameters
                    .map(|parameter| {
                        let description = parameter.description.unwrap_or_default();
                        format!("{} {}: {description}", parameter.place, parameter.name)
                    })
                    .collect()
            };
            assert_eq!(
                described(0),
                ["path id: its own", "query id: the path's", "query page: the path's"]
            );
            assert_eq!(
                described(1),
                ["path id: the path's", "query id: the path's", "query page: the path's"]
            );
        },
    );
}

#[test]
fn a_header_parameter_of_an_operation_overrides_that_of_its_path_in_another_case() {
    let own = "get: { parameters: [{ name: x-a, in: header }, { name: p, in: query }] }";
    let parameters = "[{ name: X-A, in: header }, { name: P, in: query }]";
    read(&format!("paths: {{ /a: {{ parameters: {parameters}, {own} }} }}\n"), |api| {
        let parameters = api.operations[0].parameters.iter();
        let names: Vec<_> = parameters.map(|parameter| parameter.name).collect();
        assert_eq!(names, ["x-a", "p", "P"]);
    });
}

#[test]
fn an_extension_in_content_is_no_media_type() {
    read(
        "paths: { /a: { post: { requestBody: { content: { x-a: { b: 1 }, x-world/x-vrml: {}, text/plain: {} } } } } }\n",
        |api| {
            let body = api.operations[0].request_body.as_ref().expect("it has a body");
            let names: Vec<_> = body.content.iter().map(|media_type| media_type.name).collect();
            assert_eq!(names, ["x-world/x-vrml", "text/plain"]);
        },
    );
}

/// §4.8.9. The fields beside the reference are read, too.
#[test]
fn a_path_item_beside_its_reference_has_the_operations_of_both() {
    read(
        "\
paths:
  /a: { $ref: '#/components/pathItems/Shared', put: { operationId: own } }
components:
  pathItems:
    Shared: { get: { operationId: shared } }
",
        |api| {
            let operations = api.operations.iter();
            let operations: Vec<_> =
                operations.map(|one| (one.id, one.location.pointer.to_string())).collect();
            assert_eq!(
                operations,
                [
                    (Some("shared"), "#/paths/~1a/get".to_owned()),
                    (Some("own"), "#/paths/~1a/put".to_owned())
                ]
            );
        },
    );
}

#[test]
fn security_of_an_operation_overrides_the_security_of_the_document() {
    read(
        "\
security: [{ token: [] }]
paths:
  /a:
    get: {}
    put: { security: [] }
    post: { security: [{}, { token: [], key: [] }] }
components:
  securitySchemes:
    token: { type: http, scheme: Bearer }
    key: { $ref: '#/components/securitySchemes/other' }
    other: { type: apiKey, in: header, name: X-Key }
",
        |api| {
            let schemes = |path: usize| -> Vec<_> {
                let security = api.operations[path].security.iter();
                let names = security.map(|requirement| {
                    let names = requirement.schemes.iter().map(|(scheme, _)| scheme.name);
                    names.collect::<Vec<_>>().join("+")
                });
                names.collect()
            };
            assert_eq!(schemes(0), ["token"]);
            assert_eq!(schemes(1), [""; 0]);
            assert_eq!(schemes(2), ["", "token+key"]);
            let declared = api.security_schemes.iter();
            let kinds: Vec<_> = declared.map(|scheme| (scheme.kind, scheme.scheme)).collect();
            let key = ("apiKey", None);
            assert_eq!(kinds, [("http", Some("Bearer")), key, key]);
        },
    );
}

#[test]
fn references_are_resolved_wherever_the_specification_allows_them() {
    read(
        "\
paths:
  /a: { $ref: '#/components/pathItems/A' }
components:
  pathItems:
    A:
      post:
        parameters: [{ $ref: '#/components/parameters/P' }]
        requestBody: { $ref: '#/components/requestBodies/B' }
        responses: { '200': { $ref: '#/components/responses/R' }, default: { $ref: '#/components/responses/R' } }
  parameters: { P: { name: p, in: query, content: { application/json: { schema: true } } } }
  requestBodies: { B: { required: true, content: { text/plain: {} } } }
  responses: { R: { description: r, headers: { H: { $ref: '#/components/headers/H' }, content-type: {} } } }
  headers: { H: { required: true, schema: { type: string } } }
",
        |api| {
            let operation = &api.operations[0];
            assert_eq!(operation.path, "/a");
            assert_eq!(operation.location.pointer.to_string(), "#/components/pathItems/A/post");
            assert_eq!(operation.parameters[0].content, Some("application/json"));
            assert!(operation.parameters[0].schema.is_some());
            let body = operation.request_body.as_ref().expect("it has a body");
            assert!(body.required);
            assert_eq!(body.content[0].name, "text/plain");
            let statuses: Vec<_> = operation.responses.iter().map(|response| response.status).collect();
            assert_eq!(statuses, [Status::Code(200), Status::Default]);
            // `content` declares Content-Type (§4.8.17).
            let headers: Vec<_> = operation.responses[0].headers.iter().map(|header| header.name).collect();
            assert_eq!(headers, ["H"]);
            assert!(operation.responses[0].headers[0].required);
        },
    );
}

#[test]
fn headers_of_the_connection_are_left_out_unless_a_handler_knows_the_length() {
    let text = "
openapi: 3.1.0
info: { title: Case, version: '1' }
paths:
  /a:
    get:
      responses:
        '200': { headers: { $HEADERS }, content: { application/json: { schema: {} } } }
        '201': { headers: { $HEADERS }, content: { application/json: {} } }
        '202': { headers: { $HEADERS }, content: { text/html: {}, application/x-a+json: { schema: { type: string, format: binary } }, text/event-stream: {} } }
        '203': { headers: { $HEADERS }, content: { image/png: {}, application/zip: { schema: { type: string, format: binary } }, application/pdf: { schema: { type: string } } } }
        '206': { headers: { $HEADERS }, content: { Text/csv: { schema: { type: string, format: binary } } } }
        '304': { headers: { $HEADERS } }
    head: { responses: { '200': { headers: { $HEADERS }, content: { application/json: { schema: {} } } } } }
";
    let headers =
        "Content-Length: {}, transfer-encoding: {}, Connection: {}, Keep-Alive: {}, ETag: {}";
    let document =
        Document::parse("case.yaml", &text.replace("$HEADERS", headers)).expect("it can be read");
    let mut diagnostics = Diagnostics::default();
    let api = Api::read(&document, &mut diagnostics);
    let responses = api.operations.iter().flat_map(|operation| &operation.responses);
    let names =
        responses.map(|response| response.headers.iter().map(|header| header.name).collect());
    let names: Vec<Vec<_>> = names.collect();
    let (without, with) = (&["ETag"][..], &["Content-Length", "ETag"][..]);
    assert_eq!(names, [without, without, without, with, with, with, with]);
    let warnings = diagnostics.to_string();
    assert_eq!(
        warnings.matches("the header `Content-Length` is left out").count(),
        3,
        "{warnings}"
    );
    assert_eq!(warnings.matches("is left out").count(), 3 + 3 * 7, "{warnings}");
}

#[test]
fn header_parameters_that_the_specification_ignores_are_omitted() {
    read(
        "paths: { /a: { get: { parameters: [{ name: ACCEPT, in: header }, { name: Authorization, in: header }, { name: accept, in: query }] } } }\n",
        |api| assert_eq!(api.operations[0].parameters.len(), 1),
    );
}

#[test]
fn each_credential_has_a_place_in_a_request() {
    use ParameterLocation::{Cookie, Header, Query};
    for (scheme, expected) in [
        ("type: http, scheme: BEARER", Some((Header, "Authorization", "Bearer abc"))),
        ("type: oauth2, flows: {}", Some((Header, "Authorization", "Bearer abc"))),
        ("type: http, scheme: basic", Some((Header, "Authorization", "Basic abc"))),
        ("type: http, scheme: digest", Some((Header, "Authorization", "digest abc"))),
        ("type: apiKey, in: header, name: x-key", Some((Header, "x-key", "abc"))),
        ("type: apiKey, in: query, name: x-key", Some((Query, "x-key", "abc"))),
        ("type: apiKey, in: cookie, name: x-key", Some((Cookie, "x-key", "abc"))),
        ("type: apiKey, in: path, name: x-key", None),
        ("type: mutualTLS", None),
    ] {
        let text = format!("components: {{ securitySchemes: {{ any: {{ {scheme} }} }} }}\n");
        read(&text, |api| {
            let kind = api.security_schemes[0].credential_kind().ok();
            let expected = expected.map(|(at, name, text)| (at, name, text.to_owned()));
            assert_eq!(kind.as_ref().map(|kind| kind.sent("abc")), expected, "{scheme}");
        });
    }
}

#[test]
fn an_http_scheme_without_its_scheme_is_not_called_unsupported() {
    read("components: { securitySchemes: { any: { type: http } } }\n", |api| {
        let error = api.security_schemes[0].credential_kind().unwrap_err();
        assert_eq!(error.message, "the security scheme `any` has no `scheme`");
    });
}
