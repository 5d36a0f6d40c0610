//! What a comparison found, and how it is written: one file for each format.
//! It must never leave a finding out, whatever the format.

mod github;
mod sarif;
mod text;

use crate::level::Level;
use crate::rule::Rule;
use crate::witness::Shown;
use serde::Serialize;
use serde_json::Value;
use std::io;

/// The outcome of a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// What the first document is called.
    pub contract: &'static str,
    /// What the second one is called.
    pub emitted: &'static str,
    /// The one that annotations of a change point at.
    #[serde(skip)]
    pub(crate) changed: Side,
    /// Everything that differs, in the order of the contract.
    pub findings: Vec<Finding>,
}

/// One difference. What several operations share (a schema, say) is one
/// finding that names them all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Witness {
    /// The value.
    pub value: Value,
    /// The side that allows it; the other one refuses it.
    pub allowed_by: Side,
}

/// One of the two documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
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

/// A place in a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The document's name as it was given.
    pub file: String,
    /// Counts from 1.
    pub line: usize,
    /// In characters; counts from 1.
    pub column: usize,
    /// RFC 6901; empty for the whole document.
    pub pointer: String,
    /// What stands there: the line, or a part of it if it is long.
    pub excerpt: String,
    /// The column within the excerpt; counts from 1.
    #[serde(skip)]
    pub(crate) excerpt_column: usize,
}

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs: `docs/findings.schema.json` is its schema.
    Json,
    /// For code hosts and editors: SARIF 2.1.0 (OASIS Standard).
    Sarif,
    /// For workflows on GitHub: a command for each finding, which becomes an
    /// annotation of the change.
    Github,
}

impl Report {
    /// Whether nothing differs.
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    /// Writes the report, ending with a line break.
    ///
    /// # Errors
    ///
    /// When `output` can't be written.
    pub fn write(&self, format: Format, output: &mut dyn io::Write) -> io::Result<()> {
        match format {
            Format::Text => write!(output, "{self}"),
            Format::Json => write_json(self, output),
            Format::Sarif => write_json(&sarif::log(self), output),
            Format::Github => github::write(self, output),
        }
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

    /// A finding in as many lines as it has things to say, without its rule and
    /// its places.
    fn details(&self, finding: &Finding) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        lines.extend(finding.seen_in.iter().map(|place| format!("in {place}")));
        lines.extend(
            finding
                .shown_by
                .iter()
                .map(|line| format!("shown by {line}")),
        );
        for witness in &finding.witnesses {
            let value = text::abbreviated(&witness.value);
            lines.push(format!(
                "allowed by {} only: {value}",
                self.name(witness.allowed_by)
            ));
        }
        lines
    }
}

fn write_json(value: &impl Serialize, output: &mut dyn io::Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *output, value)?;
    writeln!(output)
}
