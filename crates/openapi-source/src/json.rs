//! Reads JSON text to nodes. The reader accepts exactly RFC 8259 and keeps every
//! digit of a number.
//!
//! serde_json parses; `RawValue` borrows from the text, so the location of a value
//! follows from where its slice begins. The YAML reader can't read JSON because
//! YAML has no surrogate pairs (`\ud83d\ude00`).

use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::node::{Content, Node, Source};
use crate::number;
use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// Reads `text`. Errors after which reading can go on are added to `diagnostics`; any
/// other error is returned.
pub(crate) fn read(text: &str, diagnostics: &mut Vec<Diagnostic>) -> Result<Node, Diagnostic> {
    let root: &RawValue = serde_json::from_str::<serde_json::Value>(text)
        .and_then(|_| serde_json::from_str(text))
        .map_err(|error| Diagnostic {
            line: error.line(),
            column: error.column().max(1),
            pointer: String::new(),
            kind: DiagnosticKind::Syntax {
                language: "JSON",
                reason: without_position(&error.to_string()),
            },
        })?;
    let mut reader = Reader {
        text,
        offset: 0,
        line: 1,
        column: 1,
        diagnostics,
    };
    let (line, column) = reader.advance(root.get());
    let source = Source {
        pointer: String::new(),
        line,
        column,
    };
    Ok(reader.node(root, source))
}

/// Removes the position that ends serde_json's messages; a `Diagnostic` has a position
/// of its own.
fn without_position(message: &str) -> String {
    message
        .rsplit_once(" at line ")
        .map_or(message, |(reason, _)| reason)
        .to_owned()
}

/// A cursor that moves through the text once, forwards.
struct Reader<'text, 'diagnostics> {
    text: &'text str,
    offset: usize,
    line: usize,
    column: usize,
    diagnostics: &'diagnostics mut Vec<Diagnostic>,
}

impl<'text> Reader<'text, '_> {
    /// Moves to the start of `slice`, a part of the text. Returns its line and
    /// column.
    fn advance(&mut self, slice: &'text str) -> (usize, usize) {
        let target = slice.as_ptr().addr() - self.text.as_ptr().addr();
        for character in self.text[self.offset..target].chars() {
            if character == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        self.offset = target;
        (self.line, self.column)
    }

    fn node(&mut self, raw: &'text RawValue, source: Source) -> Node {
        // The whole text was parsed before, so no part of it can fail now, and
        // `Null` never hides an error.
        let content = match raw.get().as_bytes()[0] {
            b'{' => parse::<Members<'text>>(raw).map(|members| self.mapping(members, &source)),
            b'[' => parse::<Vec<&'text RawValue>>(raw).map(|items| self.sequence(items, &source)),
            b'"' => parse::<String>(raw).map(Content::String),
            b't' | b'f' => parse::<bool>(raw).map(Content::Boolean),
            b'n' => Some(Content::Null),
            _ => Some(number::read(raw.get(), &source, self.diagnostics)),
        };
        Node {
            content: content.unwrap_or(Content::Null),
            source,
        }
    }

    fn mapping(&mut self, Members(entries): Members<'text>, source: &Source) -> Content {
        let mut members = IndexMap::with_capacity(entries.len());
        for (raw_key, value) in entries {
            let key = parse::<String>(raw_key).unwrap_or_default();
            let (line, column) = self.advance(raw_key.get());
            let child = source.child(&key, line, column);
            let node = self.node(value, child);
            if members.contains_key(&key) {
                let kind = DiagnosticKind::DuplicateKey { key };
                self.diagnostics.push(kind.at(&node.source));
            } else {
                members.insert(key, node);
            }
        }
        Content::Mapping(members)
    }

    fn sequence(&mut self, items: Vec<&'text RawValue>, source: &Source) -> Content {
        let nodes = items.into_iter().enumerate().map(|(index, item)| {
            let (line, column) = self.advance(item.get());
            self.node(item, source.child(&index.to_string(), line, column))
        });
        Content::Sequence(nodes.collect())
    }
}

fn parse<'text, T: Deserialize<'text>>(raw: &'text RawValue) -> Option<T> {
    serde_json::from_str(raw.get()).ok()
}

/// The members of an object in order, including duplicates.
struct Members<'text>(Vec<(&'text RawValue, &'text RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EachMember;
        impl<'de> Visitor<'de> for EachMember {
            type Value = Members<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = access.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(EachMember)
    }
}
