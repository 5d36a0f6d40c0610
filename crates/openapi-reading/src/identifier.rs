//! Resolves references by `$id` and `$anchor` (Core §8.2). They are rewritten to
//! JSON Pointers, so that no other module has to handle identifiers. A reference
//! that is already a pointer and has a target keeps its target.

use crate::reference;
use jsonschema::{Uri, uri};
use openapi_source::role::{Role, change_children, children};
use openapi_source::{Node, Pointer, Value};
use percent_encoding::percent_decode_str;
use std::collections::HashMap;

/// `$dynamicRef` is treated like `$ref` if its anchor is declared once.
const KEYWORDS: [&str; 2] = ["$ref", "$dynamicRef"];

/// The identifiers of a document with the pointers of their schemas.
#[derive(Default)]
struct Identifiers {
    /// Absolute URI of a `$id` to the pointer of its schema.
    resources: HashMap<String, Pointer>,
    /// The URI of a resource and an anchor within it, to a pointer.
    anchors: HashMap<(String, String), Pointer>,
    /// The number of declarations of each `$dynamicAnchor`.
    dynamic: HashMap<String, usize>,
}

/// Rewrites every reference by identifier in a 3.1 document to a JSON Pointer.
pub(crate) fn resolve(root: &mut Node) {
    // The document's own URI is unknown; any base works, since both ends use the
    // same one.
    let Ok(base) = uri::from_str("") else { return };
    let mut identifiers = Identifiers::default();
    identifiers.collect(root, Role::Document, &base);
    if identifiers.resources.is_empty() && identifiers.anchors.is_empty() {
        return;
    }
    identifiers
        .resources
        .insert(base.as_str().to_owned(), Pointer::root());
    let mut replacements = HashMap::new();
    identifiers.references((root, root), Role::Document, &base, &mut replacements);
    rewrite(root, Role::Document, &replacements);
}

impl Identifiers {
    fn collect(&mut self, node: &Node, role: Role, base: &Uri<String>) {
        let own = own_base(node, role, base);
        let base = own.as_ref().unwrap_or(base);
        if role == Role::Schema {
            let pointer = &node.location.pointer;
            if own.is_some() {
                self.resources
                    .insert(base.as_str().to_owned(), pointer.clone());
            }
            for keyword in ["$anchor", "$dynamicAnchor"] {
                if let Some(name) = node.member_text(keyword) {
                    let key = (base.as_str().to_owned(), name.to_owned());
                    self.anchors.insert(key, pointer.clone());
                }
            }
            if let Some(name) = node.member_text("$dynamicAnchor") {
                *self.dynamic.entry(name.to_owned()).or_default() += 1;
            }
        }
        for (child, role) in children(node, role) {
            self.collect(child, role, base);
        }
    }

    /// Adds to `replacements` the pointer that replaces each reference by identifier,
    /// keyed by the location of the reference.
    fn references(
        &self,
        (root, node): (&Node, &Node),
        role: Role,
        base: &Uri<String>,
        replacements: &mut HashMap<Pointer, String>,
    ) {
        let own = own_base(node, role, base);
        let base = own.as_ref().unwrap_or(base);
        for keyword in KEYWORDS.into_iter().filter(|_| role == Role::Schema) {
            if let Some(to) = node.get(keyword)
                && let Some(reference) = to.string().and_then(|text| self.reference(base, text))
                && reference::target(root, &reference).is_ok()
            {
                replacements.insert(to.location.pointer.clone(), reference);
            }
        }
        for (child, role) in children(node, role) {
            self.references((root, child), role, base, replacements);
        }
    }

    /// Returns the pointer that `text` refers to; `None` if the identifier is
    /// unknown or its target depends on the dynamic scope (Core §8.2.3.2).
    fn reference(&self, base: &Uri<String>, text: &str) -> Option<String> {
        let whole = uri::resolve_against(&base.borrow(), text).ok()?;
        let fragment = whole.fragment().map_or("", |part| part.as_str());
        let name = percent_decode_str(fragment).decode_utf8().ok()?;
        let resource = whole.strip_fragment().as_str().to_owned();
        let pointer = if name.is_empty() || name.starts_with('/') {
            let at = self.resources.get(&resource)?;
            let below = Pointer::parse(&format!("{}{name}", at.as_str()))?;
            Some(below).filter(|_| *at != Pointer::root())?
        } else {
            let is_unambiguous = self
                .dynamic
                .get(name.as_ref())
                .is_none_or(|many| *many == 1);
            let known = self.anchors.get(&(resource, name.into_owned()));
            known.filter(|_| is_unambiguous)?.clone()
        };
        Some(pointer.to_fragment())
    }
}

fn rewrite(node: &mut Node, role: Role, replacements: &HashMap<Pointer, String>) {
    if let Value::Mapping(members) = &mut node.value
        && role == Role::Schema
    {
        for keyword in KEYWORDS {
            if let Some(mut to) = members.get(keyword).cloned()
                && let Some(reference) = replacements.get(&to.location.pointer)
                && (keyword == "$ref" || !members.contains_key("$ref"))
            {
                to.value = Value::String(reference.clone());
                members.shift_remove(keyword);
                members.insert("$ref".to_owned(), to);
            }
        }
    }
    change_children(node, role, |_, child, role| {
        rewrite(child, role, replacements)
    });
}

/// Returns the base URI that the schema's own `$id` sets.
fn own_base(node: &Node, role: Role, base: &Uri<String>) -> Option<Uri<String>> {
    let id = match role {
        Role::Schema => node.member_text("$id")?,
        _ => return None,
    };
    let own = uri::resolve_against(&base.borrow(), id).ok()?;
    uri::from_str(own.strip_fragment().as_str()).ok()
}
