//! The semantics of JSON Schema 2020-12: which values a schema allows, and where
//! two schemas differ. The module knows nothing of paths and operations. Schemas
//! with keywords that it doesn't understand are never equal for that reason.
//!
//! A [`Schema`] is expanded to a normal form, the [`NormalForm`](normal_form::NormalForm): a union
//! of alternatives that each allow values of one type, without `$ref`, `allOf`,
//! `anyOf`, `oneOf`, `enum`, `const`, `type` and `nullable`. Members of objects
//! and items of arrays stay schemas and are expanded when they are reached, so a
//! recursive schema causes no recursion here. Keywords that a normal form can't express
//! (`not`, `if`, unknown keywords …) are kept as a
//! [`Constraint`](normal_form::Constraint) and compared keyword by keyword.

mod addition;
mod array;
mod classes;
mod comparison;
mod constraints;
pub(crate) mod count;
mod difference;
mod disjoint;
mod enum_values;
mod evaluate;
mod expand;
pub(crate) mod format;
mod level;
pub(crate) mod normal_form;
pub(crate) mod number;
pub(crate) mod object;
mod schema_pair;
pub(crate) mod string;
mod traverse;
mod union;

pub(crate) use classes::Class;
pub use classes::Classes;
pub(crate) use comparison::Comparison;
pub use difference::{About, Difference, Presence, Relation, Side, Subject};
pub(crate) use evaluate::{accepts, accepts_without, certainly_accepts};
pub(crate) use level::{PathLevel, Step};

use crate::Document;
use crate::inclusion::effort::spend;
use crate::inclusion::keyword::{self, Effect};
use openapi_source::role::{Role, traverse};
use openapi_source::{Node, Pointer, Value};
use std::collections::HashSet;

/// The conjunction of `parts`: the values that all of them allow. Without parts,
/// every value is allowed.
#[derive(Clone, Debug)]
pub struct Schema<'d> {
    pub(crate) parts: Vec<SchemaNode<'d>>,
    /// The source location to report when there is no more precise one.
    at: &'d Node,
}

/// A schema in a document, and the document that resolves its references.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SchemaNode<'d> {
    pub(crate) document: &'d Document,
    pub(crate) node: &'d Node,
}

impl<'d> SchemaNode<'d> {
    fn schema(self) -> Schema<'d> {
        Schema::new(self.document, self.node)
    }

    /// Returns whether both are the same node, or have the same content in the same
    /// document.
    fn is_same(self, other: SchemaNode) -> bool {
        std::ptr::eq(self.node, other.node)
            || (std::ptr::eq(self.document, other.document) && self.node.value == other.node.value)
    }
}

/// The identity of a schema: the addresses of its parts, which are compared and
/// never dereferenced.
pub(crate) type Key = Vec<*const Node>;

impl<'d> Schema<'d> {
    /// Returns the schema at `node`.
    pub fn new(document: &'d Document, node: &'d Node) -> Schema<'d> {
        Schema { parts: vec![SchemaNode { document, node }], at: node }
    }

    /// Returns the schema that `reference` points at: a JSON Pointer in a fragment, such
    /// as `#/components/schemas/Plan`. Returns `None` if it has no target.
    pub fn at(document: &'d Document, reference: &str) -> Option<Schema<'d>> {
        let node = document.find(&Pointer::from_reference(reference)?)?;
        Some(Schema::new(document, node))
    }

    /// Returns the same schema in a copy of its document with the same pointers.
    #[must_use]
    pub fn within(&self, copy: &'d Document) -> Schema<'d> {
        let parts = self.parts.iter().map(|part| {
            let node = copy.find(&part.node.location.pointer);
            SchemaNode { document: copy, node: node.unwrap_or(part.node) }
        });
        Schema { parts: parts.collect(), at: self.at }
    }

    /// Returns the location of the schema, or of what declares none.
    pub fn location(&self) -> &'d Node {
        self.at
    }

    /// Returns the node of the schema's first part; `None` for a schema that allows
    /// everything because none is declared.
    pub fn node(&self) -> Option<&'d Node> {
        self.parts.first().map(|part| part.node)
    }

    /// Returns the schema that allows everything. `at` is the node that declares no
    /// schema.
    pub fn any(at: &'d Node) -> Schema<'d> {
        Schema { parts: Vec::new(), at }
    }

    /// Intersects the schema with `part`.
    pub(crate) fn restrict(&mut self, part: SchemaNode<'d>) {
        if self.parts.is_empty() {
            self.at = part.node;
        }
        if !self.parts.iter().any(|known| std::ptr::eq(known.node, part.node)) {
            self.parts.push(part);
        }
    }

    /// Returns whether the schema has no parts.
    pub(crate) fn is_any(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns whether the schema allows everything, as far as its own keywords show:
    /// `true`, or nothing but annotations.
    fn is_open(&self) -> bool {
        self.parts.iter().all(|part| match &part.node.value {
            Value::Bool(allowed) => *allowed,
            Value::Mapping(members) => members.keys().all(|keyword| {
                let effect = keyword::effect(keyword);
                matches!(effect, Effect::Annotation | Effect::ComparedAnnotation)
            }),
            _ => false,
        })
    }

    /// Returns the first `$dynamicRef` that the schema reaches and whose target depends on the
    /// schemas around it (Core §8.2.3.2). What such a schema allows is not known here.
    pub fn dynamic_reference(&self) -> Option<&'d Node> {
        let mut pending = self.parts.clone();
        pending.retain(|part| part.document.has_dynamic_references());
        let (mut seen, mut found) = (HashSet::new(), None);
        while let (Some(part), None) = (pending.pop(), found) {
            if seen.insert(std::ptr::from_ref(part.node)) {
                traverse(part.node, Role::Schema, &mut |node, role| {
                    spend(1);
                    if role == Role::Schema {
                        found = found.or(node.get("$dynamicRef"));
                        let target = part.document.target(node);
                        pending.extend(target.map(|node| SchemaNode { node, ..part }));
                    }
                });
            }
        }
        found
    }

    /// Returns whether both are at the same place of equal documents.
    pub(crate) fn is_same(&self, other: &Schema<'d>) -> bool {
        let place = |part: &SchemaNode<'d>| {
            let SchemaNode { document, node } = *part;
            (&node.location.pointer, &document.root().value)
        };
        self.parts.iter().map(place).eq(other.parts.iter().map(place))
    }

    pub(crate) fn key(&self) -> Key {
        if self.is_any() {
            // `at`, twice, can't be another schema: none has the same part twice.
            return vec![self.at, self.at];
        }
        let mut key: Key = self.parts.iter().map(|part| std::ptr::from_ref(part.node)).collect();
        key.sort_unstable();
        key
    }
}
