//! A finding as code hosts show it and allow files name it, whichever check it
//! comes from. It must never say what the check itself doesn't.

use super::Place;
use crate::level::Level;
use serde::Serialize;
use serde_json::Value;
use std::fmt;

/// What a check found. As text it is for people, serialized for programs.
pub trait Findings: fmt::Display + Serialize {
    /// One of them.
    type Finding;

    /// The check, as code hosts call it.
    fn tool() -> Tool;

    /// All of them, so that those that are accepted can be taken out.
    fn findings(&mut self) -> &mut Vec<Self::Finding>;

    /// The same in the same order, as code hosts show them.
    fn annotations(&self) -> Vec<Annotation<'_>>;

    /// What could not be checked.
    fn notes(&self) -> &[String] {
        &[]
    }
}

/// A program that checks.
pub struct Tool {
    /// What it is called.
    pub name: &'static str,
    /// Which one it is.
    pub version: &'static str,
    /// By which it checks.
    pub rules: Vec<RulePage>,
}

/// A rule and where it is explained.
pub struct RulePage {
    /// Stable.
    pub id: &'static str,
    /// How much it matters where nothing else is said.
    pub level: Level,
    /// Below the root of the workspace.
    pub page: String,
}

/// One finding.
pub struct Annotation<'f> {
    /// The id of its rule.
    pub rule: &'static str,
    /// How much it matters.
    pub level: Level,
    /// What is wrong, as one line.
    pub message: &'f str,
    /// Where a caller meets it; at least one.
    pub seen_in: &'f [String],
    /// What shows it, in lines.
    pub details: Vec<String>,
    /// The place to mend.
    pub place: &'f Place,
    /// The place that it doesn't agree with, where there are two.
    pub other: Option<&'f Place>,
    /// What shows it, for programs that read SARIF.
    pub properties: Value,
}

impl Annotation<'_> {
    /// In as many lines as it has things to say, without its rule and its places.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.message.to_owned()];
        lines.extend(self.seen_in.iter().map(|place| format!("in {place}")));
        lines.extend(self.details.iter().cloned());
        lines
    }
}
