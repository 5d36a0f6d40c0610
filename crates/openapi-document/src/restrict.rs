//! The part of a document that some of its operations need.
//!
//! The part keeps the positions and pointers of the document. It contains the
//! selected operations, all elements that references from them lead to, and
//! everything outside of `paths` and `components`.

use std::collections::{BTreeSet, HashSet};
use std::fmt;

use openapi_source::role::Role;

use crate::discriminator::Discriminator;
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
    /// Returns the names of the operations that generators can have, in the order of the
    /// document. An element that is not an operation is skipped; [`crate::Api::read`] reports
    /// it.
    pub fn operations(&self) -> Vec<OperationName> {
        let mut operations = Vec::new();
        for (path, item) in members(self.root().get("paths")) {
            let Ok(item) = self.resolve(item) else {
                continue;
            };
            for (method, node) in openapi_source::operations(item) {
                if method.has_field() && self.serves(path, &method) {
                    operations.push(named(path, method, item, node));
                }
            }
        }
        operations
    }

    /// Returns the part of the document that these operations need.
    #[must_use]
    pub fn restricted(&self, operations: &[OperationName]) -> Document {
        let needed = Needed::by(self, operations);
        let (root, incomplete) = (needed.root(), needed.incomplete());
        self.part(root, needed.operations, incomplete)
    }

    /// Returns whether an operation is written as one of another document, with everything that
    /// it refers to by whatever name: then nothing differs that a caller can notice or read.
    /// Extensions may differ.
    pub fn has_same(&self, own: &OperationName, other: &Document, others: &OperationName) -> bool {
        fn item<'d>(document: &'d Document, path: &str) -> Option<&'d Node> {
            let item = document.root().get("paths")?.get(path)?;
            document.resolve(item).ok()
        }
        let is_named =
            (&own.path, &own.method, &own.id) == (&others.path, &others.method, &others.id);
        let items = (item(self, &own.path), item(other, &own.path));
        let (Some(one), Some(two)) = items else {
            return false;
        };
        let is_other = |field: &str| Method::of_field(field).is_some_and(|it| it != own.method);
        let fields = |item| filtered(item, |name, node| (!is_other(name)).then(|| node.clone()));
        let mut pairs = Pairs { documents: [self, other], seen: HashSet::new() };
        let for_all = ["/security", "/servers", "/components/securitySchemes"];
        let for_all = for_all.into_iter().filter_map(Pointer::parse);
        is_named
            && for_all.map(|at| [self.find(&at), other.find(&at)]).all(|[one, two]| {
                match (one, two) {
                    (Some(one), Some(two)) => pairs.are_same(one, two, Role::Data),
                    (one, two) => one.is_none() && two.is_none(),
                }
            })
            && pairs.are_same(&fields(one), &fields(two), Role::PathItem)
    }
}

/// The nodes of two documents that are compared.
struct Pairs<'d> {
    documents: [&'d Document; 2],
    seen: HashSet<[Pointer; 2]>,
}

