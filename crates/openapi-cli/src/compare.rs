//! `diff` and `compat`: compare two documents.

use crate::Outcome;
use crate::arguments::{Code, Compat, Diff, Reporting};
use crate::diagnosis::Diagnosis;
use crate::failure::Failure;
use crate::generate::{Accepted, DOCUMENT, generate};
use crate::generator::Generator;
use crate::output;
use crate::surface::{Step, changes};
use openapi_compare::{Document, Report, Rule, compare_at, compare_versions};
use openapi_document::Diagnostics;
use openapi_source::findings::{Format, Level};
use openapi_versions::Source;
use std::path::Path;

pub(crate) fn diff(arguments: &Diff) -> Result<Outcome, Failure> {
    let Diff { document, emitted, reporting } = arguments;
    run(document, emitted, reporting, compare_at)
}

pub(crate) fn compat(arguments: &Compat) -> Result<Outcome, Failure> {
    let Compat { old, new, source, reporting } = arguments;
    match source {
        Some(Code::Client) => next_client([old, new], reporting.root.as_deref()),
        None => run(old, new, reporting, compare_versions),
    }
}

/// Prints what the next version of the generated client is, and the changes that need it.
fn next_client(names: [&str; 2], root: Option<&Path>) -> Result<Outcome, Failure> {
    let [old, new] = names.map(|name| Source::new(name).both(root));
    let ((old, before), (new, after)) = (old?, new?);
    let code = |document: &openapi_document::Document| {
        let mut diagnosis = Diagnosis::of(Diagnostics::default());
        let accepted = generate(Generator::Builders, document, DOCUMENT, &mut diagnosis);
        // Operations that are left out are no change of the client, so they are printed here.
        if accepted.as_ref().is_none_or(Accepted::is_partial) {
            diagnosis.print(Format::Text, std::io::stderr())?;
        }
        let Accepted { generated, partition } = accepted.ok_or(Failure::Document)?;
        Ok::<_, Failure>((generated, partition.document.embedded().to_string()))
    };
    let [old, new] = [code(&old)?, code(&new)?];
    let mut changes = changes(&old.0, &new.0).map_err(Failure::of)?;
    if !compare_versions(Level::Breaking, &before, &after).is_clean() {
        let text = "the document breaks callers, as `compat` says without --source";
        changes.insert((Step::Major, text.to_owned()));
    }
    let step = match changes.first() {
        Some((step, _)) => Some(*step),
        // The code can be equal although the document that it contains has changed.
        None => (old != new).then_some(Step::Patch),
    };
    let lines = changes.iter().map(|(step, text)| format!("{step}: {text}\n"));
    let verdict = match step {
        Some(step) => format!("the generated client needs a new {step} version\n"),
        None => "the generated client is the same\n".to_owned(),
    };
    output::print(&(lines.collect::<String>() + &verdict))?;
    Ok((step != Some(Step::Major)).into())
}

/// Compares two documents and prints the findings. Returns the errors of all that
/// can't be read.
fn run(
    left: &str,
    right: &str,
    reporting: &Reporting,
    compare: fn(Level, &Document, &Document) -> Report,
) -> Result<Outcome, Failure> {
    let root = reporting.root.as_deref();
    let allowed = reporting.output.allowed::<Report>();
    // An operation that is accepted as missing need not be readable, nor what only it uses.
    let left_out = allowed.as_ref().map(|allowed| allowed.places(Rule::OperationMissing.id()));
    let left_out = left_out.ok().filter(|operations| !operations.is_empty());
    let documents = (
        Source::new(left).compared(root, left_out.as_deref()),
        Source::new(right).compared(root, None),
    );
    match (documents, allowed) {
        ((Ok(left), Ok(right)), Ok(allowed)) => {
            let report = compare(reporting.level, &left, &right);
            Ok(reporting.output.print(report, &allowed)?.into())
        }
        ((left, right), allowed) => {
            let errors = [left.err(), right.err(), allowed.err()];
            let texts = errors.into_iter().flatten().map(|error| error.excerpts());
            Err(Failure::Message(texts.collect::<Vec<_>>().join("\n\n")))
        }
    }
}
