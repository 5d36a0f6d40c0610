//! Sets of objects, by members, required names and number of members (Core §10.3.2,
//! Validation §6.5). The members' schemas are never expanded here, because they may
//! be the object's own schema.

use super::classes::Classes;
use super::count::{self, Count, count, highest, lowest};
use super::difference::Differences;
use super::string::matches;
use super::{Schema, SchemaNode};
use crate::Document;
use indexmap::{IndexMap, IndexSet};
use openapi_source::Node;

/// A set of objects: all objects except those that a field excludes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Objects<'d> {
    /// The clauses of all schemas that restrict members. An object satisfies all of
    /// them.
    clauses: Vec<Clause<'d>>,
    pub(crate) required: IndexMap<&'d str, &'d Node>,
    pub(crate) minimum: Option<Count<'d>>,
    pub(crate) maximum: Option<Count<'d>>,
}

/// Schemas by name or by pattern. `None` allows any value.
type Members<'d> = IndexMap<&'d str, Option<&'d Node>>;

/// The keywords for members of one schema. Clauses of several schemas can't be
/// merged, because `additionalProperties` applies to the members that the keywords
/// beside it don't name.
#[derive(Clone, Debug)]
struct Clause<'d> {
    document: &'d Document,
    properties: Members<'d>,
    patterns: Members<'d>,
    additional: Option<&'d Node>,
}

impl<'d> Objects<'d> {
    /// Returns the objects that the keywords of `schema` allow; `None` if there are
    /// none.
    pub(crate) fn new(document: &'d Document, schema: &'d Node) -> Option<Objects<'d>> {
        let named = |keyword| {
            let members = schema.get(keyword).into_iter().flat_map(Node::members);
            members.map(|(name, node)| (name, Some(node))).collect()
        };
        let clause = Clause {
            document,
            properties: named("properties"),
            patterns: named("patternProperties"),
            additional: schema.get("additionalProperties"),
        };
        let required = schema.get("required").map_or(&[][..], Node::items);
        let objects = Objects {
            clauses: if clause.restricts_members() { vec![clause] } else { Vec::new() },
            required: required.iter().filter_map(|name| Some((name.string()?, name))).collect(),
            minimum: count(schema, "minProperties"),
            maximum: count(schema, "maxProperties"),
        };
        objects.canonical()
    }

    pub(crate) fn is_any(&self) -> bool {
        self.clauses.is_empty()
            && self.required.is_empty()
            && self.minimum.is_none()
            && self.maximum.is_none()
    }

    pub(crate) fn intersect(&self, other: &Objects<'d>) -> Option<Objects<'d>> {
        let mut both = self.clone();
        both.clauses.extend(other.clauses.iter().cloned());
        for (name, node) in &other.required {
            both.required.entry(name).or_insert(node);
        }
        both.minimum = highest(both.minimum, other.minimum);
        both.maximum = lowest(both.maximum, other.maximum);
        both.canonical()
    }

    /// Returns the schema of the member `name`. `at` is its location if no keyword
    /// covers the member.
    pub(crate) fn member(&self, name: &str, at: &'d Node) -> Schema<'d> {
        self.collect(at, |clause| clause.member(name))
    }

    /// Returns the schema of members that no name and no pattern covers.
    pub(crate) fn additional(&self, at: &'d Node) -> Schema<'d> {
        self.collect(at, |clause| clause.additional.into_iter().collect())
    }

    /// Returns the schema of members that only `pattern` covers.
    pub(crate) fn matching(&self, pattern: &str, at: &'d Node) -> Schema<'d> {
        self.collect(at, |clause| match clause.patterns.get(pattern) {
            Some(schema) => schema.iter().copied().collect(),
            None => clause.additional.into_iter().collect(),
        })
    }

    /// Returns whether the member `name` is required.
    pub(crate) fn requires(&self, name: &str) -> bool {
        self.required.contains_key(name)
    }

    /// Returns whether no keyword covers the member `name`, so that any value is allowed.
    pub(crate) fn leaves_open(&self, name: &str) -> bool {
        let mut clauses = self.clauses.iter();
        self.location_of(name).is_none()
            && clauses.all(|clause| {
                clause.patterns.keys().all(|pattern| matches(pattern, name) == Some(false))
                    && clause.additional.is_none_or(Node::allows_everything)
            })
    }

    /// Returns the names under `properties` and `required`.
    pub(crate) fn names(&self) -> IndexSet<&'d str> {
        let required = self.required.keys().copied();
        self.properties().chain(required).collect()
    }

    /// Returns the names under `properties`.
    pub(crate) fn properties(&self) -> impl Iterator<Item = &'d str> {
        self.clauses.iter().flat_map(|clause| clause.properties.keys().copied())
    }

    /// Returns the patterns under `patternProperties`.
    pub(crate) fn patterns(&self) -> IndexSet<&'d str> {
        self.clauses.iter().flat_map(|clause| clause.patterns.keys()).copied().collect()
    }

    /// Returns the location of the member under `properties`, or else under
    /// `required`.
    pub(crate) fn location_of(&self, name: &str) -> Option<&'d Node> {
        let mut properties = self.clauses.iter().filter_map(|clause| clause.properties.get(name));
        properties.find_map(|node| *node).or_else(|| self.required.get(name).copied())
    }

    /// Restricts members that no name and no pattern covers to `rest`
    /// (`unevaluatedProperties`, Core §11.3).
    pub(crate) fn restrict_unevaluated(&mut self, document: &'d Document, rest: &'d Node) {
        if self.clauses.iter().any(|clause| clause.additional.is_some()) {
            // Every member is evaluated already.
            return;
        }
        let unrestricted =
            |names: IndexSet<&'d str>| names.into_iter().map(|name| (name, None)).collect();
        self.clauses.push(Clause {
            document,
            properties: unrestricted(self.properties().collect()),
            patterns: unrestricted(self.patterns()),
            additional: Some(rest),
        });
    }

    /// Returns whether both sets are certainly equal, by the equivalence classes of
    /// the members' schemas.
    pub(super) fn is_equal(&self, other: &Objects, classes: &Classes) -> bool {
        let count = |count: Option<Count>| count.map(|count| count.value);
        let mut clauses = self.clauses.iter().zip(&other.clauses);
        self.clauses.len() == other.clauses.len()
            && self.required.len() == other.required.len()
            && self.required.keys().all(|name| other.requires(name))
            && count(self.minimum) == count(other.minimum)
            && count(self.maximum) == count(other.maximum)
            && clauses.all(|(one, other)| one.is_equal(other, classes))
    }

    /// Adds all differences between the two sets except those in members.
    pub(crate) fn compare(
        &self,
        other: &Objects<'d>,
        at: (&'d Node, &'d Node),
        differences: &mut Differences<'d>,
    ) {
        let limits = ([self.minimum, self.maximum], [other.minimum, other.maximum]);
        count::compare("Properties", limits, at, differences);
    }

    fn collect(&self, at: &'d Node, nodes: impl Fn(&Clause<'d>) -> Vec<&'d Node>) -> Schema<'d> {
        let mut schema = Schema::any(at);
        for clause in &self.clauses {
            let document = clause.document;
            for node in nodes(clause) {
                schema.restrict(SchemaNode { document, node });
            }
        }
        schema
    }

    /// Returns the set; `None` if it is empty.
    fn canonical(self) -> Option<Objects<'d>> {
        let required = self.required.len() as u64;
        let lowest = self.minimum.map_or(required, |minimum| minimum.value.max(required));
        let is_empty = self.maximum.is_some_and(|maximum| maximum.value < lowest);
        (!is_empty).then_some(self)
    }
}

