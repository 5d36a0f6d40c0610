//! Documents of other authors can be read: all operations are found, and all
//! diagnostics are errors of the documents rather than of the reader.

use std::path::{Path, PathBuf};

use openapi_document::{Api, Diagnostics, Document};

#[test]
fn every_document_of_the_corpus_can_be_read() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let corpus = std::env::var_os("OPENAPI_CORPUS").map_or(beside, PathBuf::from);
    let Ok(entries) = std::fs::read_dir(&corpus) else {
        println!("skipped: neither OPENAPI_CORPUS nor ../shared/corpus is a directory");
        return;
    };
    let mut summary = Vec::new();
    for entry in entries {
        let path = entry.expect("the corpus can be listed").path();
        if path.extension().is_none_or(|extension| extension == "md") {
            continue;
        }
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        let document =
            Document::read(&path).unwrap_or_else(|diagnostics| panic!("{name}: {diagnostics}"));
        let mut diagnostics = Diagnostics::default();
        let api = Api::read(&document, &mut diagnostics);
        let faults: Vec<_> =
            diagnostics.into_iter().map(|diagnostic| format!("  {}", diagnostic.message)).collect();
        summary.push(format!("{name}: {} operations\n{}", api.operations.len(), faults.join("\n")));
    }
    summary.sort();
    insta::assert_snapshot!(summary.join("\n"));
}
