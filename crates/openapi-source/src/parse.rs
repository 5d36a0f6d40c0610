//! Parses text, YAML 1.2 with the core schema or JSON, to [`Node`]s.
//!
//! Both formats use the same parser, since JSON is a subset of YAML with two
//! exceptions that are handled here: surrogate pairs in `\u` escapes, and plain
//! scalars, which are resolved to the same values as in JSON. Features of YAML that
//! JSON lacks (tags of other types, keys other than strings, infinite numbers, multiple
//! documents) are rejected. Aliases are copied, with a bound on the resulting size.

use std::collections::{HashMap, HashSet};

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, Span};

use crate::surrogates::Joined;
use crate::{
    Diagnostic, Diagnostics, Location, Mapping, Node, Pointer, SourceFile, Value, with_large_stack,
    work_at,
};

/// The maximum number of nodes that alias expansion may add to a document. Without
/// a bound, a few hundred bytes of nested aliases would exhaust the memory.
const MAX_ALIASED: usize = 200_000;

/// The maximum length of a JSON Pointer in bytes; each node has its own.
pub const MAX_POINTER: usize = 2048;

/// The maximum nesting depth; the tree is traversed recursively.
pub const MAX_DEPTH: usize = 256;

/// The location of a member of an object. That of an item is its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberAt {
    /// The start of the member's name: what a person looks for who compares two documents.
    Name,
    /// The start of the member's value: what a message about the value quotes.
    Value,
}

/// Reads a text. A byte order mark is left out.
///
/// # Errors
/// All diagnostics, sorted by position. A syntax error hides those after it.
pub fn parse(file: &str, text: &str, member_at: MemberAt) -> Result<Node, Diagnostics> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let file = SourceFile::new(file, text);
    with_large_stack(|| {
        let text = Joined::new(text);
        let mut reader = Reader {
            file,
            text: &text,
            member_at,
            parser: Parser::new_from_str(&text.text),
            anchors: HashMap::new(),
            diagnostics: Diagnostics::default(),
            aliased: 0,
        };
        let root = reader.document()?;
        reader.diagnostics.or(root)
    })
}

pub(crate) struct Reader<'t> {
    file: SourceFile,
    text: &'t Joined<'t>,
    member_at: MemberAt,
    parser: Parser<'t, saphyr_parser::StrInput<'t>>,
    anchors: HashMap<usize, Node>,
    pub(crate) diagnostics: Diagnostics,
    aliased: usize,
}

type Read<T> = Result<T, Diagnostics>;

impl<'t> Reader<'t> {
    fn document(&mut self) -> Read<Node> {
        work_at(&Location::start_of(self.file.clone()));
        let root = loop {
            match self.next()? {
                (Event::StreamStart | Event::DocumentStart(_), _) => {}
                (Event::StreamEnd, span) => {
                    return Err(self
                        .error(span.start, &Pointer::root(), "the file is empty")
                        .into());
                }
                (event, span) => break self.node(event, span, None, Pointer::root(), 0)?,
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

    /// Reads a value. `name` is the position of its name, if it is a member's.
    fn node(
        &mut self,
        event: Event<'t>,
        span: Span,
        name: Option<Marker>,
        pointer: Pointer,
        depth: usize,
    ) -> Read<Node> {
        if depth > MAX_DEPTH {
            return Err(self.too_deep(span.start, &pointer).into());
        }
        // An empty value has no position of its own in the text.
        let is_named = self.member_at == MemberAt::Name || span.start.line() == 0;
        let start = name.filter(|_| is_named).unwrap_or(span.start);
        let location = self.location(start, &pointer);
        let (value, anchor) = match event {
            Event::Scalar(text, style, anchor, tag) => {
                (self.scalar(&text, style, tag.as_deref(), &location), anchor)
            }
            Event::SequenceStart(anchor, tag) => {
                self.check_tag(tag.as_deref(), &["seq"], &location);
                (self.sequence(&pointer, depth)?, anchor)
            }
            Event::MappingStart(anchor, tag) => {
                self.check_tag(tag.as_deref(), &["map"], &location);
                (self.mapping(&pointer, depth)?, anchor)
            }
            Event::Alias(anchor) => match self.anchors.get(&anchor).cloned() {
                Some(node) => (self.copy_below(node, &pointer)?.value, 0),
                None => {
                    return Err(self
                        .error(span.start, &pointer, "an alias into itself")
                        .into());
                }
            },
            _ => return Err(self.error(span.start, &pointer, "expected a value").into()),
        };
        let node = Node { value, location };
        if anchor > 0 {
            // The copy counts like an alias: anchors can be nested.
            self.copied(node.size(), &node.location)?;
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
                    items.push(self.node(event, span, None, pointer, depth + 1)?);
                }
            }
        }
    }

    fn mapping(&mut self, pointer: &Pointer, depth: usize) -> Read<Value> {
        let mut members = Mapping::new();
        // Each name is reported once.
        let mut repeated = HashSet::new();
        loop {
            let (name, style, name_span) = match self.next()? {
                (Event::MappingEnd, _) => return Ok(Value::Mapping(members)),
                (Event::Scalar(name, style, ..), span) => (name.into_owned(), style, span),
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
            let name_start = Some(name_span.start);
            let node = self.node(event, span, name_start, member.clone(), depth + 1)?;
            if name == "<<" && style == ScalarStyle::Plain {
                let message = "`<<` merges nothing: YAML 1.2 has no merge keys";
                let diagnostic = self.error(name_span.start, &member, message);
                self.diagnostics
                    .push(diagnostic.help("write the members out, or quote the name"));
                continue;
            }
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
        if error.info() == "recursion limit exceeded" {
            return self.too_deep(*error.marker(), &Pointer::root());
        }
        if let Some(diagnostic) = self.json_error() {
            return diagnostic;
        }
        let message = format!("this is not YAML: {}", error.info());
        let diagnostic = self.error(*error.marker(), &Pointer::root(), message);
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

    /// Returns the error of the text as JSON: text that begins with `{` and is neither JSON
    /// nor YAML was most likely meant as JSON.
    fn json_error(&self) -> Option<Diagnostic> {
        let text = self.file.text();
        if !text.trim_start().starts_with('{') {
            return None;
        }
        let error = serde_json::from_str::<serde_json::Value>(text).err()?;
        let message = error.to_string();
        // The other reader of JSON has a limit of its own.
        if message.starts_with("recursion limit") {
            return None;
        }
        let reason = message.rsplit_once(" at line ");
        let reason = reason.map_or(message.as_str(), |(reason, _)| reason);
        let location = Location {
            file: self.file.clone(),
            line: error.line(),
            column: error.column().max(1),
            pointer: Pointer::root(),
        };
        Some(Diagnostic::error(
            &location,
            format!("this is not JSON: {reason}"),
        ))
    }

    fn too_deep(&self, marker: Marker, pointer: &Pointer) -> Diagnostic {
        let message = format!("nested deeper than {MAX_DEPTH} levels");
        self.error(marker, pointer, message)
    }

    fn error(&self, marker: Marker, pointer: &Pointer, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(&self.location(marker, pointer), message)
    }
}
