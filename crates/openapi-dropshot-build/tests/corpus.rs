//! For each document of other authors, code is generated or every reason for
//! rejection is named; generated code parses as Rust. The number of rejections by
//! reason is reviewed text, so that it changes only deliberately.
//!
//! The documents are in the directory `OPENAPI_CORPUS`, or else in `../shared/corpus`
//! beside the project. Without the directory the test is ignored, and counted as such.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};
use openapi_document::{Api, Diagnostics, Document, Partition, partition};
use openapi_dropshot_build::generate;

fn main() -> ExitCode {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let corpus = std::env::var_os("OPENAPI_CORPUS").map_or(beside, PathBuf::from);
    let is_missing = !corpus.is_dir();
    let test =
        Trial::test("every_document_of_the_corpus_is_generated_or_refused_by_name", move || {
            every_document_is_generated_or_refused_by_name(&corpus);
            Ok(())
        });
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
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        let document = Document::read(&path).expect("the model's own test has read it");
        let mut diagnostics = Diagnostics::default();
        let operations = Api::read(&document, &mut diagnostics).operations.len();
        total += operations;
        let errors = |part: &Document| generate(part).err().unwrap_or_default();
        let (part, refused) = match partition(document, errors) {
            Ok(Partition { document, refused }) => (Some(document), refused),
            Err(_) => (None, Vec::new()),
        };
        let Some(generated) = part.and_then(|part| generate(&part).ok()) else {
            lines.push(format!("{name}: refused"));
            continue;
        };
        let generated_operations = operations - refused.len();
        accepted += generated_operations;
        let warnings = generated.warnings.into_iter().count();
        let reasons = refused.iter().flat_map(|one| &one.reasons);
        let reasons: String = reasons.map(|one| format!("\n  {}", reason(&one.message))).collect();
        let said =
            format!("generated, {generated_operations} operations, {warnings} warnings{reasons}");
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
        words.push(if word.starts_with('/') || word.starts_with('`') { "…" } else { word });
    }
    words.join(" ")
}
