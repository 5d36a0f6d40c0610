//! A source file: its name, and the text that excerpts show.

use std::fmt;
use std::hash::{Hash, Hasher};
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
    /// The byte at which each character begins whose number is a multiple of [`MARKED`].
    marks: OnceLock<Vec<usize>>,
}

/// The distance of the characters whose bytes are known: a minified document is one line
/// of millions of characters.
const MARKED: usize = 256;

/// The number of characters of a line on each side of a column that excerpts need.
const AROUND: usize = 1_000;

impl SourceFile {
    /// Creates a source file with the name that messages show.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self(Arc::new(Source {
            name: name.into(),
            text: text.into(),
            line_starts: OnceLock::new(),
            marks: OnceLock::new(),
        }))
    }

    /// Returns the text, which is empty if the file can't be read.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Returns a line of the text, without its end. The first line is 1.
    pub fn line(&self, number: usize) -> Option<&str> {
        let starts = self.line_starts();
        let start = *starts.get(number.checked_sub(1)?)?;
        let end = starts.get(number).copied().unwrap_or(self.0.text.len());
        let line = &self.0.text[start..end];
        let line = line.strip_suffix('\n').unwrap_or(line);
        Some(line.strip_suffix('\r').unwrap_or(line))
    }

    /// Returns the part of a line around a column, and the column in it. The part has at
    /// least 1,000 characters on each side, unless the line ends before. Columns are in
    /// characters, from 1.
    pub fn around(&self, line: usize, column: usize) -> (&str, usize) {
        let Some(text) = self.line(line) else {
            return ("", column);
        };
        let before = column.saturating_sub(1 + AROUND);
        let start = self.line_starts()[line - 1];
        let byte = |characters| (self.byte_after(start, characters) - start).min(text.len());
        (&text[byte(before)..byte(column + AROUND)], column - before)
    }

    /// Returns the byte of the character that is so many characters after another one.
    fn byte_after(&self, start: usize, characters: usize) -> usize {
        let text = &self.0.text;
        let marks = self.0.marks.get_or_init(|| {
            let starts = text.char_indices().map(|(start, _)| start);
            starts.step_by(MARKED).collect()
        });
        let mark = marks.partition_point(|mark| *mark <= start).saturating_sub(1);
        let from = marks.get(mark).copied().unwrap_or_default();
        let wanted = mark * MARKED + text[from..start].chars().count() + characters;
        let Some(from) = marks.get(wanted / MARKED).copied() else {
            return text.len();
        };
        let mut starts = text[from..].char_indices();
        let last = starts.nth(wanted % MARKED);
        last.map_or(text.len(), |(start, _)| from + start)
    }

    fn line_starts(&self) -> &[usize] {
        self.0.line_starts.get_or_init(|| {
            let ends = self.0.text.match_indices('\n');
            std::iter::once(0).chain(ends.map(|(end, _)| end + 1)).collect()
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

impl Hash for SourceFile {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.name.hash(hasher);
    }
}

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
