//! The report of a comparison, as text for people and as JSON for programs. The
//! other formats are those of `openapi_source::findings`. Every format contains every
//! finding.

mod json;
mod text;

use crate::limit::MetLimit;
use crate::rule::Rule;
use openapi_source::SourceLocation;
use openapi_source::findings::Level;
use openapi_source::findings::{Annotation, Findings, RulePage, Tool};
use serde_json::{Value, json};

/// The outcome of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The name of the first document in messages.
    pub base: &'static str,
    /// The name of the second document in messages.
    pub candidate: &'static str,
    /// The document that annotations point at: the one that a change edits.
    pub(crate) changed: Side,
    /// All differences, in the order of the base document.
    pub findings: Vec<Finding>,
    /// The differences that no server avoids: they are no findings.
    pub limits: Vec<MetLimit>,
}

/// One difference. A difference in a part that several operations share (a schema,
/// say) is one finding that names all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule that the difference violates.
    pub rule: Rule,
    /// The level of this finding.
    pub level: Level,
    /// A description of the difference, as one line.
    pub message: String,
    /// Where the difference occurs: operation, part, and the location within a
    /// value. At least one.
    pub seen_in: Vec<String>,
    /// Witnesses at the first occurrence: for a schema at least one value, unless
    /// the difference is undecided.
    pub witnesses: Vec<Witness>,
    /// The line of a request or a response that shows a difference outside of
    /// schemas, if there is such a line.
    pub shown_by: Option<String>,
    /// The location in the base document; the nearest enclosing one if the differing
    /// element is absent.
    pub base: SourceLocation,
    /// The location in the candidate, likewise.
    pub candidate: SourceLocation,
}

/// A value on which the two sides disagree: a whole body, or a parameter's value.
/// It was validated against both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The value.
    pub value: Value,
    /// The side that allows the value; the other side rejects it.
    pub allowed_by: Side,
}

/// One of the two documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The contract, or the old version.
    Base,
    /// The emitted document, or the new version.
    Candidate,
}

impl From<crate::inclusion::Side> for Side {
    fn from(side: crate::inclusion::Side) -> Side {
        match side {
            crate::inclusion::Side::Left => Side::Base,
            crate::inclusion::Side::Right => Side::Candidate,
        }
    }
}

impl Report {
    /// Returns whether there are no findings.
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    /// Returns the location that the annotation of a finding belongs to, and the
    /// other location.
    fn locations<'f>(&self, finding: &'f Finding) -> (&'f SourceLocation, &'f SourceLocation) {
        match self.changed {
            Side::Base => (&finding.base, &finding.candidate),
            Side::Candidate => (&finding.candidate, &finding.base),
        }
    }

    /// Returns the name of the document of that side.
    fn name(&self, side: Side) -> &'static str {
        match side {
            Side::Base => self.base,
            Side::Candidate => self.candidate,
        }
    }

    /// Returns the lines that show a finding.
    fn details(&self, finding: &Finding) -> Vec<String> {
        let shown_by = finding.shown_by.iter().map(|line| format!("shown by {line}"));
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
        let rules = Rule::ALL.iter().map(|rule| RulePage {
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
            let (location, other) = self.locations(finding);
            Annotation {
                rule: finding.rule.id(),
                level: finding.level,
                change: finding.rule.change(),
                message: &finding.message,
                seen_in: &finding.seen_in,
                details: self.details(finding),
                location,
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
