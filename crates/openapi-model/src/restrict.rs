//! The part of a document that some of its operations need.
//!
//! The part keeps the positions and pointers of the document. It contains the
//! selected operations, all elements that references from them lead to, and
//! everything outside of `paths` and `components`.

use std::collections::{BTreeSet, HashSet};
use std::fmt;

use crate::{Document, Location, Mapping, Method, Node, Pointer, Value};

/// An operation as people name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperationName {
    /// The path template.
    pub path: String,
    /// The method.
    pub method: Method,
    /// The `operationId`, if declared.
    pub id: Option<String>,
    /// The tags.
    pub tags: Vec<String>,
    /// The extensions that are `true`, such as `x-internal`, of the operation or its path.
    pub extensions: Vec<String>,
    /// The source location.
    pub location: Location,
}

impl fmt::Display for OperationName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.method, self.path)?;
        match &self.id {
            Some(id) => write!(formatter, " ({id})"),
            None => Ok(()),
        }
    }
}

/// The number of tokens of a pointer to a component.
const COMPONENT: usize = 3;

impl Document {
    /// Returns the names of all operations, in the order of the document. An element
    /// that is not an operation is skipped; [`crate::Api::read`] reports it.
    pub fn operations(&self) -> Vec<OperationName> {
        let mut operations = Vec::new();
        for (path, item) in members(self.root().get("paths")) {
            let Ok(item) = self.resolve(item) else {
                continue;
            };
            for (field, node) in members(Some(item)) {
                if let Some(method) = Method::of_field(field)
                    && self.serves(path, method)
                {
                    operations.push(named(path, method, item, node));
                }
            }
        }
        operations
    }

    /// Returns the part of the document that these operations need.
    #[must_use]
    pub fn restricted(&self, operations: &[OperationName]) -> Document {
        let kept: HashSet<_> = operations
            .iter()
            .map(|operation| (operation.path.clone(), operation.method))
            .collect();
        let mut reached = Reached {
            document: self,
            pointers: HashSet::new(),
        };
        for (name, member) in members(Some(self.root())) {
            if name != "paths" && name != "components" {
                reached.follow_reference(name, member);
                reached.follow(member);
            }
        }
        for (path, item) in members(self.root().get("paths")) {
            for (field, node) in members(Some(item)) {
                let is_other = |method| !kept.contains(&(path.clone(), method));
                let is_kept = kept.iter().any(|(kept, _)| kept == path);
                if is_kept && !Method::of_field(field).is_some_and(is_other) {
                    reached.follow(node);
                    reached.follow_reference(field, node);
                }
            }
        }
        let root = reached.root(&kept);
        self.part(root, kept, reached.incomplete())
    }
}

/// Returns the members of an object without extensions; empty for anything else.
fn members(node: Option<&Node>) -> impl Iterator<Item = (&String, &Node)> {
    let members = node.and_then(Node::mapping).into_iter().flatten();
    members.filter(|(name, _)| !name.starts_with("x-"))
}

fn named(path: &str, method: Method, item: &Node, node: &Node) -> OperationName {
    let names = [node, item].into_iter().filter_map(Node::mapping);
    let names: BTreeSet<_> = names.flat_map(Mapping::keys).collect();
    let extensions = names.into_iter().filter(|name| {
        let value = node.get(name).or_else(|| item.get(name));
        name.starts_with("x-") && value.and_then(Node::boolean) == Some(true)
    });
    let tags = node.get("tags").and_then(Node::sequence);
    let tags = tags.into_iter().flatten().filter_map(Node::string);
    OperationName {
        path: path.to_owned(),
        method,
        id: node
            .get("operationId")
            .and_then(Node::string)
            .map(str::to_owned),
        tags: tags.map(str::to_owned).collect(),
        extensions: extensions.cloned().collect(),
        location: node.location.clone(),
    }
}

/// The elements that references lead to.
struct Reached<'d> {
    document: &'d Document,
    pointers: HashSet<Pointer>,
}

impl<'d> Reached<'d> {
    /// Follows all references below a node.
    fn follow(&mut self, node: &'d Node) {
        match &node.value {
            Value::Mapping(members) => {
                for (name, member) in members {
                    self.follow_reference(name, member);
                    self.follow(member);
                }
            }
            Value::Sequence(items) => items.iter().for_each(|item| self.follow(item)),
            _ => {}
        }
    }

