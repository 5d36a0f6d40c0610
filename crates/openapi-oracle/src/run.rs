//! A run: so many cases, each judged by everyone.

use std::net::SocketAddr;

use rand::{RngExt, SeedableRng};
use serde_json::Value;

use crate::Random;
use crate::case::Case;
use crate::client::{ClientType, ClientVerdict};
use crate::document::{Document, DocumentError, Operation};
use crate::oracle::Oracle;
use crate::report::{Disagreement, Report, Tally, shown};
use crate::sample::Sampler;
use crate::shrink::shrink;
use crate::verdict::{Decoded, Verdicts};
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
    /// The generated client's types for bodies, as far as there are any.
    pub client: &'s [ClientType],
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
    let oracle = Oracle::new(document)?;
    let operations = &oracle.operations;
    let mut trial = Trial {
        oracle: &oracle,
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
        let mut sampler = Sampler::new(document, &oracle.judge, seeds.random());
        let case = Case::new(&mut sampler, operations, number % operations.len());
        let verdicts = trial.verdicts(&case);
        report.operations[case.operation].1.count(&case, &verdicts);
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

struct Trial<'t, 'd> {
    oracle: &'t Oracle<'d>,
    server: &'t Server<'t>,
    wire: Wire,
}

impl Trial<'_, '_> {
    fn verdicts(&mut self, case: &Case) -> Verdicts {
        let bytes = case.bytes();
        let meaning = case.meaning();
        let sent = meaning.as_ref().map(|meaning| (&case.body, meaning));
        let schema = self.oracle.judge(case.operation, sent);
        (self.server.decoded)();
        let server = self.wire.send(&case.head, &bytes);
        let decoded = (self.server.decoded)();
        let kept = match (&schema, &server, &meaning) {
            (Ok(()), Ok(status), Some(sent)) => {
                self.oracle.is_kept(case.operation, *status, sent, decoded)
            }
            _ => Ok(()),
        };
        let client = self.client(case.operation, &bytes, meaning.as_ref());
        Verdicts {
            may_be_refused: case.body.has_beyond_floats(),
            schema,
            server: server.map_err(|error| error.to_string()),
            kept,
            client,
        }
    }

    fn client(
        &self,
        operation: usize,
        body: &[u8],
        meaning: Option<&Value>,
    ) -> Option<ClientVerdict> {
        let name = self.oracle.operations[operation].name();
        let mut types = self.server.client.iter();
        let client = types.find(|client| client.operation == name)?;
        let read = (client.reads)(body);
        let kept = match (&read, meaning) {
            (Ok(back), Some(sent)) => self.oracle.compare(operation, sent, back),
            _ => Ok(()),
        };
        Some(ClientVerdict {
            reads: read.map(drop),
            kept,
            takes: (client.takes)(body),
        })
    }
}
