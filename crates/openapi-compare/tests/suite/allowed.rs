//! Tests of allow files: allowed findings are left out, each entry needs a reason
//! and a location, and unused entries are reported.

use crate::fixture::{compare_texts, with_body};
use openapi_compare::Report;
use openapi_source::findings::Allowed;
use std::fmt::Write;

const CONTRACT: &str =
    "{openapi: 3.1.0, paths: {/a: {get: {operationId: a}}, /b: {get: {operationId: b}}}}";
const EMITTED: &str =
    "{openapi: 3.0.3, paths: {/a: {get: {operationId: x}}, /b: {get: {operationId: y}}}}";

fn read(name: &str, text: &str) -> Result<Allowed, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    Allowed::read::<Report>(&path)
        .map_err(|error| error.to_string().replace(&path.display().to_string(), "allow.yaml"))
}

fn report() -> Report {
    compare_texts(CONTRACT, EMITTED)
}

#[test]
fn an_entry_removes_only_the_findings_that_it_matches() {
    for (name, place) in [("at", "at: /paths/~1a/get/operationId"), ("in", "in: GET /a")] {
        let text = format!("- {{rule: operation-id-different, {place}, reason: agreed}}");
        let mut report = report();
        assert_eq!(report.findings.len(), 2);
        let unused = read(name, &text).unwrap().apply(&mut report);
        assert_eq!(unused, []);
        assert_eq!(report.findings.len(), 1, "{place}");
        assert_eq!(report.findings[0].seen_in, ["GET /b"]);
    }
}

#[test]
fn an_entry_for_a_path_does_not_match_a_longer_path() {
    let document = |id: &str| {
        let operation = format!("{{get: {{operationId: {id}}}}}");
        format!(
            "{{openapi: 3.1.0, paths: {{/a: {operation}, /ab: {operation}, /a/b: {operation}}}}}"
        )
    };
    let mut report = compare_texts(&document("x"), &document("y"));
    let text = "- {rule: operation-id-different, in: GET /a, reason: agreed}";
    assert_eq!(read("path", text).unwrap().apply(&mut report), []);
    let seen_in = report.findings.iter().flat_map(|finding| &finding.seen_in);
    assert_eq!(seen_in.collect::<Vec<_>>(), ["GET /ab", "GET /a/b"]);
}

#[test]
fn an_entry_for_one_place_in_a_body_does_not_match_a_finding_at_several() {
    let name = "{$ref: '#/components/schemas/N'}";
    let both = format!("{{properties: {{x: {name}}}}}");
    for (schema, path, is_matched) in [
        (both.clone(), "/x", true),
        (format!("{{properties: {{x: {name}, y: {name}}}}}"), "/x", false),
        (format!("{{properties: {{x: {name}, y: {{items: {name}}}}}}}"), "/x", false),
        // The same difference of another pair of schemas.
        (
            format!("{{properties: {{x: {name}, y: {{allOf: [{name}, {{minLength: 1}}]}}}}}}"),
            "/x",
            false,
        ),
        // What two members contain.
        ("{properties: {x: {$ref: '#/components/schemas/B'}, y: {$ref: '#/components/schemas/B'}}}".to_owned(), "/x/x", false),
        // An object that contains objects of its own kind.
        ("{$ref: '#/components/schemas/T'}".to_owned(), "/x", false),
        // Two branches describe one member.
        (
            format!(
                "{{type: object, anyOf: [{{properties: {{x: {name}}}, required: [a]}}, \
                 {{properties: {{x: {name}}}, required: [b]}}]}}"
            ),
            "/x",
            true,
        ),
    ] {
        let document = |limit: usize| {
            let tree = "{properties: {x: {$ref: '#/components/schemas/N'}, t: {$ref: '#/components/schemas/T'}}}";
            let schemas = format!("N: {{type: string, maxLength: {limit}}}, B: {both}, T: {tree}");
            with_body("3.1.0", &schema, &schemas)
        };
        let body = "POST /a, request body (application/json)";
        for (place, is_matched) in
            [(format!("{body}, at {path}"), is_matched), (body.to_owned(), true)]
        {
            let mut report = compare_texts(&document(5), &document(3));
            assert_eq!(report.findings.len(), 1, "{report}");
            let text = format!("- {{rule: request-body-narrower, in: '{place}', reason: agreed}}");
            let unused = read("place", &text).unwrap().apply(&mut report);
            assert_eq!(unused.is_empty(), is_matched, "{schema}, {place}");
            assert_eq!(report.is_clean(), is_matched, "{schema}, {place}");
        }
    }
}

