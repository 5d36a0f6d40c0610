//! Diagnostics with the line of the document that they are about, for people.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use untrusted_text::one_line;

use crate::{Diagnostic, Diagnostics, Severity};

/// The maximum number of characters of a line that an excerpt shows. A minified
/// document is one line.
const MAX_CHARACTERS: usize = 100;

/// The number of characters before the element in a longer line.
const BEFORE: usize = 30;

impl Diagnostic {
    /// Returns the message with its position, the line of the document in which the
    /// element is marked, the JSON Pointer, the reason and the remedy.
    pub fn excerpt(&self) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let location = &self.location;
        let origin = Origin::path(one_line(&location.file))
            .line(location.line)
            .char_column(location.column);
        let mut group = Group::with_title(level.primary_title(one_line(&self.message)));
        let (line, column) = location.file.around(location.line, location.column);
        let (excerpt, span) = around(line, column);
        let is_whole = line.trim_end().chars().count() <= MAX_CHARACTERS;
        if excerpt.is_empty() || !is_whole {
            group = group.element(origin);
        }
        if !excerpt.is_empty() {
            let mut snippet = Snippet::source(excerpt).line_start(location.line);
            if is_whole {
                snippet = snippet.path(one_line(&location.file));
            }
            group = group.element(snippet.annotation(AnnotationKind::Primary.span(span)));
        }
        let pointer = format!("at {}", location.pointer);
        group = group.element(Level::NOTE.no_name().message(one_line(&pointer)));
        let reason = self.reason.as_deref();
        let help = self.help.as_deref();
        group = group
            .elements(reason.map(|reason| Level::NOTE.message(one_line(reason))))
            .elements(help.map(|help| Level::HELP.message(one_line(help))));
        Renderer::plain().render(&[group])
    }
}

impl Diagnostics {
    /// Returns all diagnostics with excerpts, separated by empty lines.
    pub fn excerpts(&self) -> String {
        let excerpts: Vec<_> = self.into_iter().map(Diagnostic::excerpt).collect();
        excerpts.join("\n\n")
    }
}

/// Returns the part of a line around a column, escaped, and the bytes of the part from
/// the column to the end of the word that begins there.
fn around(line: &str, column: usize) -> (String, Range<usize>) {
    let line = line.trim_end();
    let at = column.saturating_sub(1);
    let is_long = line.chars().nth(MAX_CHARACTERS).is_some();
    let first = if is_long {
        at.saturating_sub(BEFORE)
    } else {
        0
    };
    let shown = line.chars().skip(first).take(MAX_CHARACTERS);
    let shown: Vec<char> = shown.collect();
    let (before, from) = shown.split_at((at - first).min(shown.len()));
    let in_word = |one: &&char| one.is_alphanumeric() || "$/#_-.\"'".contains(**one);
    let length = from
        .iter()
        .take_while(in_word)
        .count()
        .max(1)
        .min(from.len());
    // An escaped prefix is a prefix of the escaped part.
    let escaped = |length: usize| {
        let part: String = shown[..length].iter().collect();
        one_line(&part.replace('\t', "    ")).into_owned()
    };
    let start = before.len();
    let span = escaped(start).len()..escaped(start + length).len();
    (escaped(shown.len()), span)
}
