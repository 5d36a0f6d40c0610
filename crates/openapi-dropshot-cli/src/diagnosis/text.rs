//! Writes diagnostics for people: each with an excerpt of the document, then the
//! number of accepted operations and the refused ones.

use super::{Diagnosis, Entry, Summary};
use crate::generate::Generator;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use openapi_model::Severity;
use std::fmt;
use std::ops::Range;

/// The number of characters of a line that an excerpt shows; minified documents are
/// one line.
const MAXIMUM_CHARACTERS: usize = 100;

/// The number of operations that a diagnostic names; the list at the end is complete.
const MAXIMUM_OPERATIONS: usize = 3;

impl fmt::Display for Diagnosis<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for entry in &self.diagnostics {
            let line = self.lines.get(entry.location.line.saturating_sub(1));
            let text = rendered(entry, line.copied().unwrap_or_default());
            writeln!(formatter, "{text}\n")?;
        }
        for summary in &self.generators {
            write!(formatter, "{summary}")?;
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
            writeln!(formatter, "  {operation}")?;
        }
        Ok(())
    }
}

fn rendered(entry: &Entry, line: &str) -> String {
    let level = match entry.diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let location = &entry.location;
    let mut group = Group::with_title(level.primary_title(entry.message.as_str()));
    let (excerpt, span) = excerpt(line, location.column);
    let is_whole = excerpt == line.trim_end();
    if excerpt.is_empty() || !is_whole {
        let origin = Origin::path(location.file.as_str());
        group = group.element(origin.line(location.line).char_column(location.column));
    }
    if !excerpt.is_empty() {
        // With a path, the column is counted from the beginning of the excerpt.
        let path = is_whole.then_some(location.file.as_str());
        let snippet = Snippet::source(excerpt)
            .line_start(location.line)
            .path(path);
        group = group.element(snippet.annotation(AnnotationKind::Primary.span(span)));
    }
    if !location.pointer.is_empty() {
        group = group.element(
            Level::NOTE
                .no_name()
                .message(format!("at {}", location.pointer)),
        );
    }
    let help = entry.help.as_deref().map(|help| Level::HELP.message(help));
    let generators = [Generator::Server, Generator::Client, Generator::Lower];
    let refused = generators.into_iter().filter_map(|one| refused(entry, one));
    let refused = refused.map(|text| Level::NOTE.no_name().message(text));
    group = group.elements(help).elements(refused);
    Renderer::plain().render(&[group])
}

/// Returns the operations of a generator that a diagnostic refuses, as a sentence.
fn refused(entry: &Entry, generator: Generator) -> Option<String> {
    let names = entry.refused_by.iter().filter(|(by, _)| *by == generator);
    let names: Vec<_> = names.map(|(_, name)| name.as_str()).collect();
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

/// Returns the part of a line around a column, and the bytes of the part at which the
/// element begins, up to its end or the end of its first word.
fn excerpt(line: &str, column: usize) -> (String, Range<usize>) {
    let characters: Vec<char> = line.trim_end().chars().collect();
    let at = column.saturating_sub(1).min(characters.len());
    let is_long = characters.len() > MAXIMUM_CHARACTERS;
    let first = if is_long { at.saturating_sub(30) } else { 0 };
    let shown = &characters[first..characters.len().min(first + MAXIMUM_CHARACTERS)];
    let bytes = |characters: &[char]| characters.iter().map(|one| one.len_utf8()).sum::<usize>();
    let word = shown[at - first..].iter();
    let word = word.take_while(|one| one.is_alphanumeric() || "$/#_-.\"'".contains(**one));
    let (start, length) = (bytes(&shown[..at - first]), word.count().max(1));
    let end = shown.len().min(at - first + length);
    (shown.iter().collect(), start..bytes(&shown[..end]))
}
