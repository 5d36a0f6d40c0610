//! The schemas that a discriminator names by the values of a member (OpenAPI 3.1.1 §4.8.25).

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use indexmap::IndexSet;

use crate::{Diagnostic, Diagnostics, Location, Node, Pointer, Value};

/// The greatest number of components, itself and those that it extends, in which the discriminator of
/// one is searched.
const MAX_ABOVE: usize = 32;

/// A discriminator, which names schemas by the values of a member.
#[derive(Clone, Debug)]
pub struct Discriminator {
    /// The name of the member.
    pub member: String,
    /// The values of the mapping, and the schemas that they are mapped to.
    pub mapping: Vec<(String, Pointer)>,
}

impl Discriminator {
    /// Reads the discriminator of a schema; `None` if it has none with a `propertyName`.
    pub fn read(schema: &Node) -> Option<Self> {
        let node = schema.get("discriminator")?;
        let member = node.get("propertyName")?.string()?.to_owned();
        let mapping = node.get("mapping").into_iter().flat_map(Node::members);
        let mapping = mapping.filter_map(|(value, target)| {
            let target = target.string()?;
            // A mapping contains references and names of components.
            let pointer = Pointer::from_reference(target)
                .unwrap_or_else(|| Pointer::component("schemas", target));
            Some((value.to_owned(), pointer))
        });
        let mapping = mapping.collect();
        Some(Self { member, mapping })
    }

    /// Returns the values for the schema at a pointer: those that are mapped to it, or else the
    /// name of its component.
    pub fn values(&self, schema: &Pointer) -> Vec<String> {
        let mapped = self.mapping.iter().filter(|(_, target)| target == schema);
        let mapped: Vec<_> = mapped.map(|(value, _)| value.clone()).collect();
        match schema.component_name("schemas").filter(|_| mapped.is_empty()) {
            Some(name) => vec![name],
            None => mapped,
        }
    }

    /// Reads the discriminator of a schema, with the branches of a union that have their own names
    /// as values.
    pub(crate) fn of(schema: &Node) -> Option<Self> {
        let mut discriminator = Self::read(schema)?;
        discriminator.name_branches(schema);
        Some(discriminator)
    }

    fn name_branches(&mut self, union: &Node) {
        let branches = ["oneOf", "anyOf"].into_iter().filter_map(|keyword| union.get(keyword));
        for branch in branches.flat_map(Node::items) {
            let reference = branch.get("$ref").and_then(Node::string);
            if let Some(pointer) = reference.and_then(Pointer::from_reference) {
                let is_mapped = self.mapping.iter().any(|(_, target)| *target == pointer);
                let name = pointer.component_name("schemas").filter(|_| !is_mapped);
                self.mapping.extend(name.map(|name| (name, pointer)));
            }
        }
    }
}

/// Names the subtypes of a component in the mapping of its discriminator.
///
/// A value of a component with a discriminator, and without `oneOf` and `anyOf`, can be a value of
/// each component that extends it by `allOf`, and so can a value of a component between them, which
/// gets the discriminator, too. The values are those that these components allow, or their names.
/// No `$ref` leads to them from where the component is used. The mapping does, so that a part of
/// the document contains them.
pub(crate) fn name_subtypes(root: &mut Node) {
    let Some(schemas) = root.get("components").and_then(|all| all.get("schemas")) else {
        return;
    };
    let children = children(schemas);
    let mut named = Vec::new();
    for (base, schema) in schemas.members().filter(|(name, _)| children.contains_key(*name)) {
        let declared = discriminator_of(schemas, base).filter(|_| !is_union(schema));
        let Some((declaring, read)) = declared else {
            continue;
        };
        let subtypes = subtypes(&children, base);
        let mut mapping = read.mapping;
        mapping.retain(|(_, target)| {
            let name = target.component_name("schemas");
            declaring == base || name.is_some_and(|name| subtypes.contains(&*name))
        });
        let (mut values, targets): (HashSet<_>, HashSet<_>) = mapping.iter().cloned().unzip();
        for name in subtypes {
            let pointer = Pointer::component("schemas", name);
            if !targets.contains(&pointer) {
                let own = schemas.get(name).and_then(|one| only_value(one, &read.member));
                let mut wanted = own.into_iter().chain([name.to_owned()]);
                let value = wanted.find(|value| values.insert(value.clone()));
                mapping.extend(value.map(|value| (value, pointer)));
            }
        }
        let node = schemas.get(&declaring).and_then(|one| one.get("discriminator"));
        named.extend(node.map(|node| (Pointer::component("schemas", base), map(node, mapping))));
    }
    for (base, discriminator) in named {
        if let Some(Value::Mapping(members)) = root.at_mut(&base).map(|node| &mut node.value) {
            members.insert("discriminator".to_owned(), discriminator);
        }
    }
}

