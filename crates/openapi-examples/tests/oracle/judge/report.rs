//! The results of a run, as text for people.

use std::collections::BTreeMap;
use std::fmt;

use super::case::Case;
use super::verdict::{DisagreementKind, Verdicts};

/// The counts of the cases of an operation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub cases: usize,
    pub accepted: usize,
    /// By kind of change, the number of cases and the number of valid cases.
    pub kinds: BTreeMap<&'static str, (usize, usize)>,
}

impl Tally {
    /// Counts a case.
    pub fn count(&mut self, case: &Case, verdicts: &Verdicts) {
        let accepted = usize::from(verdicts.schema.is_ok());
        self.cases += 1;
        self.accepted += accepted;
        let (cases, valid) = self.kinds.entry(case.kind).or_default();
        *cases += 1;
        *valid += accepted;
    }
}

/// A case on which the verdicts disagree, shrunk.
#[derive(Clone, Debug)]
pub(crate) struct Disagreement {
    pub operation: String,
    pub kind: DisagreementKind,
    /// The location and the rule.
    pub about: (String, String),
    pub body: String,
    pub verdicts: String,
}

/// The results of a run.
#[derive(Clone, Debug)]
pub struct Report {
    pub(crate) seed: u64,
    pub(crate) operations: Vec<(String, Tally)>,
    pub(crate) disagreements: Vec<Disagreement>,
    pub(crate) disagreeing: usize,
}

impl Report {
    /// Returns whether all verdicts agreed on every case.
    pub fn agrees(&self) -> bool {
        self.disagreeing == 0
    }

    /// Returns the number of cases.
    pub fn cases(&self) -> usize {
        self.operations.iter().map(|(_, tally)| tally.cases).sum()
    }

    /// Returns the number of cases that the document accepts.
    pub fn accepted(&self) -> usize {
        self.operations.iter().map(|(_, tally)| tally.accepted).sum()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, tally) in &self.operations {
            let rejected = tally.cases - tally.accepted;
            writeln!(
                formatter,
                "{name}: {} cases, {} valid, {rejected} faulty",
                tally.cases, tally.accepted
            )?;
            for (kind, (cases, valid)) in &tally.kinds {
                writeln!(formatter, "  {kind}: {cases}, of which {valid} valid")?;
            }
        }
        for Disagreement { operation, kind, body, verdicts, .. } in &self.disagreements {
            write!(formatter, "\n{operation}: {kind}\n  body      {body}\n{verdicts}")?;
        }
        if self.disagreeing > self.disagreements.len() {
            let count = self.disagreeing;
            writeln!(
                formatter,
                "\nEach is shown once, as small as it could be made; {count} cases disagree."
            )?;
        }
        let verdict = if self.agrees() { "all verdicts agree" } else { "the verdicts DISAGREE" };
        write!(formatter, "{} cases with seed {}: {verdict}", self.cases(), self.seed)
    }
}

/// Returns a body in readable form, whatever bytes it has.
pub(crate) fn shown(body: &[u8]) -> String {
    match std::str::from_utf8(body) {
        Ok(text) if !text.contains(char::is_control) => text.to_owned(),
        _ => body.escape_ascii().to_string(),
    }
}
