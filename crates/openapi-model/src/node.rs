//! The text of a document as a tree in which every node has a position.
//!
//! Nodes are independent of OpenAPI, and nothing here follows a `$ref`.

use std::cmp::Ordering;
use std::fmt;

use indexmap::IndexMap;
use serde_json::Number;

use crate::{Pointer, SourceFile};

/// The location of a node, in the text and in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file, with the name that the caller gave it.
    pub file: SourceFile,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The JSON Pointer from the root of the document.
    pub pointer: Pointer,
}

impl Location {
    /// Compares the positions in the text: by file name, line and column.
    pub fn cmp_in_text(&self, other: &Self) -> Ordering {
        let position = |location: &Self| (location.line, location.column);
        let files = self.file.cmp(&other.file);
        files.then_with(|| position(self).cmp(&position(other)))
    }
}

impl fmt::Display for Location {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{}:{}:{} ({})",
            self.file, self.line, self.column, self.pointer
        )
    }
}

/// The members of an object, in text order.
pub type Mapping = IndexMap<String, Node>;

/// The value of a node: the JSON data model, with numbers as written.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number
    Number(Number),
    /// A string
    String(String),
    /// An array
    Sequence(Vec<Node>),
    /// An object
    Mapping(Mapping),
}

/// A value with its location.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// The location. For a member of an object, the start of its value.
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

    /// Returns the member `name` if this is an object that has it.
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.mapping()?.get(name)
    }

    /// Returns the node at a pointer from this node.
    pub(crate) fn at(&self, pointer: &Pointer) -> Option<&Node> {
        let mut tokens = pointer.tokens();
        tokens.try_fold(self, |node, token| match &node.value {
            Value::Mapping(members) => members.get(&token),
            Value::Sequence(items) => items.get(token.parse::<usize>().ok()?),
            _ => None,
        })
    }

    /// Returns the name of the JSON type, for messages.
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

    /// Returns the tree without positions.
    pub fn to_json(&self) -> serde_json::Value {
        match &self.value {
            Value::Null => serde_json::Value::Null,
            Value::Bool(boolean) => (*boolean).into(),
            Value::Number(number) => number.clone().into(),
            Value::String(string) => string.as_str().into(),
            Value::Sequence(items) => items.iter().map(Node::to_json).collect(),
            Value::Mapping(members) => members
                .iter()
                .map(|(name, node)| (name.clone(), node.to_json()))
                .collect(),
        }
    }
}
