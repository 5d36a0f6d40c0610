//! Writes findings as Markdown or HTML, for the summary of a workflow, a pull request or a changelog:
//! what breaks callers first. Texts of documents become plain text or code: no markup.

use super::annotation::{Annotation, Change, Findings};
use super::level::Level;
use std::io;
use untrusted_text::one_line;

const SECTIONS: [&str; 6] =
    ["Breaking", "Noticeable", "Additions", "Deprecations", "Sunsets", "Other"];

/// The places of a finding that are listed; a schema can be a part of every operation.
const MAXIMUM_PLACES: usize = 5;

/// The markup of a page.
#[derive(Clone, Copy)]
pub(crate) enum Markup {
    Markdown,
    Html,
}

pub(crate) fn write(
    report: &impl Findings,
    markup: Markup,
    output: &mut dyn io::Write,
) -> io::Result<()> {
    let findings = report.annotations();
    if let Markup::Html = markup {
        let title = "<title>Findings</title>";
        writeln!(output, "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n{title}")?;
    }
    if findings.is_empty() {
        writeln!(output, "{}\n", markup.paragraph("No findings."))?;
    }
    for title in SECTIONS {
        let of_section: Vec<_> = findings.iter().filter(|one| section(one) == title).collect();
        if of_section.is_empty() {
            continue;
        }
        let title = format!("{title} ({})", of_section.len());
        match markup {
            Markup::Markdown => writeln!(output, "### {title}\n")?,
            Markup::Html => writeln!(output, "<h2>{title}</h2>\n<ul>")?,
        }
        for finding in of_section {
            write_finding(finding, markup, output)?;
        }
        writeln!(output, "{}", markup.end())?;
    }
    for note in report.notes() {
        let note = format!("Note: {}", markup.prose(note));
        writeln!(output, "{}\n", markup.paragraph(&note))?;
    }
    Ok(())
}

fn section(finding: &Annotation<'_>) -> &'static str {
    match (finding.level, finding.change) {
        (Level::Breaking, _) => "Breaking",
        (Level::Contract, _) => "Noticeable",
        (Level::Documentation, Change::Deprecation) => "Deprecations",
        (Level::Documentation, Change::Sunset) => "Sunsets",
        (Level::Documentation, Change::Addition) => "Additions",
        (Level::Documentation, Change::Other) => "Other",
    }
}

fn write_finding(
    finding: &Annotation<'_>,
    markup: Markup,
    output: &mut dyn io::Write,
) -> io::Result<()> {
    let places = finding.seen_in.iter().take(MAXIMUM_PLACES);
    let places = places.map(|place| format!("in {}", markup.code(place)));
    let more = finding.seen_in.len().saturating_sub(MAXIMUM_PLACES);
    let more = (more > 0).then(|| format!("and in {more} more"));
    let details = finding.details.iter().map(|detail| markup.code(detail));
    let sides = [Some(finding.location), finding.other].into_iter().flatten();
    let sides: Vec<_> = sides.map(|place| markup.code(&place.to_string())).collect();
    let lines = places.chain(more).chain(details).chain([sides.join(", other side ")]);
    let (rule, message) = (finding.rule, markup.prose(finding.message));
    match markup {
        Markup::Markdown => {
            writeln!(output, "- **{rule}**: {message}")?;
            lines.into_iter().try_for_each(|line| writeln!(output, "  - {line}"))
        }
        Markup::Html => {
            let lines: String = lines.map(|line| format!("<li>{line}</li>")).collect();
            writeln!(output, "<li><strong>{rule}</strong>: {message}<ul>{lines}</ul></li>")
        }
    }
}

impl Markup {
    /// Returns the end of a list.
    fn end(self) -> &'static str {
        match self {
            Self::Markdown => "",
            Self::Html => "</ul>",
        }
    }

    fn paragraph(self, text: &str) -> String {
        match self {
            Self::Markdown => text.to_owned(),
            Self::Html => format!("<p>{text}</p>"),
        }
    }

    /// Returns a text in which only what is between backticks is code.
    fn prose(self, text: &str) -> String {
        let parts = one_line(text);
        let parts = parts.split('`').enumerate().map(|(index, part)| match (self, index % 2) {
            (_, 1) => self.code(part),
            (Self::Html, _) => html(part),
            (Self::Markdown, _) => {
                let mut escaped = String::new();
                for character in part.chars() {
                    if "\\*_[]<>&|~#$".contains(character) {
                        escaped.push('\\');
                    }
                    escaped.push(character);
                }
                escaped
            }
        });
        parts.collect()
    }

    /// Returns a text as code: in Markdown with more backticks around it than it has anywhere.
    fn code(self, text: &str) -> String {
        let text = one_line(text);
        if let Self::Html = self {
            return format!("<code>{}</code>", html(&text));
        }
        let runs = text.split(|character| character != '`').map(str::len);
        let fence = "`".repeat(1 + runs.max().unwrap_or(0));
        let space = if fence.len() > 1 || text.is_empty() { " " } else { "" };
        format!("{fence}{space}{text}{space}{fence}")
    }
}

/// Returns a text of HTML.
fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
