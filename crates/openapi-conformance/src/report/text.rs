//! Writes a report for people: one block for each finding with the excerpts at both
//! locations, then a line with the number of findings.

use super::{Finding, Report};
use openapi_findings::SourceLocation;
use serde_json::Value;
use std::fmt;

/// The length at which a value is shortened, in a report for people.
const MAXIMUM_CHARACTERS: usize = 400;

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.findings {
            self.write_finding(finding, formatter)?;
            writeln!(formatter)?;
        }
        match self.findings.len() {
            0 => writeln!(formatter, "no findings"),
            1 => writeln!(formatter, "1 finding"),
            count => writeln!(formatter, "{count} findings"),
        }
    }
}

impl Report {
    fn write_finding(&self, finding: &Finding, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{}: {}", finding.rule, finding.message)?;
        for place in &finding.seen_in {
            writeln!(formatter, "  in {place}")?;
        }
        for line in self.details(finding) {
            writeln!(formatter, "  {line}")?;
        }
        write_place(self.contract, &finding.contract, formatter)?;
        write_place(self.emitted, &finding.emitted, formatter)
    }
}

fn write_place(
    name: &str,
    place: &SourceLocation,
    formatter: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    writeln!(formatter, "  {name} --> {place}")?;
    if place.excerpt.is_empty() {
        return Ok(());
    }
    let number = place.line.to_string();
    let margin = " ".repeat(number.len());
    let before = " ".repeat(place.excerpt_column.saturating_sub(1));
    writeln!(formatter, "    {number} | {}", place.excerpt)?;
    writeln!(formatter, "    {margin} | {before}^")
}

/// Returns the value as JSON. If the text is too long, its end is replaced by its
/// length.
pub(super) fn abbreviated(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(MAXIMUM_CHARACTERS) {
        Some((end, _)) => format!("{}… ({} bytes of JSON)", &text[..end], text.len()),
        None => text,
    }
}
