//! A parsed document: its nodes, and resolution of `$ref`. `parse.rs` makes it of a text.
//!
//! References are followed only within the document. Those to other files are resolved
//! before, by [`Bundle`]; nothing is fetched, because a build must not depend on files outside
//! version control.

use std::collections::HashSet;

use crate::{Diagnostic, Diagnostics, Location, Method, Node, Pointer, Value};
use openapi_source::work_at;

/// The maximum number of nodes of a schema without references.
const MAX_INLINED: usize = 100_000;

const INTO_UNION: &str = "a schema with `nullable` beside `allOf`, `anyOf`, `oneOf` or `not` is read \
                          as a union with other parts; refer to a component instead";

/// An OpenAPI document with a position for every node. One of version 3.0 is lifted
/// to 3.1, and one of 3.2 is read as 3.1.
///
/// A required member that is `readOnly` is optional in requests, and one that is
/// `writeOnly` in responses. Where a component differs by direction, its name is that of
/// responses, and the document has a second component for requests, `ThingRequest` for
/// `Thing`.
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) root: Node,
    /// Whether the text is OpenAPI 3.0.
    pub(crate) is_3_0: bool,
    /// The operations by path and method, if the document is restricted to some of
    /// them. A path can contain others, because a reference leads into them.
    pub(crate) operations: Option<HashSet<(String, Method)>>,
    /// The components of a part of a document that the part needs only in part.
    pub(crate) incomplete: HashSet<Pointer>,
    /// What a text of 3.2 refers to, also by references that are replaced by their targets.
    pub(crate) referred: HashSet<Pointer>,
    /// Warnings about the text, about what is lifted or left out, and about schemas that are the
    /// same for both directions and should differ.
    pub(crate) warnings: Diagnostics,
    /// The errors of the references to files that can't be read.
    pub(crate) unread: Diagnostics,
}

impl Document {
    /// Returns a part of this document, in which `operations` are served.
    pub(crate) fn part(
        &self,
        root: Node,
        operations: HashSet<(String, Method)>,
        incomplete: HashSet<Pointer>,
    ) -> Self {
        Self {
            root,
            is_3_0: self.is_3_0,
            operations: Some(operations),
            incomplete,
            referred: self.referred.clone(),
            warnings: self.warnings.clone(),
            unread: self.unread.clone(),
        }
    }

    /// Returns whether an operation belongs to the document, and doesn't stand there
    /// only because a reference leads into it.
    pub(crate) fn serves(&self, path: &str, method: &Method) -> bool {
        let operations = self.operations.as_ref();
        let is_served = |served: &HashSet<_>| served.contains(&(path.to_owned(), method.clone()));
        operations.is_none_or(is_served) || !method.has_field()
    }

    /// Returns whether a part of a document needs all of the component at a pointer. A
    /// component that only references into it lead to may refer to what the part lacks.
    pub fn is_complete(&self, component: &Pointer) -> bool {
        !self.incomplete.contains(component)
    }

    /// Returns the root node.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// Returns the node at a pointer.
    pub fn find(&self, pointer: &Pointer) -> Option<&Node> {
        self.root.at(pointer)
    }

    /// Returns the node that a `$ref` string points to, without following further
    /// references.
    ///
    /// # Errors
    /// The reference points into another document, to an anchor, or to nothing.
    pub fn target(&self, reference: &Node) -> Result<&Node, Diagnostic> {
        let location = &reference.location;
        let Some(text) = reference.string() else {
            let remedy = || "quote it: a `#` after white space begins a comment".to_owned();
            let help = matches!(reference.value, Value::Null).then(remedy);
            let error = Diagnostic::unexpected(reference, "`$ref`", "a string");
            return Err(Diagnostic { help, ..error });
        };
        let Some(pointer) = Pointer::from_reference(text) else {
            let mut unread = (&self.unread).into_iter();
            let is_here = |error: &&Diagnostic| error.location.cmp_in_text(location).is_eq();
            if let Some(error) = unread.find(is_here) {
                let mut error = error.clone();
                error.location.pointer = location.pointer.clone();
                return Err(error);
            }
            let message = format!("`$ref: {text}` does not point into this document");
            let help = if text.starts_with('#') {
                "no schema has this `$anchor`; a JSON Pointer begins with `#/`"
            } else {
                "refer to a file by its path, URLs are not read; no schema has this `$id`"
            };
            return Err(Diagnostic::error(location, message).help(help));
        };
        let target = self.find(&pointer);
        target.inspect(|node| work_at(&node.location)).ok_or_else(|| {
            let near = self.sibling_like(&pointer);
            let guess = near.map(|near| format!("did you mean `{near}`?"));
            let mut above = std::iter::successors(pointer.parent(), Pointer::parent);
            let above = above.find_map(|above| self.find(&above));
            let may_be_moved = self.is_3_0 && above.is_some_and(|node| node.get("anyOf").is_some());
            let help = guess.or_else(|| may_be_moved.then(|| INTO_UNION.to_owned()));
            let message = format!("`$ref: {text}` points to nothing");
            Diagnostic { help, ..Diagnostic::error(location, message) }
        })
    }

