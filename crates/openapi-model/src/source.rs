//! A source file: its name, and the text that excerpts show.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A source file. A copy shares the text. As a text it is its name.
#[derive(Clone)]
pub struct SourceFile(Arc<Source>);

struct Source {
    name: String,
    text: String,
}

impl SourceFile {
    /// Creates a source file with the name that messages show.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self(Arc::new(Source {
            name: name.into(),
            text: text.into(),
        }))
    }

    /// Returns a line of the text, without its end. The first line is 1.
    pub(crate) fn line(&self, number: usize) -> Option<&str> {
        self.0.text.lines().nth(number.checked_sub(1)?)
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