impl Pairs<'_> {
    fn are_same(&mut self, one: &Node, two: &Node, role: Role) -> bool {
        if role == Role::Schema && !self.name_same(one, two) {
            return false;
        }
        match (&one.value, &two.value) {
            (Value::Mapping(one), Value::Mapping(two)) => {
                let has_extensions = !matches!(role, Role::Map(_) | Role::Data);
                let is_schema = role == Role::Schema;
                let counts = |(name, _): &(&String, &Node)| {
                    !(has_extensions && name.starts_with("x-")
                        || is_schema && *name == "discriminator")
                };
                let mut members = one.iter().filter(counts);
                members.clone().count() == two.iter().filter(counts).count()
                    && members.all(|(name, one)| {
                        two.get(name).is_some_and(|two| {
                            self.refer_to_same(name, one, two, role)
                                .unwrap_or_else(|| self.are_same(one, two, role.child(name)))
                        })
                    })
            }
            (Value::Sequence(one), Value::Sequence(two)) => {
                let mut items = one.iter().zip(two);
                one.len() == two.len()
                    && items.all(|(one, two)| self.are_same(one, two, role.item()))
            }
            (one, two) => one == two,
        }
    }

    /// Returns whether the discriminators of two schemas name the same schemas by the same values:
    /// those of a mapping, the names of branches, and those of the schemas that extend a base, to
    /// which no reference leads.
    fn name_same(&mut self, one: &Node, two: &Node) -> bool {
        match (Discriminator::of(one), Discriminator::of(two)) {
            (None, None) => true,
            (Some(one), Some(two)) => {
                one.member == two.member
                    && one.mapping.len() == two.mapping.len()
                    && one.mapping.into_iter().all(|(value, target)| {
                        let other = two.mapping.iter().find(|(other, _)| *other == value);
                        other.is_some_and(|(_, other)| {
                            self.lead_to_same(target, other.clone(), Role::Schema) == Some(true)
                        })
                    })
            }
            _ => false,
        }
    }

    /// Returns whether two references lead to the same; `None` if these are none.
    fn refer_to_same(&mut self, name: &str, one: &Node, two: &Node, role: Role) -> Option<bool> {
        let texts = (name == "$ref").then_some([one, two])?;
        match texts.map(|node| Pointer::from_reference(node.string()?)) {
            [Some(one), Some(two)] => self.lead_to_same(one, two, role),
            _ => None,
        }
    }

    /// Returns whether two pointers lead to the same; `None` if one leads nowhere.
    fn lead_to_same(&mut self, one: Pointer, two: Pointer, role: Role) -> Option<bool> {
        let nodes = [self.documents[0].find(&one)?, self.documents[1].find(&two)?];
        Some(!self.seen.insert([one, two]) || self.are_same(nodes[0], nodes[1], role))
    }
}

/// Returns the members of an object without extensions; empty for anything else.
pub(crate) fn members(node: Option<&Node>) -> impl Iterator<Item = (&String, &Node)> {
    node.and_then(Node::mapping).into_iter().flatten().filter(|(name, _)| !name.starts_with("x-"))
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
        id: node.get("operationId").and_then(Node::string).map(str::to_owned),
        tags: tags.map(str::to_owned).collect(),
        extensions: extensions.cloned().collect(),
        location: node.location.clone(),
    }
}

/// The places of a document that operations need: their own, the elements that references lead
/// to, and everything outside of `paths` and `components`.
pub(crate) struct Needed<'d> {
    document: &'d Document,
    operations: HashSet<(String, Method)>,
    paths: HashSet<&'d str>,
    /// The targets of references.
    reached: HashSet<Pointer>,
    /// The path items, operations and components that references lead to or into.
    entered: HashSet<Pointer>,
}

impl<'d> Needed<'d> {
    pub(crate) fn by(document: &'d Document, operations: &[OperationName]) -> Self {
        let operations = operations.iter();
        let operations =
            operations.map(|operation| (operation.path.clone(), operation.method.clone()));
        let mut needed = Self {
            document,
            operations: operations.collect(),
            paths: HashSet::new(),
            reached: HashSet::new(),
            entered: HashSet::new(),
        };
        for (name, member) in members(Some(document.root())) {
            if name != "paths" && name != "components" {
                needed.follow_reference(name, member);
                needed.follow(member);
            }
        }
        let all = document.root().get("paths").and_then(Node::mapping);
        let own = needed.operations.iter().filter_map(|(path, _)| all?.get_key_value(path));
        for (path, item) in own.collect::<Vec<_>>() {
            needed.paths.insert(path);
            for (field, node) in members(Some(item)) {
                if needed.has_field(path, field) {
                    needed.follow(node);
                    needed.follow_reference(field, node);
                }
            }
        }
        let places = needed.reached.iter().flat_map(places);
        needed.entered = places.collect();
        needed
    }

    /// Returns whether a member of a path item is an operation of these, or no operation.
    fn has_field(&self, path: &str, field: &str) -> bool {
        let method = Method::of_field(field);
        method.is_none_or(|method| self.operations.contains(&(path.to_owned(), method)))
    }

