//! Replaces references by identifier (`$id`, `$anchor`; JSON Schema Core §8.2) by JSON
//! Pointers, and removes the identifiers, so that nothing else has to know them.
//!
//! A `$dynamicRef` is a `$ref` if it is a pointer, or if its `$dynamicAnchor` is declared once. Of
//! several, the one that applies depends on the way to the reference (§8.2.3.2): such a
//! `$dynamicRef` stays, and so does a reference to an unknown identifier. Generators refuse both.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use fluent_uri::{Uri, UriRef};
use percent_encoding::percent_decode_str;

use openapi_source::role::{Role, change_children, children};

use crate::{Diagnostic, Diagnostics, Location, Node, Pointer, Value};

/// The base of what has no `$id`. Any URI would do: it is part of the declared and of the
/// referring URI alike.
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
    let Identifiers { resources, anchors, dynamic_references, .. } = &identifiers;
    if resources.is_empty() && anchors.is_empty() && dynamic_references.is_empty() {
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
    /// The fragments of the `$dynamicRef`s.
    dynamic_references: HashSet<String>,
    diagnostics: Diagnostics,
}

impl Identifiers {
    fn collect(&mut self, node: &Node, role: Role, base: &Uri<String>) {
        let own = own_base(node, role, base).and_then(|own| self.diagnostics.report(own));
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
        let reference = node.member_text("$dynamicRef").filter(|_| role == Role::Schema);
        let fragment = reference.and_then(|reference| reference.split_once('#'));
        let decoded =
            fragment.map(|(_, fragment)| percent_decode_str(fragment).decode_utf8_lossy());
        self.dynamic_references.extend(decoded.map(Cow::into_owned));
        for (child, role) in children(node, role) {
            self.collect(child, role, base);
        }
    }

    /// Returns whether a `$dynamicRef` to an anchor has the same target from everywhere.
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
                self.refer(reference, base, false);
            } else if let Some(mut reference) = members.get("$dynamicRef").cloned()
                && self.refer(&mut reference, base, true)
            {
                members.shift_remove("$dynamicRef");
                members.insert("$ref".to_owned(), reference);
            }
            let mapping = Pointer::root().join("mapping");
            let discriminator = members.get_mut("discriminator");
            if let Some(mapping) = discriminator.and_then(|node| node.at_mut(&mapping)) {
                change_children(mapping, Role::Map(&Role::Data), |_, target, _| {
                    // A text that may be both is a name (OpenAPI 3.1.1 §4.8.25).
                    if target.string().is_some_and(|text| !self.is_component(text)) {
                        self.refer(target, base, false);
                    }
                });
            }
            for keyword in ["$id", "$anchor", "$dynamicAnchor"] {
                let name = members.get(keyword).and_then(Node::string);
                let is_needed = |name: &str| {
                    keyword != "$id"
                        && !self.identifiers.is_static(name)
                        && self.identifiers.dynamic_references.contains(name)
                };
                if name.is_some_and(|name| !is_needed(name)) {
                    members.shift_remove(keyword);
                }
            }
        }
        change_children(node, role, |_, child, role| self.node(child, role, base));
    }

    fn is_component(&self, name: &str) -> bool {
        let components = Pointer::root().join("components").join("schemas");
        self.document.at(&components.join(name)).is_some()
    }

    /// Replaces a reference by a pointer. Returns whether its target is known.
    fn refer(&self, reference: &mut Node, base: &Uri<String>, is_dynamic: bool) -> bool {
        let target = reference.string().and_then(|text| self.target(text, base, is_dynamic));
        target.is_some_and(|pointer| {
            reference.value = Value::String(pointer.to_fragment());
            true
        })
    }

    /// Returns the pointer to the target of a reference by identifier. A pointer starts at the
    /// schema with the `$id`. Many documents mean the whole document nevertheless: a pointer that
    /// leads nowhere from that schema is left as it is.
    fn target(&self, reference: &str, base: &Uri<String>, is_dynamic: bool) -> Option<Pointer> {
        let Identifiers { resources, anchors, .. } = self.identifiers;
        let uri = resolved(reference, base)?;
        let fragment = uri.fragment().map_or("", |fragment| fragment.as_str());
        let name = percent_decode_str(fragment).decode_utf8().ok()?;
        let resource = uri.strip_fragment().as_str().to_owned();
        let pointer = if name.is_empty() || name.starts_with('/') {
            let is_document = is_dynamic && resource == BASE;
            let above = resources.get(&resource).map(|location| location.pointer.clone());
            let above = above.or_else(|| is_document.then(Pointer::root))?;
            let below = Pointer::from_reference(&format!("#{fragment}"))?;
            below.tokens().fold(above, |at, token| at.join(&token))
        } else if !is_dynamic || self.identifiers.is_static(&name) {
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
