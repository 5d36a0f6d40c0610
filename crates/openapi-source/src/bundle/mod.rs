//! Reads a document in several files as one: the targets of references to other files become
//! components, or replace the first reference where OpenAPI has no such component.
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

pub use files::links;
use files::{Files, Place, Use, any};
use names::{Names, section};

use crate::role::Role;
use crate::{
    Diagnostic, Diagnostics, MAX_DEPTH, Mapping, MemberAt, Node, Pointer, Value, read,
    with_large_stack,
};

/// The maximum size of the targets of references beyond that of the files: an example or a
/// description is repeated with each reference to it. See [`size`].
const MAX_REPEATED: usize = 500_000;

/// A document that was read from one file or several.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// The document, or all errors.
    pub document: Result<Node, Diagnostics>,
    /// Warnings about the text of the files, and about references to examples and
    /// descriptions, for which OpenAPI has none.
    pub warnings: Diagnostics,
    /// The errors of the references where OpenAPI allows none. These references stay.
    pub misplaced: Diagnostics,
    /// The errors of the references whose target can't be read. These references stay.
    pub unread: Diagnostics,
    /// The files that were read, also after an error.
    pub files: Vec<PathBuf>,
    /// The symbolic links on the way to them.
    pub links: Vec<PathBuf>,
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
                    misplaced: Diagnostics::default(),
                    unread: Diagnostics::default(),
                    files: vec![path.to_owned()],
                    links: links(path),
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
                links: links(path).into_iter().chain(bundler.files.links).collect(),
                document: bundler.errors.or(root),
                warnings: bundler.files.warnings,
                misplaced: bundler.misplaced,
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
    /// The pointer of the path item that a node of another file becomes.
    path_items: HashMap<Place, Pointer>,
    names: Names,
    /// The targets that stand in place of a reference above the current node.
    above: Vec<Place>,
    copied: usize,
    depth: usize,
    is_3_2: bool,
    misplaced: Diagnostics,
    errors: Diagnostics,
}

impl Bundler {
    fn new(files: Files) -> Self {
        Self {
            files,
            components: HashMap::new(),
            missing: VecDeque::new(),
            path_items: HashMap::new(),
            names: Names::default(),
            above: Vec::new(),
            copied: 0,
            depth: 0,
            is_3_2: false,
            misplaced: Diagnostics::default(),
            errors: Diagnostics::default(),
        }
    }

