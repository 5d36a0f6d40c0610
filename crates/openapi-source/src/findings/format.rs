//! The output formats. All of them contain the same findings.

use super::annotation::Findings;
use super::page::{self, Markup};
use super::{github, sarif};
use serde::Serialize;
use std::io;

/// How findings are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// For programs
    ///
    /// The schemas are `docs/findings.schema.json` and `docs/live.schema.json`.
    Json,
    /// For code hosts: SARIF 2.1.0
    Sarif,
    /// For workflows on GitHub: annotations
    Github,
    /// For people who read pages: a list of what breaks, is added or deprecated
    Markdown,
    /// For browsers: the same list
    Html,
}

impl Format {
    /// Writes the findings and a final line break.
    ///
    /// # Errors
    ///
    /// When `output` can't be written.
    pub fn write(self, report: &impl Findings, output: &mut dyn io::Write) -> io::Result<()> {
        match self {
            Format::Text => write!(output, "{report}"),
            Format::Json => write_json(report, output),
            Format::Sarif => write_json(&sarif::log(report), output),
            Format::Github => github::write(report, output),
            Format::Markdown => page::write(report, Markup::Markdown, output),
            Format::Html => page::write(report, Markup::Html, output),
        }
    }
}

fn write_json(value: &impl Serialize, output: &mut dyn io::Write) -> io::Result<()> {
    let text = serde_json::to_string_pretty(value)?;
    writeln!(output, "{}", untrusted_text::json(&text))
}
