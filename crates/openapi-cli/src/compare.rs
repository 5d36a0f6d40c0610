//! `diff` and `compat`: compare two documents.

use crate::Outcome;
use crate::arguments::{Compat, Diff, Findings};
use crate::failure::Failure;
use openapi_compare::{Document, Report, Rule, compare_at, compare_versions};
use openapi_source::findings::Level;
use openapi_versions::Source;

pub(crate) fn diff(arguments: &Diff) -> Result<Outcome, Failure> {
    let Diff { document, emitted, findings } = arguments;
    run(document, emitted, findings, compare_at)
}

pub(crate) fn compat(arguments: &Compat) -> Result<Outcome, Failure> {
    let Compat { old, new, findings } = arguments;
    run(old, new, findings, compare_versions)
}

/// Compares two documents and prints the findings. Returns the errors of all that
/// can't be read.
fn run(
    left: &str,
    right: &str,
    findings: &Findings,
    compare: fn(Level, &Document, &Document) -> Report,
) -> Result<Outcome, Failure> {
    let root = findings.root.as_deref();
    let allowed = findings.output.allowed::<Report>();
    // What the generator of the server could not read, the comparison need not read either.
    let accepted = allowed.as_ref().ok().filter(|allowed| !allowed.is_empty());
    let left_out = accepted.map(|accepted| accepted.places(Rule::OperationMissing.id()));
    let documents = (
        Source::new(left).compared(root, left_out.as_deref()),
        Source::new(right).compared(root, None),
    );
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