impl<'d> Clause<'d> {
    fn restricts_members(&self) -> bool {
        !self.properties.is_empty() || !self.patterns.is_empty() || self.additional.is_some()
    }

    fn is_equal(&self, other: &Clause, classes: &Classes) -> bool {
        let is_same = |one: Option<&Node>, other: Option<&Node>| match (one, other) {
            (Some(one), Some(other)) => classes.are_equal(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        let are_same = |ones: &Members, others: &Members| {
            ones.len() == others.len()
                && ones.iter().all(|(name, one)| {
                    let other = others.get(name);
                    other.is_some_and(|other| is_same(*one, *other))
                })
        };
        are_same(&self.properties, &other.properties)
            && are_same(&self.patterns, &other.patterns)
            && is_same(self.additional, other.additional)
    }

    /// Returns all schemas that apply to the member `name`.
    fn member(&self, name: &str) -> Vec<&'d Node> {
        let property = self.properties.get(name);
        // An invalid regular expression matches nothing here. It is still compared,
        // by its text.
        let patterns: Vec<_> = self
            .patterns
            .iter()
            .filter(|(pattern, _)| matches(pattern, name) == Some(true))
            .map(|(_, schema)| schema)
            .collect();
        if property.is_none() && patterns.is_empty() {
            return self.additional.into_iter().collect();
        }
        property.into_iter().chain(patterns).filter_map(|schema| *schema).collect()
    }
}
