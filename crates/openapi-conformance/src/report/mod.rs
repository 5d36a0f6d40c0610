//! What a comparison found, and how findings are written, also those of another
//! check: one file for each format. It must never leave a finding out, whatever
//! the format.

mod annotation;
mod format;
mod github;
mod json;
mod place;
mod sarif;
mod text;

pub use annotation::{Annotation, Findings, RulePage, Tool};
pub use format::Format;
pub use place::Place;

use crate::level::Level;
use crate::rule::Rule;
use crate::witness::Shown;
use serde_json::{Value, json};

/// The outcome of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What the first document is called.
    pub contract: &'static str,
    /// What the second one is called.
    pub emitted: &'static str,
    /// The one that annotations of a change point at.
    pub(crate) changed: Side,
    /// Everything that differs, in the order of the contract.
    pub findings: Vec<Finding>,
}

/// One difference. What several operations share (a schema, say) is one
/// finding that names them all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is about.
    pub rule: Rule,
    /// How much it matters.
    pub level: Level,
    /// What differs, as one line.
    pub message: String,
    /// Where a caller meets it: operation, part, and the place within a value.
    /// At least one.
    pub seen_in: Vec<String>,
    /// What shows it, where it is seen first: for a schema at least one value,
    /// unless it is undecided.
    pub witnesses: Vec<Witness>,
    /// The line of a request or of a response that shows what isn't about a
    /// schema, if there is one.
    pub shown_by: Option<String>,
    /// The place in the contract; the nearest one there is, if what differs
    /// isn't there.
    pub contract: Place,
    /// The place in the emitted document, likewise.
    pub emitted: Place,
}

/// A value on which the two sides disagree: a whole body, or a parameter's
/// value. It was verified against both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The value.
    pub value: Value,
    /// The side that allows it; the other one refuses it.
    pub allowed_by: Side,
}

/// One of the two documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The contract.
    Contract,
    /// The emitted document.
    Emitted,
}

impl From<Shown> for Witness {
    fn from(shown: Shown) -> Witness {
        Witness {
            value: shown.value,
            allowed_by: match shown.by_left {
                true => Side::Contract,
                false => Side::Emitted,
            },
        }
    }
}

impl Report {
    /// Whether nothing differs.
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    /// The place that an annotation of a finding belongs to, and the other one.
    fn places<'f>(&self, finding: &'f Finding) -> (&'f Place, &'f Place) {
        match self.changed {
            Side::Contract => (&finding.contract, &finding.emitted),
            Side::Emitted => (&finding.emitted, &finding.contract),
        }
    }

    /// What the document of that side is called.
    fn name(&self, side: Side) -> &'static str {
        match side {
            Side::Contract => self.contract,
            Side::Emitted => self.emitted,
        }
    }

    /// What shows a finding, in lines.
    fn details(&self, finding: &Finding) -> Vec<String> {
        let shown_by = finding.shown_by.iter();
        let shown_by = shown_by.map(|line| format!("shown by {line}"));
        let witnesses = finding.witnesses.iter().map(|witness| {
            let name = self.name(witness.allowed_by);
            let value = text::abbreviated(&witness.value);
            format!("allowed by {name} only: {value}")
        });
        shown_by.chain(witnesses).collect()
    }
}

impl Findings for Report {
    type Finding = Finding;

    fn tool() -> Tool {
        let rules = Rule::ALL.into_iter().map(|rule| RulePage {
            id: rule.id(),
            level: rule.level(),
            page: rule.page(),
        });
        Tool {
            name: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            rules: rules.collect(),
        }
    }

    fn findings(&mut self) -> &mut Vec<Finding> {
        &mut self.findings
    }

    fn annotations(&self) -> Vec<Annotation<'_>> {
        let findings = self.findings.iter().map(|finding| {
            let (place, other) = self.places(finding);
            Annotation {
                rule: finding.rule.id(),
                level: finding.level,
                message: &finding.message,
                seen_in: &finding.seen_in,
                details: self.details(finding),
                place,
                other: Some(other),
                properties: json!({
                    "witnesses": self.witnesses(finding),
                    "shownBy": finding.shown_by,
                }),
            }
        });
        findings.collect()
    }
}
