//! Tests of webhooks and callbacks between two versions of a document: the service
//! sends the requests, so a change of a request can break its receiver.

use crate::fixture::{compare_texts, name, read};
use openapi_compare::{Level, compare_versions};

fn webhook(operation: &str) -> String {
    format!("{{openapi: 3.1.0, webhooks: {{done: {{post: {{{operation}}}}}}}}}")
}

fn callback(operation: &str) -> String {
    format!(
        "{{openapi: 3.1.0, paths: {{/a: {{put: {{callbacks: {{done: {{'{{$request.query.u}}': {{post: {{{operation}}}}}}}}}}}}}}}}}"
    )
}

/// Returns the rules and levels of the findings, and where they occur.
fn found(old: &str, new: &str) -> Vec<String> {
    let report = compare_versions(Level::Documentation, &read("old", old), &read("new", new));
    let findings = report.findings.iter();
    findings
        .map(|one| {
            assert_eq!(one.shown_by, None, "no line of ours");
            format!("{} {}", one.rule, name(one.level))
        })
        .collect()
}

#[test]
fn the_servers_of_a_callback_in_a_callback_say_nothing() {
    let inner = |servers: &str| {
        callback(&format!(
            "callbacks: {{again: {{'{{$request.body#/u}}': {{post: {{{servers}}}}}}}}}"
        ))
    };
    let [a, b] =
        ["a", "b"].map(|host| inner(&format!("servers: [{{url: 'https://{host}.example'}}]")));
    assert_eq!(found(&a, &b), [""; 0]);
}

#[test]
fn requests_may_only_get_narrower_and_responses_only_wider() {
    let body = |schema: &str| {
        format!("requestBody: {{content: {{application/json: {{schema: {schema}}}}}}}")
    };
    let answer = |schema: &str| {
        format!("responses: {{'200': {{content: {{application/json: {{schema: {schema}}}}}}}}}")
    };
    let header = |fields: &str| format!("responses: {{'200': {{headers: {{{fields}}}}}}}");
    let parameter = |fields: &str| format!("parameters: [{{name: p, in: query, {fields}}}]");
    let (number, integer) = ("{type: number}", "{type: integer}");
    let schema = "schema: {type: string}";
    let required = format!("required: true, {schema}");
    for (old, new, there, back) in [
        (
            body(number),
            body(integer),
            "request-body-narrower documentation",
            "request-body-wider breaking",
        ),
        (
            answer(integer),
            answer(number),
            "response-body-wider documentation",
            "response-body-narrower breaking",
        ),
        (
            answer("{type: object}"),
            answer("{type: object, properties: {size: {type: integer}}}"),
            "request-property-added documentation",
            "response-body-wider documentation",
        ),
        (
            parameter(schema),
            parameter(&required),
            "parameter-required-different documentation",
            "parameter-required-different breaking",
        ),
        (
            String::new(),
            parameter(&required),
            "parameter-undocumented documentation",
            "parameter-missing breaking",
        ),
        (
            String::new(),
            parameter(schema),
            "parameter-undocumented documentation",
            "parameter-missing documentation",
        ),
        (
            parameter(schema),
            parameter(&format!("allowReserved: true, {schema}")),
            "parameter-style-different breaking",
            "parameter-style-different documentation",
        ),
        (
            String::new(),
            "requestBody: {required: true, content: {}}".to_owned(),
            "request-body-undocumented documentation",
            "request-body-missing breaking",
        ),
        (
            String::new(),
            "requestBody: {content: {}}".to_owned(),
            "request-body-undocumented documentation",
            "request-body-missing documentation",
        ),
        (
            header(""),
            header(&format!("H: {{{required}}}")),
            "response-header-undocumented breaking",
            "response-header-missing documentation",
        ),
        (
            header(""),
            header(&format!("H: {{{schema}}}")),
            "response-header-undocumented documentation",
            "response-header-missing documentation",
        ),
        (
            header(&format!("H: {{{schema}}}")),
            header(&format!("H: {{{required}}}")),
            "response-header-required-different breaking",
            "response-header-required-different documentation",
        ),
        (
            "responses: {'200': {content: {text/plain: {}}}}".to_owned(),
            "responses: {'200': {content: {text/*: {}}}}".to_owned(),
            "media-type-undocumented documentation",
            "media-type-missing breaking",
        ),
        (
            "responses: {'200': {}}".to_owned(),
            "responses: {'200': {}, '202': {}}".to_owned(),
            "status-undocumented documentation",
            "status-missing breaking",
        ),
        (
            "requestBody: {content: {text/plain: {}, text/html: {}}}".to_owned(),
            "requestBody: {content: {text/plain: {}}}".to_owned(),
            "media-type-missing documentation",
            "media-type-undocumented breaking",
        ),
        (
            "responses: {'200': {content: {text/plain: {}}}}".to_owned(),
            "responses: {'200': {content: {text/plain: {}, text/html: {}}}}".to_owned(),
            "media-type-undocumented documentation",
            "media-type-missing breaking",
        ),
    ] {
        for document in [webhook, callback] {
            let (old, new) = (document(&old), document(&new));
            assert_eq!(found(&old, &new), [there], "{old}\n{new}");
            assert_eq!(found(&new, &old), [back], "{new}\n{old}");
        }
    }
}

