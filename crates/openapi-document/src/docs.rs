//! Turns the text of a document into documentation of Rust that only documents.
//!
//! rustdoc compiles and runs code blocks without another language, and copies HTML into
//! its pages. rustc refuses lone carriage returns and characters that change the
//! direction of text.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

use crate::Node;

/// Stand for `<` and `[` while the text is parsed, so that nothing in it is HTML, a footnote
/// or a task: versions of the parser differ about the code that footnotes and tasks contain.
/// They are not characters (Unicode 16.0 §23.7).
const LESS_THAN: char = '\u{fdd0}';
const BRACKET: char = '\u{fdd1}';

/// What rustdoc reads beyond CommonMark, also where it looks for tests
/// (`rustc_resolve::rustdoc::main_body_opts`).
const RUSTDOC: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_SMART_PUNCTUATION);

/// The width of a tab, and the indentation of code.
const INDENTATION: usize = 4;

/// Returns the lines of a text in Markdown as lines of documentation of Rust, each with
/// the space that follows `///`. Code blocks become blocks of the language `text`, HTML
/// becomes text, and invisible characters become visible.
pub fn doc_lines(text: &str) -> Vec<String> {
    let text = visible(text.trim());
    let lines = without_code(&text);
    let lines = lines.trim_end().lines().map(|line| match line.trim_end() {
        "" => String::new(),
        line => format!(" {line}"),
    });
    lines.collect()
}

/// Returns the paragraph about a deprecated element, with the reason in `x-deprecated-reason`.
pub fn deprecation(node: &Node) -> Option<String> {
    let reason = node.get("x-deprecated-reason").and_then(Node::string)?;
    let is_deprecated = node.get("deprecated").and_then(Node::boolean) == Some(true);
    is_deprecated.then(|| format!("Deprecated: {}", reason.trim()))
}

/// Returns a text whose lines end with `\n`, with spaces instead of tabs and with escapes
/// instead of characters that change how a line is shown.
fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    let mut column = 0;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\r' if characters.peek() == Some(&'\n') => continue,
            '\r' | '\n' => {
                visible.push('\n');
                column = 0;
                continue;
            }
            '\t' => {
                let width = INDENTATION - column % INDENTATION;
                visible.extend(std::iter::repeat_n(' ', width));
                column += width;
                continue;
            }
            '<' => visible.push(LESS_THAN),
            '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | LESS_THAN | BRACKET => {
                visible.extend(character.escape_unicode());
            }
            control if control.is_control() => visible.extend(control.escape_unicode()),
            // A line of such spaces is no empty line in Markdown, but it is for rustdoc.
            space if space.is_whitespace() => visible.push(' '),
            other => visible.push(other),
        }
        column += 1;
    }
    let marks = ["[^", "[ ]", "[x]", "[X]"];
    let hidden = |mark: &str| mark.replace('[', &BRACKET.to_string());
    marks.iter().fold(visible, |text, mark| text.replace(mark, &hidden(mark)))
}

/// Writes each code block as a fenced block of the language `text`, and restores `<` and `[`.
fn without_code(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = 0;
    let mut events = Parser::new_ext(text, RUSTDOC).into_offset_iter();
    while let Some((event, range)) = events.next() {
        match event {
            Event::Code(code) => {
                push_escaped(&mut written, &text[rest..range.start]);
                let quote = backticks(&code, 1);
                // In one line, so that none of its lines begins a block.
                let line = format!("{quote} {code} {quote}");
                let source = &text[range.clone()];
                push_code(&mut written, if source.contains('\n') { &line } else { source });
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                push_escaped(&mut written, &text[rest..range.start]);
                if kind == CodeBlockKind::Indented {
                    written.truncate(written.len() - INDENTATION);
                }
                let code = events.by_ref().map_while(|(event, _)| match event {
                    Event::Text(code) => Some(code.into_string()),
                    _ => None,
                });
                let code: String = code.collect();
                push_block(&mut written, &code);
                if text[range.clone()].ends_with('\n') {
                    written.push('\n');
                }
            }
            _ => continue,
        }
        rest = range.end;
    }
    push_escaped(&mut written, &text[rest..]);
    written
}

/// Appends a fenced block where its first line begins. The other lines begin with what
/// continues the quotes and the lists that the block is in.
fn push_block(written: &mut String, code: &str) {
    let line = written.rfind('\n').map_or(0, |end| end + 1);
    // One space after `>` is no indentation.
    let markers = written[line..].replace("> ", ">").replace('>', "> ");
    let continued = |marker| if marker == '>' { '>' } else { ' ' };
    let margin: String = markers.chars().map(continued).collect();
    let fence = backticks(code, 3);
    written.push_str(&fence);
    written.push_str("text\n");
    for line in code.lines() {
        written.push_str(&margin);
        push_code(written, line);
        written.push('\n');
    }
    written.push_str(&margin);
    written.push_str(&fence);
}

/// Returns more backticks than the code has in a row, and at least so many.
fn backticks(code: &str, least: usize) -> String {
    let longest = code.split(|other| other != '`').map(str::len).max();
    "`".repeat(longest.map_or(0, |length| length + 1).max(least))
}

fn push_code(written: &mut String, code: &str) {
    written.push_str(&code.replace(LESS_THAN, "<").replace(BRACKET, "["));
}

/// Appends Markdown without code, in which `<` and some `[` are letters.
fn push_escaped(written: &mut String, markdown: &str) {
    for letter in markdown.chars() {
        let original = match letter {
            LESS_THAN => '<',
            BRACKET => '[',
            other => other,
        };
        if original != letter {
            let letters = written.trim_end_matches('\\').len();
            if (written.len() - letters).is_multiple_of(2) {
                written.push('\\');
            }
        }
        written.push(original);
    }
}

#[cfg(test)]
mod tests {
    use super::doc_lines;

    #[test]
    fn code_blocks_are_text_where_they_are() {
        for (text, expected) in [
            ("a\n\n    b\n     c", " a\n\n ```text\n b\n  c\n ```"),
            ("- a\n\n\t\tb\n\n\t\tc", " - a\n\n   ```text\n     b\n\n     c\n   ```"),
            ("-     a", " - ```text\n   a\n   ```"),
            ("> ~~~ rust\n> a\nb", " > ```text\n > a\n > ```\n b"),
            ("~~~json\n```` ", " `````text\n ````\n `````"),
            ("a `<b>`\n<br> \\<hr>", " a `<b>`\n \\<br> \\<hr>"),
            ("<!--\n\n    a", " \\<!--\n\n ```text\n a\n ```"),
        ] {
            assert_eq!(doc_lines(text).join("\n"), expected, "{text}");
        }
    }

    #[test]
    fn lines_end_and_letters_follow_each_other_as_they_are_shown() {
        let text = "a\r\n\rb\tc\u{202e}d\0\u{fdd0}";
        let expected = [" a", "", r" b   c\u{202e}d\u{0}\u{fdd0}"];
        assert_eq!(doc_lines(text), expected);
    }
}