    /// Returns whether the operations need the place of a pointer.
    pub(crate) fn contains(&self, pointer: &Pointer) -> bool {
        let tokens: Vec<_> = pointer.tokens().take(COMPONENT).collect();
        let tokens: Vec<_> = tokens.iter().map(String::as_str).collect();
        let is_entered = || places(pointer).last().is_some_and(|one| self.entered.contains(&one));
        match tokens.as_slice() {
            ["paths", path] => path.starts_with("x-") || self.paths.contains(path) || is_entered(),
            ["paths", path, field] => self.has_field(path, field) || is_entered(),
            ["components", _, name] => name.starts_with("x-") || is_entered(),
            _ => true,
        }
    }

    /// Returns the path items and the components of which the operations need a part.
    pub(crate) fn places(&self) -> impl Iterator<Item = Pointer> {
        let paths = Pointer::root().join("paths");
        let own = self.paths.iter().map(move |path| paths.join(path));
        let own: HashSet<_> = own.chain(self.entered.iter().filter_map(place)).collect();
        own.into_iter()
    }

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

    fn follow_reference(&mut self, name: &str, member: &Node) {
        for target in targets(name, member) {
            self.reach(target);
        }
    }

    fn reach(&mut self, pointer: Pointer) {
        if let Some(node) = self.document.find(&pointer)
            && self.reached.insert(pointer)
        {
            self.follow(node);
        }
    }

    /// Returns the components that references lead into, and none to.
    fn incomplete(&self) -> HashSet<Pointer> {
        let components = Pointer::root().join("components");
        let entered = self.entered.iter().filter(|one| !self.reached.contains(one));
        entered.filter(|one| one.is_within(&components)).cloned().collect()
    }

    /// Returns the root without the operations and components that aren't needed.
    fn root(&self) -> Node {
        filtered(self.document.root(), |name, member| match name {
            "paths" | "components" => {
                let place = Pointer::root().join(name);
                Some(self.filtered(member, &place, COMPONENT - 1))
            }
            _ => Some(member.clone()),
        })
    }

    /// Returns a node without the members that aren't needed, up to a depth.
    fn filtered(&self, node: &Node, place: &Pointer, depth: usize) -> Node {
        filtered(node, |name, member| {
            let place = place.join(name);
            self.contains(&place).then(|| match depth {
                0 | 1 => member.clone(),
                _ => self.filtered(member, &place, depth - 1),
            })
        })
    }
}

/// Returns the path item or the component that a pointer leads to or into.
pub(crate) fn place(pointer: &Pointer) -> Option<Pointer> {
    let mut places = places(pointer);
    let place = match pointer.tokens().next().as_deref() {
        Some("paths") => places.next(),
        Some("components") => places.nth(1),
        _ => None,
    };
    place.filter(|place| !place.last().is_some_and(|name| name.starts_with("x-")))
}

/// Returns the path item and the operation, or the component, that a pointer leads to or into.
fn places(pointer: &Pointer) -> impl Iterator<Item = Pointer> {
    let mut place = Pointer::root();
    let tokens = pointer.tokens().take(COMPONENT).collect::<Vec<_>>();
    let places = tokens.into_iter().map(move |token| {
        place = place.join(&token);
        place.clone()
    });
    places.skip(1)
}

/// Returns what a member of an object refers to, if it is `$ref`, the `mapping` of a
/// discriminator, whose values are references or names of schemas (§4.8.25), or `security`,
/// which names security schemes (§4.8.30).
pub(crate) fn targets(name: &str, member: &Node) -> Vec<Pointer> {
    match name {
        "$ref" => member.string().and_then(Pointer::from_reference).into_iter().collect(),
        "mapping" => {
            let targets = member.members().filter_map(|(_, target)| target.string());
            let targets = targets.flat_map(|text| {
                let pointer = Pointer::from_reference(text);
                pointer.into_iter().chain([Pointer::component("schemas", text)])
            });
            targets.collect()
        }
        "security" => {
            let schemes = member.items().iter().flat_map(Node::members);
            schemes.map(|(name, _)| Pointer::component("securitySchemes", name)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns an object with the members that `select` returns. Returns any other node
/// unchanged.
fn filtered(node: &Node, select: impl Fn(&str, &Node) -> Option<Node>) -> Node {
    let Some(members) = node.mapping() else {
        return node.clone();
    };
    let members =
        members.iter().filter_map(|(name, member)| Some((name.clone(), select(name, member)?)));
    Node { value: Value::Mapping(Mapping::from_iter(members)), location: node.location.clone() }
}
