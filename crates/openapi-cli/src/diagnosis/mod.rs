//! The diagnostics of generators for one document, with the operations that each
//! diagnostic refuses.

mod text;

use crate::failure::Failure;
use crate::generator::Generator;
use openapi_document::{Diagnostic, Diagnostics, OperationName, Refusal, Severity};
use openapi_source::findings::{
    Annotation, Change, Findings, Format, Level, RulePage, Tool, unless_closed,
};
use openapi_source::{Location, SourceFile, SourceLocation};
use serde::Serialize;
use serde_json::json;
use std::collections::{HashMap, HashSet};
use std::io::Write;

/// The diagnostics for a document.
#[derive(Default, Serialize)]
pub(crate) struct Diagnosis {
    diagnostics: Vec<Entry>,
    /// The indices of the diagnostics by [`Diagnostic::repetition_hash`], while diagnostics are
    /// added; of no use after the first change of their order.
    #[serde(skip)]
    known: HashMap<u64, Vec<usize>>,
    /// The file, line and column of each error.
    #[serde(skip)]
    error_positions: HashSet<(SourceFile, u32, u32)>,
    generators: Vec<Summary>,
}

/// A diagnostic.
#[derive(Serialize)]
pub(crate) struct Entry {
    /// What the text output shows. The fields below are its copies for JSON and annotations.
    #[serde(skip)]
    diagnostic: Diagnostic,
    severity: &'static str,
    message: String,
    reason: Option<String>,
    help: Option<String>,
    /// Whether `check --fix` can repair it.
    repairable: bool,
    location: SourceLocation,
    /// The operations that the diagnostic refuses, each with the generator.
    refused: Vec<String>,
    #[serde(skip)]
    refused_by: Vec<(Generator, String)>,
}

/// The result of one generator.
#[derive(Serialize)]
struct Summary {
    generator: Generator,
    operations: usize,
    refused: Vec<String>,
}

impl Diagnosis {
    /// Returns a diagnosis with diagnostics that belong to no generator.
    pub(crate) fn of(diagnostics: Diagnostics) -> Self {
        let mut diagnosis = Self::default();
        diagnosis.extend(diagnostics);
        diagnosis
    }

    /// Adds diagnostics that belong to no generator.
    pub(crate) fn extend(&mut self, diagnostics: Diagnostics) {
        for diagnostic in diagnostics {
            self.entry(diagnostic);
        }
    }

    /// Adds each error whose position has no error yet, so that one fault is reported once.
    pub(crate) fn extend_elsewhere(&mut self, errors: Diagnostics) {
        for error in errors {
            if !self.error_positions.contains(&position(&error.location)) {
                self.entry(error);
            }
        }
    }

    /// Adds the result of a generator for a document with `operations` operations.
    pub(crate) fn add(
        &mut self,
        generator: Generator,
        operations: usize,
        refused: &[Refusal],
        warnings: Diagnostics,
    ) {
        for refusal in refused {
            let operation = refusal.operation.to_string();
            for reason in &refusal.reasons {
                let entry = self.entry(reason.clone());
                entry.refused.push(format!("{operation}, {}", generator.name()));
                entry.refused_by.push((generator, operation.clone()));
            }
        }
        self.extend(warnings);
        self.generators.push(Summary {
            generator,
            operations,
            refused: refused.iter().map(|one| one.operation.to_string()).collect(),
        });
    }

    /// Adds the result of a generator that refuses the whole document.
    pub(crate) fn refuse(
        &mut self,
        generator: Generator,
        operations: Vec<OperationName>,
        diagnostics: Diagnostics,
    ) {
        self.extend(diagnostics);
        let refused: Vec<_> = operations.iter().map(OperationName::to_string).collect();
        self.generators.push(Summary { generator, operations: refused.len(), refused });
    }

