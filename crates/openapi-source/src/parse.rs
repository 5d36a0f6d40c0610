//! Parses text, YAML 1.2 with the core schema or JSON, to [`Node`]s.
//!
//! Both formats use the same parser, since JSON is a subset of YAML; plain scalars are
//! resolved to the same values as in JSON. Features of YAML that JSON lacks (tags of other
//! types, keys other than strings, infinite numbers, multiple documents) are rejected.
//! Aliases are copied, with a bound on the resulting size.
//!
//! Two things that YAML 1.2 forbids and most tools read are read with a warning: lines between
//! brackets or quotes that are not indented, and the merge keys of YAML 1.1.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use granit_parser::{ErrorKind, Event, Marker, Parser, ScalarStyle, ScanError, Span, StrInput};

use crate::node::in_text;
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

/// Reads a text. A byte order mark is left out. Also returns the warnings about what only
/// other readers of YAML refuse.
///
/// # Errors
/// All diagnostics, sorted by position. A syntax error hides those after it.
pub fn parse(
    file: &str,
    text: &str,
    member_at: MemberAt,
) -> Result<(Node, Diagnostics), Diagnostics> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let file = SourceFile::new(file, text);
    let text = printable(text);
    with_large_stack(|| {
        let mut reader = Reader::new(file.clone(), &text, member_at, true);
        let mut root = reader.document();
        if let Some(error) = reader.syntax_error.take() {
            reader = Reader::new(file, &text, member_at, false);
            root = reader.document();
            reader.warn_about_indentation(&error);
        }
        let root = root?;
        let warnings = reader.diagnostics.clone().sorted();
        Ok((reader.diagnostics.or(root)?, warnings))
    })
}

/// Where [`printable`] moves characters: plane 16 is for private use.
const MOVED: u32 = 0x10_0000;

/// Moves the characters that JSON allows in a string and the parser of YAML refuses (YAML 1.2.2
/// §5.1). Each stays one character, so that columns are those of the text.
fn printable(text: &str) -> Cow<'_, str> {
    let is_refused = |c: &char| matches!(c, '\x7f'..='\u{9f}' | '\u{fffe}' | '\u{ffff}');
    let is_json = text.trim_start().starts_with('{');
    let has_moved = || text.contains(|c| u32::from(c) >= MOVED);
    if !is_json || !text.contains(|c| is_refused(&c)) || has_moved() {
        return Cow::Borrowed(text);
    }
    let moved =
        |c: char| Some(c).filter(is_refused).and_then(|c| char::from_u32(MOVED + u32::from(c)));
    Cow::Owned(text.chars().map(|c| moved(c).unwrap_or(c)).collect())
}

/// Returns a text with the characters that [`printable`] has moved.
fn as_written(text: &str) -> String {
    let back = |c: char| char::from_u32(u32::from(c).checked_sub(MOVED)?);
    text.chars().map(|c| back(c).unwrap_or(c)).collect()
}

pub(crate) struct Reader<'t> {
    file: SourceFile,
    member_at: MemberAt,
    parser: Parser<'t, StrInput<'t>>,
    /// Whether the text has characters that [`printable`] has moved.
    has_moved: bool,
    /// The error with which the parser has ended.
    syntax_error: Option<ScanError>,
    anchors: HashMap<usize, Node>,
    pub(crate) diagnostics: Diagnostics,
    aliased: usize,
}

type Read<T> = Result<T, Diagnostics>;

impl<'t> Reader<'t> {
    fn new(file: SourceFile, text: &'t str, member_at: MemberAt, is_strict: bool) -> Self {
        let options = granit_parser::options! {
            strict_indentation: is_strict,
            flow_nesting_limit: MAX_DEPTH + 1,
            block_nesting_limit: MAX_DEPTH + 1,
            simple_key_max_lookahead: MAX_POINTER,
        };
        // A moved character has more bytes.
        let has_moved = text.len() != file.text().len();
        Self {
            file,
            member_at,
            parser: Parser::new_from_str_with_options(text, options),
            has_moved,
            syntax_error: None,
            anchors: HashMap::new(),
            diagnostics: Diagnostics::default(),
            aliased: 0,
        }
    }

