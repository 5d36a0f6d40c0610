//! The round trip: the document that a server emits says what its source says, and
//! nothing is dropped in silence. Each field is in the reviewed text of the emitted document, or a
//! warning or a limit names it.

#![allow(clippy::unwrap_used)]

mod annotations;
mod constructs;
mod files;
mod tags;
mod version_3_0;
mod version_3_2;

use openapi_compare::{Document, Level, Report, compare_at};
use openapi_dropshot::EmittedDocument;

/// Returns the limits of an emitted document. There are no findings.
fn limits(contract: &str, emitted: &serde_json::Value) -> Vec<String> {
    limits_of(&Document::parse("contract.yaml", contract).unwrap(), emitted)
}

fn limits_of(contract: &Document, emitted: &serde_json::Value) -> Vec<String> {
    let text = serde_json::to_string_pretty(emitted).unwrap();
    let test = std::thread::current().name().unwrap().replace("::", "__");
    insta::assert_snapshot!(test, text);
    let emitted = Document::parse("emitted.json", &text).unwrap();
    let report: Report = compare_at(Level::Documentation, contract, &emitted);
    assert!(report.is_clean(), "{report}");
    let limits = report.limits.iter();
    limits.map(|met| met.limit.to_string()).collect()
}

fn emitted(
    api: dropshot::ApiDescription<dropshot::StubContext>,
    document: &EmittedDocument,
) -> serde_json::Value {
    document.emit_unversioned(&api).unwrap()
}
