//! Reads a document in several files as one: the targets of references to other files become
//! components, or stand in place of the reference where OpenAPI has no such component.
//!
//! The result means the same as the files. A node keeps its position in its file, and has its
//! pointer in the result, so that a diagnostic shows the text to edit. A component that is a
//! reference to a file gives its name to the target. Other targets have the name of the member
//! or of the file.
//!
//! A bundler of its own, because those of other languages (Redocly, swagger-cli) write a text,
//! which has lost the positions.

mod files;
mod names;

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};

use files::{Files, Place, any};
use names::{Names, section};

use crate::role::Role;
use crate::{
    Diagnostic, Diagnostics, MAX_DEPTH, Mapping, MemberAt, Node, Pointer, Value, read,
    with_large_stack,
};

/// The maximum number of nodes that the targets of references add to a document: a reference
/// that stands in place of its target can repeat it.
const MAX_NODES: usize = 4_000_000;

/// A document that was read from one file or several.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// The document, or all errors.
    pub document: Result<Node, Diagnostics>,
    /// Warnings about the text of the files, and about references where OpenAPI allows none.
    pub warnings: Diagnostics,
    /// The errors of the references whose target can't be read. These references stay.
    pub unread: Diagnostics,
    /// The files that were read, also after an error.
    pub files: Vec<PathBuf>,
}

impl Bundle {
    /// Reads a YAML or JSON file and the files that it refers to. These are below the
    /// directory `below`, by default that of the file. Nothing is read from the network: a
    /// reference to a URL stays.
    pub fn read(path: &Path, below: Option<&Path>, member_at: MemberAt) -> Self {
        let (document, warnings) = match read(path, member_at) {
            Ok((root, warnings)) => (Ok(root), warnings),
            Err(errors) => (Err(errors), Diagnostics::default()),
        };
        let root = match document {
            Ok(root) if any(&root, &mut is_reference_to_other) => root,
            document => {
                return Self {
                    document,
                    warnings,
                    unread: Diagnostics::default(),
                    files: vec![path.to_owned()],
                };
            }
        };
        with_large_stack(|| {
            let mut bundler = Bundler::new(Files::new(path, below, &root, member_at));
            bundler.files.warnings = warnings;
            let root = bundler.bundle(root);
            let files = bundler.files.paths().skip(1);
            Self {
                files: std::iter::once(path.to_owned()).chain(files).collect(),
                document: bundler.errors.or(root),
                warnings: bundler.files.warnings,
                unread: bundler.files.unread,
            }
        })
    }
}

fn is_reference_to_other(node: &Node) -> bool {
    let reference = node.member_text("$ref");
    reference.is_some_and(|reference| !reference.starts_with('#'))
}

