//! Writes diagnostics for people: each with an excerpt of the document, then the
//! number of accepted operations and the refused ones. A diagnostic of many places is
//! written once.

use super::{Diagnosis, Entry, Summary};
use crate::generator::Generator;
use openapi_document::repair_hint;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use untrusted_text::one_line;

/// The number of places of one cause that are written each with its excerpt.
const MAXIMUM_PLACES: usize = 3;

/// The number of operations that a diagnostic names; the list at the end is complete.
const MAXIMUM_OPERATIONS: usize = 3;

impl fmt::Display for Diagnosis {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut places: HashMap<_, Vec<&Entry>> = HashMap::new();
        for entry in &self.diagnostics {
            places.entry(entry.cause()).or_default().push(entry);
        }
        for entry in &self.diagnostics {
            let places = &places[&entry.cause()];
            if places.len() <= MAXIMUM_PLACES {
                writeln!(formatter, "{entry}\n")?;
            } else if std::ptr::eq(places[0], entry) {
                writeln!(formatter, "{entry}")?;
                writeln!(formatter, "{}\n", entry.note(&also_at(&places[1..])))?;
            }
        }
        for summary in &self.generators {
            write!(formatter, "{summary}")?;
        }
        let repairable = self.diagnostics.iter().filter(|entry| entry.repairable);
        match repair_hint(repairable.count()) {
            Some(hint) => writeln!(formatter, "{hint}"),
            None => Ok(()),
        }
    }
}

impl Entry {
    /// Returns what entries with one cause have in common.
    fn cause(&self) -> impl Eq + Hash {
        let texts = (&self.message, &self.reason, &self.help);
        (self.severity, texts, &self.location.file, &self.refused_by)
    }

    /// Returns a line below the notes of the excerpt, which has line numbers on the left.
    fn note(&self, text: &str) -> String {
        let width = self.location.line.to_string().len();
        format!("{:width$} = {}", "", one_line(text))
    }
}

/// Returns the places of further entries with one cause.
fn also_at(places: &[&Entry]) -> String {
    let lines: Vec<_> = places
        .iter()
        .take(MAXIMUM_PLACES)
        .map(|entry| format!("{}:{}", entry.location.line, entry.location.column))
        .collect();
    let (lines, rest) = (lines.join(", "), places.len() - lines.len());
    match rest {
        0 => format!("also at {lines}"),
        _ => format!("also at {lines} and {rest} more; `--format json` has all of them"),
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.diagnostic.excerpt())?;
        for generator in [Generator::Server, Generator::Client, Generator::Lower] {
            if let Some(text) = refused(self, generator) {
                write!(formatter, "\n{}", self.note(&text))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let accepted = self.operations - self.refused.len();
        let (name, total) = (self.generator.name(), self.operations);
        write!(formatter, "{name}: {accepted} of {total} operations")?;
        if self.refused.is_empty() {
            return writeln!(formatter);
        }
        writeln!(formatter, ", without")?;
        for operation in &self.refused {
            writeln!(formatter, "  {}", one_line(operation))?;
        }
        Ok(())
    }
}

/// Returns the operations of a generator that a diagnostic refuses, as a sentence.
fn refused(entry: &Entry, generator: Generator) -> Option<String> {
    let names: Vec<_> = entry
        .refused_by
        .iter()
        .filter(|(by, _)| *by == generator)
        .map(|(_, name)| name.as_str())
        .collect();
    let named = names.get(..MAXIMUM_OPERATIONS).unwrap_or(&names).join(", ");
    let name = generator.name();
    match names.len() {
        0 => None,
        count if count > MAXIMUM_OPERATIONS => {
            Some(format!("not in the {name}: {named}, and {} more", count - MAXIMUM_OPERATIONS))
        }
        _ => Some(format!("not in the {name}: {named}")),
    }
}