#[test]
fn the_service_applies_the_defaults_of_the_answer() {
    let content = |default: u8| {
        format!("content: {{application/json: {{schema: {{type: integer, default: {default}}}}}}}")
    };
    let body = |default| webhook(&format!("requestBody: {{{}}}", content(default)));
    let answer = |default| webhook(&format!("responses: {{'200': {{{}}}}}", content(default)));
    assert_eq!(found(&body(1), &body(2)), [""; 0]);
    assert_eq!(found(&answer(1), &answer(2)), ["schema-annotation-different contract"]);
}

#[test]
fn an_added_or_removed_webhook_is_reported() {
    let none = "{openapi: 3.1.0, paths: {/a: {put: {}}}}";
    for document in
        [webhook("").replace("webhooks", "paths: {/a: {put: {}}}, webhooks"), callback("")]
    {
        assert_eq!(found(none, &document), ["operation-undocumented documentation"]);
        assert_eq!(found(&document, none), ["operation-missing breaking"]);
    }
    let other = callback("").replace("request.query.u", "request.query.v");
    assert_eq!(
        found(&callback(""), &other),
        ["operation-missing breaking", "operation-undocumented documentation"]
    );
}

#[test]
fn a_schema_used_in_both_directions_is_reported_for_each() {
    let document = |kind: &str| {
        let body = "requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}";
        format!(
            "{{openapi: 3.1.0, paths: {{/a: {{put: {{{body}}}}}}}, webhooks: {{done: {{post: {{{body}}}}}}}, \
             components: {{schemas: {{A: {{type: {kind}}}}}}}}}"
        )
    };
    let (integer, number) = (document("integer"), document("number"));
    let report =
        compare_versions(Level::Documentation, &read("old", &integer), &read("new", &number));
    let findings = report.findings.iter();
    let lines: Vec<String> =
        findings.map(|one| format!("{}: {}", name(one.level), one.seen_in.join("; "))).collect();
    assert_eq!(
        lines,
        [
            "documentation: PUT /a, request body (application/json)",
            "breaking: POST webhook done, request body (application/json)"
        ]
    );
}

#[test]
fn a_callback_is_named_with_its_operation() {
    let (old, new) = (callback("summary: a"), callback("summary: b"));
    let report = compare_versions(Level::Documentation, &read("old", &old), &read("new", &new));
    assert_eq!(report.findings[0].seen_in, ["POST callback done {$request.query.u} of PUT /a"]);
}

#[test]
fn a_dropshot_server_cannot_declare_callbacks() {
    let none = "{openapi: 3.0.3, paths: {/a: {put: {operationId: put}}}}";
    assert!(
        compare_texts(&callback("").replace("put: {", "put: {operationId: put, "), none).is_clean()
    );
}

/// OpenAPI 3.1.1 §4.8.10: a callback is an object or a reference to an object.
#[test]
fn a_callback_behind_a_reference_is_compared() {
    let document = |summary: &str| {
        format!(
            "{{openapi: 3.1.0, paths: {{/a: {{put: {{callbacks: {{done: {{$ref: '#/components/callbacks/Done'}}}}}}}}}}, \
             components: {{callbacks: {{Done: {{'{{$request.query.u}}': {{post: {{summary: {summary}}}}}}}}}}}}}"
        )
    };
    assert_eq!(found(&document("a"), &document("b")), ["text-different documentation"]);
}