/// Returns the discriminator of a component, or of one that it extends, and which has it.
fn discriminator_of(schemas: &Node, name: &str) -> Option<(String, Discriminator)> {
    let mut known = HashSet::new();
    let mut pending = VecDeque::from([name.to_owned()]);
    for _ in 0..MAX_ABOVE {
        let name = pending.pop_front()?;
        let schema = schemas.get(&name)?;
        if let Some(found) = Some(schema).filter(|one| is_base(one)).and_then(Discriminator::read) {
            return Some((name, found));
        }
        let above = parents(schemas, &name).into_iter();
        pending.extend(above.filter(|parent| known.insert(parent.clone())));
    }
    None
}

/// Returns the only value that a schema itself allows for a member.
fn only_value(schema: &Node, member: &str) -> Option<String> {
    let parts = schema.get("allOf").map_or(&[][..], Node::items).iter();
    [schema].into_iter().chain(parts).find_map(|part| {
        let member = part.get("properties")?.get(member)?;
        let only = match member.get("enum").map(Node::items) {
            Some([only]) => only,
            _ => member.get("const")?,
        };
        Some(only.string().map_or_else(|| only.to_json().to_string(), str::to_owned))
    })
}

/// Removes the union of a base with a discriminator whose branches all extend the base. Each branch
/// would have the union again, for the same value, and so has no meaning; the discriminator names
/// the branches.
pub(crate) fn remove_circles(root: &mut Node) -> Diagnostics {
    let mut warnings = Diagnostics::default();
    let Some(schemas) = root.get("components").and_then(|all| all.get("schemas")) else {
        return warnings;
    };
    let (children, mut circles) = (children(schemas), Vec::new());
    for (base, schema) in
        schemas.members().filter(|(_, schema)| schema.get("discriminator").is_some())
    {
        let subtypes = subtypes(&children, base);
        let extends = |branch: &Node| {
            let target = branch.member_text("$ref").and_then(Pointer::from_reference);
            let name = target.and_then(|target| target.component_name("schemas"));
            name.is_some_and(|name| subtypes.contains(&*name))
        };
        for keyword in ["oneOf", "anyOf"] {
            let union = schema.get(keyword).filter(|union| union.items().iter().all(extends));
            if let Some(union) = union {
                let message = format!(
                    "each branch of `{keyword}` extends this schema by `allOf`, and so has the \
                     union again; the discriminator alone names the branches"
                );
                let warning = Diagnostic::warning(&union.location, message);
                warnings.push(warning.help(format!("remove `{keyword}`")));
                circles.push((Pointer::component("schemas", base), keyword));
            }
        }
    }
    for (base, keyword) in circles {
        if let Some(Value::Mapping(members)) = root.at_mut(&base).map(|node| &mut node.value) {
            members.shift_remove(keyword);
        }
    }
    warnings
}

/// Returns whether a schema has a discriminator for the schemas that extend it.
pub(crate) fn is_base(schema: &Node) -> bool {
    schema.get("discriminator").is_some() && !is_union(schema)
}

/// Returns whether a schema has branches, which its discriminator names.
pub fn is_union(schema: &Node) -> bool {
    schema.get("oneOf").or(schema.get("anyOf")).is_some()
}

/// Returns the components that extend each component by `allOf`, with their positions.
pub(crate) fn children(schemas: &Node) -> HashMap<String, Vec<(usize, &str)>> {
    let mut children: HashMap<_, Vec<_>> = HashMap::new();
    for (index, (name, _)) in schemas.members().enumerate() {
        for parent in parents(schemas, name) {
            children.entry(parent).or_default().push((index, name));
        }
    }
    children
}

/// Returns the components that extend a component, also through others, in the order of the
/// document.
pub(crate) fn subtypes<'s>(
    children: &HashMap<String, Vec<(usize, &'s str)>>,
    base: &str,
) -> IndexSet<&'s str> {
    let mut found = BTreeMap::new();
    let mut pending = vec![base];
    while let Some(name) = pending.pop() {
        let below = children.get(name).into_iter().flatten().filter(|(_, name)| *name != base);
        let new = below.filter(|(index, name)| found.insert(*index, *name).is_none());
        pending.extend(new.map(|(_, name)| *name));
    }
    found.into_values().collect()
}

fn parents(schemas: &Node, name: &str) -> Vec<String> {
    let all = schemas.get(name).and_then(|schema| schema.get("allOf"));
    let parents = all.map_or(&[][..], Node::items).iter();
    let parents = parents.filter_map(|parent| parent.get("$ref")?.string());
    let parents = parents.filter_map(Pointer::from_reference);
    parents.filter_map(|parent| parent.component_name("schemas")).collect()
}

/// Returns a discriminator with a mapping of references.
fn map(discriminator: &Node, mapping: Vec<(String, Pointer)>) -> Node {
    let mut discriminator = discriminator.clone();
    let declared = discriminator.get("mapping").unwrap_or(&discriminator);
    let node = |value, location: &Location| Node { value, location: location.clone() };
    let targets = mapping.into_iter().map(|(value, target)| {
        let location = &declared.get(&value).unwrap_or(declared).location;
        (value, node(Value::String(target.to_fragment()), location))
    });
    let mapping = node(Value::Mapping(targets.collect()), &declared.location);
    if let Value::Mapping(fields) = &mut discriminator.value {
        fields.insert("mapping".to_owned(), mapping);
    }
    discriminator
}