    fn document(&mut self) -> Read<Node> {
        work_at(&Location::start_of(self.file.clone()));
        let root = loop {
            match self.next()? {
                (Event::StreamStart | Event::DocumentStart(..), _) => {}
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
                (Event::DocumentStart(..), span) => {
                    let message = "a second YAML document begins here; only one is read";
                    return Err(self.error(span.start, &Pointer::root(), message).into());
                }
                _ => {}
            }
        }
    }

    fn next(&mut self) -> Read<(Event<'t>, Span)> {
        match self.parser.next_event() {
            Some(Ok((Event::Scalar(text, style, anchor, tag), span))) if self.has_moved => {
                let text = Cow::Owned(as_written(&text));
                Ok((Event::Scalar(text, style, anchor, tag), span))
            }
            Some(Ok(event)) => Ok(event),
            Some(Err(error)) => {
                let diagnostic = self.not_yaml(&error);
                self.syntax_error = Some(error);
                Err(diagnostic.into())
            }
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
        let mut location = self.location(start, &pointer);
        location.name = name.map_or([0; 2], |name| place(name).map(in_text));
        let (value, anchor) = match event {
            Event::Scalar(text, style, anchor, tag) => {
                (self.scalar(&text, style, tag.as_deref(), &location), anchor)
            }
            Event::SequenceStart(_, anchor, tag) => {
                self.check_tag(tag.as_deref(), &["seq"], &location);
                (self.sequence(&pointer, depth)?, anchor)
            }
            Event::MappingStart(_, anchor, tag) => {
                self.check_tag(tag.as_deref(), &["map"], &location);
                (self.mapping(&pointer, depth)?, anchor)
            }
            Event::Alias(anchor) => match self.anchors.get(&anchor).cloned() {
                Some(node) => (self.copy_below(node, &pointer)?.value, 0),
                None => {
                    return Err(self.error(span.start, &pointer, "an alias into itself").into());
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
                (Event::SequenceEnd, _) => {
                    items.shrink_to_fit();
                    return Ok(Value::Sequence(items));
                }
                (event, span) => {
                    let pointer = pointer.join(&items.len().to_string());
                    items.push(self.node(event, span, None, pointer, depth + 1)?);
                }
            }
        }
    }

    fn mapping(&mut self, pointer: &Pointer, depth: usize) -> Read<Value> {
        let mut members = Mapping::new();
        // The value of the merge key, which may stand anywhere among the members.
        let mut merge = None;
        // Each name is reported once.
        let mut repeated = HashSet::new();
        loop {
            let (name, is_merge, name_span) = match self.next()? {
                (Event::MappingEnd, _) => {
                    // Most objects have one or two members, and space is made for four.
                    members.shrink_to_fit();
                    return Ok(Value::Mapping(match merge {
                        Some(merge) => self.merged(merge, members, pointer)?,
                        None => members,
                    }));
                }
                (Event::Scalar(name, style, _, tag), span) => {
                    let is_merge = name == "<<" && style == ScalarStyle::Plain && tag.is_none();
                    (name.into_owned(), is_merge, span)
                }
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
            if repeated.contains(&name) {
                continue;
            }
            let first = if is_merge { merge.as_ref() } else { members.get(&name) };
            if let Some(first) = first {
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
            } else if is_merge {
                merge = Some(node);
            } else {
                members.insert(name, node);
            }
        }
    }

    /// Returns the members of an object with a merge key (<https://yaml.org/type/merge.html>).
    /// Its own members override those of the merged objects, and an object those after it.
    fn merged(&mut self, merge: Node, own: Mapping, pointer: &Pointer) -> Read<Mapping> {
        let message = "`<<` is a merge key of YAML 1.1; YAML 1.2 has none";
        let mut diagnostic = Diagnostic::warning(&merge.location, message)
            .reason("other readers take it as the name of a member")
            .help("write the members out, or quote the name");
        // The document has no member of that name.
        diagnostic.location.pointer = pointer.clone();
        self.diagnostics.push(diagnostic);
        let items = match merge.value {
            Value::Sequence(items) => items,
            _ => vec![merge],
        };
        let mut members = Mapping::new();
        for item in items {
            let Value::Mapping(merged) = item.value else {
                let expected = "an object, or a list of objects";
                return Err(Diagnostic::unexpected(&item, "the value of `<<`", expected).into());
            };
            for (name, member) in merged {
                if !members.contains_key(&name) {
                    let member = self.copy_below(member, &pointer.join(&name))?;
                    members.insert(name, member);
                }
            }
        }
        members.extend(own);
        Ok(members)
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
        Location { pointer: pointer.clone(), ..Location::at(self.file.clone(), place(marker)) }
    }

    fn not_yaml(&self, error: &ScanError) -> Diagnostic {
        if *error.kind() == ErrorKind::RecursionLimitExceeded {
            return self.too_deep(*error.marker(), &Pointer::root());
        }
        if let Some(diagnostic) = self.json_error() {
            return diagnostic;
        }
        let message = format!("this is not YAML: {}", error.info());
        self.error(*error.marker(), &Pointer::root(), message)
    }

    /// Adds a warning about the first line that only a strict parser refuses.
    fn warn_about_indentation(&mut self, error: &ScanError) {
        let location = self.location(*error.marker(), &Pointer::root());
        let message = "the line is indented less than YAML 1.2 allows; most tools read it";
        let reason = "all lines of `[…]`, `{…}` and quoted texts, also that of the closing bracket, \
                      are indented deeper than the key that they belong to (YAML 1.2.2 §8.2.3)";
        let help = "indent this line and those like it by at least one space more than the key";
        let diagnostic = Diagnostic::warning(&location, message);
        self.diagnostics.push(diagnostic.reason(reason).help(help));
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
        let location = Location::at(self.file.clone(), [error.line(), error.column().max(1)]);
        Some(Diagnostic::error(&location, format!("this is not JSON: {reason}")))
    }

    fn too_deep(&self, marker: Marker, pointer: &Pointer) -> Diagnostic {
        let message = format!("nested deeper than {MAX_DEPTH} levels");
        self.error(marker, pointer, message)
    }

    fn error(&self, marker: Marker, pointer: &Pointer, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(&self.location(marker, pointer), message)
    }
}

/// Returns the line and the column of a marker, from 1.
fn place(marker: Marker) -> [usize; 2] {
    [marker.line().max(1), marker.col() + 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a text as JSON, with line and column of each warning.
    fn read(text: &str) -> Result<(String, Vec<(u32, u32)>), String> {
        let (root, warnings) = parse("a.yaml", text, MemberAt::Value).map_err(|e| e.to_string())?;
        let position = |warning: Diagnostic| (warning.location.line, warning.location.column);
        let members = root.members().map(|(name, node)| format!("{name}={}", node.to_json()));
        let members = members.collect::<Vec<_>>().join(" ");
        Ok((members, warnings.into_iter().map(position).collect()))
    }

    #[test]
    fn a_json_text_may_have_characters_that_yaml_forbids() {
        let text = "{\"\u{7f}\": \"\u{80}\u{9b}\u{ffff}\u{10ffff}\"}";
        assert!(read(text).unwrap_err().contains("unexpected character"));
        let text = text.replace('\u{10ffff}', "");
        let (root, _) = parse("a.json", &text, MemberAt::Value).unwrap();
        let expected: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(root.to_json().to_string(), expected.to_string());
        assert_eq!(root.get("\u{7f}").unwrap().location.column, 7);
        assert!(read("a: \"\u{9b}\"").is_err());
    }

    #[test]
    fn lines_between_brackets_and_quotes_are_read_with_any_indentation() {
        for (text, expected, first) in [
            ("a:\n  b: [\n    c\n  ]\n", r#"a={"b":["c"]}"#, (4, 3)),
            ("a: [\n\"b\",\n'c', d\n]\ne: f\n", r#"a=["b","c","d"] e="f""#, (2, 1)),
            ("a: {\n  b: c\n}\n", r#"a={"b":"c"}"#, (3, 1)),
            (
                "a:\n- b: {c: [\n  d\n  ],\n  e: f\n}\n  g: 1\n",
                r#"a=[{"b":{"c":["d"],"e":"f"},"g":1}]"#,
                (3, 3),
            ),
            ("a:\n  - [\n  b, [ # c\n\n  ]\n]\n  - d\n", r#"a=[["b",[]],"d"]"#, (3, 3)),
            ("a:\n  b: [c\n  d,\ne\nf]\n", r#"a={"b":["c d","e f"]}"#, (3, 3)),
            ("a:\n  b: \"c\n  d\n\n e\"\n", r#"a={"b":"c d\ne"}"#, (3, 3)),
        ] {
            assert_eq!(read(text), Ok((expected.to_owned(), vec![first])), "{text}");
        }
        for text in ["a:\n  - b\n - c\n", "a: b\n  c: d\n", "a: [\nb\n"] {
            assert!(read(text).unwrap_err().contains("this is not YAML"), "{text}");
        }
    }

    #[test]
    fn merge_keys_merge_what_an_object_has_not_itself() {
        let anchors = "a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\n";
        let anchored = r#"a={"x":1,"y":2} b={"y":3,"z":4} "#;
        for (text, expected, warnings) in [
            ("c: {<<: *a, y: 5}", r#"c={"x":1,"y":5}"#, vec![(3, 9)]),
            ("c:\n  y: 5\n  <<: [*a, *b]\n", r#"c={"x":1,"y":5,"z":4}"#, vec![(5, 7)]),
            ("c: {<<: [*b, *a]}", r#"c={"x":1,"y":3,"z":4}"#, vec![(3, 9)]),
            (
                "c: &c {<<: *a, w: 6}\nd: {<<: *c}",
                r#"c={"w":6,"x":1,"y":2} d={"w":6,"x":1,"y":2}"#,
                vec![(3, 12), (4, 9)],
            ),
            ("c: {<<: {x: {y: 7}}}", r#"c={"x":{"y":7}}"#, vec![(3, 9)]),
            ("c: {<<: []}", "c={}", vec![(3, 9)]),
            ("c: {'<<': 8}", r#"c={"<<":8}"#, vec![]),
        ] {
            let expected = format!("{anchored}{expected}");
            assert_eq!(read(&format!("{anchors}{text}")), Ok((expected, warnings)), "{text}");
        }
        for (text, refusal) in [
            (
                "c: {<<: 1}",
                "3:9: error: the value of `<<` must be an object, or a list of objects, and is 1",
            ),
            (
                "c: {<<: [*a, [*b]]}",
                "the value of `<<` must be an object, or a list of objects, and is [{\"y\": 3, \"z\": 4}]",
            ),
            (
                "c: {<<: *a, <<: *b}",
                "3:13: error: the member `<<` is declared twice, first on line 3",
            ),
            ("c: &c {<<: *c}", "an alias into itself"),
        ] {
            let error = read(&format!("{anchors}{text}")).unwrap_err();
            assert!(error.contains(refusal), "{text}: {error}");
        }
    }

    #[test]
    fn a_merged_member_has_the_position_of_its_text_and_the_pointer_of_its_place() {
        let text = "a: &a\n  b: {c: 1}\nd:\n  <<: *a\n";
        let (root, _) = parse("a.yaml", text, MemberAt::Value).unwrap();
        let merged = root.at(&Pointer::parse("/d/b/c").unwrap()).unwrap();
        assert_eq!(merged.location.to_string(), "a.yaml:2:10 (#/d/b/c)");
    }

    #[test]
    fn an_index_of_a_pointer_has_no_sign_and_no_leading_zero() {
        let (root, _) = parse("a.yaml", "[x, y]", MemberAt::Value).unwrap();
        for (pointer, expected) in
            [("/0", Some("x")), ("/1", Some("y")), ("/01", None), ("/+1", None), ("/2", None)]
        {
            let found = root.at(&Pointer::parse(pointer).unwrap());
            assert_eq!(found.and_then(Node::string), expected, "{pointer}");
        }
    }

    #[test]
    fn merges_that_multiply_are_refused() {
        let merges = (1..12).fold("a0: &a0 {x: 1}\n".to_owned(), |text, level| {
            let members =
                ["p", "q", "r", "s"].map(|name| format!("{name}: {{<<: *a{}}}", level - 1));
            format!("{text}a{level}: &a{level} {{{}}}\n", members.join(", "))
        });
        let error = read(&merges).unwrap_err();
        assert!(error.contains("written out, the aliases are more than 200000 nodes"), "{error}");
    }
}
