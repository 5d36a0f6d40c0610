//! Writes a report for people: one block for each finding with the excerpts at both
//! locations, then the limits, then a line with the number of findings.

use super::{Finding, MetLimit, Report};
use openapi_source::SourceLocation;
use serde_json::Value;
use std::fmt;
use untrusted_text::one_line;

/// The length at which a value is shortened, in a report for people.
const MAXIMUM_CHARACTERS: usize = 400;

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.findings {
            self.write_finding(finding, formatter)?;
            writeln!(formatter)?;
        }
        for MetLimit { limit, seen_in } in &self.limits {
            writeln!(formatter, "limit {limit}: {}", limit.explanation())?;
            for place in seen_in {
                writeln!(formatter, "  in {}", one_line(place))?;
            }
            writeln!(formatter)?;
        }
        match self.findings.len() {
            0 => formatter.write_str("no findings")?,
            1 => formatter.write_str("1 finding")?,
            count => write!(formatter, "{count} findings")?,
        }
        match self.limits.len() {
            0 => writeln!(formatter),
            1 => writeln!(formatter, ", 1 explained limit"),
            count => writeln!(formatter, ", {count} explained limits"),
        }
    }
}

impl Report {
    fn write_finding(&self, finding: &Finding, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{}: {}", finding.rule, one_line(&finding.message))?;
        for location in &finding.seen_in {
            writeln!(formatter, "  in {}", one_line(location))?;
        }
        for line in self.details(finding) {
            writeln!(formatter, "  {}", one_line(&line))?;
        }
        write_location(self.base, &finding.base, formatter)?;
        write_location(self.candidate, &finding.candidate, formatter)
    }
}

fn write_location(
    name: &str,
    location: &SourceLocation,
    formatter: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    writeln!(formatter, "  {name} --> {location}")?;
    if location.excerpt.is_empty() {
        return Ok(());
    }
    let number = location.line.to_string();
    let margin = " ".repeat(number.len());
    let before = location.excerpt.chars().take(location.excerpt_column - 1);
    // The excerpt begins with these characters also when both are escaped.
    let before = " ".repeat(escaped(&before.collect::<String>()).chars().count());
    writeln!(formatter, "    {number} | {}", escaped(&location.excerpt))?;
    writeln!(formatter, "    {margin} | {before}^")
}

/// Returns a part of an excerpt without tabs, whose width is not known.
fn escaped(excerpt: &str) -> String {
    one_line(&excerpt.replace('\t', " ")).into_owned()
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
