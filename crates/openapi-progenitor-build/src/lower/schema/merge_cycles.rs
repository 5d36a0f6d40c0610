//! Gives a component to each set of schemas that leads to itself.
//!
//! typify merges the schemas of an `allOf`, and so the schemas of a property that several
//! of them declare, through references. It does not end if this leads to the same schemas
//! again: `Owl` extends `Bird`, both have the property `young`, with items of their own
//! kind. The search here follows the same merges over sets of schemas. Where a set is
//! found within itself, each property on the way gets a reference to the component of its
//! set (`Owl` for the items of `young`), so that nothing remains to be merged.

use std::collections::{BTreeSet, HashMap};

use indexmap::{IndexMap, IndexSet};
use openapi_document::{Diagnostic, Location};
use serde_json::{Value, json};

use super::{define, needs_name, reference, with_members};
use crate::lower::context::{Context, Object};
use crate::lower::names;

/// The maximum number of schemas in all sets together. The number of sets may be
/// exponential: each subset of the schemas can be that of a property.
const MAX_MERGED: usize = 20_000;

/// The maximum number of schemas that typify merges for a component through properties.
/// Beyond it, each set that is reached in several ways gets a component.
const MAX_COST: usize = 1_000;

/// Schemas that apply together, by their numbers in [`Sets::schemas`]. None has a
/// reference or an `allOf`.
type Set = BTreeSet<usize>;

/// All sets of schemas that typify merges.
struct Sets<'c, 'd> {
    context: &'c mut Context<'d>,
    schemas: IndexSet<Object>,
    /// The schemas of each component.
    expanded: HashMap<String, Set>,
    nodes: IndexMap<Set, Node>,
    /// The components that consist of these schemas.
    components: HashMap<Set, String>,
    /// The numbers of the sets in the order in which their search ended.
    finished: Vec<usize>,
    /// The number of schemas in all sets.
    merged: usize,
}

#[derive(Default)]
struct Node {
    edges: Vec<(Place, usize)>,
    is_finished: bool,
    /// The number of edges that lead here.
    ways: usize,
    /// The number of schemas that typify merges from here, without cycles.
    cost: usize,
    /// Whether this set gets a component, so that merging ends.
    is_end: bool,
    /// Whether this set leads to an end or is one.
    is_written: bool,
}

