//! The common interface of findings: what code hosts display and allow files match,
//! whichever check the findings come from.

use super::level::Level;
use crate::SourceLocation;
use serde::Serialize;
use serde_json::Value;
use std::fmt;
use untrusted_text::one_line;

/// The findings of one check. `Display` is for people, `Serialize` for programs.
pub trait Findings: fmt::Display + Serialize {
    /// One finding.
    type Finding;

    /// Returns the check as a tool, as in SARIF.
    fn tool() -> Tool;

    /// Returns all findings for modification, so that accepted findings can be
    /// removed.
    fn findings(&mut self) -> &mut Vec<Self::Finding>;

    /// Returns the same findings in the same order, as code hosts display them.
    fn annotations(&self) -> Vec<Annotation<'_>>;

    /// Returns notes on what could not be checked.
    fn notes(&self) -> &[String] {
        &[]
    }
}

/// A program that checks.
pub struct Tool {
    /// The name of the program.
    pub name: &'static str,
    /// The version of the program.
    pub version: &'static str,
    /// The rules of the check.
    pub rules: Vec<RulePage>,
}

/// A rule and where it is explained.
pub struct RulePage {
    /// The stable id.
    pub id: &'static str,
    /// The default level of findings by this rule.
    pub level: Level,
    /// The path relative to the root of the workspace.
    pub page: String,
}

/// The kind of change that a finding is about. Pages list findings of [`Level::Documentation`] by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// There is more than before.
    Addition,
    /// Something is deprecated, or no longer.
    Deprecation,
    /// The date until which something can be relied on.
    Sunset,
    /// Anything else.
    Other,
}

/// One finding.
pub struct Annotation<'f> {
    /// The id of its rule.
    pub rule: &'static str,
    /// The level of this finding.
    pub level: Level,
    /// The kind of change, if the finding is of [`Level::Documentation`].
    pub change: Change,
    /// The message, one line.
    pub message: &'f str,
    /// The operations and parts in which the finding occurs; none if it is
    /// about the document.
    pub seen_in: &'f [String],
    /// Lines that show the difference: witnesses, or a line of a request or a
    /// response.
    pub details: Vec<String>,
    /// The location to correct.
    pub location: &'f SourceLocation,
    /// The location in the other document, if there are two.
    pub other: Option<&'f SourceLocation>,
    /// The properties of the finding in SARIF.
    pub properties: Value,
}

impl Annotation<'_> {
    /// Returns the finding as lines without the rule and the locations, escaped.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.message.to_owned()];
        lines.extend(self.seen_in.iter().map(|location| format!("in {location}")));
        lines.extend(self.details.iter().cloned());
        lines.iter().map(|line| one_line(line).into_owned()).collect()
    }
}
