//! Reads a document and selects operations.

use crate::diagnosis::Diagnosis;
use crate::failure::Failure;
use openapi_model::{Diagnostic, Diagnostics, Document, Location, Pointer, Selection, SourceFile};
use std::path::Path;

/// A document with its text, which diagnostics show.
pub(crate) struct Source {
    /// The text, without a byte order mark.
    pub(crate) text: String,
    /// The document, restricted to the selected operations.
    pub(crate) document: Document,
}

impl Source {
    /// Reads a document.
    pub(crate) fn read(path: &Path, selection: &Selection) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|source| Failure::Read {
            path: path.to_owned(),
            source,
        })?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let text = String::from_utf8_lossy(error.as_bytes());
            unreadable(&text, not_utf8(&name, &error).into())
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned();
        let document =
            Document::parse(&name, &text).map_err(|diagnostics| unreadable(&text, diagnostics))?;
        let document = selection.apply(document)?;
        Ok(Self { text, document })
    }
}

fn unreadable(text: &str, diagnostics: Diagnostics) -> Failure {
    let text = Diagnosis::of_text(text, diagnostics).to_string();
    Failure::Document(text.trim_end().to_owned())
}

fn not_utf8(name: &str, error: &std::string::FromUtf8Error) -> Diagnostic {
    let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let line_start = valid.iter().rposition(|byte| *byte == b'\n');
    let in_line = &valid[line_start.map_or(0, |at| at + 1)..];
    let location = Location {
        file: SourceFile::new(name, String::from_utf8_lossy(error.as_bytes())),
        line: 1 + valid.iter().filter(|byte| **byte == b'\n').count(),
        column: 1 + String::from_utf8_lossy(in_line).chars().count(),
        pointer: Pointer::root(),
    };
    Diagnostic::error(&location, "the text is not UTF-8").help("save the file as UTF-8")
}
