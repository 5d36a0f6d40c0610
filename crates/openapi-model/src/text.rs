//! Parses text, YAML 1.2 with the core schema or JSON, to [`Node`]s.
//!
//! Both formats use the same parser, since JSON is a subset of YAML with two
//! exceptions that are handled here: surrogate pairs in `\u` escapes, and plain
//! scalars, which are resolved to the same values as in JSON. Features of YAML that
//! JSON lacks (tags, keys other than strings, multiple documents) are rejected.
//! Aliases are copied, with a bound on the resulting size.

use std::collections::{HashMap, HashSet};

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, Span};
use serde_json::Number;

use crate::surrogates::Joined;
use crate::{Diagnostic, Diagnostics, Location, Mapping, Node, Pointer, SourceFile, Value};

/// The maximum number of nodes that alias expansion may add to a document. Without
/// a bound, a few hundred bytes of nested aliases would exhaust the memory.
const MAX_ALIASED: usize = 200_000;

/// The maximum length of a JSON Pointer in bytes; each node has its own.
pub(crate) const MAX_POINTER: usize = 2048;

/// The maximum nesting depth; the tree is traversed recursively.
pub(crate) const MAX_DEPTH: usize = 256;

pub(crate) fn read(file: &str, text: &str) -> Result<Node, Diagnostics> {
    let file = SourceFile::new(file, text);
    let text = Joined::new(text);
    let mut reader = Reader {
        file,
        text: &text,
        parser: Parser::new_from_str(&text.text),
        anchors: HashMap::new(),
        diagnostics: Diagnostics::default(),
        aliased: 0,
    };
    let root = reader.document()?;
    reader.diagnostics.or(root)
}

struct Reader<'t> {
    file: SourceFile,
    text: &'t Joined<'t>,
    parser: Parser<'t, saphyr_parser::StrInput<'t>>,
    anchors: HashMap<usize, Node>,
    diagnostics: Diagnostics,
    aliased: usize,
}

type Read<T> = Result<T, Diagnostics>;

impl<'t> Reader<'t> {
    fn document(&mut self) -> Read<Node> {
        let root = loop {
            match self.next()? {
                (Event::StreamStart | Event::DocumentStart(_), _) => {}
                (Event::StreamEnd, span) => {
                    return Err(self
                        .error(span.start, &Pointer::root(), "the file is empty")
                        .into());
                }
                (event, span) => break self.node(event, span, Pointer::root(), 0)?,
            }
        };
        loop {
            match self.next()? {
                (Event::StreamEnd, _) => return Ok(root),
                (Event::DocumentStart(_), span) => {
                    let message = "a second YAML document begins here; only one is read";
                    return Err(self.error(span.start, &Pointer::root(), message).into());
                }
                _ => {}
            }
        }
    }

