//! The text of a document as a tree in which every node has a position.
//!
//! A node knows nothing of OpenAPI, and nothing here follows a `$ref`.

use std::fmt;
use std::sync::Arc;

use indexmap::IndexMap;
use serde_json::Number;

use crate::Pointer;

/// Where a node stands: in the text, and in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file's name, as the caller gave it.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The JSON Pointer from the document's root.
    pub pointer: Pointer,
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

/// The members of an object in the order of the text.
pub type Mapping = IndexMap<String, Node>;

/// What a node holds: the JSON data model, with numbers as they were written.
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

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What stands there.
    pub value: Value,
    /// Where it stands. For a member of an object this is where its value begins.
    pub location: Location,
}

impl Node {
    /// The members, if this is an object.
    pub fn mapping(&self) -> Option<&Mapping> {
        match &self.value {
            Value::Mapping(mapping) => Some(mapping),
            _ => None,
        }
    }

    /// The items, if this is an array.
    pub fn sequence(&self) -> Option<&[Node]> {
        match &self.value {
            Value::Sequence(items) => Some(items),
            _ => None,
        }
    }

    /// The text, if this is a string.
    pub fn string(&self) -> Option<&str> {
        match &self.value {
            Value::String(string) => Some(string),
            _ => None,
        }
    }

    /// The truth value, if this is one.
    pub fn boolean(&self) -> Option<bool> {
        match self.value {
            Value::Bool(boolean) => Some(boolean),
            _ => None,
        }
    }

    /// The member of that name, if this is an object that has it.
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.mapping()?.get(name)
    }

    /// The JSON type's name, for messages.
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

    /// The same tree without positions.
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
