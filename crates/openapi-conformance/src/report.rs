//! What a comparison found, and how it is written. It must never leave a
//! finding out, whatever the format.

use crate::rule::Rule;
use serde::Serialize;
use std::fmt;
use std::io;

/// The outcome of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Everything that differs, in the order of the contract.
    pub findings: Vec<Finding>,
}

/// One difference. What several operations share (a schema, say) is one
/// finding that names them all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What it is about.
    pub rule: Rule,
    /// What differs, as one line.
    pub message: String,
    /// Where a caller meets it: operation, part, and the place within a value.
    /// At least one.
    pub seen_in: Vec<String>,
    /// The place in the contract; the nearest one there is, if what differs
    /// isn't there.
    pub contract: Place,
    /// The place in the emitted document, likewise.
    pub emitted: Place,
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
}

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs: an object whose member `findings` lists them, its fields
    /// named as those of [`Finding`] and [`Place`].
    Json,
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
            Format::Json => {
                serde_json::to_writer_pretty(&mut *output, self)?;
                writeln!(output)
            }
        }
    }
}

impl fmt::Display for Report {
    /// One block for each finding, then a line with their number.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.findings {
            writeln!(formatter, "{finding}")?;
        }
        match self.findings.len() {
            0 => writeln!(formatter, "no findings"),
            1 => writeln!(formatter, "1 finding"),
            count => writeln!(formatter, "{count} findings"),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{}: {}", self.rule, self.message)?;
        for place in &self.seen_in {
            writeln!(formatter, "  in {place}")?;
        }
        writeln!(formatter, "  contract --> {}", self.contract)?;
        writeln!(formatter, "  emitted  --> {}", self.emitted)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}:{}", self.file, self.line, self.column)?;
        if !self.pointer.is_empty() {
            write!(formatter, " ({})", self.pointer)?;
        }
        Ok(())
    }
}