/// The place of a value to which other schemas apply.
enum Place {
    Property(String),
    /// `items` or `additionalProperties`
    Keyword(&'static str),
    /// A branch of a `oneOf`, to which the other schemas apply, too.
    Branch,
}

/// Too many sets to search.
struct TooMany;

/// Writes the components that typify would merge without end so that it does not.
pub(super) fn end(context: &mut Context<'_>) {
    let done = context.types.done.iter();
    let roots: Vec<_> = done
        .map(|(name, (_, location))| (name.clone(), *location))
        .collect();
    let mut sets = Sets {
        context,
        schemas: IndexSet::new(),
        expanded: HashMap::new(),
        nodes: IndexMap::new(),
        components: HashMap::new(),
        finished: Vec::new(),
        merged: 0,
    };
    let mut found = Vec::new();
    for (name, _) in &roots {
        let set = sets.component(name).clone();
        sets.components.entry(set.clone()).or_insert(name.clone());
        found.push(set);
    }
    let mut numbers = Vec::new();
    for ((name, location), set) in roots.iter().zip(found) {
        if sets.context.types.done[name].0.contains_key("allOf") {
            match sets.search(set) {
                Ok(number) => numbers.push((name.clone(), *location, number)),
                Err(TooMany) => {
                    let message = format!(
                        "progenitor can't carry properties that are merged from more than {MAX_MERGED} schemas together"
                    );
                    let error = Diagnostic::error(location, message);
                    context.push(error.help("let fewer schemas declare the same property"));
                    return;
                }
            }
        }
    }
    sets.find_written();
    for (name, location, number) in numbers {
        if sets.nodes[number].is_written {
            sets.write(number, &name, location);
        }
    }
}

impl<'d> Sets<'_, 'd> {
    /// Returns the schemas to which references and `allOf` lead.
    fn expanded<'s>(&mut self, schemas: impl IntoIterator<Item = &'s Object>) -> Set {
        let mut set = Set::new();
        for schema in schemas {
            if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
                set.extend(self.component(name.rsplit('/').next().unwrap_or_default()));
                continue;
            }
            let mut own = schema.clone();
            if let Some(Value::Array(parts)) = own.remove("allOf") {
                set.append(&mut self.expanded(parts.iter().filter_map(Value::as_object)));
            }
            own.retain(|keyword, _| asserts(keyword));
            if own.keys().any(|keyword| keyword != "nullable") {
                set.insert(self.schemas.insert_full(own).0);
            }
        }
        set
    }

    fn component(&mut self, name: &str) -> &Set {
        if !self.expanded.contains_key(name) {
            // Within itself it adds nothing. Schemas that consist of themselves are refused.
            self.expanded.insert(name.to_owned(), Set::new());
            let target = self.context.types.done.get(name);
            let target = target.map(|(target, _)| target.clone());
            let set = self.expanded(&target);
            self.expanded.insert(name.to_owned(), set);
        }
        &self.expanded[name]
    }

    /// Searches the sets that a set leads to. Returns its number.
    fn search(&mut self, set: Set) -> Result<usize, TooMany> {
        if let Some((number, _, node)) = self.nodes.get_full_mut(&set) {
            // Within its own search, the set leads to itself.
            node.is_end |= !node.is_finished;
            return Ok(number);
        }
        self.merged += set.len();
        if self.merged > MAX_MERGED {
            return Err(TooMany);
        }
        let children = self.children(&set);
        let mut cost = set.len();
        let number = self.nodes.insert_full(set, Node::default()).0;
        for (place, child) in children {
            let child = self.search(child)?;
            self.nodes[child].ways += 1;
            cost = self.nodes[child].cost.saturating_add(cost);
            self.nodes[number].edges.push((place, child));
        }
        let node = &mut self.nodes[number];
        node.is_finished = true;
        node.cost = cost;
        self.finished.push(number);
        Ok(number)
    }

    /// Returns the sets that typify merges for the parts of a value of this set.
    fn children(&mut self, set: &Set) -> Vec<(Place, Set)> {
        let schemas: Vec<_> = set
            .iter()
            .map(|number| self.schemas[*number].clone())
            .collect();
        // Of schemas that exclude each other, too: typify merges one after the other, and may
        // meet the exclusion last.
        if schemas.len() < 2 {
            return Vec::new();
        }
        let union = |schema: &&Object| schema.contains_key("oneOf");
        if let Some(union) = schemas.iter().find(union) {
            let mut own = union.clone();
            let branches = own.remove("oneOf");
            let others: Vec<_> = schemas.iter().filter(|schema| *schema != union).collect();
            let branches = branches.as_ref().and_then(Value::as_array);
            let branches = branches.into_iter().flatten().filter_map(Value::as_object);
            return branches
                .map(|branch| {
                    let together = others.iter().copied().chain([&own, branch]);
                    (Place::Branch, self.expanded(together))
                })
                .collect();
        }
        let names = schemas.iter().filter_map(properties_of);
        let names: IndexSet<_> = names.flat_map(Object::keys).collect();
        let properties = names.into_iter().map(|name| {
            let parts = schemas.iter().filter_map(|schema| property(schema, name));
            (
                Place::Property(name.clone()),
                parts.collect::<IndexSet<_>>(),
            )
        });
        let keywords = ["items", "additionalProperties"].map(|keyword| {
            let parts = schemas.iter();
            let parts = parts.filter_map(|schema| schema.get(keyword)?.as_object());
            (Place::Keyword(keyword), parts.collect())
        });
        properties
            .chain(keywords)
            .filter(|(_, parts)| parts.len() > 1)
            .map(|(place, parts)| (place, self.expanded(parts)))
            .collect()
    }

    /// Determines the sets that are written.
    fn find_written(&mut self) {
        let is_costly = self.nodes.values().any(|node| node.cost > MAX_COST);
        for number in std::mem::take(&mut self.finished) {
            let node = &self.nodes[number];
            let is_end = node.is_end || is_costly && node.ways > 1 && !node.edges.is_empty();
            let leads = |(_, child): &(Place, usize)| {
                let child = &self.nodes[*child];
                child.is_end || child.is_written
            };
            let is_written = is_end || node.edges.iter().any(leads);
            let node = &mut self.nodes[number];
            (node.is_end, node.is_written) = (is_end, is_written);
        }
    }

    fn write(&mut self, number: usize, name: &str, location: &'d Location) {
        let mut written = self.definition(number, name, location);
        let known = self.context.types.done.get(name);
        for (keyword, value) in known.iter().flat_map(|(known, _)| known) {
            if !asserts(keyword) {
                written.insert(keyword.clone(), value.clone());
            }
        }
        define(self.context, name.to_owned(), written, location);
    }

    /// Returns a schema for the values of a set, of which typify merges only an end.
    fn definition(&mut self, number: usize, name: &str, location: &'d Location) -> Object {
        let (set, node) = self.nodes.get_index_mut(number).expect("a number of a set");
        let parts = set.iter().map(|number| self.schemas[*number].clone());
        let mut parts: Vec<_> = parts.collect();
        let edges = std::mem::take(&mut node.edges);
        let mut branches = Vec::new();
        for (place, child) in &edges {
            if !matches!(place, Place::Branch) && !self.nodes[*child].is_written {
                continue;
            }
            let below = match place {
                Place::Property(property) => names::type_name(property),
                Place::Keyword("items") => "Item".to_owned(),
                Place::Keyword(_) => "Value".to_owned(),
                Place::Branch => "Variant".to_owned(),
            };
            let preferred_name = format!("{}{below}", names::type_name(name));
            let site = self.site(*child, &preferred_name, location);
            if let Place::Branch = place {
                branches.push(site);
                continue;
            }
            let mut values: Vec<_> = parts.iter_mut().filter_map(|part| place.of(part)).collect();
            let is_nullable = values.iter().all(|value| value.get("nullable").is_some());
            let site = match is_nullable && !site.contains_key("nullable") {
                true => {
                    let mut site = with_members(site);
                    site.insert("nullable".to_owned(), json!(true));
                    site
                }
                false => site,
            };
            for value in &mut values {
                **value = json!(site);
            }
        }
        self.nodes[number].edges = edges;
        if !branches.is_empty() {
            return Object::from_iter([("oneOf".to_owned(), json!(branches))]);
        }
        let mut distinct: IndexSet<_> = parts.into_iter().collect();
        match distinct.len() {
            0 | 1 => distinct.pop().unwrap_or_default(),
            _ => Object::from_iter([("allOf".to_owned(), json!(distinct))]),
        }
    }

    /// Returns a schema for a value of a set: a reference, if the set has a component or
    /// needs one.
    fn site(&mut self, number: usize, preferred_name: &str, location: &'d Location) -> Object {
        let (set, node) = self.nodes.get_index(number).expect("a number of a set");
        let (set, is_end) = (set.clone(), node.is_end);
        if let Some(name) = self.components.get(&set) {
            return reference(name);
        }
        let inline = (!is_end).then(|| self.definition(number, preferred_name, location));
        if let Some(schema) = inline.as_ref().filter(|schema| !needs_name(schema)) {
            return schema.clone();
        }
        // The name that typify would have given is free, because it is kept for this type.
        let wanted = names::component(preferred_name);
        let name = match self.context.types.done.contains_key(&wanted) {
            true => self.context.types.free_name(preferred_name),
            false => wanted,
        };
        self.components.insert(set, name.clone());
        let schema = inline.unwrap_or_else(|| self.definition(number, &name, location));
        define(self.context, name.clone(), schema, location);
        reference(&name)
    }
}

