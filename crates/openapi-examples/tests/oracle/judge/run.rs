//! A run: generates cases and compares all verdicts on each.

use std::net::SocketAddr;

use openapi_values::{Document, Random, Sampler};
use rand::{RngExt, SeedableRng};
use serde_json::Value;

use super::case::Case;
use super::client::{ClientType, Unread};
use super::operation::Operation;
use super::oracle::{Oracle, OracleError};
use super::report::{Disagreement, Report, Tally, shown};
use super::shrink::shrink;
use super::verdict::{Decoded, Verdicts};
use super::wire::Wire;

/// The maximum number of disagreements in a report.
const SHOWN: usize = 20;

/// The maximum number of cases to shrink, which is slow.
const SHRUNK: usize = 200;

/// The number of cases and the seed.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The number of cases, distributed over the operations.
    pub cases: usize,
    /// The seed. Equal seeds generate equal cases.
    pub seed: u64,
}

/// A running server that accepts every valid request, with access to the decoded
/// bodies.
pub struct Server<'s> {
    /// The address of the server.
    pub address: SocketAddr,
    /// Returns the last accepted body, decoded to its type and serialized again,
    /// and clears it.
    pub decoded: &'s dyn Fn() -> Option<Decoded>,
    /// The generated client's types for bodies, as far as they exist.
    pub client: &'s [ClientType],
}

/// Sends cases to a server and compares the verdicts.
///
/// # Errors
/// The document has no operation with a JSON body, or an invalid schema, or the requests
/// can't be sent.
pub fn run(
    document: &Document,
    server: &Server<'_>,
    settings: Settings,
) -> Result<Report, OracleError> {
    let document = &document.in_requests();
    let oracle = Oracle::new(document)?;
    let operations = &oracle.operations;
    let trial = Trial { oracle: &oracle, server, wire: Wire::new(server.address)? };
    let tally = |operation: &Operation<'_>| (operation.name(), Tally::default());
    let mut report = Report {
        seed: settings.seed,
        operations: operations.iter().map(tally).collect(),
        disagreements: Vec::new(),
        disagreeing: 0,
    };
    let mut seeds = Random::seed_from_u64(settings.seed);
    for number in 0..settings.cases {
        let mut sampler = Sampler::new(document, &oracle.validator, seeds.random());
        let case = Case::new(&mut sampler, operations, number % operations.len());
        let verdicts = trial.verdicts(&case);
        report.operations[case.operation].1.count(&case, &verdicts);
        let Some(kind) = verdicts.disagreement_kind() else {
            continue;
        };
        report.disagreeing += 1;
        if report.disagreements.len() >= SHOWN || report.disagreeing > SHRUNK {
            continue;
        }
        let case =
            shrink(case, |smaller| trial.verdicts(smaller).disagreement_kind() == Some(kind));
        let verdicts = trial.verdicts(&case);
        let disagreement = Disagreement {
            operation: operations[case.operation].name(),
            kind,
            about: verdicts.about(),
            body: shown(&case.bytes()),
            verdicts: verdicts.lines(),
        };
        let same = |other: &Disagreement| {
            other.operation == disagreement.operation
                && other.kind == kind
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
    fn verdicts(&self, case: &Case) -> Verdicts {
        let bytes = case.bytes();
        let json_value = case.to_value();
        let sent = json_value.as_ref().map(|json_value| (&case.body, json_value));
        let schema = self.oracle.validate(case.operation, sent);
        (self.server.decoded)();
        let request = case.request.clone().with_body(None, &*bytes);
        let server = self.wire.send(request);
        let decoded = (self.server.decoded)();
        let kept =
            self.oracle.is_kept(case.operation, &schema, &server, json_value.as_ref(), decoded);
        let client = self.client(case.operation, &bytes, json_value.as_ref());
        Verdicts { may_be_refused: case.body.has_beyond_floats(), schema, server, kept, client }
    }

    fn client(
        &self,
        operation: usize,
        body: &[u8],
        json_value: Option<&Value>,
    ) -> Option<Result<(), Unread>> {
        let name = self.oracle.operations[operation].name();
        let mut types = self.server.client.iter();
        let client = types.find(|client| client.operation == name)?;
        let read = (client.reads)(body);
        Some(read.and_then(|back| {
            let compare = |sent| self.oracle.compare(operation, sent, &back);
            let kept = json_value.map_or(Ok(()), compare);
            kept.map_err(|loss| Unread::NotHeld(format!("at {:?} {}", loss.pointer, loss.message)))
        }))
    }
}
