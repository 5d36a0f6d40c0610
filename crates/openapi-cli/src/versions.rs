//! `versions`: lists what a service of several versions of a document needs.

use crate::Outcome;
use crate::arguments::Versions;
use crate::failure::Failure;
use crate::output::print;
use openapi_source::read_bytes;
use openapi_versions::{Documents, HEADER, NAME, Report, Source, generate};
use std::io;

pub(crate) fn run(arguments: &Versions) -> Result<Outcome, Failure> {
    let sources: Vec<_> = arguments.files.iter().map(Source::new).collect();
    let mut documents = Documents::read(&sources)?;
    documents.select(&arguments.operations.selection())?;
    let mut texts = Vec::new();
    for path in &arguments.implementations {
        let failed = |source| Failure::Read { path: path.clone(), source };
        let bytes = read_bytes(path).map_err(failed)?;
        let text = String::from_utf8(bytes).map_err(io::Error::other);
        texts.push(text.map_err(failed)?);
    }
    let generated = generate(&mut documents, NAME, HEADER)?;
    let report = Report::new(&documents, generated.operations, &texts);
    print(&report.to_string())?;
    Ok(report.is_complete().into())
}
