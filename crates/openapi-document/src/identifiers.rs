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

use crate::embedded::NAMED;
use crate::{Diagnostic, Diagnostics, Keyword, KeywordValue, Location, Node, Pointer, Value};

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
    identifiers.collect(root, false, &base);
    let diagnostics = std::mem::take(&mut identifiers.diagnostics);
    if identifiers.is_empty() {
        return diagnostics.or(());
    }
    let document = root.clone();
    let rewrite = Rewrite {
        document: &document,
        identifiers: &identifiers,
    };
    rewrite.node(root, false, &base);
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

    /// Collects the identifiers of a node. `is_named` is true if the author of the
    /// document chooses the names of its members.
    fn collect(&mut self, node: &Node, is_named: bool, base: &Uri<String>) {
        let own = if is_named { None } else { own_base(node, base) };
        match &own {
            Some(Err(error)) => self.diagnostics.push(error.clone()),
            Some(Ok(uri)) => {
                let first = self.resources.entry(uri.as_str().to_owned());
                declare(&mut self.diagnostics, first, node, "$id");
            }
            None => {}
        }
        let base = own
            .as_ref()
            .and_then(|own| own.as_ref().ok())
            .unwrap_or(base);
        for keyword in ["$anchor", "$dynamicAnchor"] {
            let name = node
                .get(keyword)
                .filter(|_| !is_named)
                .and_then(Node::string);
            if let Some(name) = name {
                let key = (base.as_str().to_owned(), name.to_owned());
                declare(
                    &mut self.diagnostics,
                    self.anchors.entry(key),
                    node,
                    keyword,
                );
                if keyword == "$dynamicAnchor" {
                    *self.dynamic.entry(name.to_owned()).or_default() += 1;
                }
            }
        }
        match &node.value {
            Value::Mapping(members) => {
                for (name, member) in members {
                    if let Some(is_named) = descend(name, is_named) {
                        self.collect(member, is_named, base);
                    }
                }
            }
            Value::Sequence(items) => {
                items
                    .iter()
                    .for_each(|item| self.collect(item, false, base));
            }
            _ => {}
        }
    }

    /// Returns whether an anchor has the same target from everywhere.
    fn is_static(&self, anchor: &str) -> bool {
        self.dynamic
            .get(anchor)
            .is_none_or(|declared| *declared == 1)
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
    fn node(&self, node: &mut Node, is_named: bool, base: &Uri<String>) {
        let own = if is_named { None } else { own_base(node, base) };
        let base = own
            .as_ref()
            .and_then(|own| own.as_ref().ok())
            .unwrap_or(base);
        match &mut node.value {
            Value::Mapping(members) => {
                if !is_named {
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
                        if name.is_some_and(|name| {
                            keyword == "$id" || self.identifiers.is_static(name)
                        }) {
                            members.shift_remove(keyword);
                        }
                    }
                }
                for (name, member) in members {
                    if let Some(is_named) = descend(name, is_named) {
                        self.node(member, is_named, base);
                    }
                }
            }
            Value::Sequence(items) => {
                items
                    .iter_mut()
                    .for_each(|item| self.node(item, false, base));
            }
            _ => {}
        }
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
        let Identifiers {
            resources, anchors, ..
        } = self.identifiers;
        let uri = UriRef::parse(reference).ok()?.resolve_against(base).ok()?;
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

/// Returns whether the author of the document chooses the names of a member's members.
/// Returns `None` for a member that is data.
fn descend(name: &str, is_named: bool) -> Option<bool> {
    if is_named {
        return Some(false);
    }
    match Keyword::from_name(name).map(Keyword::value) {
        Some(KeywordValue::Data) => None,
        Some(KeywordValue::Schema | KeywordValue::Schemas) => Some(false),
        Some(KeywordValue::NamedSchemas) => Some(true),
        None if name.starts_with("x-") => None,
        None => Some(NAMED.contains(&name)),
    }
}

/// Returns the base URI that the `$id` of a schema sets.
fn own_base(schema: &Node, base: &Uri<String>) -> Option<Result<Uri<String>, Diagnostic>> {
    let id = schema.get("$id")?;
    let text = id.string()?;
    let resolved = UriRef::parse(text)
        .ok()
        .and_then(|id| id.resolve_against(base).ok());
    Some(
        resolved
            .map(|uri| uri.strip_fragment().to_owned())
            .ok_or_else(|| {
                let message = format!("`$id: {text}` is not a URI reference");
                Diagnostic::error(&id.location, message)
            }),
    )
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