#[test]
fn an_entry_for_an_operation_does_not_match_a_finding_about_the_document() {
    let mut report = report();
    report.findings.iter_mut().for_each(|finding| finding.seen_in.clear());
    let text = "- {rule: operation-id-different, in: GET /a, reason: agreed}";
    assert_eq!(read("document", text).unwrap().apply(&mut report).len(), 1);
    assert_eq!(report.findings.len(), 2);
}

#[test]
fn an_unused_entry_is_reported_with_its_location() {
    let text = "\n- rule: status-missing\n  in: GET /a\n  reason: not yet\n";
    let mut report = report();
    let unused = read("unused", text).unwrap().apply(&mut report);
    assert_eq!(report.findings.len(), 2);
    assert_eq!((unused[0].line, unused[0].column), (2, 3));
    assert_eq!(unused[0].rule, "status-missing");
}

#[test]
fn the_example_in_the_documentation_can_be_read() {
    let page = include_str!("../../../../docs/rules/README.md");
    let (_, rest) = page.split_once("```yaml\n").unwrap();
    let (entry, _) = rest.split_once("```").unwrap();
    let unused = read("shown", entry).unwrap().apply(&mut report());
    assert_eq!(unused.len(), 1);
}

#[test]
fn each_bad_allow_file_is_refused_with_all_of_its_diagnostics() {
    let mut refusals = String::new();
    for (index, text) in [
        "a: b",
        "- text",
        "- {}",
        "- {rule: operation-id-different, reason: everywhere}",
        "- {rule: no-such-rule, at: /a, reason: x}",
        "- {rule: undecided, at: /a, reason: ' '}",
        "- {rule: undecided, at: 1, reason: x, until: May}",
        "- {rule: undecided, at: /a, at: /b, reason: x}",
        "- [",
    ]
    .into_iter()
    .enumerate()
    {
        let refusal = read(&format!("bad-{index}"), text).expect_err(text);
        let _ = writeln!(refusals, "### {text}\n{refusal}\n");
    }
    insta::assert_snapshot!(refusals);
}

/// What the generators refuse in an operation, and what is wrong in components that nothing
/// else needs.
const UNREADABLE: [&str; 8] = [
    "/b: {get: {security: [{none: []}]}}",
    "/b: {get: {parameters: [{in: body}]}}",
    "/b: {parameters: [{in: body}], get: {}}",
    "/b: {get: {tags: 1, responses: {'200': text}}}",
    "/b: {get: {responses: {'200': {$ref: 'https://example.com/other.json'}}}}",
    "/b: {get: {responses: {'200': {$ref: '#/components/responses/B'}}}}",
    "/b: {get: {responses: {'200': {content: {a/b: {schema: {$ref: '#/components/schemas/Bad'}}}}}}}",
    "/b: {get: {responses: {'200': {content: {a/b: {schema: {type: Fixed}}}}}}}",
];

#[test]
fn an_operation_that_is_left_out_is_not_read() {
    let components =
        "components: {schemas: {Bad: {properties: {a: {$ref: 'https://example.com'}}}}}";
    let emitted = "{openapi: 3.0.3, paths: {/a: {get: {}}}}";
    let emitted = openapi_compare::Document::parse("emitted", emitted).unwrap();
    let text = "- {rule: operation-missing, in: GET /b, reason: not supported}";
    let allowed = read("left_out.yaml", text).unwrap();
    for operation in UNREADABLE {
        let text =
            format!("{{openapi: 3.1.0, paths: {{/a: {{get: {{}}}}, {operation}}}, {components}}}");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("contract.yaml");
        std::fs::write(&path, text).unwrap();
        assert!(openapi_compare::Document::read(&path).is_err(), "{operation}");
        let contract = openapi_compare::read_contract(&path, None, &allowed).unwrap();
        let mut report = openapi_compare::compare(&contract, &emitted);
        assert_eq!(allowed.apply(&mut report), [], "{operation}");
        assert!(report.is_clean(), "{operation}: {report}");
    }
}

#[test]
fn a_component_that_is_needed_is_read_without_the_keyword_that_cannot_be() {
    let text = "{openapi: 3.1.0, paths: {/a: {get: {parameters: [{name: a, in: query, \
         schema: {$ref: '#/components/schemas/Bad'}}]}}}, \
         components: {schemas: {Bad: {type: string, pattern: 0}}}}";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("contract.yaml");
    std::fs::write(&path, text).unwrap();
    let allowed = read("left_out.yaml", "[]").unwrap();
    let contract = openapi_compare::read_contract(&path, None, &allowed).unwrap();
    assert_eq!(contract.diagnostics().len(), 1);
}
