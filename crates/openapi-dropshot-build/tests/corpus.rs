//! For each document of other authors, code is generated or every reason for
//! rejection is named; generated code parses as Rust. The number of rejections by
//! reason is reviewed text, so that it changes only deliberately.
//!
//! The documents are in the directory `OPENAPI_CORPUS`, or else in `../shared/corpus`
//! beside the project. Without the directory the test is ignored, and counted as such.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};
use openapi_document::{Api, Diagnostics, Document, Severity};
use openapi_dropshot_build::generate;

fn main() -> ExitCode {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let corpus = std::env::var_os("OPENAPI_CORPUS").map_or(beside, PathBuf::from);
    let is_missing = !corpus.is_dir();
    let test = Trial::test(
        "every_document_of_the_corpus_is_generated_or_refused_by_name",
        move || {
            every_document_is_generated_or_refused_by_name(&corpus);
            Ok(())
        },
    );
    let tests = vec![test.with_ignored_flag(is_missing)];
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

fn every_document_is_generated_or_refused_by_name(corpus: &Path) {
    let mut lines = Vec::new();
    let (mut accepted, mut total) = (0, 0);
    for entry in std::fs::read_dir(corpus).expect("the corpus can be listed") {
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
    insta::assert_snapshot!(
        "every_document_of_the_corpus_is_generated_or_refused_by_name",
        lines.join("\n")
    );
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
