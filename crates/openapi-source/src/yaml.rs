//! Reads YAML 1.2 text to nodes, by the core schema (YAML 1.2.2 §10.3). Values that
//! JSON can't express are diagnostics; the reader never turns them into strings.

use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::node::{Content, Node, Source};
use crate::number;
use indexmap::IndexMap;
use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, Span, StrInput, Tag};
use std::borrow::Cow;
use std::collections::HashMap;

/// The maximum depth of nesting; the JSON reader has the same limit.
const MAXIMUM_DEPTH: usize = 128;

/// The maximum number of values in one document, each use of an alias counted: a
/// few lines of aliases to aliases could otherwise fill the memory.
const MAXIMUM_NODES: usize = 2_000_000;

/// Reads `text`. Errors after which reading can go on are added to `diagnostics`; any
/// other error is returned.
pub(crate) fn read(text: &str, diagnostics: &mut Vec<Diagnostic>) -> Result<Node, Diagnostic> {
    let mut reader = Reader {
        parser: Parser::new_from_str(text),
        anchors: HashMap::new(),
        nodes: 0,
        diagnostics,
    };
    let root = loop {
        let (event, span) = reader.next()?;
        match event {
            Event::StreamStart | Event::DocumentStart(_) | Event::Nothing => {}
            Event::StreamEnd => {
                return Err(syntax("the document is empty".to_owned(), &span.start));
            }
            event => break reader.node(event, span, start_of(String::new(), &span.start), 0)?,
        }
    };
    loop {
        match reader.next()? {
            (Event::StreamEnd, _) => return Ok(root),
            (Event::DocumentStart(_), span) => {
                return Err(syntax(
                    "a second document begins here".to_owned(),
                    &span.start,
                ));
            }
            _ => {}
        }
    }
}

struct Reader<'text, 'diagnostics> {
    parser: Parser<'text, StrInput<'text>>,
    anchors: HashMap<usize, Node>,
    nodes: usize,
    diagnostics: &'diagnostics mut Vec<Diagnostic>,
}

impl<'text> Reader<'text, '_> {
    fn next(&mut self) -> Result<(Event<'text>, Span), Diagnostic> {
        match self.parser.next_event() {
            Some(result) => {
                result.map_err(|error: ScanError| syntax(reason(&error), error.marker()))
            }
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    fn node(
        &mut self,
        event: Event<'text>,
        span: Span,
        source: Source,
        depth: usize,
    ) -> Result<Node, Diagnostic> {
        self.count(1, &source)?;
        if depth > MAXIMUM_DEPTH {
            let what = "the depth of nesting";
            let limit = MAXIMUM_DEPTH;
            return Err(DiagnosticKind::TooLarge { what, limit }.at(&source));
        }
        let (content, anchor) = match event {
            Event::Scalar(text, style, anchor, tag) => {
                (self.scalar(&text, style, tag, &source), anchor)
            }
            Event::SequenceStart(anchor, _) => (self.sequence(&source, depth)?, anchor),
            Event::MappingStart(anchor, _) => (self.mapping(&source, depth)?, anchor),
            Event::Alias(anchor) => return self.alias(anchor, &span, &source),
            other => return Err(syntax(format!("{other:?} is out of place"), &span.start)),
        };
        let node = Node { source, content };
        if anchor != 0 {
            self.anchors.insert(anchor, node.clone());
        }
        Ok(node)
    }

    fn sequence(&mut self, source: &Source, depth: usize) -> Result<Content, Diagnostic> {
        let mut items = Vec::new();
        loop {
            let (event, span) = self.next()?;
            if event == Event::SequenceEnd {
                return Ok(Content::Sequence(items));
            }
            let (line, column) = position(&span.start);
            let child = source.child(&items.len().to_string(), line, column);
            items.push(self.node(event, span, child, depth + 1)?);
        }
    }

    fn mapping(&mut self, source: &Source, depth: usize) -> Result<Content, Diagnostic> {
        let mut members = IndexMap::new();
        loop {
            let (event, span) = self.next()?;
            let key = match event {
                Event::MappingEnd => return Ok(Content::Mapping(members)),
                Event::Scalar(text, ..) => text.into_owned(),
                _ => {
                    let kind = DiagnosticKind::NotJson {
                        what: "a key that is not a scalar",
                        remedy: "JSON has only strings as names",
                    };
                    return Err(kind.at(&start_of(source.pointer.clone(), &span.start)));
                }
            };
            let (line, column) = position(&span.start);
            let child = source.child(&key, line, column);
            let (event, span) = self.next()?;
            let node = self.node(event, span, child.clone(), depth + 1)?;
            // The diagnostic is located at the key: the value may be an alias, with
            // its text elsewhere.
            if key == "<<" {
                let kind = DiagnosticKind::NotJson {
                    what: "a merge key",
                    remedy: "YAML 1.2 has none; write the members out, or use `$ref`",
                };
                self.diagnostics.push(kind.at(&child));
            } else if members.contains_key(&key) {
                let kind = DiagnosticKind::DuplicateKey { key };
                self.diagnostics.push(kind.at(&child));
            } else {
                members.insert(key, node);
            }
        }
    }

    fn alias(&mut self, anchor: usize, span: &Span, source: &Source) -> Result<Node, Diagnostic> {
        let Some(node) = self.anchors.get(&anchor).cloned() else {
            // The anchor's own node isn't complete yet: a cycle.
            return Err(syntax(
                "an alias within its own anchor".to_owned(),
                &span.start,
            ));
        };
        self.count(size(&node), source)?;
        Ok(node)
    }

    fn count(&mut self, nodes: usize, source: &Source) -> Result<(), Diagnostic> {
        self.nodes += nodes;
        if self.nodes > MAXIMUM_NODES {
            let what = "the number of values";
            let limit = MAXIMUM_NODES;
            return Err(DiagnosticKind::TooLarge { what, limit }.at(source));
        }
        Ok(())
    }

    fn scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        tag: Option<Cow<'_, Tag>>,
        source: &Source,
    ) -> Content {
        let is_plain = match tag.as_deref().map(|tag| tag.suffix.as_str()) {
            Some("str") => false,
            // An explicit tag applies to quoted scalars as well.
            Some("int" | "float" | "bool" | "null") => true,
            _ => style == ScalarStyle::Plain,
        };
        if !is_plain {
            return Content::String(text.to_owned());
        }
        match text {
            "" | "~" | "null" | "Null" | "NULL" => Content::Null,
            "true" | "True" | "TRUE" => Content::Boolean(true),
            "false" | "False" | "FALSE" => Content::Boolean(false),
            ".inf" | "-.inf" | "+.inf" | ".nan" | ".Inf" | "-.Inf" | "+.Inf" | ".NaN" | ".INF"
            | "-.INF" | "+.INF" | ".NAN" => {
                let kind = DiagnosticKind::NotJson {
                    what: "an infinite number, or one that is none,",
                    remedy: "JSON has neither; quote it if it is meant as a string",
                };
                self.diagnostics.push(kind.at(source));
                Content::Null
            }
            _ => match json_number(text) {
                Some(digits) => number::read(&digits, source, self.diagnostics),
                None => Content::String(text.to_owned()),
            },
        }
    }
}