    /// Returns the pointer to a member whose name is like that of a missing one.
    pub(crate) fn sibling_like(&self, missing: &Pointer) -> Option<Pointer> {
        let above = missing.parent()?;
        let siblings = self.find(&above)?.mapping()?.keys();
        let near = crate::fields::nearest(&missing.last()?, siblings.map(String::as_str))?;
        Some(above.join(near))
    }

    /// Returns `node`, or the target of its chain of references if it is a
    /// Reference Object. For schemas use [`crate::Schema`], because keywords beside
    /// `$ref` count there.
    ///
    /// # Errors
    /// As for [`Document::target`], and for circular references.
    pub fn resolve<'d>(&'d self, node: &'d Node) -> Result<&'d Node, Diagnostic> {
        let mut seen = HashSet::new();
        let mut current = node;
        while let Some(reference) = current.get("$ref") {
            if !seen.insert(&current.location.pointer) {
                let message = "the references form a circle";
                return Err(Diagnostic::error(&reference.location, message)
                    .reason("no reference of the circle leads to an element")
                    .help("replace one `$ref` by the element"));
            }
            current = self.target(reference)?;
        }
        Ok(current)
    }

    /// Returns the values of `examples` and of `example` beside a schema, whose name is empty.
    pub fn examples<'d>(&'d self, beside: &'d Node) -> impl Iterator<Item = (&'d str, &'d Node)> {
        let single = beside.get("example").map(|value| ("", value));
        let named = beside.get("examples").into_iter().flat_map(Node::members);
        let named =
            named.filter_map(|(name, one)| Some((name, self.resolve(one).ok()?.get("value")?)));
        single.into_iter().chain(named)
    }

    /// Returns the JSON of a schema, or of an object that contains schemas, with
    /// every `$ref` replaced by its target, unless that contains the `$ref`.
    ///
    /// # Errors
    /// As for [`Document::target`], and for more than 100,000 nodes, which references of a
    /// small document can have.
    pub fn inlined(&self, node: &Node) -> Result<serde_json::Value, Diagnostic> {
        self.inlined_below(node, &mut Vec::new(), &mut 0)
    }

    fn inlined_below<'d>(
        &'d self,
        node: &'d Node,
        above: &mut Vec<&'d Location>,
        nodes: &mut usize,
    ) -> Result<serde_json::Value, Diagnostic> {
        *nodes += 1;
        if *nodes > MAX_INLINED {
            let message = format!("written out, the schema has more than {MAX_INLINED} nodes");
            return Err(Diagnostic::error(&node.location, message));
        }
        let Some(members) = node.mapping() else {
            return match node.sequence() {
                Some(items) => {
                    items.iter().map(|item| self.inlined_below(item, above, nodes)).collect()
                }
                None => Ok(node.to_json()),
            };
        };
        let mut json = serde_json::Map::new();
        for (name, member) in members.iter().filter(|(name, _)| *name != "$ref") {
            json.insert(name.clone(), self.inlined_below(member, above, nodes)?);
        }
        let Some(reference) = members.get("$ref") else {
            return Ok(json.into());
        };
        let target = self.target(reference)?;
        if above.contains(&&target.location) {
            json.insert("$ref".to_owned(), target.location.pointer.to_fragment().into());
            return Ok(json.into());
        }
        above.push(&target.location);
        let inlined = self.inlined_below(target, above, nodes)?;
        above.pop();
        if json.is_empty() {
            return Ok(inlined);
        }
        // In an `allOf` beside the siblings: both may have the same keyword.
        let siblings = std::mem::take(&mut json);
        Ok(serde_json::json!({ "allOf": [inlined, siblings] }))
    }
}