    /// Follows a member that can be a reference: `$ref`, the `mapping` of a
    /// discriminator, whose values are references or names of schemas (§4.8.25), or
    /// `security`, which names security schemes (§4.8.30).
    fn follow_reference(&mut self, name: &str, member: &'d Node) {
        match (name, &member.value) {
            ("$ref", Value::String(reference)) => {
                self.reach(Pointer::from_reference(reference));
            }
            ("mapping", Value::Mapping(targets)) => {
                for target in targets.values().filter_map(Node::string) {
                    self.reach(Pointer::from_reference(target));
                    self.reach(Some(component("schemas", target)));
                }
            }
            ("security", Value::Sequence(requirements)) => {
                let names = requirements.iter().filter_map(Node::mapping).flatten();
                for (name, _) in names {
                    self.reach(Some(component("securitySchemes", name)));
                }
            }
            _ => {}
        }
    }

    fn reach(&mut self, pointer: Option<Pointer>) {
        let target = pointer.and_then(|pointer| Some((self.document.find(&pointer)?, pointer)));
        if let Some((node, pointer)) = target
            && self.pointers.insert(pointer)
        {
            self.follow(node);
        }
    }

    /// Returns the components that references lead into, and none to.
    fn incomplete(&self) -> HashSet<Pointer> {
        let components = Pointer::root().join("components");
        let reached = self.pointers.iter();
        let reached = reached.filter(|pointer| pointer.is_within(&components));
        let component = |pointer: &Pointer| {
            let tokens = pointer.tokens().take(COMPONENT);
            tokens.fold(Pointer::root(), |above, token| above.join(&token))
        };
        let reached = reached.map(component);
        reached.filter(|one| !self.pointers.contains(one)).collect()
    }

    /// Returns the root without the operations and components that aren't needed.
    fn root(&self, kept: &HashSet<(String, Method)>) -> Node {
        let paths = Pointer::root().join("paths");
        let within_paths: Vec<_> = self
            .pointers
            .iter()
            .filter(|pointer| pointer.is_within(&paths))
            .collect();
        filtered(self.document.root(), |name, member| match name {
            "paths" => Some(filtered(member, |path, node| {
                item(path, node, kept, &within_paths)
            })),
            "components" => Some(filtered(member, |_, components| {
                Some(self.components(components))
            })),
            _ => Some(member.clone()),
        })
    }

    /// Returns the components of one kind that references lead to.
    fn components(&self, components: &Node) -> Node {
        let names: HashSet<_> = self
            .pointers
            .iter()
            .filter(|pointer| pointer.is_within(&components.location.pointer))
            .filter_map(|pointer| {
                let depth = components.location.pointer.tokens().count();
                pointer.tokens().nth(depth)
            })
            .collect();
        filtered(components, |name, node| {
            (name.starts_with("x-") || names.contains(name)).then(|| node.clone())
        })
    }
}

/// Returns a path item without the operations that aren't needed. `reached` are the
/// targets of references into paths.
fn item(
    path: &str,
    item: &Node,
    kept: &HashSet<(String, Method)>,
    reached: &[&Pointer],
) -> Option<Node> {
    let is_reached = |node: &Node| {
        let mut reached = reached.iter();
        reached.any(|pointer| pointer.is_within(&node.location.pointer))
    };
    let is_kept = kept.iter().any(|(kept, _)| kept == path);
    let is_needed = is_kept || path.starts_with("x-") || is_reached(item);
    is_needed.then(|| {
        filtered(item, |field, node| {
            let method = Method::of_field(field);
            let is_needed = method
                .is_none_or(|method| kept.contains(&(path.to_owned(), method)) || is_reached(node));
            is_needed.then(|| node.clone())
        })
    })
}

fn component(kind: &str, name: &str) -> Pointer {
    Pointer::root().join("components").join(kind).join(name)
}

/// Returns an object with the members that `select` returns. Returns any other node
/// unchanged.
fn filtered(node: &Node, select: impl Fn(&str, &Node) -> Option<Node>) -> Node {
    let Some(members) = node.mapping() else {
        return node.clone();
    };
    let members = members
        .iter()
        .filter_map(|(name, member)| Some((name.clone(), select(name, member)?)));
    Node {
        value: Value::Mapping(Mapping::from_iter(members)),
        location: node.location.clone(),
    }
}