/// Returns `text` in the JSON spelling of numbers, if it is a number by the core
/// schema.
fn json_number(text: &str) -> Option<String> {
    if let Some(digits) = text.strip_prefix("0x") {
        return u128::from_str_radix(digits, 16)
            .ok()
            .map(|value| value.to_string());
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return u128::from_str_radix(digits, 8)
            .ok()
            .map(|value| value.to_string());
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let has_digits = !whole.is_empty() || !fraction.is_empty();
    let exponent_is_number = exponent.is_none_or(|exponent| {
        let digits = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        !digits.is_empty() && is_digits(digits)
    });
    (has_digits && is_digits(whole) && is_digits(fraction) && exponent_is_number).then(|| {
        let sign = if text.starts_with('-') { "-" } else { "" };
        let exponent = exponent.map_or(String::new(), |exponent| format!("e{exponent}"));
        format!("{sign}0{whole}.{fraction}0{exponent}")
    })
}

fn size(node: &Node) -> usize {
    match &node.content {
        Content::Sequence(items) => 1 + items.iter().map(size).sum::<usize>(),
        Content::Mapping(members) => 1 + members.values().map(size).sum::<usize>(),
        _ => 1,
    }
}

fn position(marker: &Marker) -> (usize, usize) {
    (marker.line().max(1), marker.col() + 1)
}

fn start_of(pointer: String, marker: &Marker) -> Source {
    let (line, column) = position(marker);
    Source {
        pointer,
        line,
        column,
    }
}

fn reason(error: &ScanError) -> String {
    match error.info() {
        // The parser reports these only between brackets.
        info @ ("invalid indentation" | "invalid indentation in flow construct") => format!(
            "{info}; all lines of `[…]` and `{{…}}`, also that of the closing bracket, are \
             indented deeper than the key that they belong to (YAML 1.2.2 §8.2.3)"
        ),
        info => info.to_owned(),
    }
}

fn syntax(reason: String, marker: &Marker) -> Diagnostic {
    let language = "YAML";
    DiagnosticKind::Syntax { language, reason }.at(&start_of(String::new(), marker))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_line_between_brackets_that_is_indented_too_little_is_refused_with_the_rule() {
        for (text, line) in [
            ("a:\n  - b: [\n      c\n  ]\n", 4),
            ("a:\n  b: [\n  c\n  ]\n", 3),
        ] {
            let refused = super::read(text, &mut Vec::new()).expect_err("it is not YAML");
            let message = refused.kind.to_string();
            assert_eq!(refused.line, line, "{message}");
            assert!(message.contains("deeper than the key"), "{message}");
        }
    }
}
