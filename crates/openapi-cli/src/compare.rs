//! `diff` and `compat`: compare two documents.

use crate::Outcome;
use crate::arguments::{Code, Compat, Diff, Findings};
use crate::diagnosis::Diagnosis;
use crate::failure::Failure;
use crate::generate::generate;
use crate::generator::Generator;
use crate::output;
use crate::surface::{Step, changes};
use openapi_compare::{Document, Report, Rule, compare_at, compare_versions};
use openapi_document::Diagnostics;
use openapi_source::findings::{Format, Level};
use openapi_versions::Source;
use std::path::Path;

pub(crate) fn diff(arguments: &Diff) -> Result<Outcome, Failure> {
    let Diff { document, emitted, findings } = arguments;
    run(document, emitted, findings, compare_at)
}

pub(crate) fn compat(arguments: &Compat) -> Result<Outcome, Failure> {
    let Compat { old, new, source, findings } = arguments;
    match source {
        Some(Code::Client) => next_client([old, new], findings.root.as_deref()),
        None => run(old, new, findings, compare_versions),
    }
}

/// Prints what the next version of the generated client is, and the changes that need it.
fn next_client(names: [&str; 2], root: Option<&Path>) -> Result<Outcome, Failure> {
    let sources = names.map(Source::new);
    let code = |source: &Source| {
        let document = source.document(root)?;
        let mut diagnosis = Diagnosis::of(Diagnostics::default());
        let accepted = generate(Generator::Builders, &document, &mut diagnosis);
        if let Some(accepted) = accepted {
            return Ok((accepted.generated, accepted.partition.document.embedded()));
        }
        diagnosis.print(Format::Text, std::io::stderr())?;
        Err(Failure::Document)
    };
    let [old, new] = [code(&sources[0])?, code(&sources[1])?];
    let mut changes = changes(&old.0, &new.0).map_err(Failure::of)?;
    let [before, after] = sources.map(|source| source.compared(root, None));
    let report = compare_versions(Level::Breaking, &before?, &after?);
    if !report.is_clean() {
        let text = "the document breaks callers, as `compat` says without --source";
        changes.insert((Step::Major, text.to_owned()));
    }
    let step = match changes.first() {
        Some((step, _)) => Some(*step),
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