struct Bundler {
    files: Files,
    /// The pointer of the component that a node of another file becomes.
    components: HashMap<(&'static str, Place), Pointer>,
    /// The components whose content is not part of the document yet.
    missing: VecDeque<(&'static str, String, Place)>,
    names: Names,
    /// The targets that stand in place of a reference above the current node.
    above: Vec<Place>,
    nodes: usize,
    errors: Diagnostics,
}

impl Bundler {
    fn new(files: Files) -> Self {
        Self {
            files,
            components: HashMap::new(),
            missing: VecDeque::new(),
            names: Names::default(),
            above: Vec::new(),
            nodes: 0,
            errors: Diagnostics::default(),
        }
    }

    fn bundle(&mut self, mut root: Node) -> Node {
        self.name_components(&mut root);
        self.above.clear();
        self.node(&mut root, Role::Document, 0);
        while let Some((section, name, place)) = self.missing.pop_front() {
            let Some(mut node) = self.target(&place) else {
                continue;
            };
            self.node(&mut node, Role::Components.child(section).element(), 0);
            if let Value::Mapping(section) =
                &mut member(member(&mut root, "components"), section).value
            {
                section.insert(name, node);
            }
        }
        root.relocate(&Pointer::root());
        root
    }

    /// Replaces the components that are references to other files by their targets. Any
    /// other reference to such a target then leads to the component.
    fn name_components(&mut self, root: &mut Node) {
        let Value::Mapping(members) = &mut root.value else {
            return;
        };
        let Some(components) = members.get_mut("components") else {
            return;
        };
        self.replace(components, Role::Components);
        let Value::Mapping(sections) = &mut components.value else {
            return;
        };
        for (field, node) in sections {
            let role = Role::Components.child(field);
            let Some(section) = section(role.element()) else {
                continue;
            };
            self.replace(node, role);
            let pointer = Pointer::root().join("components").join(section);
            let Value::Mapping(nodes) = &mut node.value else {
                continue;
            };
            for (name, node) in nodes {
                self.names.take(section, name);
                let place = match reference_alone(node) {
                    Some(reference) => self.final_place(reference),
                    None => Some(self.place_of(node)),
                };
                let Some(place) = place.filter(|place| place.file != 0) else {
                    continue;
                };
                let key = (section, place.clone());
                if self.components.contains_key(&key) {
                    continue;
                }
                if let Some(target) = self.target(&place) {
                    self.components.insert(key, pointer.join(name));
                    *node = target;
                }
            }
        }
    }

    fn place_of(&self, node: &Node) -> Place {
        Place {
            file: self.files.file_of(node),
            pointer: node.location.pointer.clone(),
        }
    }

    /// Rewrites the references of a node, and of all nodes below it.
    fn node(&mut self, node: &mut Node, role: Role, depth: usize) {
        let above = self.above.len();
        if depth > MAX_DEPTH {
            let message = format!("nested deeper than {MAX_DEPTH} levels");
            self.errors.push(Diagnostic::error(&node.location, message));
        } else {
            if section(role).is_some() {
                self.refer(node, role);
            } else {
                self.replace(node, role);
            }
            if role == Role::Schema {
                self.schema(node);
            }
            match &mut node.value {
                Value::Mapping(members) => {
                    for (name, child) in members {
                        // Constants that look like references are none.
                        let is_constant = ["const", "default", "enum"].contains(&name.as_str());
                        if !(role == Role::Schema && is_constant) {
                            self.node(child, role.child(name), depth + 1);
                        }
                    }
                }
                Value::Sequence(items) => {
                    for item in items {
                        self.node(item, role.item(), depth + 1);
                    }
                }
                _ => {}
            }
        }
        self.above.truncate(above);
    }

    /// Rewrites a reference in place of which a component can stand.
    fn refer(&mut self, node: &mut Node, role: Role) {
        if let Value::Mapping(members) = &mut node.value
            && let Some(reference) = members.get_mut("$ref")
        {
            self.rewrite(reference, role);
        }
    }

    fn rewrite(&mut self, reference: &mut Node, role: Role) {
        if !self.leads_elsewhere(reference) {
            return;
        }
        let place = self.final_place(reference);
        if let Some(place) = place
            && let Some(section) = section(role)
        {
            let pointer = self.component(section, place);
            reference.value = Value::String(pointer.to_fragment());
        }
    }

    /// Returns whether a reference isn't one within the file that begins the document.
    fn leads_elsewhere(&self, reference: &Node) -> bool {
        let text = reference.string();
        text.is_some_and(|text| !text.starts_with('#')) || self.files.file_of(reference) != 0
    }

    /// Returns the pointer of the component that a node becomes, or its own if it is in the
    /// file that begins the document.
    fn component(&mut self, section: &'static str, place: Place) -> Pointer {
        if place.file == 0 {
            return place.pointer;
        }
        if let Some(pointer) = self.known(section, &place) {
            return pointer;
        }
        let name = self.names.of(section, &place, self.files.path(place.file));
        let pointer = Pointer::root().join("components").join(section).join(&name);
        self.components
            .insert((section, place.clone()), pointer.clone());
        self.missing.push_back((section, name, place));
        pointer
    }

    /// Returns the pointer to a node that is a component, or a part of one.
    fn known(&self, section: &'static str, place: &Place) -> Option<Pointer> {
        let mut above = place.clone();
        loop {
            if let Some(pointer) = self.components.get(&(section, above.clone())) {
                let rest = place.pointer.tokens().skip(above.pointer.tokens().count());
                return Some(rest.fold(pointer.clone(), |at, token| at.join(&token)));
            }
            above.pointer = above.pointer.parent()?;
        }
    }

    /// Returns the place at the end of a chain of references.
    fn final_place(&mut self, reference: &Node) -> Option<Place> {
        let mut place = self.files.place(reference, true)?;
        let mut seen = HashSet::new();
        while seen.insert(place.clone())
            && let Some(next) = self.files.at(&place).and_then(reference_alone)
        {
            let next = next.clone();
            if !self.leads_elsewhere(&next) {
                break;
            }
            place = self.files.place(&next, true)?;
        }
        Some(place)
    }

    /// Replaces a reference by its target, and the reference that this may be.
    fn replace(&mut self, node: &mut Node, role: Role) {
        while let Some(reference) = node.get("$ref").filter(|to| to.string().is_some()) {
            let is_data = role == Role::Data;
            if !self.leads_elsewhere(reference) || (is_data && reference_alone(node).is_none()) {
                return;
            }
            let reference = reference.clone();
            let Some(place) = self.files.place(&reference, !is_data) else {
                return;
            };
            if self.above.contains(&place) {
                let message = "the references form a circle";
                self.errors
                    .push(Diagnostic::error(&reference.location, message));
                return;
            }
            let Some(mut target) = self.target(&place) else {
                return;
            };
            self.above.push(place);
            if role != Role::PathItem && !is_example_or_link(node) {
                let message = "OpenAPI allows no reference here; the target stands in its place";
                let warning = Diagnostic::warning(&reference.location, message);
                self.files.warnings.push(warning);
            }
            if let (Value::Mapping(target), Value::Mapping(own)) =
                (&mut target.value, &mut node.value)
            {
                own.shift_remove("$ref");
                target.extend(std::mem::take(own));
            }
            *node = target;
        }
    }

    /// Returns a copy of the node at a place.
    fn target(&mut self, place: &Place) -> Option<Node> {
        let node = self.files.at(place)?;
        self.nodes += node.size();
        if self.nodes > MAX_NODES {
            let message = format!("bundled, the document has more than {MAX_NODES} nodes");
            self.errors.push(Diagnostic::error(&node.location, message));
            return None;
        }
        Some(node.clone())
    }

    /// Rewrites the references in a discriminator, and removes the identifiers that other
    /// files have for references.
    fn schema(&mut self, schema: &mut Node) {
        let is_of_other_file = self.files.file_of(schema) != 0;
        let Value::Mapping(members) = &mut schema.value else {
            return;
        };
        if is_of_other_file {
            for identifier in ["$id", "$anchor"] {
                members.shift_remove(identifier);
            }
        }
        let Some(Value::Mapping(discriminator)) =
            members.get_mut("discriminator").map(|node| &mut node.value)
        else {
            return;
        };
        let mapping = discriminator.get_mut("mapping").map(|node| &mut node.value);
        if let Some(Value::Mapping(values)) = mapping {
            for value in values.values_mut() {
                let is_name = |text: &str| !text.contains(['/', '#', '.']);
                if !value.string().is_some_and(is_name) {
                    self.rewrite(value, Role::Schema);
                }
            }
        }
    }
}

/// Returns the member `name` of an object, which is an object.
fn member<'n>(node: &'n mut Node, name: &str) -> &'n mut Node {
    let location = node.location.clone();
    if !matches!(node.value, Value::Mapping(_)) {
        node.value = Value::Mapping(Mapping::new());
    }
    let Value::Mapping(members) = &mut node.value else {
        unreachable!("the value is an object now");
    };
    members.entry(name.to_owned()).or_insert_with(|| Node {
        value: Value::Mapping(Mapping::new()),
        location,
    })
}

/// Returns whether a node is an Example Object or a Link Object, which have no role.
fn is_example_or_link(node: &Node) -> bool {
    let above = node.location.pointer.parent();
    let above = above.and_then(|above| above.last());
    above.is_some_and(|above| above == "examples" || above == "links")
}

/// Returns the reference that an object consists of.
fn reference_alone(node: &Node) -> Option<&Node> {
    let members = node.mapping().filter(|members| members.len() == 1)?;
    members.get("$ref").filter(|to| to.string().is_some())
}
