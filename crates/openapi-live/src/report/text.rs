//! Writes a report for people: one block for each finding, the notes, and a line
//! with the numbers.

use super::{Finding, Report};
use openapi_source::excerpt;
use std::fmt;
use untrusted_text::one_line;

/// The length at which a text is shortened, in a report for people.
const MAXIMUM_CHARACTERS: usize = 600;

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.findings {
            writeln!(formatter, "{finding}\n")?;
        }
        for note in &self.notes {
            writeln!(formatter, "note: {}", one_line(note))?;
        }
        let findings = match self.findings.len() {
            0 => "no findings".to_owned(),
            1 => "1 finding".to_owned(),
            count => format!("{count} findings"),
        };
        let (requests, seed, good) = (self.requests, self.seed, self.good);
        writeln!(
            formatter,
            "{requests} requests with seed {seed}, of which {good} were answered by 2XX or 3XX: {findings}"
        )
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = abbreviated(&self.message);
        writeln!(formatter, "{}: {}", self.rule, one_line(&message))?;
        for name in &self.seen_in {
            writeln!(formatter, "  in {}", one_line(name))?;
        }
        write!(formatter, "  --> {}", self.place)?;
        for line in self.details() {
            write!(formatter, "\n  {}", one_line(&line))?;
        }
        Ok(())
    }
}

impl Finding {
    /// Returns the lines that show a finding.
    pub(super) fn details(&self) -> Vec<String> {
        let mut lines = match self.request.as_str() {
            "" => Vec::new(),
            request => vec![format!("$ {}", abbreviated(request))],
        };
        let answer = self.answer.as_deref().map(abbreviated).unwrap_or_default();
        lines.extend(answer.lines().map(|line| format!("< {line}").trim_end().to_owned()));
        match self.more {
            0 => {}
            1 => lines.push("1 request more shows the same".to_owned()),
            count => lines.push(format!("{count} requests more show the same")),
        }
        lines
    }
}

/// Shortens a text.
fn abbreviated(text: &str) -> String {
    excerpt(text, MAXIMUM_CHARACTERS)
}
