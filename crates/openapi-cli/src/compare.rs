//! `diff` and `compat`: compare two documents.

use crate::Outcome;
use crate::arguments::{Compat, Diff, Findings};
use crate::failure::Failure;
use openapi_compare::{Document, Report, compare_at, compare_versions, read_contract};
use openapi_source::findings::Level;
use std::path::Path;

pub(crate) fn diff(arguments: &Diff) -> Result<Outcome, Failure> {
    let Diff {
        document,
        emitted,
        findings,
    } = arguments;
    run(document, emitted, findings, compare_at)
}

pub(crate) fn compat(arguments: &Compat) -> Result<Outcome, Failure> {
    let Compat { old, new, findings } = arguments;
    run(old, new, findings, compare_versions)
}

/// Compares two files and prints the findings. Returns the errors of all files that
/// can't be read.
fn run(
    left: &Path,
    right: &Path,
    findings: &Findings,
    compare: fn(Level, &Document, &Document) -> Report,
) -> Result<Outcome, Failure> {
    let root = findings.root.as_deref();
    let allowed = findings.output.allowed::<Report>();
    let left = match &allowed {
        Ok(allowed) if !allowed.is_empty() => read_contract(left, root, allowed),
        _ => Document::read_below(left, root),
    };
    let documents = (left, Document::read_below(right, root));
    match (documents, allowed) {
        ((Ok(left), Ok(right)), Ok(allowed)) => {
            let report = compare(findings.level, &left, &right);
            Ok(findings.output.print(report, &allowed)?.into())
        }
        ((left, right), allowed) => {
            let errors = [left.err(), right.err(), allowed.err()];
            let texts = errors.into_iter().flatten().map(|error| error.excerpts());
            Err(Failure::Message(texts.collect::<Vec<_>>().join("\n\n")))
        }
    }
}
