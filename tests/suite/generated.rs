//! Review of the generated code: `tests/output/api.rs` is the code that is compiled,
//! and a change of it is reviewed with its cause. `cargo xtask accept` rewrites it.

use std::path::Path;

use openapi_document::Document;

#[test]
fn the_generated_code_is_the_reviewed_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let document = Document::read(&root.join("openapi.yaml")).expect("the document can be read");
    let generated =
        openapi_dropshot_build::generate(&document).expect("the document can be generated");
    assert_eq!(generated.warnings.to_string(), "");
    expectorate::assert_contents(root.join("tests/output/api.rs"), &generated.code);
}
