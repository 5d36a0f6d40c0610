//! What the generated server emits and what its document says are the same, for
//! everything that the generator handles; and the generated text is reviewed.

use std::path::Path;

use openapi_conformance::{Document, compare};
use openapi_everything::{Everything, api};

#[test]
fn the_emitted_document_does_not_differ_from_the_one_it_is_made_from() {
    let contract = Document::parse("openapi.yaml", include_str!("../openapi.yaml"))
        .expect("the document can be read");
    let emitted = api::endpoints::<Everything>()
        .emitted()
        .expect("dropshot takes every endpoint");
    let emitted =
        Document::parse("emitted.json", &emitted.to_string()).expect("dropshot emits a document");
    let report = compare(&contract, &emitted);
    assert!(report.is_clean(), "{report}");
}

#[test]
fn the_generated_code_is_the_reviewed_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"));
    let document = openapi_model::Document::read(&path.join("openapi.yaml"))
        .expect("the document can be read");
    let generated = openapi_dropshot::generate(&document).expect("everything is handled");
    expectorate::assert_contents(path.join("tests/output/api.rs"), &generated.code);
}
