//! What came of a run, as text for people.

use std::collections::BTreeMap;
use std::fmt;

use crate::verdict::{Parting, Verdicts};

/// How often what was sent and said.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub cases: usize,
    pub accepted: usize,
    /// Accepted by the document, not taken by the client's type.
    pub client_narrower: usize,
    /// Refused by the document, taken by the client's type.
    pub client_wider: usize,
    pub has_client: bool,
    /// By what was done to them, how many there were and how many were valid.
    pub kinds: BTreeMap<&'static str, (usize, usize)>,
}

impl Tally {
    /// Adds a case.
    pub fn count(&mut self, kind: &'static str, verdicts: &Verdicts) {
        let accepted = usize::from(verdicts.schema.is_ok());
        self.cases += 1;
        self.accepted += accepted;
        let (cases, valid) = self.kinds.entry(kind).or_default();
        *cases += 1;
        *valid += accepted;
        self.has_client |= verdicts.client.is_some();
        match (&verdicts.schema, verdicts.client) {
            (Ok(()), Some(false)) => self.client_narrower += 1,
            (Err(_), Some(true)) => self.client_wider += 1,
            _ => {}
        }
    }
}

/// A case on which the verdicts part, as small as it could be made.
#[derive(Clone, Debug)]
pub(crate) struct Disagreement {
    pub operation: String,
    pub parting: Parting,
    /// Where and by which rule.
    pub about: (String, String),
    pub body: String,
    pub verdicts: String,
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Report {
    pub(crate) seed: u64,
    pub(crate) operations: Vec<(String, Tally)>,
    pub(crate) disagreements: Vec<Disagreement>,
    pub(crate) disagreeing: usize,
}

impl Report {
    /// Whether all verdicts agreed on every case.
    pub fn agrees(&self) -> bool {
        self.disagreeing == 0
    }

    /// How many cases there were.
    pub fn cases(&self) -> usize {
        self.operations.iter().map(|(_, tally)| tally.cases).sum()
    }

    /// How many of them the document accepts.
    pub fn accepted(&self) -> usize {
        self.operations
            .iter()
            .map(|(_, tally)| tally.accepted)
            .sum()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, tally) in &self.operations {
            let refused = tally.cases - tally.accepted;
            writeln!(
                formatter,
                "{name}: {} cases, {} valid, {refused} faulty",
                tally.cases, tally.accepted
            )?;
            for (kind, (cases, valid)) in &tally.kinds {
                writeln!(formatter, "  {kind}: {cases}, of which {valid} valid")?;
            }
            if tally.has_client {
                writeln!(
                    formatter,
                    "  the client's type takes {} of the faulty and does not take {} of the valid",
                    tally.client_wider, tally.client_narrower
                )?;
            }
        }
        for Disagreement {
            operation,
            parting,
            body,
            verdicts,
            ..
        } in &self.disagreements
        {
            let parting = match parting {
                Parting::Wider => "the server accepts more than the document",
                Parting::Narrower => "the server refuses what the document accepts",
                Parting::NotKept => "the server's type does not hold what it accepts",
                Parting::Neither => "the server neither accepts nor refuses",
            };
            write!(
                formatter,
                "\n{operation}: {parting}\n  body      {body}\n{verdicts}"
            )?;
        }
        if self.disagreeing > self.disagreements.len() {
            let count = self.disagreeing;
            writeln!(
                formatter,
                "\nEach is shown once, as small as it could be made; {count} cases disagree."
            )?;
        }
        let verdict = if self.agrees() {
            "all verdicts agree"
        } else {
            "the verdicts DISAGREE"
        };
        write!(
            formatter,
            "{} cases with seed {}: {verdict}",
            self.cases(),
            self.seed
        )
    }
}
