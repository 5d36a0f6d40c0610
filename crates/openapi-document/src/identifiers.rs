//! Replaces references by identifier (`$id`, `$anchor`; JSON Schema Core §8.2) by JSON
//! Pointers, and removes the identifiers, so that nothing else has to know them.
//!
//! A `$dynamicRef` whose `$dynamicAnchor` is declared once is a `$ref`. Any other depends
//! on the schemas that lead to it (§8.2.3.2); it stays, and generators refuse it. So does
//! a reference to an unknown identifier.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use fluent_uri::{Uri, UriRef};
use percent_encoding::percent_decode_str;

use openapi_source::role::{Role, change_children, children};

use crate::{Diagnostic, Diagnostics, Location, Node, Pointer, Value};

/// The URI of the document, which has none of its own. Relative references resolve
/// against it, and both ends of a reference have the same base.
const BASE: &str = "document:///";

/// Replaces all references by identifier in a document.
///
/// # Errors
/// An identifier is declared twice, or is no URI reference.
pub(crate) fn resolve(root: &mut Node) -> Result<(), Diagnostics> {
    let base = Uri::parse(BASE).expect("it is a URI").to_owned();
    let mut identifiers = Identifiers::default();
    identifiers.collect(root, Role::Document, &base);
    let diagnostics = std::mem::take(&mut identifiers.diagnostics);
    if identifiers.is_empty() {
        return diagnostics.or(());
    }
    let document = root.clone();
    let rewrite = Rewrite { document: &document, identifiers: &identifiers };
    rewrite.node(root, Role::Document, &base);
    diagnostics.or(())
}

#[derive(Default)]
struct Identifiers {
    /// The schemas with a `$id`, by its absolute URI.
    resources: HashMap<String, Location>,
    /// The schemas with an anchor, by the URI of their resource and the name.
    anchors: HashMap<(String, String), Location>,
    /// The number of declarations of each `$dynamicAnchor`.
    dynamic: HashMap<String, usize>,
    diagnostics: Diagnostics,
}

impl Identifiers {
    fn is_empty(&self) -> bool {
        self.resources.is_empty() && self.anchors.is_empty()
    }

    fn collect(&mut self, node: &Node, role: Role, base: &Uri<String>) {
        let own = self.own_base(node, role, base);
        if let Some(uri) = &own {
            let first = self.resources.entry(uri.as_str().to_owned());
            declare(&mut self.diagnostics, first, node, "$id");
        }
        let base = own.as_ref().unwrap_or(base);
        for keyword in ["$anchor", "$dynamicAnchor"] {
            let name = node.member_text(keyword).filter(|_| role == Role::Schema);
            let Some(name) = name else { continue };
            let first = self.anchors.entry((base.as_str().to_owned(), name.to_owned()));
            declare(&mut self.diagnostics, first, node, keyword);
            if keyword == "$dynamicAnchor" {
                *self.dynamic.entry(name.to_owned()).or_default() += 1;
            }
        }
        for (child, role) in children(node, role) {
            self.collect(child, role, base);
        }
    }

    /// Returns the base URI that the `$id` of a schema sets.
    fn own_base(&mut self, node: &Node, role: Role, base: &Uri<String>) -> Option<Uri<String>> {
        self.diagnostics.report(own_base(node, role, base)?)
    }

    /// Returns whether an anchor has the same target from everywhere.
    fn is_static(&self, anchor: &str) -> bool {
        self.dynamic.get(anchor).is_none_or(|declared| *declared == 1)
    }
}

/// Replaces references by the pointers of identifiers.
struct Rewrite<'i> {
    /// The document as it is written.
    document: &'i Node,
    identifiers: &'i Identifiers,
}

impl Rewrite<'_> {
    /// Replaces the references of a node, and removes its identifiers.
    fn node(&self, node: &mut Node, role: Role, base: &Uri<String>) {
        let own = own_base(node, role, base).and_then(Result::ok);
        let base = own.as_ref().unwrap_or(base);
        if let (Role::Schema, Value::Mapping(members)) = (role, &mut node.value) {
            if let Some(reference) = members.get_mut("$ref") {
                self.refer(reference, base);
            } else if let Some(mut reference) = members.get("$dynamicRef").cloned()
                && self.refer(&mut reference, base)
            {
                members.shift_remove("$dynamicRef");
                members.insert("$ref".to_owned(), reference);
            }
            for keyword in ["$id", "$anchor", "$dynamicAnchor"] {
                let name = members.get(keyword).and_then(Node::string);
                if name.is_some_and(|name| keyword == "$id" || self.identifiers.is_static(name)) {
                    members.shift_remove(keyword);
                }
            }
        }
        change_children(node, role, |_, child, role| self.node(child, role, base));
    }

    /// Replaces a reference by a pointer. Returns whether its target is known.
    fn refer(&self, reference: &mut Node, base: &Uri<String>) -> bool {
        let target = reference.string().and_then(|text| self.target(text, base));
        target.is_some_and(|pointer| {
            reference.value = Value::String(pointer.to_fragment());
            true
        })
    }

    /// Returns the pointer to the target of a reference by identifier. A pointer in a
    /// schema with `$id` begins there, unless it has a target in the document only.
    fn target(&self, reference: &str, base: &Uri<String>) -> Option<Pointer> {
        let Identifiers { resources, anchors, .. } = self.identifiers;
        let uri = resolved(reference, base)?;
        let fragment = uri.fragment().map_or("", |fragment| fragment.as_str());
        let name = percent_decode_str(fragment).decode_utf8().ok()?;
        let resource = uri.strip_fragment().as_str().to_owned();
        let pointer = if name.is_empty() || name.starts_with('/') {
            let above = &resources.get(&resource)?.pointer;
            let below = Pointer::from_reference(&format!("#{fragment}"))?;
            let tokens = below.tokens();
            tokens.fold(above.clone(), |at, token| at.join(&token))
        } else if self.identifiers.is_static(&name) {
            let known = anchors.get(&(resource, name.into_owned()))?;
            known.pointer.clone()
        } else {
            return None;
        };
        self.document.at(&pointer).is_some().then_some(pointer)
    }
}

/// Returns the base URI that the `$id` of a schema sets.
fn own_base(
    node: &Node,
    role: Role,
    base: &Uri<String>,
) -> Option<Result<Uri<String>, Diagnostic>> {
    let id = node.get("$id").filter(|_| role == Role::Schema)?;
    let text = id.string()?;
    let own = resolved(text, base).map(|uri| uri.strip_fragment().to_owned());
    Some(own.ok_or_else(|| {
        let message = format!("`$id: {text}` is not a URI reference");
        Diagnostic::error(&id.location, message)
    }))
}

/// Returns the absolute URI of a reference, in the one form that equal URIs have.
fn resolved(reference: &str, base: &Uri<String>) -> Option<Uri<String>> {
    let reference = UriRef::parse(reference).ok()?;
    Some(reference.resolve_against(base).ok()?.normalize())
}

/// Adds the location of a schema with an identifier, which no other schema has.
fn declare<K>(
    diagnostics: &mut Diagnostics,
    entry: Entry<'_, K, Location>,
    schema: &Node,
    keyword: &str,
) {
    match entry {
        Entry::Vacant(entry) => drop(entry.insert(schema.location.clone())),
        Entry::Occupied(first) => {
            let identifier = schema.get(keyword).unwrap_or(schema);
            let name = identifier.string().unwrap_or_default();
            let line = first.get().line;
            let message = format!("`{keyword}: {name}` is declared twice, first on line {line}");
            diagnostics.push(Diagnostic::error(&identifier.location, message).help("rename one"));
        }
    }
}
