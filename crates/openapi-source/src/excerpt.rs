//! Diagnostics with the line of the document that they are about, for people.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use untrusted_text::one_line;

use crate::{Diagnostic, Diagnostics, Severity};

/// The width of an excerpt, which shows a part of a longer line.
const WIDTH: usize = 110;

impl Diagnostic {
    /// Returns the message with its position, the line of the document in which the
    /// element is marked, the JSON Pointer, the reason and the remedy.
    pub fn excerpt(&self) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let location = &self.location;
        let place = [location.line, location.column].map(|number| number as usize);
        let origin = Origin::path(one_line(&location.file)).line(place[0]).char_column(place[1]);
        let mut group = Group::with_title(level.primary_title(one_line(&self.message)));
        let (line, column) = location.around();
        let (excerpt, span) = escaped(line, column);
        // A minified document is one line, of which the renderer gets a part.
        let is_whole = column == place[1];
        if excerpt.is_empty() || !is_whole {
            group = group.element(origin);
        }
        if !excerpt.is_empty() {
            let mut snippet = Snippet::source(excerpt).line_start(place[0]);
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
        Renderer::plain().term_width(WIDTH).render(&[group])
    }
}

impl Diagnostics {
    /// Returns all diagnostics with excerpts, separated by empty lines.
    pub fn excerpts(&self) -> String {
        let excerpts: Vec<_> = self.into_iter().map(Diagnostic::excerpt).collect();
        excerpts.join("\n\n")
    }
}

/// Returns a line, escaped, and its bytes from the column to the end of the word that
/// begins there.
fn escaped(line: &str, column: usize) -> (String, Range<usize>) {
    let line = line.trim_end();
    let start = line.char_indices().nth(column.saturating_sub(1));
    let (before, from) = line.split_at(start.map_or(line.len(), |(start, _)| start));
    let in_word = |one: &char| one.is_alphanumeric() || "$/#_-.\"'".contains(*one);
    let length = from.chars().take_while(in_word).count().max(1);
    let end = from.char_indices().nth(length);
    let (word, after) = from.split_at(end.map_or(from.len(), |(end, _)| end));
    let [before, word, after] =
        [before, word, after].map(|part| one_line(&part.replace('\t', "    ")).into_owned());
    let span = before.len()..before.len() + word.len();
    (format!("{before}{word}{after}"), span)
}
