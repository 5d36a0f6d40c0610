//! A location in a document, with an excerpt of the text there. The excerpt is at
//! most 100 characters long.

use crate::Location;
use serde::Serialize;
use std::fmt;
use untrusted_text::one_line;

/// A location in a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SourceLocation {
    /// The document's name as it was given.
    pub file: String,
    /// The line; counts from 1.
    pub line: u32,
    /// The column in characters; counts from 1.
    pub column: u32,
    /// A JSON Pointer (RFC 6901); empty for the whole document.
    pub pointer: String,
    /// The line at this location, or a part of the line if it is long.
    pub excerpt: String,
    /// The column within the excerpt; counts from 1.
    #[serde(skip)]
    pub excerpt_column: usize,
}

impl SourceLocation {
    /// Returns a location with the excerpt of its file.
    pub fn of(location: &Location) -> SourceLocation {
        // A part of the line, so that long documents and lines aren't searched.
        let (line, column) = location.around();
        let (excerpt, excerpt_column) = around(line, column);
        SourceLocation {
            file: location.file.to_string(),
            line: location.line,
            column: location.column,
            pointer: location.pointer.as_str().to_owned(),
            excerpt,
            excerpt_column,
        }
    }
}

/// Returns the line, or the part of a long line around the column, and the column
/// within the returned text.
fn around(line: &str, column: usize) -> (String, usize) {
    const MAXIMUM_CHARACTERS: usize = 100;
    const BEFORE: usize = 30;
    let line = line.trim_end();
    let beyond = line.chars().count().saturating_sub(MAXIMUM_CHARACTERS);
    let first = column.saturating_sub(BEFORE + 1).min(beyond);
    let excerpt = line.chars().skip(first).take(MAXIMUM_CHARACTERS);
    (excerpt.collect(), column - first)
}

impl fmt::Display for SourceLocation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, pointer) = (one_line(&self.file), one_line(&self.pointer));
        write!(formatter, "{file}:{}:{}", self.line, self.column)?;
        if !pointer.is_empty() {
            write!(formatter, " ({pointer})")?;
        }
        Ok(())
    }
}
