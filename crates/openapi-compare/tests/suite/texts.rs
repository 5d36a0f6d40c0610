//! Tests of titles and descriptions: each change is reported once, at its location,
//! at level `documentation` and at no other.

use crate::fixture::{cases, read, with_body};
use openapi_compare::{Level, Rule, compare_at, compare_versions};

fn body(schema: &str) -> String {
    let schemas = "A: {type: object, description: An A, properties: {b: {type: string, description: A b}}}, \
        Tree: {type: object, properties: {left: {$ref: '#/components/schemas/Tree'}, x: {description: An x}}}";
    with_body("3.1.0", schema, schemas)
}

/// Returns the pointers of both sides of each finding, without the common prefix.
fn found(old: &str, new: &str) -> Vec<String> {
    let (old, new) = (read("old", old), read("new", new));
    assert!(compare_versions(Level::Contract, &old, &new).is_clean());
    let report = compare_versions(Level::Documentation, &old, &new);
    let short = |pointer: &str| {
        let start = "/paths/~1a/post/requestBody/content/application~1json/schema";
        pointer.replace(start, "").replace("/components/schemas/", "")
    };
    let findings = report.findings.iter();
    findings
        .map(|one| {
            assert_eq!(one.rule, Rule::TextDifferent);
            format!("{} | {}", short(&one.base.pointer), short(&one.candidate.pointer))
        })
        .collect()
}

#[test]
fn a_changed_text_of_a_schema_is_reported_at_its_location() {
    for (old, new, expected) in
        &cases::<Vec<(String, String, String)>>(include_str!("cases/changed_texts.yaml"))
    {
        assert_eq!(found(&body(old), &body(new)), [expected.as_str()], "{old}\n{new}");
    }
}

#[test]
fn texts_outside_of_schemas_are_reported_too() {
    let document = |word: &str| {
        format!(
            "{{openapi: 3.1.0, tags: [{{name: t, description: {word}}}], paths: {{/a: {{get: {{responses: \
             {{'200': {{description: d, headers: {{H: {{description: {word}, schema: {{type: string}}}}}}}}}}}}}}}}}}"
        )
    };
    assert_eq!(
        found(&document("a"), &document("b")),
        [
            "/tags/0/description | /tags/0/description",
            "/paths/~1a/get/responses/200/headers/H/description | /paths/~1a/get/responses/200/headers/H/description"
        ]
    );
}

#[test]
fn texts_of_servers_tags_security_schemes_and_links_are_compared_by_their_names() {
    let document = |word: &str| {
        format!(
            "{{openapi: 3.1.0, servers: [{{url: /}}, {{url: /v1, description: {word}}}], \
             tags: [{{name: t, summary: {word}}}], components: {{securitySchemes: {{other: {{}}, \
             key: {{description: {word}}}}}}}, paths: {{/a: {{get: {{responses: {{'200': \
             {{links: {{next: {{description: {word}}}}}}}}}}}}}}}}}"
        )
    };
    let link = "/paths/~1a/get/responses/200/links/next/description";
    let places = [
        "/tags/0/summary",
        "/servers/1/description",
        "/components/securitySchemes/key/description",
        link,
    ];
    let expected = places.map(|place| format!("{place} | {place}"));
    assert_eq!(found(&document("a"), &document("b")), expected);
}

/// OpenAPI 3.1.1 §4.8.23.
#[test]
fn a_text_beside_a_reference_replaces_that_of_its_target() {
    let document = |beside: &str, target: &str| {
        let reference =
            |kind: &str| format!("{{$ref: '#/components/{kind}/A', description: {beside}}}");
        let element = format!("{{A: {{description: {target}, in: query, name: q}}}}");
        let kinds = ["parameters", "requestBodies", "responses", "headers", "links"];
        let components = kinds.map(|kind| format!("{kind}: {element}")).join(", ");
        let [parameter, body, response, header, link] = kinds.map(reference);
        format!(
            "{{openapi: 3.1.0, paths: {{/a: {{get: {{parameters: [{parameter}], requestBody: {body}, \
             responses: {{'200': {response}, '201': {{headers: {{H: {header}}}, \
             links: {{l: {link}}}}}}}}}}}}}, components: {{{components}}}}}"
        )
    };
    assert_eq!(found(&document("a", "x"), &document("a", "y")), [""; 0]);
    let places = [
        "parameters/0",
        "requestBody",
        "responses/200",
        "responses/201/links/l",
        "responses/201/headers/H",
    ];
    let places = places.map(|place| format!("/paths/~1a/get/{place}/description"));
    let expected = places.map(|place| format!("{place} | {place}"));
    assert_eq!(found(&document("a", "x"), &document("b", "x")), expected);
}

/// The texts of a path are about all of its operations (OpenAPI 3.1.1 §4.8.9).
#[test]
fn the_texts_of_a_path_are_compared_between_versions() {
    let document = |word: &str| {
        format!("{{openapi: 3.1.0, paths: {{/a: {{description: {word}, get: {{}}, put: {{}}}}}}}}")
    };
    let (a, b) = (document("a"), document("b"));
    assert_eq!(found(&a, &b), ["/paths/~1a/description | /paths/~1a/description"]);
    assert!(compare_at(Level::Documentation, &read("a", &a), &read("b", &b)).is_clean());
}

/// A server without a text may have no field for it.
#[test]
fn texts_are_compared_with_a_dropshot_server_only_if_both_sides_have_them() {
    let report = |contract: &str, emitted: &str| {
        compare_at(Level::Documentation, &read("contract", contract), &read("emitted", emitted))
    };
    let (with, without) = (body("{description: a}"), body("{}"));
    assert!(report(&with, &without).is_clean());
    assert!(report(&without, &with).is_clean());
    assert_eq!(report(&with, &body("{description: b}")).findings.len(), 1);
    let operation = |field: &str| {
        format!("{{openapi: 3.1.0, paths: {{/a: {{get: {{{field} responses: {{}}}}}}}}}}")
    };
    let with = operation("x-sunset: '2027-01-31',");
    assert!(report(&with, &operation("")).is_clean());
    let (old, new) = (read("old", &with), read("new", &operation("")));
    assert_eq!(compare_versions(Level::Documentation, &old, &new).findings.len(), 1);
}

#[test]
fn tags_with_the_same_name_are_paired_in_order() {
    let document = |second: &str| {
        format!(
            "{{openapi: 3.1.0, paths: {{}}, tags: [{{name: t, description: a}}, {{name: t, description: {second}}}]}}"
        )
    };
    assert_eq!(found(&document("b"), &document("b")), [""; 0]);
    assert_eq!(
        found(&document("b"), &document("c")),
        ["/tags/1/description | /tags/1/description"]
    );
}
