//! For each document of other authors, code is generated or every reason for
//! rejection is named; generated code parses as Rust. The number of rejections by
//! reason is reviewed text, so that it changes only deliberately.

use std::collections::BTreeMap;
use std::path::Path;

use openapi_dropshot::generate;
use openapi_model::{Api, Diagnostics, Document, Severity};

#[test]
fn every_document_of_the_corpus_is_generated_or_refused_by_name() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let Ok(entries) = std::fs::read_dir(&corpus) else {
        println!("skipped: there is no corpus at ../shared/corpus beside the project");
        return;
    };
    let mut lines = Vec::new();
    let (mut accepted, mut total) = (0, 0);
    for entry in entries {
        let path = entry.expect("the corpus can be listed").path();
        if path.extension().is_none_or(|extension| extension == "md") {
            continue;
        }
        let name = path
            .file_name()
            .expect("a file has a name")
            .to_string_lossy()
            .into_owned();
        let document = Document::read(&path).expect("the model's own test has read it");
        let mut diagnostics = Diagnostics::default();
        let operations = Api::read(&document, &mut diagnostics).operations.len();
        total += operations;
        let said = match generate(&document) {
            Ok(generated) => {
                accepted += operations;
                format!(
                    "generated, {operations} operations, {} warnings",
                    generated.warnings.into_iter().count()
                )
            }
            Err(diagnostics) => {
                let mut reasons = BTreeMap::new();
                for diagnostic in diagnostics {
                    if diagnostic.severity == Severity::Error {
                        *reasons.entry(reason(&diagnostic.message)).or_insert(0) += 1;
                    }
                }
                let reasons = reasons
                    .into_iter()
                    .map(|(reason, count)| format!("\n  {count:3} {reason}"));
                format!("refused{}", reasons.collect::<String>())
            }
        };
        lines.push(format!("{name}: {said}"));
    }
    lines.sort();
    lines.push(format!("{accepted} of {total} operations are generated"));
    insta::assert_snapshot!(lines.join("\n"));
}

/// Returns a message without the document's own names and paths.
fn reason(message: &str) -> String {
    let mut words = Vec::new();
    for word in message.split(' ') {
        words.push(if word.starts_with('/') || word.starts_with('`') {
            "…"
        } else {
            word
        });
    }
    words.join(" ")
}
