//! JSON Schema 2020-12 by meaning: which values a schema allows, and where two
//! schemas differ in them. It knows nothing of paths and operations, and must
//! never call two schemas equal because it doesn't understand them.
//!
//! A [`Schema`] is expanded to a [`Shape`](shape::Shape), the union of
//! alternatives that each allow values of one type; there `$ref`, `allOf`,
//! `anyOf`, `oneOf`, `enum`, `const`, `type` and `nullable` are gone. Members
//! of objects and items of arrays stay schemas and are expanded when they are
//! reached, so recursion in a document is no recursion here. What has no place
//! in a shape (`not`, `if`, unknown keywords …) is kept as a
//! [`Constraint`](shape::Constraint) and compared keyword by keyword.

mod addition;
pub(crate) mod array;
mod assertion;
mod classes;
mod comparison;
mod condition;
mod constraint;
pub(crate) mod count;
mod difference;
mod disjoint;
mod evaluate;
mod exclude;
mod expand;
mod finite;
pub(crate) mod format;
mod level;
mod listed;
mod literal;
mod local;
pub(crate) mod number;
mod number_differences;
pub(crate) mod object;
mod probe;
pub(crate) mod shape;
pub(crate) mod string;
mod union;
mod variants;
mod void;
mod walk;

pub(crate) use classes::Classes;
pub(crate) use comparison::Comparison;
pub(crate) use difference::{About, Difference, NOT_DECLARED, Relation, Subject};
pub(crate) use evaluate::{accepts, accepts_without};
pub(crate) use expand::is_ignored;
pub(crate) use level::{Level, Step};
pub(crate) use shape::Kind;

use crate::document::{Content, Document, Node};

/// The values that every one of `parts` allows: all values, if there is none.
#[derive(Clone, Debug)]
pub(crate) struct Schema<'d> {
    pub(crate) parts: Vec<Part<'d>>,
    /// Where to point when there is no better place.
    at: &'d Node,
}

/// A schema as it is written, and the document that its references are about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'d> {
    pub(crate) document: &'d Document,
    pub(crate) node: &'d Node,
}

impl Part<'_> {
    /// Whether both say the same by standing at the same place, or by the same
    /// words in the same document.
    fn is_same(self, other: Part) -> bool {
        std::ptr::eq(self.node, other.node)
            || (std::ptr::eq(self.document, other.document)
                && self.node.content == other.node.content)
    }
}

/// What makes two schemas the same one: their parts by identity. The parts'
/// addresses are compared, never followed.
pub(crate) type Key = Vec<*const Node>;

/// Keywords that say nothing about which values are allowed (Validation §9,
/// OpenAPI 3.1 §4.8.24).
pub(crate) const ANNOTATIONS: [&str; 10] = [
    "title",
    "description",
    "$comment",
    "default",
    "example",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "externalDocs",
];

impl<'d> Schema<'d> {
    /// The schema that stands at `node`.
    pub(crate) fn new(document: &'d Document, node: &'d Node) -> Schema<'d> {
        Schema {
            parts: vec![Part { document, node }],
            at: node,
        }
    }

    /// The schema that allows everything; `at` is what lacks a schema.
    pub(crate) fn any(at: &'d Node) -> Schema<'d> {
        Schema {
            parts: Vec::new(),
            at,
        }
    }

    /// Allows only what `part` allows, too.
    pub(crate) fn restrict(&mut self, part: Part<'d>) {
        if self.parts.is_empty() {
            self.at = part.node;
        }
        if !self
            .parts
            .iter()
            .any(|known| std::ptr::eq(known.node, part.node))
        {
            self.parts.push(part);
        }
    }

    /// Whether it says nothing.
    pub(crate) fn is_any(&self) -> bool {
        self.parts.is_empty()
    }

    /// Whether it allows everything, as can be read at once.
    fn is_open(&self) -> bool {
        self.parts.iter().all(|part| match &part.node.content {
            Content::Boolean(allowed) => *allowed,
            Content::Mapping(members) => members.keys().all(|keyword| {
                ANNOTATIONS.contains(&keyword.as_str()) || keyword.starts_with("x-")
            }),
            _ => false,
        })
    }

    pub(crate) fn key(&self) -> Key {
        if self.is_any() {
            // Everything, said here: no schema has the same part twice.
            return vec![self.at, self.at];
        }
        let mut key: Key = self
            .parts
            .iter()
            .map(|part| std::ptr::from_ref(part.node))
            .collect();
        key.sort_unstable();
        key
    }
}
