//! A value of a document with its source location. It contains no knowledge of
//! OpenAPI, and preserves every digit of a number and the order of a mapping.

use bigdecimal::BigDecimal;
use indexmap::IndexMap;
use std::fmt;

/// A value and its source location.
#[derive(Clone, Debug)]
pub struct Node {
    /// The location.
    pub source: Source,
    /// The value.
    pub content: Content,
}

/// A source location: line and column count from 1, columns in characters. The
/// location of a member of a mapping is that of its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// A JSON Pointer (RFC 6901) into the document as written (before lifting).
    pub pointer: String,
    /// The line; counts from 1.
    pub line: usize,
    /// The column in characters; counts from 1.
    pub column: usize,
}

/// A JSON value. Two contents are equal if they are the same JSON value: the order
/// of members and the spelling of a number don't count.
#[derive(Clone, Debug)]
pub enum Content {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// A number, exactly.
    Number(BigDecimal),
    /// A string.
    String(String),
    /// An array.
    Sequence(Vec<Node>),
    /// An object, with its members in the order of the text.
    Mapping(IndexMap<String, Node>),
}

impl Source {
    /// Returns the location of a member or item below this one.
    pub fn child(&self, token: &str, line: usize, column: usize) -> Source {
        let token = token.replace('~', "~0").replace('/', "~1");
        Source {
            pointer: format!("{}/{token}", self.pointer),
            line,
            column,
        }
    }
}

impl Node {
    /// Returns the member `key` of a mapping.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.mapping()?.get(key)
    }

    /// Returns the members of a mapping.
    pub fn mapping(&self) -> Option<&IndexMap<String, Node>> {
        match &self.content {
            Content::Mapping(members) => Some(members),
            _ => None,
        }
    }

    /// Returns the members of a mapping, or nothing for any other value.
    pub fn members(&self) -> impl Iterator<Item = (&str, &Node)> {
        self.mapping()
            .into_iter()
            .flatten()
            .map(|(name, node)| (name.as_str(), node))
    }

    /// Returns the items of a sequence, or nothing for any other value.
    pub fn items(&self) -> &[Node] {
        match &self.content {
            Content::Sequence(items) => items,
            _ => &[],
        }
    }

    /// Returns the text of a string.
    pub fn text(&self) -> Option<&str> {
        match &self.content {
            Content::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the value of a boolean.
    pub fn boolean(&self) -> Option<bool> {
        match self.content {
            Content::Boolean(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the value of a number.
    pub fn number(&self) -> Option<&BigDecimal> {
        match &self.content {
            Content::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns whether the member `key` is `true`.
    pub fn flag(&self, key: &str) -> bool {
        self.get(key).and_then(Node::boolean) == Some(true)
    }

    /// Returns whether this value, read as a schema, allows every value trivially
    /// (Core §4.3.2).
    pub fn allows_everything(&self) -> bool {
        match &self.content {
            Content::Boolean(allowed) => *allowed,
            Content::Mapping(members) => members.is_empty(),
            _ => false,
        }
    }

    /// Returns the member `key` if it is a string.
    pub fn member_text(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(Node::text)
    }
}

impl PartialEq for Content {
    fn eq(&self, other: &Content) -> bool {
        match (self, other) {
            (Content::Null, Content::Null) => true,
            (Content::Boolean(left), Content::Boolean(right)) => left == right,
            (Content::Number(left), Content::Number(right)) => left == right,
            (Content::String(left), Content::String(right)) => left == right,
            (Content::Sequence(left), Content::Sequence(right)) => {
                left.len() == right.len()
                    && left
                        .iter()
                        .zip(right)
                        .all(|(left, right)| left.content == right.content)
            }
            (Content::Mapping(left), Content::Mapping(right)) => {
                left.len() == right.len()
                    && left.iter().all(|(key, value)| {
                        right
                            .get(key)
                            .is_some_and(|other| other.content == value.content)
                    })
            }
            _ => false,
        }
    }
}

/// Writes the value as JSON, for messages.
impl fmt::Display for Content {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Content::Null => formatter.write_str("null"),
            Content::Boolean(value) => write!(formatter, "{value}"),
            Content::Number(number) => write!(formatter, "{}", number.normalized()),
            Content::String(text) => write!(formatter, "{}", quoted(text)),
            Content::Sequence(items) => {
                formatter.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    let comma = if index == 0 { "" } else { ", " };
                    write!(formatter, "{comma}{}", item.content)?;
                }
                formatter.write_str("]")
            }
            Content::Mapping(members) => {
                formatter.write_str("{")?;
                for (index, (key, value)) in members.iter().enumerate() {
                    let comma = if index == 0 { "" } else { ", " };
                    write!(formatter, "{comma}{}: {}", quoted(key), value.content)?;
                }
                formatter.write_str("}")
            }
        }
    }
}

impl Content {
    /// Returns the value as JSON, truncated if long.
    pub fn excerpt(&self) -> String {
        excerpt(&self.to_string())
    }
}

/// Returns `text`, truncated if long.
pub fn excerpt(text: &str) -> String {
    const MAXIMUM_CHARACTERS: usize = 60;
    match text.char_indices().nth(MAXIMUM_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns `text` as a JSON string.
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
