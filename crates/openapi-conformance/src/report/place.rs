//! A place in a document, with what stands there. It must never be longer than
//! a reader's line.

use serde::Serialize;
use std::fmt;

/// A place in a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The document's name as it was given.
    pub file: String,
    /// Counts from 1.
    pub line: usize,
    /// In characters; counts from 1.
    pub column: usize,
    /// RFC 6901; empty for the whole document.
    pub pointer: String,
    /// What stands there: the line, or a part of it if it is long.
    pub excerpt: String,
    /// The column within the excerpt; counts from 1.
    #[serde(skip)]
    pub(super) excerpt_column: usize,
}

impl Place {
    /// A place in `text`, which is all of the document.
    pub fn new(text: &str, file: &str, line: usize, column: usize, pointer: &str) -> Place {
        let stands_there = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
        let (excerpt, excerpt_column) = around(stands_there, column);
        Place {
            file: file.to_owned(),
            line,
            column,
            pointer: pointer.to_owned(),
            excerpt,
            excerpt_column,
        }
    }
}

/// The line, or what stands around the column if it is long, and the column in
/// that.
fn around(line: &str, column: usize) -> (String, usize) {
    const MAXIMUM_CHARACTERS: usize = 100;
    const BEFORE: usize = 30;
    let line = line.trim_end();
    let beyond = line.chars().count().saturating_sub(MAXIMUM_CHARACTERS);
    let first = column.saturating_sub(BEFORE + 1).min(beyond);
    let excerpt = line.chars().skip(first).take(MAXIMUM_CHARACTERS);
    (excerpt.collect(), column - first)
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}:{}", self.file, self.line, self.column)?;
        if !self.pointer.is_empty() {
            write!(formatter, " ({})", self.pointer)?;
        }
        Ok(())
    }
}
