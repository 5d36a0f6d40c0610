//! Writes findings as Markdown, for the summary of a workflow, a pull request or a changelog:
//! what breaks callers first. Texts of documents become plain text or code: no markup, no HTML.

use super::annotation::{Annotation, Findings};
use super::level::Level;
use std::io;
use untrusted_text::one_line;

const SECTIONS: [&str; 5] = ["Breaking", "Noticeable", "Additions", "Deprecations", "Other"];

/// The places of a finding that are listed; a schema can be a part of every operation.
const MAXIMUM_PLACES: usize = 5;

pub(crate) fn write(report: &impl Findings, output: &mut dyn io::Write) -> io::Result<()> {
    let findings = report.annotations();
    if findings.is_empty() {
        writeln!(output, "No findings.\n")?;
    }
    for title in SECTIONS {
        let of_section = findings.iter().filter(|one| section(one) == title);
        let of_section: Vec<_> = of_section.collect();
        if !of_section.is_empty() {
            writeln!(output, "### {title} ({})\n", of_section.len())?;
        }
        for finding in &of_section {
            write_finding(finding, output)?;
        }
        if !of_section.is_empty() {
            writeln!(output)?;
        }
    }
    for note in report.notes() {
        writeln!(output, "Note: {}\n", prose(note))?;
    }
    Ok(())
}

/// Returns the section of a finding, by its level and the words of its rule's id.
fn section(finding: &Annotation<'_>) -> &'static str {
    let rule = finding.rule;
    match finding.level {
        Level::Breaking => "Breaking",
        Level::Contract => "Noticeable",
        Level::Documentation if rule.contains("-deprecation-") => "Deprecations",
        Level::Documentation if rule.ends_with("-undocumented") || rule.ends_with("-added") => {
            "Additions"
        }
        Level::Documentation => "Other",
    }
}

fn write_finding(finding: &Annotation<'_>, output: &mut dyn io::Write) -> io::Result<()> {
    writeln!(output, "- **{}**: {}", finding.rule, prose(finding.message))?;
    for place in finding.seen_in.iter().take(MAXIMUM_PLACES) {
        writeln!(output, "  - in {}", code(place))?;
    }
    let more = finding.seen_in.len().saturating_sub(MAXIMUM_PLACES);
    if more > 0 {
        writeln!(output, "  - and in {more} more places")?;
    }
    for detail in &finding.details {
        writeln!(output, "  - {}", code(detail))?;
    }
    let places = [Some(finding.location), finding.other];
    let places = places.into_iter().flatten().map(|place| code(&place.to_string()));
    writeln!(output, "  - {}", places.collect::<Vec<_>>().join(", other side "))
}

/// Returns a text as a paragraph, in which only what is between backticks is code.
fn prose(text: &str) -> String {
    let parts = one_line(text);
    let parts = parts.split('`').enumerate().map(|(index, part)| {
        if index % 2 == 1 {
            return code(part);
        }
        let mut escaped = String::new();
        for character in part.chars() {
            if "\\*_[]<>&|~#$".contains(character) {
                escaped.push('\\');
            }
            escaped.push(character);
        }
        escaped
    });
    parts.collect()
}

/// Returns a text as code, with more backticks around it than it has anywhere.
fn code(text: &str) -> String {
    let text = one_line(text);
    let runs = text.split(|character| character != '`').map(str::len);
    let fence = "`".repeat(1 + runs.max().unwrap_or(0));
    let space = if fence.len() > 1 || text.is_empty() { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}
