//! Reads every document of a corpus of real-world documents and compares each with
//! itself. The corpus is the directory `OPENAPI_CORPUS`, or else `../shared/corpus`
//! beside the project; if it doesn't exist, the test prints that and checks nothing.

use openapi_compare::{Document, Level, compare, compare_versions};
use std::path::{Path, PathBuf};

#[test]
fn every_real_world_document_is_readable_and_equals_itself() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let folder = std::env::var_os("OPENAPI_CORPUS").map_or(beside, PathBuf::from);
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: {} isn't there", folder.display());
        return;
    };
    let mut failures = Vec::new();
    let mut read = 0;
    for entry in entries {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "md") {
            continue;
        }
        read += 1;
        match (Document::read(&path), Document::read(&path)) {
            (Ok(document), Ok(same)) => {
                for report in [
                    compare(&document, &same),
                    compare_versions(Level::Documentation, &document, &same),
                ] {
                    if !report.is_clean() {
                        failures.push(report.to_string());
                    }
                }
            }
            (Err(error), _) | (_, Err(error)) => failures.push(error.to_string()),
        }
    }
    println!("{read} documents");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
