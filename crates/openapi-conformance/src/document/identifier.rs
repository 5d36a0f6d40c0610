//! Names that schemas give themselves (`$id`, `$anchor`; Core §8.2). References
//! that use one become JSON Pointers, so that nothing else has to know of them.
//! It must never change where a reference leads that is a pointer already and
//! leads somewhere.

use super::node::{Content, Node};
use super::reference;
use super::role::Role;
use jsonschema::{Uri, uri};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::collections::HashMap;

/// A dynamic reference is like any other where its name is given once.
const KEYWORDS: [&str; 2] = ["$ref", "$dynamicRef"];

/// Where the names of a document lead.
#[derive(Default)]
struct Names {
    /// `$id`, as a whole URI, to the pointer of its schema.
    resources: HashMap<String, String>,
    /// The URI of a resource and an anchor within it.
    anchors: HashMap<(String, String), String>,
    /// How often each `$dynamicAnchor` is given.
    dynamic: HashMap<String, usize>,
}

/// Rewrites every reference of a 3.1 document that uses a name.
pub(crate) fn resolve(root: &mut Node) {
    // A document's own URI isn't known; any does, as it is on both ends.
    let Ok(base) = uri::from_str("") else { return };
    let mut names = Names::default();
    names.collect(root, Role::Document, &base);
    if names.resources.is_empty() && names.anchors.is_empty() {
        return;
    }
    names
        .resources
        .insert(base.as_str().to_owned(), String::new());
    let mut found = HashMap::new();
    names.references((root, root), Role::Document, &base, &mut found);
    rewrite(root, Role::Document, &found);
}

impl Names {
    fn collect(&mut self, node: &Node, role: Role, base: &Uri<String>) {
        let own = own_base(node, role, base);
        let base = own.as_ref().unwrap_or(base);
        if role == Role::Schema {
            let pointer = &node.source.pointer;
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
        each_child(node, role, |child, role| self.collect(child, role, base));
    }

    /// Adds the reference that stands for each one by name, by where it stands.
    fn references(
        &self,
        (root, node): (&Node, &Node),
        role: Role,
        base: &Uri<String>,
        found: &mut HashMap<String, String>,
    ) {
        let own = own_base(node, role, base);
        let base = own.as_ref().unwrap_or(base);
        for keyword in KEYWORDS.into_iter().filter(|_| role == Role::Schema) {
            if let Some(to) = node.get(keyword)
                && let Some(reference) = to.text().and_then(|text| self.reference(base, text))
                && reference::target(root, &reference).is_ok()
            {
                found.insert(to.source.pointer.clone(), reference);
            }
        }
        each_child(node, role, |child, role| {
            self.references((root, child), role, base, found);
        });
    }

    /// The pointer that `text` stands for; `None` if it names nothing, or what
    /// it names depends on the way to it (Core §8.2.3.2).
    fn reference(&self, base: &Uri<String>, text: &str) -> Option<String> {
        let whole = uri::resolve_against(&base.borrow(), text).ok()?;
        let fragment = whole.fragment().map_or("", |part| part.as_str());
        let name = percent_decode_str(fragment).decode_utf8().ok()?;
        let resource = whole.strip_fragment().as_str().to_owned();
        let pointer = if name.is_empty() || name.starts_with('/') {
            let at = self.resources.get(&resource)?;
            (!at.is_empty()).then(|| format!("{at}{name}"))?
        } else {
            let is_one = self
                .dynamic
                .get(name.as_ref())
                .is_none_or(|many| *many == 1);
            let known = self.anchors.get(&(resource, name.into_owned()));
            known.filter(|_| is_one)?.clone()
        };
        let pointer = utf8_percent_encode(&pointer, NON_ALPHANUMERIC);
        Some(format!("#{pointer}"))
    }
}

fn rewrite(node: &mut Node, role: Role, found: &HashMap<String, String>) {
    match &mut node.content {
        Content::Mapping(members) if role != Role::Data => {
            for keyword in KEYWORDS {
                if let Some(mut to) = members.get(keyword).cloned()
                    && let Some(reference) = found.get(&to.source.pointer)
                    && (keyword == "$ref" || !members.contains_key("$ref"))
                {
                    to.content = Content::String(reference.clone());
                    members.shift_remove(keyword);
                    members.insert("$ref".to_owned(), to);
                }
            }
            for (key, child) in members {
                rewrite(child, role.child(key), found);
            }
        }
        Content::Sequence(items) if role != Role::Data => {
            for item in items {
                rewrite(item, role.item(), found);
            }
        }
        _ => {}
    }
}

/// The URI that a schema gives itself.
fn own_base(node: &Node, role: Role, base: &Uri<String>) -> Option<Uri<String>> {
    let id = match role {
        Role::Schema => node.member_text("$id")?,
        _ => return None,
    };
    let own = uri::resolve_against(&base.borrow(), id).ok()?;
    uri::from_str(own.strip_fragment().as_str()).ok()
}

fn each_child<'d>(node: &'d Node, role: Role, mut visit: impl FnMut(&'d Node, Role)) {
    if role == Role::Data {
        return;
    }
    for (key, child) in node.members() {
        visit(child, role.child(key));
    }
    for child in node.items() {
        visit(child, role.item());
    }
}
