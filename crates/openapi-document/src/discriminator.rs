//! The schemas that a discriminator names by the values of a member (OpenAPI 3.1.1 §4.8.25).

use std::collections::HashSet;

use crate::{Diagnostic, Diagnostics, Node, Pointer, Value};

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
/// each component that extends it by `allOf`. The names of these components are the values of the
/// discriminator. No `$ref` leads to them from where the component is used. The mapping does, so
/// that a part of the document contains them.
pub(crate) fn name_subtypes(root: &mut Node) {
    let Some(schemas) = root.get("components").and_then(|all| all.get("schemas")) else {
        return;
    };
    let mut named = Vec::new();
    for (base, schema) in schemas.members().filter(|(_, schema)| is_base(schema)) {
        let mapping = Discriminator::read(schema).map(|read| read.mapping);
        let targets: HashSet<_> = mapping.into_iter().flatten().map(|(_, target)| target).collect();
        let subtypes = schemas.members().map(|(name, _)| name);
        let subtypes = subtypes.filter(|name| {
            let pointer = Pointer::component("schemas", name);
            !targets.contains(&pointer) && extends(schemas, name, base)
        });
        let subtypes: Vec<_> = subtypes.map(str::to_owned).collect();
        named.push((Pointer::component("schemas", base), subtypes));
    }
    for (base, subtypes) in named {
        let discriminator = root.at_mut(&base.join("discriminator"));
        if let Some(node) = discriminator.filter(|_| !subtypes.is_empty()) {
            map(node, subtypes);
        }
    }
}

/// Removes the union of a base with a discriminator whose branches all extend the base. Each branch
/// would have the union again, for the same value, and so has no meaning; the discriminator names
/// the branches.
pub(crate) fn remove_circles(root: &mut Node) -> Diagnostics {
    let mut warnings = Diagnostics::default();
    let Some(schemas) = root.get("components").and_then(|all| all.get("schemas")) else {
        return warnings;
    };
    let mut circles = Vec::new();
    for (base, schema) in
        schemas.members().filter(|(_, schema)| schema.get("discriminator").is_some())
    {
        let extends = |branch: &Node| {
            let target = branch.member_text("$ref").and_then(Pointer::from_reference);
            let name = target.and_then(|target| target.component_name("schemas"));
            name.is_some_and(|name| extends(schemas, &name, base))
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
pub fn is_base(schema: &Node) -> bool {
    let has = |keyword| schema.get(keyword).is_some();
    has("discriminator") && !has("oneOf") && !has("anyOf")
}

/// Returns whether a component extends another one by `allOf`, also through others.
fn extends(schemas: &Node, name: &str, base: &str) -> bool {
    let mut known = HashSet::new();
    let mut pending = parents(schemas, name);
    while let Some(parent) = pending.pop() {
        if parent == base {
            return name != base;
        }
        if known.insert(parent.clone()) {
            pending.extend(parents(schemas, &parent));
        }
    }
    false
}

fn parents(schemas: &Node, name: &str) -> Vec<String> {
    let all = schemas.get(name).and_then(|schema| schema.get("allOf"));
    let parents = all.map_or(&[][..], Node::items).iter();
    let parents = parents.filter_map(|parent| parent.get("$ref")?.string());
    let parents = parents.filter_map(Pointer::from_reference);
    parents.filter_map(|parent| parent.component_name("schemas")).collect()
}

fn map(discriminator: &mut Node, subtypes: Vec<String>) {
    let location = discriminator.location.clone();
    let Value::Mapping(fields) = &mut discriminator.value else {
        return;
    };
    let node = |value| Node { value, location: location.clone() };
    let empty = || node(Value::Mapping(<_>::default()));
    let mapping = fields.entry("mapping".to_owned()).or_insert_with(empty);
    let Value::Mapping(mapping) = &mut mapping.value else {
        return;
    };
    for subtype in subtypes {
        let target = Pointer::component("schemas", &subtype).to_fragment();
        mapping.entry(subtype).or_insert_with(|| node(Value::String(target)));
    }
}
