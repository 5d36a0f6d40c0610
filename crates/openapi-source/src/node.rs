//! The text of a document as a tree in which every node has a position.
//!
//! Nodes are independent of OpenAPI, and nothing here follows a `$ref`.

use std::cmp::Ordering;
use std::fmt;

use bigdecimal::{BigDecimal, ToPrimitive};
use indexmap::IndexMap;
use serde::{Serialize, Serializer};
use serde_json::Number;

use crate::{Pointer, SourceFile};

/// The location of a node, in the text and in the tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// The file, with the name that the caller gave it.
    pub file: SourceFile,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The line and the column of the name, from 1, if this is a member of an object; otherwise 0.
    pub name: [u32; 2],
    /// The JSON Pointer from the root of the document.
    pub pointer: Pointer,
}

impl Location {
    /// Returns the start of a file.
    pub fn start_of(file: impl Into<SourceFile>) -> Self {
        Self::at(file.into(), [1, 1])
    }

    /// Returns the location of a line and a column of a file, from 1.
    pub(crate) fn at(file: SourceFile, place: [usize; 2]) -> Self {
        let [line, column] = place.map(in_text);
        Self { file, line, column, name: [0; 2], pointer: Pointer::root() }
    }

    /// Returns the location of a member at its name: for a message about the name.
    pub fn of_name(&self) -> Self {
        match self.name {
            [0, _] => self.clone(),
            [line, column] => Self { line, column, ..self.clone() },
        }
    }

    /// Returns the part of the line [around](SourceFile::around) the location, and the column in it.
    pub(crate) fn around(&self) -> (&str, usize) {
        self.file.around(self.line as usize, self.column as usize)
    }

    /// Compares the positions in the text: by file name, line and column.
    pub fn cmp_in_text(&self, other: &Self) -> Ordering {
        let position = |location: &Self| (location.line, location.column);
        self.file.cmp(&other.file).then_with(|| position(self).cmp(&position(other)))
    }
}

impl fmt::Display for Location {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}:{} ({})", self.file, self.line, self.column, self.pointer)
    }
}

/// Returns a line or a column. Each node has four of them, and documents are far smaller.
pub(crate) fn in_text(number: usize) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

/// The members of an object, in text order.
pub type Mapping = IndexMap<String, Node>;

/// The value of a node: the JSON data model, with exact numbers. Two values are equal if
/// they are the same JSON value: locations, the order of members and the spelling of a
/// number don't count.
#[derive(Clone, Debug)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, exactly, and with as many digits after the point as written
    Number(BigDecimal),
    /// A string
    String(String),
    /// An array
    Sequence(Vec<Node>),
    /// An object
    Mapping(Mapping),
}

/// A value with its location. Two nodes are equal if their values and their own locations are; the
/// locations of members and items don't count.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// The location. [`MemberAt`](crate::MemberAt) decides whether a member of an object is
    /// located at its name or at its value.
    pub location: Location,
}

impl Node {
    /// Returns the members if this is an object.
    pub fn mapping(&self) -> Option<&Mapping> {
        match &self.value {
            Value::Mapping(mapping) => Some(mapping),
            _ => None,
        }
    }

    /// Returns the members of an object, or nothing for any other value.
    pub fn members(&self) -> impl Iterator<Item = (&str, &Node)> {
        self.mapping().into_iter().flatten().map(|(name, node)| (name.as_str(), node))
    }

    /// Returns the items of an array, or nothing for any other value.
    pub fn items(&self) -> &[Node] {
        self.sequence().unwrap_or_default()
    }