    /// Returns all diagnostics.
    pub(crate) fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().map(|entry| &entry.diagnostic)
    }

    /// Keeps the errors that remain after all repairs, and gives those in `unrepaired` the reason
    /// why they have no repair.
    pub(crate) fn keep_unrepaired(&mut self, unrepaired: &[Diagnostic]) {
        self.diagnostics.retain(|entry| entry.diagnostic.severity == Severity::Error);
        for entry in &mut self.diagnostics {
            entry.repairable = false;
            let is_same = |other: &&Diagnostic| {
                let error = &entry.diagnostic;
                other.location == error.location && other.message == error.message
            };
            if let Some(explained) = unrepaired.iter().find(is_same) {
                entry.diagnostic.reason.clone_from(&explained.reason);
                entry.reason = explained.reason.as_deref().map(str::to_owned);
            }
        }
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|entry| entry.diagnostic.severity == Severity::Error)
    }

    /// Writes the diagnostics in the order of the document.
    pub(crate) fn print(&mut self, format: Format, mut output: impl Write) -> Result<(), Failure> {
        self.diagnostics.sort_by(|left, right| {
            let (left, right) = (&left.diagnostic, &right.diagnostic);
            left.location.cmp_in_text(&right.location)
        });
        let written = format.write(&*self, &mut output);
        Ok(unless_closed(written.and_then(|()| output.flush()))?)
    }

    /// Returns the entry of a diagnostic, which is added if it is new.
    fn entry(&mut self, diagnostic: Diagnostic) -> &mut Entry {
        if diagnostic.severity == Severity::Error {
            self.error_positions.insert(position(&diagnostic.location));
        }
        let same_hash = self.known.entry(diagnostic.repetition_hash()).or_default();
        let repeats = |index: &usize| self.diagnostics[*index].diagnostic.repeats(&diagnostic);
        let index = same_hash.iter().copied().find(repeats).unwrap_or_else(|| {
            same_hash.push(self.diagnostics.len());
            self.diagnostics.push(Entry {
                severity: rule(diagnostic.severity).0,
                message: diagnostic.message.clone(),
                reason: diagnostic.reason.as_deref().map(str::to_owned),
                help: diagnostic.help.clone(),
                repairable: diagnostic.severity == Severity::Error && diagnostic.fix.is_some(),
                location: SourceLocation::of(&diagnostic.location),
                refused: Vec::new(),
                refused_by: Vec::new(),
                diagnostic: diagnostic.clone(),
            });
            self.diagnostics.len() - 1
        });
        let entry = &mut self.diagnostics[index];
        // A schema that differs by direction is read twice, once as a copy, whose pointer is greater.
        if diagnostic.location.pointer < entry.diagnostic.location.pointer {
            entry.location = SourceLocation::of(&diagnostic.location);
            entry.diagnostic = diagnostic;
        }
        entry
    }
}

fn position(location: &Location) -> (SourceFile, u32, u32) {
    (location.file.clone(), location.line, location.column)
}

/// Returns the rule of the diagnostics of a severity, and its level.
fn rule(severity: Severity) -> (&'static str, Level) {
    match severity {
        Severity::Error => ("error", Level::Breaking),
        Severity::Warning => ("warning", Level::Contract),
    }
}

impl Findings for Diagnosis {
    type Finding = Entry;

    fn tool() -> Tool {
        let page = "crates/openapi-cli/README.md#diagnostics";
        let rule_page = |(id, level)| RulePage { id, level, page: page.to_owned() };
        Tool {
            name: "openapi-dropshot",
            version: env!("CARGO_PKG_VERSION"),
            rules: [Severity::Error, Severity::Warning].map(rule).map(rule_page).into(),
        }
    }

    fn findings(&mut self) -> &mut Vec<Entry> {
        &mut self.diagnostics
    }

    fn annotations(&self) -> Vec<Annotation<'_>> {
        let entries = self.diagnostics.iter().map(|entry| {
            let (rule, level) = rule(entry.diagnostic.severity);
            let reason = entry.reason.iter().cloned();
            let help = entry.help.iter().map(|help| format!("help: {help}"));
            Annotation {
                rule,
                level,
                change: Change::Other,
                message: &entry.message,
                seen_in: &entry.refused,
                details: reason.chain(help).collect(),
                location: &entry.location,
                other: None,
                properties: json!({ "refused": entry.refused }),
            }
        });
        entries.collect()
    }
}
