//! The diagnostics of `openapi-dropshot check --format json` for a document.

use crate::{error::Error, process};
use serde::Deserialize;
use std::{collections::BTreeMap, process::Command};

/// The diagnostics of a document.
#[derive(Deserialize)]
pub struct Diagnosis {
    diagnostics: Vec<Diagnostic>,
    generators: Vec<Generator>,
}

#[derive(Deserialize)]
struct Diagnostic {
    message: String,
    location: Location,
    refused: Vec<String>,
}

#[derive(Deserialize)]
struct Location {
    pointer: String,
}

#[derive(Deserialize)]
struct Generator {
    generator: String,
    operations: usize,
    refused: Vec<String>,
}

impl Diagnosis {
    /// Runs the check, whose exit code is 1 where it finds an error.
    pub fn of(check: &mut Command) -> Result<Self, Error> {
        let output = check.output().map_err(process::failure_of(check))?;
        serde_json::from_slice(&output.stdout).map_err(|_| Error::Failed {
            command: process::shown(check),
        })
    }

    /// Returns whether each generator generates an operation.
    pub fn has_operations(&self) -> bool {
        let mut generators = self.generators.iter();
        generators.all(|generator| generator.operations > generator.refused.len())
    }

    /// Returns the number of operations of the document.
    pub fn operations(&self) -> usize {
        let counts = self.generators.iter().map(|generator| generator.operations);
        counts.max().unwrap_or(0)
    }

    /// Returns the number of operations that a generator generates.
    pub fn generated(&self, name: &str) -> usize {
        let mut generators = self.generators.iter();
        let generator = generators.find(|generator| generator.generator == name);
        generator.map_or(0, |one| one.operations - one.refused.len())
    }

    /// Returns the generators with the operations that they refuse.
    pub fn refused(&self) -> impl Iterator<Item = (&str, &str)> {
        self.generators.iter().flat_map(|one| {
            let refused = one.refused.iter();
            refused.map(|operation| (one.generator.as_str(), operation.as_str()))
        })
    }

    /// Returns the JSON Pointers that diagnostics name.
    pub fn pointers(&self) -> Vec<&str> {
        let diagnostics = self.diagnostics.iter();
        diagnostics
            .map(|diagnostic| diagnostic.location.pointer.as_str())
            .collect()
    }

    /// Returns the number of refusals by reason, without the document's own names. An
    /// operation that both generators refuse counts twice.
    pub fn reasons(&self) -> BTreeMap<String, usize> {
        let mut reasons = BTreeMap::new();
        for diagnostic in &self.diagnostics {
            if !diagnostic.refused.is_empty() {
                let parts = diagnostic.message.split('`').enumerate();
                let reason: Vec<_> = parts
                    .map(|(index, part)| if index % 2 == 0 { part } else { "…" })
                    .collect();
                *reasons.entry(reason.join("`")).or_default() += diagnostic.refused.len();
            }
        }
        reasons
    }
}
