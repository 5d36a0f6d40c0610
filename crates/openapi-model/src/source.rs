//! A source file: its name, and the text that excerpts show.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// A source file. A copy shares the text. As a text it is its name.
#[derive(Clone)]
pub struct SourceFile(Arc<Source>);

struct Source {
    name: String,
    text: String,
    /// The byte at which each line begins: searched once, because a large document has
    /// thousands of diagnostics with an excerpt.
    line_starts: OnceLock<Vec<usize>>,
}

impl SourceFile {
    /// Creates a source file with the name that messages show.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self(Arc::new(Source {
            name: name.into(),
            text: text.into(),
            line_starts: OnceLock::new(),
        }))
    }

    /// Returns the text, which is empty if the file can't be read.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Returns a line of the text, without its end. The first line is 1.
    pub fn line(&self, number: usize) -> Option<&str> {
        let start = *self.line_starts().get(number.checked_sub(1)?)?;
        self.0.text[start..].lines().next()
    }

    fn line_starts(&self) -> &[usize] {
        self.0.line_starts.get_or_init(|| {
            let ends = self.0.text.match_indices('\n');
            std::iter::once(0)
                .chain(ends.map(|(end, _)| end + 1))
                .collect()
        })
    }
}

impl Deref for SourceFile {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0.name
    }
}

impl From<String> for SourceFile {
    fn from(name: String) -> Self {
        Self::new(name, "")
    }
}

impl From<&str> for SourceFile {
    fn from(name: &str) -> Self {
        Self::new(name, "")
    }
}

impl PartialEq for SourceFile {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for SourceFile {}

impl fmt::Debug for SourceFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, formatter)
    }
}

impl fmt::Display for SourceFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self)
    }
}