    fn next(&mut self) -> Read<(Event<'t>, Span)> {
        match self.parser.next_event() {
            Some(Ok(event)) => Ok(event),
            Some(Err(error)) => Err(self.syntax_error(&error).into()),
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    fn node(&mut self, event: Event<'t>, span: Span, pointer: Pointer, depth: usize) -> Read<Node> {
        if depth > MAX_DEPTH {
            let message = format!("nested deeper than {MAX_DEPTH} levels");
            return Err(self.error(span.start, &pointer, message).into());
        }
        let location = self.location(span.start, &pointer);
        let (value, anchor, tagged) = match event {
            Event::Scalar(text, style, anchor, tag) => {
                let value = match style {
                    ScalarStyle::Plain => plain(&text),
                    _ => Value::String(text.into_owned()),
                };
                (value, anchor, tag.is_some())
            }
            Event::SequenceStart(anchor, tag) => {
                (self.sequence(&pointer, depth)?, anchor, tag.is_some())
            }
            Event::MappingStart(anchor, tag) => {
                (self.mapping(&pointer, depth)?, anchor, tag.is_some())
            }
            Event::Alias(anchor) => match self.anchors.get(&anchor).cloned() {
                Some(node) => (self.copy_below(node, &pointer)?.value, 0, false),
                None => {
                    return Err(self
                        .error(span.start, &pointer, "an alias into itself")
                        .into());
                }
            },
            _ => return Err(self.error(span.start, &pointer, "expected a value").into()),
        };
        if tagged {
            let diagnostic =
                self.error(span.start, &pointer, "YAML tags have no meaning in OpenAPI");
            self.diagnostics.push(diagnostic);
        }
        let node = Node { value, location };
        if anchor > 0 {
            // The copy counts like an alias: anchors can be nested.
            self.copied(size(&node), &node.location)?;
            self.anchors.insert(anchor, node.clone());
        }
        Ok(node)
    }

    fn sequence(&mut self, pointer: &Pointer, depth: usize) -> Read<Value> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, _) => return Ok(Value::Sequence(items)),
                (event, span) => {
                    let pointer = pointer.join(&items.len().to_string());
                    items.push(self.node(event, span, pointer, depth + 1)?);
                }
            }
        }
    }

    fn mapping(&mut self, pointer: &Pointer, depth: usize) -> Read<Value> {
        let mut members = Mapping::new();
        // Each name is reported once.
        let mut repeated = HashSet::new();
        loop {
            let (name, name_span) = match self.next()? {
                (Event::MappingEnd, _) => return Ok(Value::Mapping(members)),
                (Event::Scalar(name, ..), span) => (name.into_owned(), span),
                (_, span) => {
                    return Err(self
                        .error(span.start, pointer, "a member's name is a string")
                        .into());
                }
            };
            let (event, span) = self.next()?;
            let member = pointer.join(&name);
            if member.length() > MAX_POINTER {
                let message = format!("the JSON Pointer is longer than {MAX_POINTER} bytes");
                return Err(self
                    .error(name_span.start, pointer, message)
                    .help("shorten the name of the member, or the names above it")
                    .into());
            }
            // An empty value has no position of its own in the text.
            let span = if span.start.line() == 0 {
                name_span
            } else {
                span
            };
            let node = self.node(event, span, member.clone(), depth + 1)?;
            if repeated.contains(&name) {
                continue;
            }
            if let Some(first) = members.get(&name) {
                let message = format!(
                    "the member `{name}` is declared twice, first on line {}",
                    first.location.line
                );
                let diagnostic = self
                    .error(name_span.start, &member, message)
                    .reason("tools keep different ones of them")
                    .help("remove or rename one");
                self.diagnostics.push(diagnostic);
                repeated.insert(name);
            } else {
                members.insert(name, node);
            }
        }
    }

    /// Returns a copy of an anchored node under the pointer of its alias. It keeps
    /// the position of the anchor, because that is the text to edit.
    fn copy_below(&mut self, mut node: Node, pointer: &Pointer) -> Read<Node> {
        self.copied(1, &node.location)?;
        node.value = match node.value {
            Value::Sequence(items) => {
                let items = items.into_iter().enumerate();
                Value::Sequence(
                    items
                        .map(|(index, item)| {
                            self.copy_below(item, &pointer.join(&index.to_string()))
                        })
                        .collect::<Read<_>>()?,
                )
            }
            Value::Mapping(members) => Value::Mapping(
                members
                    .into_iter()
                    .map(|(name, member)| {
                        let member = self.copy_below(member, &pointer.join(&name))?;
                        Ok((name, member))
                    })
                    .collect::<Read<_>>()?,
            ),
            scalar => scalar,
        };
        node.location.pointer = pointer.clone();
        Ok(node)
    }

    /// Counts nodes that anchors and aliases add.
    fn copied(&mut self, nodes: usize, location: &Location) -> Read<()> {
        self.aliased += nodes;
        if self.aliased <= MAX_ALIASED {
            return Ok(());
        }
        let message = format!("written out, the aliases are more than {MAX_ALIASED} nodes");
        Err(Diagnostic::error(location, message)
            .reason("nested aliases of a small file can exceed the memory")
            .help("use `$ref` instead of YAML aliases")
            .into())
    }

    fn location(&self, marker: Marker, pointer: &Pointer) -> Location {
        let line = marker.line().max(1);
        Location {
            file: self.file.clone(),
            line,
            column: self.text.column_before(line, marker.col()) + 1,
            pointer: pointer.clone(),
        }
    }

    fn syntax_error(&self, error: &ScanError) -> Diagnostic {
        let diagnostic = self.error(*error.marker(), &Pointer::root(), error.info().to_owned());
        match error.info() {
            // The parser reports these only between brackets.
            "invalid indentation" | "invalid indentation in flow construct" => diagnostic
                .reason(
                    "all lines of `[…]` and `{…}`, also that of the closing bracket, are indented \
                     deeper than the key that they belong to (YAML 1.2.2 §8.2.3)",
                )
                .help("indent this line by at least one space more than the key"),
            _ => diagnostic,
        }
    }

    fn error(&self, marker: Marker, pointer: &Pointer, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(&self.location(marker, pointer), message)
    }
}

/// Returns the number of nodes of a tree.
pub(crate) fn size(node: &Node) -> usize {
    let below = match &node.value {
        Value::Sequence(items) => items.iter().map(size).sum(),
        Value::Mapping(members) => members.values().map(size).sum(),
        _ => 0,
    };
    1 + below
}

/// Resolves a plain scalar by YAML's core schema (YAML 1.2.2 §10.3.2), as far as
/// JSON has the value: `.inf` and `.nan` stay strings.
fn plain(text: &str) -> Value {
    let radix = |prefix, radix| {
        text.strip_prefix(prefix)
            .and_then(|digits| u64::from_str_radix(digits, radix).ok())
    };
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Bool(true),
        "false" | "False" | "FALSE" => return Value::Bool(false),
        _ => {}
    }
    if let Some(number) = radix("0x", 16).or_else(|| radix("0o", 8)) {
        return Value::Number(number.into());
    }
    number(text).map_or_else(|| Value::String(text.to_owned()), Value::Number)
}

fn number(text: &str) -> Option<Number> {
    let unsigned = text.strip_prefix('+').unwrap_or(text);
    if let Ok(integer) = unsigned.parse::<i64>() {
        return Some(integer.into());
    }
    if let Ok(integer) = unsigned.parse::<u64>() {
        return Some(integer.into());
    }
    let numeric = |character: char| character.is_ascii_digit() || "+-.eE".contains(character);
    if unsigned.contains(|character: char| character.is_ascii_digit())
        && unsigned.chars().all(numeric)
    {
        return unsigned.parse::<f64>().ok().and_then(Number::from_f64);
    }
    None
}
