//! A run: so many cases, each judged by everyone.

use std::net::SocketAddr;

use rand::{RngExt, SeedableRng};

use crate::Random;
use crate::case::Case;
use crate::document::{Document, DocumentError, Operation};
use crate::judge::{Judge, prepared};
use crate::kept::{Kept, Loss};
use crate::report::{Disagreement, Report, Tally};
use crate::sample::Sampler;
use crate::shrink::shrink;
use crate::verdict::{ACCEPTED, Decoded, Refusal, Verdicts};
use crate::wire::Wire;

/// No more disagreements than this are shown.
const SHOWN: usize = 20;

/// No more than this are made smaller, which takes long.
const SHRUNK: usize = 200;

/// How many cases, and which.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How many cases, spread over the operations.
    pub cases: usize,
    /// The same seed makes the same cases.
    pub seed: u64,
}

/// A running server that takes every valid request, and what is known of it.
pub struct Server<'s> {
    /// Where it listens.
    pub address: SocketAddr,
    /// Gives what its type made of the last body that it accepted, as it is
    /// written again, and forgets it.
    pub decoded: &'s dyn Fn() -> Option<Decoded>,
    /// The generated client's types, as far as there are any.
    pub client: &'s [ClientType],
}

/// The type of a generated client for the body of an operation.
pub struct ClientType {
    /// The operation, such as `POST /things`.
    pub operation: &'static str,
    /// Whether a body can be read as it.
    pub takes: fn(&[u8]) -> bool,
}

/// Sends cases to a server and compares the verdicts.
///
/// # Errors
/// The document has no operation with a JSON body, or a schema that is none.
pub fn run(
    document: &Document,
    server: &Server<'_>,
    settings: Settings,
) -> Result<Report, DocumentError> {
    let prepared = prepared(document.root());
    let judge = Judge::new(&prepared)?;
    let operations = document.operations();
    if operations.is_empty() {
        return Err(DocumentError::NothingToSend);
    }
    for operation in &operations {
        judge.validator(&operation.body)?;
    }
    let mut trial = Trial {
        document,
        judge: &judge,
        operations: &operations,
        server,
        wire: Wire::new(server.address),
    };
    let tally = |operation: &Operation<'_>| (operation.name(), Tally::default());
    let mut report = Report {
        seed: settings.seed,
        operations: operations.iter().map(tally).collect(),
        disagreements: Vec::new(),
        disagreeing: 0,
    };
    let mut seeds = Random::seed_from_u64(settings.seed);
    for number in 0..settings.cases {
        let mut sampler = Sampler::new(document, &judge, seeds.random());
        let case = Case::new(&mut sampler, &operations, number % operations.len());
        let verdicts = trial.verdicts(&case);
        report.operations[case.operation]
            .1
            .count(case.kind, &verdicts);
        let Some(parting) = verdicts.parting() else {
            continue;
        };
        report.disagreeing += 1;
        if report.disagreements.len() >= SHOWN || report.disagreeing > SHRUNK {
            continue;
        }
        let case = shrink(case, |smaller| {
            trial.verdicts(smaller).parting() == Some(parting)
        });
        let verdicts = trial.verdicts(&case);
        let disagreement = Disagreement {
            operation: operations[case.operation].name(),
            parting,
            about: verdicts.about(),
            body: shown(&case.bytes()),
            verdicts: verdicts.lines(),
        };
        let same = |other: &Disagreement| {
            other.operation == disagreement.operation
                && other.parting == parting
                && other.about == disagreement.about
        };
        if !report.disagreements.iter().any(same) {
            report.disagreements.push(disagreement);
        }
    }
    Ok(report)
}

/// A body as a person can read it, whatever bytes it has.
fn shown(body: &[u8]) -> String {
    match std::str::from_utf8(body) {
        Ok(text) if !text.contains(char::is_control) => text.to_owned(),
        _ => body.escape_ascii().to_string(),
    }
}

struct Trial<'t, 'd> {
    document: &'d Document,
    judge: &'t Judge<'d>,
    operations: &'t [Operation<'d>],
    server: &'t Server<'t>,
    wire: Wire,
}

impl Trial<'_, '_> {
    fn verdicts(&mut self, case: &Case) -> Verdicts {
        let operation = &self.operations[case.operation];
        let bytes = case.bytes();
        let meaning = case.meaning();
        let refusal = |pointer: &str, rule: &str| Refusal {
            pointer: pointer.to_owned(),
            rule: rule.to_owned(),
        };
        let schema = match (&meaning, self.judge.validator(&operation.body)) {
            (None, _) => Err(refusal("", "it is not one JSON document")),
            (Some(value), Ok(validator)) => validator.validate(value).map_err(|error| {
                let rule = error.masked().to_string();
                refusal(error.instance_path().as_str(), &rule)
            }),
            (Some(_), Err(error)) => Err(refusal("", &error.to_string())),
        };
        (self.server.decoded)();
        let server = self.wire.send(&case.head, &bytes);
        let decoded = (self.server.decoded)();
        let kept = match (&server, &meaning, decoded) {
            _ if schema.is_err() => Ok(()),
            (Ok(ACCEPTED), Some(sent), Some(Ok(back))) => {
                let kept = Kept {
                    document: self.document,
                    judge: self.judge,
                };
                kept.compare(std::slice::from_ref(&operation.body), sent, &back)
            }
            (Ok(ACCEPTED), _, Some(Err(error))) => Err(Loss::new("", error)),
            (Ok(ACCEPTED), _, None) => Err(Loss::new("", "did not reach the operation")),
            _ => Ok(()),
        };
        let name = operation.name();
        let mut types = self.server.client.iter();
        let client = types.find(|client| client.operation == name);
        Verdicts {
            schema,
            server: server.map_err(|error| error.to_string()),
            kept,
            client: client.map(|client| (client.takes)(&bytes)),
        }
    }
}