impl Place {
    /// Returns the value at this place of a schema.
    fn of<'s>(&self, schema: &'s mut Object) -> Option<&'s mut Value> {
        let value = match self {
            Self::Property(name) => {
                let value = property(schema, name)?.clone();
                let properties = schema.entry("properties").or_insert_with(|| json!({}));
                let properties = properties.as_object_mut()?;
                properties.entry(name).or_insert(value.into())
            }
            Self::Keyword(keyword) => schema.get_mut(*keyword)?,
            Self::Branch => return None,
        };
        Some(value).filter(|value| value.is_object())
    }
}

fn properties_of(schema: &Object) -> Option<&Object> {
    schema.get("properties")?.as_object()
}

/// Returns the schema of a property, which may be that of additional properties.
fn property<'s>(schema: &'s Object, name: &str) -> Option<&'s Object> {
    let declared = properties_of(schema).and_then(|properties| properties.get(name));
    declared.or(schema.get("additionalProperties"))?.as_object()
}

/// Returns whether a keyword of a lowered schema asserts something. `nullable` does so only
/// beside others.
fn asserts(keyword: &str) -> bool {
    let annotations = [
        "default",
        "deprecated",
        "description",
        "example",
        "readOnly",
        "title",
        "writeOnly",
    ];
    !annotations.contains(&keyword) && !keyword.starts_with("x-")
}
