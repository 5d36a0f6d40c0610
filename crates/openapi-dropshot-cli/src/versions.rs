//! `versions`: lists what a service of several versions of a document needs.

use crate::Outcome;
use crate::arguments::Versions;
use crate::failure::Failure;
use crate::output::print;
use openapi_versions::{Documents, HEADER, NAME, Report, Source, generate};

pub(crate) fn run(arguments: &Versions) -> Result<Outcome, Failure> {
    let sources: Vec<_> = arguments
        .files
        .iter()
        .map(|file| Source::new(file))
        .collect();
    let excerpts = |diagnostics: openapi_source::Diagnostics| {
        Failure::Message(diagnostics.excerpts().to_string())
    };
    let documents = Documents::read(&sources).map_err(excerpts)?;
    let mut texts = Vec::new();
    for path in &arguments.implementations {
        let text = std::fs::read_to_string(path).map_err(|source| Failure::Read {
            path: path.clone(),
            source,
        })?;
        texts.push(text);
    }
    let generated = generate(&documents, NAME, HEADER).map_err(excerpts)?;
    let report = Report::new(&documents, generated.operations, &texts);
    print(&report.to_string())?;
    Ok(report.is_complete().into())
}
