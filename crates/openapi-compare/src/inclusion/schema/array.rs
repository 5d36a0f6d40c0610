//! Sets of arrays, by items, lengths and uniqueness (Core §10.3.1, Validation §6.4). The items'
//! schemas are never expanded here, because they may be the array's own schema.

use super::count::{self, Count, count, highest, lowest};
use super::difference::{Differences, Relation};
use super::{Schema, SchemaNode};
use crate::Document;
use openapi_source::Node;

/// A set of arrays: all arrays except those that a field excludes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arrays<'d> {
    /// The clauses of all schemas that restrict items. An array satisfies all of
    /// them.
    clauses: Vec<Clause<'d>>,
    pub(crate) minimum: Option<Count<'d>>,
    pub(crate) maximum: Option<Count<'d>>,
    pub(crate) unique: Option<&'d Node>,
}

/// The keywords for items of one schema.
#[derive(Clone, Debug)]
struct Clause<'d> {
    document: &'d Document,
    prefix: &'d [Node],
    rest: Option<&'d Node>,
}

impl<'d> Arrays<'d> {
    /// Returns the arrays that the keywords of `schema` allow; `None` if there are
    /// none.
    pub(crate) fn new(document: &'d Document, schema: &'d Node) -> Option<Arrays<'d>> {
        let clause = Clause {
            document,
            prefix: schema.get("prefixItems").map_or(&[], Node::items),
            rest: schema.get("items"),
        };
        let restricts_items = clause.rest.is_some() || !clause.prefix.is_empty();
        let arrays = Arrays {
            clauses: if restricts_items { vec![clause] } else { Vec::new() },
            minimum: count(schema, "minItems"),
            maximum: count(schema, "maxItems"),
            unique: schema.get("uniqueItems").filter(|unique| unique.boolean() == Some(true)),
        };
        arrays.canonical()
    }

    pub(crate) fn is_any(&self) -> bool {
        self.clauses.is_empty()
            && self.minimum.is_none()
            && self.maximum.is_none()
            && self.unique.is_none()
    }

    pub(crate) fn intersect(&self, other: &Arrays<'d>) -> Option<Arrays<'d>> {
        let mut both = self.clone();
        both.clauses.extend(other.clauses.iter().cloned());
        both.minimum = highest(both.minimum, other.minimum);
        both.maximum = lowest(both.maximum, other.maximum);
        both.unique = both.unique.or(other.unique);
        both.canonical()
    }

    /// Returns the schema of the item at `index`. `at` is its location if no keyword
    /// covers the item.
    pub(crate) fn item(&self, index: usize, at: &'d Node) -> Schema<'d> {
        let mut schema = Schema::any(at);
        for clause in &self.clauses {
            if let Some(node) = clause.prefix.get(index).or(clause.rest) {
                schema.restrict(SchemaNode { document: clause.document, node });
            }
        }
        schema
    }

    /// The length of the longest `prefixItems`.
    pub(crate) fn prefix_length(&self) -> usize {
        self.clauses.iter().map(|clause| clause.prefix.len()).max().unwrap_or(0)
    }

    /// Adds all differences between the two sets except those in items.
    pub(crate) fn compare(
        &self,
        other: &Arrays<'d>,
        at: (&'d Node, &'d Node),
        differences: &mut Differences<'d>,
    ) {
        let limits = ([self.minimum, self.maximum], [other.minimum, other.maximum]);
        count::compare("Items", limits, at, differences);
        let unique = |flag: Option<&'d Node>, at| match flag {
            Some(node) => ("yes", node),
            None => ("no", at),
        };
        if self.unique.is_some() != other.unique.is_some() {
            let relation = Relation::narrower_if(other.unique.is_some());
            let sides = (unique(self.unique, at.0), unique(other.unique, at.1));
            differences.add(relation, "`uniqueItems`", sides.0, sides.1);
        }
    }

    /// Returns the canonical form of the set; `None` if the set is empty.
    fn canonical(mut self) -> Option<Arrays<'d>> {
        for clause in &self.clauses {
            // `items: false` ends the array after the prefix.
            if let Some(rest) = clause.rest
                && rest.boolean() == Some(false)
            {
                let value = clause.prefix.len() as u64;
                self.maximum = lowest(self.maximum, Some(Count { value, at: rest }));
            }
        }
        let is_empty = matches!((self.minimum, self.maximum),
            (Some(minimum), Some(maximum)) if minimum.value > maximum.value);
        (!is_empty).then_some(self)
    }
}
