//! A document of OpenAPI 3.0 means the same to the checks, which keep `nullable`, as to the
//! generators, which don't: each keyword that 3.1 reads differently, beside each other keyword.

use crate::vocabulary::{LIFTED, OTHERS, beside};
use openapi_compare::{Level, Rule, compare_versions};
use serde_json::{Value, json};

#[test]
fn checks_and_generators_understand_keywords_of_3_0_alike() {
    let mut document = json!({
        "openapi": "3.0.3",
        "info": {"title": "t", "version": "1"},
        "paths": {},
        "components": {"schemas": {"D": {"type": "string"}}},
    });
    let both = |lifted| OTHERS.iter().map(move |other| beside(other, lifted));
    let schemas: Vec<Value> = LIFTED.iter().flat_map(both).collect();
    for (index, schema) in schemas.iter().enumerate() {
        document["paths"][format!("/{index}")]["post"] = json!({
            "operationId": format!("o{index}"),
            "requestBody": {
                "required": true,
                "content": {"application/json": {"schema": schema}},
            },
            "responses": {"204": {"description": "d"}},
        });
    }
    let generators = openapi_document::Document::parse("t", &document.to_string()).unwrap();
    let [checks, generators] = [document, openapi_source::plain(generators.root())]
        .map(|one| openapi_document::CheckedDocument::parse("t", &one.to_string()).unwrap());
    assert!(checks.diagnostics().is_empty(), "{:?}", checks.diagnostics());
    let report = compare_versions(Level::Documentation, &checks, &generators);
    let differing = report.findings.iter().filter(|one| {
        use Rule::{RequestBodyDifferent, RequestBodyNarrower, RequestBodyWider, Undecided};
        [RequestBodyDifferent, RequestBodyNarrower, RequestBodyWider, Undecided].contains(&one.rule)
    });
    let differing: Vec<String> = differing
        .map(|one| format!("{:?}: {} {:?}", one.seen_in, one.message, one.witnesses))
        .collect();
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}