    /// Returns the items if this is an array.
    pub fn sequence(&self) -> Option<&[Node]> {
        match &self.value {
            Value::Sequence(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the text if this is a string.
    pub fn string(&self) -> Option<&str> {
        match &self.value {
            Value::String(string) => Some(string),
            _ => None,
        }
    }

    /// Returns the value if this is a boolean.
    pub fn boolean(&self) -> Option<bool> {
        match self.value {
            Value::Bool(boolean) => Some(boolean),
            _ => None,
        }
    }

    /// Returns the value if this is a number.
    pub fn number(&self) -> Option<&BigDecimal> {
        match &self.value {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns the member `name` if this is an object that has it.
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.mapping()?.get(name)
    }

    /// Returns the member `name` if it is a string.
    pub fn member_text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(Node::string)
    }

    /// Returns whether the member `name` is `true`.
    pub fn flag(&self, name: &str) -> bool {
        self.get(name).and_then(Node::boolean) == Some(true)
    }

    /// Returns whether this value, read as a schema, is `true` or has no keyword, and so allows
    /// every value (JSON Schema Core 2020-12 §4.3.2). Others that do are not recognized.
    pub fn allows_everything(&self) -> bool {
        match &self.value {
            Value::Bool(allowed) => *allowed,
            Value::Mapping(members) => members.is_empty(),
            _ => false,
        }
    }

    /// Returns the number of nodes of the tree.
    pub fn size(&self) -> usize {
        let mut size = 0;
        self.for_each(&mut |_| size += 1);
        size
    }

    /// Calls a function with this node, and then with all nodes below it, in the order of the text.
    pub fn for_each<'n>(&'n self, visit: &mut impl FnMut(&'n Node)) {
        visit(self);
        for (_, member) in self.members() {
            member.for_each(visit);
        }
        for item in self.items() {
            item.for_each(visit);
        }
    }

    /// Returns the node at a pointer from this node, or `None` if there is none.
    pub fn at(&self, pointer: &Pointer) -> Option<&Node> {
        let mut tokens = pointer.tokens();
        tokens.try_fold(self, |node, token| match &node.value {
            Value::Mapping(members) => members.get(&token),
            Value::Sequence(items) => items.get(item_index(&token)?),
            _ => None,
        })
    }

    /// Returns the node at a pointer from this node, for modification, or `None` if there is none.
    pub fn at_mut(&mut self, pointer: &Pointer) -> Option<&mut Node> {
        let mut tokens = pointer.tokens();
        tokens.try_fold(self, |node, token| match &mut node.value {
            Value::Mapping(members) => members.get_mut(&token),
            Value::Sequence(items) => items.get_mut(item_index(&token)?),
            _ => None,
        })
    }

    /// Sets the pointers of this node and of all nodes below it.
    pub fn relocate(&mut self, pointer: &Pointer) {
        match &mut self.value {
            Value::Mapping(members) => {
                for (name, member) in members {
                    member.relocate(&pointer.join(name));
                }
            }
            Value::Sequence(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    item.relocate(&pointer.join(&index.to_string()));
                }
            }
            _ => {}
        }
        self.location.pointer = pointer.clone();
    }

    /// Returns the name of the JSON type with its article, such as `an object`, for messages.
    pub fn type_name(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Sequence(_) => "an array",
            Value::Mapping(_) => "an object",
        }
    }

    /// Returns the number as one of JSON, if this is a number: an integer if it is written without
    /// a fraction and an exponent and has at most 64 bits, or else the nearest 64-bit float.
    pub fn json_number(&self) -> Option<Number> {
        let number = self.number()?;
        let integer = Some(number).filter(|number| number.fractional_digit_count() == 0);
        let integer = integer.and_then(|number| {
            number.to_i64().map(Number::from).or_else(|| number.to_u64().map(Number::from))
        });
        Some(integer.unwrap_or_else(|| float(number)))
    }

    /// Returns the tree without positions. Unlike by [`plain`](crate::plain), `1.0` stays a float.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("every value of a node is one of JSON")
    }
}

/// Serializes the tree without positions. The members keep their order.
impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.value {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(boolean) => serializer.serialize_bool(*boolean),
            Value::Number(_) => self.json_number().serialize(serializer),
            Value::String(string) => serializer.serialize_str(string),
            Value::Sequence(items) => serializer.collect_seq(items),
            Value::Mapping(members) => serializer.collect_map(members),
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Null, Value::Null) => true,
            (Value::Bool(left), Value::Bool(right)) => left == right,
            (Value::Number(left), Value::Number(right)) => left == right,
            (Value::String(left), Value::String(right)) => left == right,
            (Value::Sequence(left), Value::Sequence(right)) => {
                let mut pairs = left.iter().zip(right);
                left.len() == right.len() && pairs.all(|(left, right)| left.value == right.value)
            }
            (Value::Mapping(left), Value::Mapping(right)) => {
                let is_same = |(name, value): (&String, &Node)| {
                    let other = right.get(name);
                    other.is_some_and(|other| other.value == value.value)
                };
                left.len() == right.len() && left.iter().all(is_same)
            }
            _ => false,
        }
    }
}

/// Writes the value as JSON, for messages.
impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => formatter.write_str("null"),
            Value::Bool(value) => write!(formatter, "{value}"),
            Value::Number(number) => write!(formatter, "{}", number.normalized()),
            Value::String(text) => write!(formatter, "{}", quoted(text)),
            Value::Sequence(items) => {
                formatter.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    let comma = if index == 0 { "" } else { ", " };
                    write!(formatter, "{comma}{}", item.value)?;
                }
                formatter.write_str("]")
            }
            Value::Mapping(members) => {
                formatter.write_str("{")?;
                for (index, (key, value)) in members.iter().enumerate() {
                    let comma = if index == 0 { "" } else { ", " };
                    write!(formatter, "{comma}{}: {}", quoted(key), value.value)?;
                }
                formatter.write_str("}")
            }
        }
    }
}

impl Value {
    /// Returns the value as JSON, with `…` after 60 characters.
    pub fn excerpt(&self) -> String {
        excerpt(&self.to_string(), EXCERPT)
    }
}

/// The number of characters of a value in a message.
pub const EXCERPT: usize = 60;

/// Returns `text`, with `…` after so many characters.
pub fn excerpt(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Reads the index of an item: digits without a leading zero (RFC 6901 §4).
fn item_index(token: &str) -> Option<usize> {
    let is_index = token == "0" || !token.starts_with(['0', '+']);
    token.parse().ok().filter(|_| is_index)
}

/// Returns `text` as a JSON string.
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Returns the nearest float.
pub(crate) fn float(value: &BigDecimal) -> Number {
    // `to_string` and not `to_f64`, which rounds twice.
    let float: f64 = value.to_string().parse().unwrap_or_default();
    Number::from_f64(float.clamp(f64::MIN, f64::MAX)).unwrap_or_else(|| 0.into())
}
