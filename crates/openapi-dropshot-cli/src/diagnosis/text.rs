//! Writes diagnostics for people: each with an excerpt of the document, then the
//! number of accepted operations and the refused ones.

use super::{Diagnosis, Entry, Summary};
use crate::generate::Generator;
use std::fmt;
use untrusted_text::one_line;

/// The number of operations that a diagnostic names; the list at the end is complete.
const MAXIMUM_OPERATIONS: usize = 3;

impl fmt::Display for Diagnosis {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for entry in &self.diagnostics {
            writeln!(formatter, "{entry}\n")?;
        }
        for summary in &self.generators {
            write!(formatter, "{summary}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.diagnostic.excerpt())?;
        // Below the notes of the excerpt, which has line numbers on the left.
        let width = self.location.line.to_string().len();
        for generator in [Generator::Server, Generator::Client, Generator::Lower] {
            if let Some(text) = refused(self, generator) {
                write!(formatter, "\n{:width$} = {}", "", one_line(&text))?;
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
        count if count > MAXIMUM_OPERATIONS => Some(format!(
            "not in the {name}: {named}, and {} more",
            count - MAXIMUM_OPERATIONS
        )),
        _ => Some(format!("not in the {name}: {named}")),
    }
}
