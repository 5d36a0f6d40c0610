//! Documents of other authors: progenitor generates a client from each lowered
//! document, or the document is rejected with diagnostics that name the location.
//! The generated client is parsed, and its item names are checked for duplicates.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use openapi_document::{Diagnostics, Document, Severity};
use openapi_progenitor_build::Lowered;

#[test]
fn every_document_of_the_corpus_becomes_a_client_or_is_refused_by_name() {
    let Some(paths) = corpus() else {
        println!("skipped: neither OPENAPI_CORPUS nor ../shared/corpus is a directory");
        return;
    };
    let summary: Vec<_> = paths.iter().map(|path| summary(path)).collect();
    insta::assert_snapshot!(summary.join("\n"));
}

fn corpus() -> Option<Vec<PathBuf>> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let corpus = std::env::var_os("OPENAPI_CORPUS").map_or(beside, PathBuf::from);
    let entries = std::fs::read_dir(corpus).ok()?;
    let paths = entries.map(|entry| entry.expect("the corpus can be listed").path());
    let mut paths: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension != "md")).collect();
    paths.sort();
    Some(paths)
}

fn summary(path: &Path) -> String {
    let name = path.file_name().expect("a file has a name").to_string_lossy();
    let document = Document::read(path).expect("the corpus can be read");
    match openapi_progenitor_build::lower(&document) {
        Ok(Lowered { document, operations, warnings, .. }) => {
            if let Ok(code) = super::generated::code(&document) {
                let methods = super::generated::strings_after(&code, "operation_id :");
                let mut described: Vec<_> = operations.into_iter().map(|one| one.id).collect();
                described.sort();
                assert_eq!(methods, described, "{name}");
            }
            let client = match super::generated::client(&document) {
                Ok(methods) => format!("a client with {methods} methods"),
                Err(error) => format!("PROGENITOR FAILED: {error}"),
            };
            format!("{name}: {client}\n{}", counted(&warnings))
        }
        Err(diagnostics) => format!("{name}: refused\n{}", counted(&diagnostics)),
    }
}

/// Counts the diagnostics by message, with quoted names omitted.
fn counted(diagnostics: &Diagnostics) -> String {
    let mut counts: BTreeMap<(Severity, String), usize> = BTreeMap::new();
    for diagnostic in diagnostics {
        let parts = diagnostic.message.split('`').enumerate();
        let unnamed = parts.map(|(index, part)| if index % 2 == 0 { part } else { "…" });
        let message = unnamed.collect::<Vec<_>>().join("`");
        *counts.entry((diagnostic.severity, message)).or_default() += 1;
    }
    let lines = counts.into_iter();
    lines
        .map(|((severity, message), count)| format!("  {count} × {severity}: {message}\n"))
        .collect()
}
