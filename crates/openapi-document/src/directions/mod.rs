//! Gives requests and responses schemas of their own where they differ: a required
//! member that is `readOnly` is optional in a request, and a required member that is
//! `writeOnly` is optional in a response.
//!
//! OpenAPI 3.0 requires this. OpenAPI 3.1 leaves it to tools ("Validating `readOnly` and
//! `writeOnly`"), and documents are written for it: the same component describes a
//! resource in both directions, and the service assigns its `id`.
//!
//! The document is changed when it is read, so that types, validators, the lowered
//! document and clients agree without further rules:
//!
//! - A schema for one direction is changed in place.
//! - A schema for both keeps its name in responses. Requests get a copy of it in
//!   `components/schemas`, named `ThingRequest` for `Thing`, and a copy of each schema
//!   that refers to it. A copy has the positions of the text that it is made of.
//! - A schema that no operation uses is not changed.
//!
//! A member is `readOnly` if its schema says so, or a schema that applies with it
//! through `$ref` or `allOf`. Schemas below `not` and `if` are not changed.
//!
//! Some members stay required. If a schema that is referred to requires a member, and the
//! annotation is only next to the reference, there is a warning. There is none if the annotation is
//! in `patternProperties`, in `additionalProperties` or in a branch of a union next to `required`,
//! or if `dependentRequired` requires the member.
//!
//! A webhook or a callback is a request of the service. The values that it sends are in
//! the direction of responses, and the answers in that of requests.

mod members;
mod rewrite;
mod uses;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use openapi_source::role::Role;

use crate::{Diagnostic, Diagnostics, Document, Mapping, Node, Pointer, Value};
pub(crate) use members::has_annotation;
pub(crate) use rewrite::Rewrite;
use uses::Uses;

/// The direction in which a value is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the service, as in requests of an operation.
    Request,
    /// From the service, as in responses of an operation.
    Response,
}

impl Direction {
    /// Returns the annotation of a member that is not required in this direction.
    pub fn exempting_annotation(self) -> &'static str {
        match self {
            Self::Request => "readOnly",
            Self::Response => "writeOnly",
        }
    }
}

/// Returns the root of a document with a schema for each direction, and warnings about
/// schemas that can't have one. Returns `None` if no schema differs.
pub(crate) fn separated(document: &Document) -> Option<(Node, Diagnostics)> {
    if !has_annotation(document.root()) {
        return None;
    }
    let uses = Uses::of(document);
    let affected = uses.affected();
    if affected.is_empty() && uses.warnings.is_empty() {
        return None;
    }
    let plan = Plan::new(document, &uses, &affected);
    Some((plan.applied(document), plan.warnings))
}

/// The changes of a document.
struct Plan<'u> {
    /// The schemas for one direction, and those for responses that have a copy.
    in_place: Vec<(&'u Pointer, &'u Node, Direction)>,
    /// The schemas that get a copy for requests.
    copied: Vec<(&'u Pointer, &'u Node)>,
    /// The pointers of the copies, by those of the schemas.
    copies: HashMap<Pointer, Pointer>,
    warnings: Diagnostics,
}

impl<'u> Plan<'u> {
    /// Decides about each schema of `affected`.
    fn new(document: &Document, uses: &'u Uses<'_>, affected: &HashSet<Pointer>) -> Self {
        let mut plan = Self {
            in_place: Vec::new(),
            copied: Vec::new(),
            copies: HashMap::new(),
            warnings: uses.warnings.clone(),
        };
        let in_direction = |direction| {
            uses.in_direction(direction).filter(|(pointer, _)| affected.contains(pointer))
        };
        let mut names = Names::of(document);
        let mut inseparable = HashSet::new();
        let responses = uses.overlaps(Direction::Response);
        for (pointer, one) in in_direction(Direction::Request) {
            if !responses.overlap(pointer) {
                plan.in_place.push((pointer, one.node, Direction::Request));
            } else if one.is_entry {
                plan.warnings.push(warning_about_inseparable(one.node));
                inseparable.insert(pointer);
            } else {
                plan.copies.insert(pointer.clone(), names.copy_of(pointer));
                plan.copied.push((pointer, one.node));
            }
        }
        for (pointer, one) in in_direction(Direction::Response) {
            if one.has_exempted && !inseparable.contains(pointer) {
                plan.in_place.push((pointer, one.node, Direction::Response));
            }
        }
        // A schema within another one comes first, because the outer one contains it.
        plan.in_place.sort_by_key(|(pointer, ..)| Reverse(pointer.tokens().count()));
        plan
    }

    /// Returns the root of the changed document.
    fn applied(&self, document: &Document) -> Node {
        let rewritten = |node: &Node, direction| {
            let rewrite = Rewrite { document, direction, copies: &self.copies };
            let mut schema = node.clone();
            rewrite.node(&mut schema, Role::Schema);
            schema
        };
        let mut root = document.root().clone();
        for (pointer, node, direction) in &self.in_place {
            if let Some(place) = root.at_mut(pointer) {
                *place = rewritten(node, *direction);
            }
        }
        for (pointer, node) in &self.copied {
            let pointer = &self.copies[*pointer];
            let mut copy = rewritten(node, Direction::Request);
            copy.relocate(pointer);
            insert(&mut root, pointer, copy);
        }
        root
    }
}

/// Returns the warning about a schema whose members stay required in both directions.
fn warning_about_inseparable(schema: &Node) -> Diagnostic {
    let message = "this schema has required members for one direction (`readOnly` or \
                   `writeOnly`) and is used in both; they are required in both";
    Diagnostic::warning(&schema.location, message)
        .help("move the schema to `components/schemas`, and refer to it")
}

/// The names of the schemas in `components`.
struct Names(HashSet<String>);

impl Names {
    fn of(document: &Document) -> Self {
        let schemas = document.find(&schemas()).and_then(Node::mapping);
        Self(schemas.into_iter().flat_map(Mapping::keys).cloned().collect())
    }

    /// Returns the pointer to the copy of a schema for requests, with an unused name.
    fn copy_of(&mut self, pointer: &Pointer) -> Pointer {
        let base = format!("{}Request", pointer.last().unwrap_or_default());
        let numbered = (2..).map(|number| format!("{base}{number}"));
        let mut names = std::iter::once(base.clone()).chain(numbered);
        let name = names.find(|name| self.0.insert(name.clone()));
        schemas().join(&name.unwrap_or(base))
    }
}

fn schemas() -> Pointer {
    Pointer::root().join("components").join("schemas")
}

/// Inserts a node as a member of objects, which are created if they are absent.
fn insert(root: &mut Node, pointer: &Pointer, node: Node) {
    let mut place = root;
    let mut known = Pointer::root();
    for token in pointer.tokens() {
        known = known.join(&token);
        let mut location = place.location.clone();
        location.pointer = known.clone();
        let Value::Mapping(members) = &mut place.value else {
            return;
        };
        place = members
            .entry(token)
            .or_insert_with(|| Node { value: Value::Mapping(Mapping::new()), location });
    }
    *place = node;
}
