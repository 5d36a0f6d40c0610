//! Reads allow files: lists of accepted findings, each with a reason. An entry
//! names a rule and a location, so that it accepts no more than was meant; an entry
//! that no longer matches a finding is an error.

use super::annotation::{Annotation, Findings};
use crate::{Diagnostic, Diagnostics, MemberAt, Node, Value};
use std::path::Path;
use untrusted_text::one_line;

/// The entries of an allow file: a list in YAML or JSON, each of
///
/// ```yaml
/// - rule: request-body-wider
///   at: /components/schemas/Thing/properties/size
///   in: PUT /things/{id}
///   reason: The old client sends a string, until it is gone in May.
/// ```
///
/// `at` is the JSON Pointer of the finding's location; if the finding has two,
/// either matches. `in` is a prefix, in whole words, of the lines after "in" in the
/// text report. One of the two is required.
#[derive(Debug, Default)]
pub struct Allowed {
    name: String,
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    rule: &'static str,
    at: Option<String>,
    seen_in: Option<String>,
    line: u32,
    column: u32,
}

/// An entry that matches no finding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{}:{line}:{column}: nothing is found any more that this entry for `{rule}` allows; remove it",
    one_line(file)
)]
pub struct Unused {
    /// The allow file's name as it was given.
    pub file: String,
    /// Counts from 1.
    pub line: u32,
    /// In characters; counts from 1.
    pub column: u32,
    /// The rule of the entry.
    pub rule: &'static str,
}

impl Allowed {
    /// Reads a file for the reports of one check.
    ///
    /// # Errors
    ///
    /// When the file can't be read, isn't a list of such entries, names an unknown
    /// rule, or lacks a reason.
    pub fn read<R: Findings>(path: &Path) -> Result<Allowed, Diagnostics> {
        let (root, _) = crate::read(path, MemberAt::Name)?;
        let name = root.location.file.to_string();
        let rules: Vec<_> = R::tool().rules.iter().map(|rule| rule.id).collect();
        let mut diagnostics = Vec::new();
        let entries =
            root.items().iter().filter_map(|entry| read_entry(entry, &rules, &mut diagnostics));
        let entries = entries.collect();
        if !matches!(root.value, Value::Sequence(_)) {
            diagnostics.push(Diagnostic::unexpected(&root, "the file", "a list of entries"));
        }
        if diagnostics.is_empty() {
            Ok(Allowed { name, entries })
        } else {
            Err(Diagnostics::from_iter(diagnostics))
        }
    }

    /// Returns where the findings of a rule are allowed: `in` of its entries without `at`.
    pub fn places(&self, rule: &str) -> Vec<&str> {
        let entries = self.entries.iter().filter(|entry| entry.rule == rule && entry.at.is_none());
        entries.filter_map(|entry| entry.seen_in.as_deref()).collect()
    }

    /// Removes the allowed findings from the report. Returns the entries that match
    /// no finding.
    pub fn apply(&self, report: &mut impl Findings) -> Vec<Unused> {
        let mut is_used = vec![false; self.entries.len()];
        let mut is_allowed = Vec::new();
        for finding in report.annotations() {
            let allows = self.entries.iter().map(|entry| entry.allows(&finding));
            let allows: Vec<bool> = allows.collect();
            is_allowed.push(allows.contains(&true));
            for (is_used, allows) in is_used.iter_mut().zip(allows) {
                *is_used |= allows;
            }
        }
        let mut is_allowed = is_allowed.into_iter();
        report.findings().retain(|_| is_allowed.next() != Some(true));
        let entries = self.entries.iter().zip(is_used);
        entries
            .filter(|(_, is_used)| !is_used)
            .map(|(entry, _)| Unused {
                file: self.name.clone(),
                line: entry.line,
                column: entry.column,
                rule: entry.rule,
            })
            .collect()
    }
}

impl Entry {
    fn allows(&self, finding: &Annotation<'_>) -> bool {
        let is_at = |at: &String| {
            let mut locations = finding.other.into_iter().chain([finding.location]);
            locations.any(|location| location.pointer == *at)
        };
        // A finding about the document as a whole is in no operation.
        let is_in = |wanted: &String| {
            let mut seen_in = finding.seen_in.iter();
            seen_in.len() > 0 && seen_in.all(|location| begins_with(location, wanted))
        };
        self.rule == finding.rule
            && self.at.as_ref().is_none_or(is_at)
            && self.seen_in.as_ref().is_none_or(is_in)
    }
}

/// Returns whether `location` is `wanted` or a part of it: `GET /a` is neither `GET
/// /ab` nor `GET /a/b`.
fn begins_with(location: &str, wanted: &str) -> bool {
    let rest = location.strip_prefix(wanted);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([',', ' ']))
}

const FIELDS: [&str; 4] = ["rule", "at", "in", "reason"];

fn read_entry(
    entry: &Node,
    rules: &[&'static str],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Entry> {
    let before = diagnostics.len();
    if entry.mapping().is_none() {
        diagnostics.push(Diagnostic::unexpected(entry, "an entry", "an object"));
        return None;
    }
    for (field, value) in entry.members() {
        if !FIELDS.contains(&field) {
            diagnostics.push(Diagnostic::unexpected(
                value,
                "a field",
                "`rule`, `at`, `in` or `reason`",
            ));
        } else if value.string().is_none_or(|text| text.trim().is_empty()) {
            diagnostics.push(Diagnostic::unexpected(value, "a field", "a text that isn't empty"));
        }
    }
    let missing = |field| Diagnostic::missing(entry, "an entry", field);
    let text = |field| entry.member_text(field).map(str::to_owned);
    if entry.get("reason").is_none() {
        diagnostics.push(missing("reason"));
    }
    if entry.get("at").is_none() && entry.get("in").is_none() {
        // The message puts the whole text in backticks; these two separate the
        // names.
        diagnostics.push(missing("at` or `in"));
    }
    let rule = entry.get("rule").and_then(|node| {
        let id = node.string();
        let rule = rules.iter().copied().find(|rule| id == Some(rule));
        if rule.is_none() {
            diagnostics.push(Diagnostic::unexpected(node, "`rule`", "the id of a rule"));
        }
        rule
    });
    if entry.get("rule").is_none() {
        diagnostics.push(missing("rule"));
    }
    (diagnostics.len() == before).then_some(())?;
    Some(Entry {
        rule: rule?,
        at: text("at"),
        seen_in: text("in"),
        line: entry.location.line,
        column: entry.location.column,
    })
}