    fn bundle(&mut self, mut root: Node) -> Node {
        let version = root.member_text("openapi").unwrap_or_default();
        self.is_3_2 = version.starts_with("3.2");
        self.name_components(&mut root);
        self.node(&mut root, Role::Document, false, &Pointer::root());
        while let Some((section, name, place)) = self.missing.pop_front() {
            let Some(mut node) = self.target(&place) else {
                continue;
            };
            let role = Role::Components.child(section).element();
            let at = Pointer::component(section, &name);
            self.node(&mut node, role, false, &at);
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
        let Value::Mapping(sections) = &mut components.value else {
            return;
        };
        for (field, node) in sections {
            let role = Role::Components.child(field);
            let Some(section) = section(role.element()) else {
                continue;
            };
            let pointer = Pointer::root().join("components").join(section);
            let Value::Mapping(nodes) = &mut node.value else {
                continue;
            };
            for (name, node) in nodes {
                self.names.take(section, name);
                let reference = reference_alone(node);
                let place = reference.and_then(|reference| self.final_place(reference));
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

    /// Rewrites the references of a node, and of all nodes below it. `is_any` is true for an
    /// example or an extension, `at` is the pointer in the result.
    fn node(&mut self, node: &mut Node, role: Role, is_any: bool, at: &Pointer) {
        let above = self.above.len();
        if self.depth > MAX_DEPTH {
            let message = format!("nested deeper than {MAX_DEPTH} levels");
            self.errors.push(Diagnostic::error(&node.location, message));
            return;
        }
        if section(role).is_some() {
            self.refer(node, role);
        } else {
            self.replace(node, role, is_any, at);
        }
        if role == Role::Schema {
            self.schema(node);
        }
        self.depth += 1;
        match &mut node.value {
            Value::Mapping(members) => {
                for (name, child) in members {
                    // Constants that look like references are none.
                    let is_constant = ["const", "default", "enum"].contains(&name.as_str());
                    if !(role == Role::Schema && is_constant) {
                        let role = role.child(name);
                        let is_any = role == Role::Data && (is_any || is_value_of_any_type(name));
                        self.node(child, role, is_any, &at.join(name));
                    }
                }
            }
            Value::Sequence(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    self.node(item, role.item(), is_any, &at.join(&index.to_string()));
                }
            }
            _ => {}
        }
        self.depth -= 1;
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
        let name = self.names.choose(section, &place, self.files.path(place.file));
        let pointer = Pointer::component(section, &name);
        self.components.insert((section, place.clone()), pointer.clone());
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
        let mut place = self.files.place(reference, Use::Part)?;
        let mut seen = HashSet::new();
        while seen.insert(place.clone())
            && let Some(next) = self.files.at(&place).and_then(reference_alone)
        {
            let next = next.clone();
            if !self.leads_elsewhere(&next) {
                break;
            }
            place = self.files.place(&next, Use::Part)?;
        }
        Some(place)
    }

    /// Replaces a reference by its target, and the reference that this may be.
    fn replace(&mut self, node: &mut Node, role: Role, is_any: bool, at: &Pointer) {
        while let Some(reference) = node.get("$ref").filter(|to| to.string().is_some()) {
            if !self.leads_elsewhere(reference) {
                return;
            }
            let reference = reference.clone();
            let is_alone = reference_alone(node).is_some();
            let used = match role {
                Role::PathItem => Use::Part,
                Role::MediaType if self.is_3_2 => Use::Part,
                Role::Data if is_any || is_example_or_link(at) => Use::Data,
                Role::Data if is_alone && is_markdown(&reference, at) => Use::Description,
                _ => {
                    let message = "OpenAPI allows no reference here";
                    let mut error = Diagnostic::error(&reference.location, message);
                    error.location.pointer = at.join("$ref");
                    let help = "write the value; a description can be a file that ends with `.md`";
                    self.misplaced.push(error.help(help));
                    return;
                }
            };
            if used == Use::Data && !is_alone {
                return;
            }
            let is_path_item = role == Role::PathItem && is_alone;
            let place = match is_path_item {
                true => self.final_place(&reference),
                false => self.files.place(&reference, used),
            };
            let Some(place) = place else {
                return;
            };
            if self.above.contains(&place) {
                let message = "the references form a circle";
                self.errors.push(Diagnostic::error(&reference.location, message));
                return;
            }
            if is_path_item {
                let known = match place.file {
                    0 => Some(&place.pointer),
                    _ => self.path_items.get(&place),
                };
                if let (Some(pointer), Some(to)) =
                    (known, node.at_mut(&Pointer::root().join("$ref")))
                {
                    to.value = Value::String(pointer.to_fragment());
                    return;
                }
                self.path_items.insert(place.clone(), at.clone());
            }
            let Some(mut target) = self.target(&place) else {
                return;
            };
            self.above.push(place);
            if role == Role::Data && !is_example_or_link(at) {
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
        self.copied += size(node);
        if self.copied > self.files.size + MAX_REPEATED {
            let message = "bundled, the document repeats more than 500,000 values";
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
    members
        .entry(name.to_owned())
        .or_insert_with(|| Node { value: Value::Mapping(Mapping::new()), location })
}

/// Returns the number of nodes. A text takes as much as one for each 200 bytes.
fn size(node: &Node) -> usize {
    let mut size = 0;
    node.for_each(&mut |node| size += 1 + node.string().map_or(0, str::len) / 200);
    size
}

/// Returns whether a pointer is that of an Example Object or a Link Object, which have no role.
fn is_example_or_link(at: &Pointer) -> bool {
    let above = at.parent().and_then(|above| above.last());
    above.is_some_and(|above| above == "examples" || above == "links")
}

/// Returns whether the value of a member can be anything, as that of an example.
fn is_value_of_any_type(member: &str) -> bool {
    ["default", "enum", "example", "examples", "value"].contains(&member)
        || member.starts_with("x-")
}

/// Returns whether a reference is that of a description to a file of Markdown.
fn is_markdown(reference: &Node, at: &Pointer) -> bool {
    let path = reference.string().and_then(|text| text.split('#').next());
    path.is_some_and(|path| path.ends_with(".md")) && at.last().as_deref() == Some("description")
}

/// Returns the reference that an object consists of.
fn reference_alone(node: &Node) -> Option<&Node> {
    let members = node.mapping().filter(|members| members.len() == 1)?;
    members.get("$ref").filter(|to| to.string().is_some())
}
