//! The emitted document is equivalent to the document that the server was generated
//! from, for every feature of the generator. The generated code is reviewed text.

use std::path::Path;

use openapi_compare::{Document, Level, Report, compare_at};
use openapi_examples::Everything;
use openapi_examples::api::api_mod;

const CONTRACT: &str = include_str!("../../openapi.yaml");

/// Compares a document with the document that the server emits.
fn report(level: Level, contract: &str) -> Report {
    let contract = Document::parse("openapi.yaml", contract).expect("the document can be read");
    let api = api_mod::api_description::<Everything>().expect("dropshot takes every endpoint");
    let document = api_mod::emitted_document().expect("dropshot takes every endpoint");
    let emitted = document.emit_unversioned(&api).expect("every operation is served");
    let emitted =
        Document::parse("emitted.json", &emitted.to_string()).expect("dropshot emits a document");
    compare_at(level, &contract, &emitted)
}

#[test]
fn the_emitted_document_does_not_differ_from_the_one_it_is_made_from() {
    let report = report(Level::Contract, CONTRACT);
    assert!(report.is_clean(), "{report}");
}

#[test]
fn each_change_of_a_response_header_is_found() {
    for (header, emitted, changed, rule) in [
        (
            "X-Kind",
            "X-Kind: { schema: { $ref: '#/components/schemas/Kind' } }",
            "",
            "response-header-undocumented",
        ),
        ("X-More", "X-Kind: {", "X-More: {}\n            X-Kind: {", "response-header-missing"),
        ("X-Kind", "X-Kind: {", "X-Kind: { required: true,", "response-header-required-different"),
        (
            "X-Tags",
            "required: true\n              schema: { type: array",
            "schema: { type: array",
            "response-header-required-different",
        ),
        (
            "X-Remaining",
            "format: int64, minimum: 0",
            "format: int32, minimum: 0",
            "response-header-wider",
        ),
        (
            "X-Remaining",
            "format: int64, minimum: 0",
            "format: int64, minimum: 1",
            "response-header-wider",
        ),
        ("X-Tags", ", not: { const: none }", "", "response-header-narrower"),
        (
            "X-Note",
            "X-Note: { schema: { type: [string, 'null'] } }",
            "X-Note: { schema: { type: string } }",
            "response-header-wider",
        ),
        ("X-Remaining", "How many more there can be", "How many there are", "text-different"),
    ] {
        assert_eq!(CONTRACT.matches(emitted).count(), 1, "{emitted}");
        let report = report(Level::Documentation, &CONTRACT.replace(emitted, changed));
        let part = format!("header `{header}`");
        let findings = report.findings.iter();
        let found: Vec<_> = findings
            .filter(|finding| finding.seen_in.iter().any(|place| place.contains("header `")))
            .map(|finding| (finding.rule.id(), finding.seen_in[0].contains(&part)))
            .collect();
        assert_eq!(found, [(rule, true)], "{changed}\n{report}");
    }
}

#[test]
fn the_generated_code_is_the_reviewed_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"));
    let document = openapi_document::Document::read(&path.join("openapi.yaml"))
        .expect("the document can be read");
    // One operation for each construct: people read this text.
    let selection = openapi_document::Selection {
        only: ["create-item", "styles", "optional"].map(str::to_owned).into(),
        skip: Vec::new(),
    };
    let document = selection.apply(document).expect("the document has them");
    let generated = openapi_dropshot_build::generate(&document).expect("everything is handled");
    expectorate::assert_contents(path.join("tests/output/api.rs"), &generated.code);
}
