//! Whether a schema allows a value (Core §10 and §11): the keywords that apply
//! other schemas. The search for witnesses asks this thousands of times, so it
//! works on the document as it stands. It must never have the last word: what
//! it says of a witness is verified by a validator of another lineage.

use super::Schema;
use super::assertion;
use super::string::matches;
use crate::document::{Content, Document, Node};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Schemas within each other that are followed about one value. A schema that
/// comes back to itself without a step into the value allows nothing.
const MAXIMUM_DEPTH: usize = 128;

/// Whether all parts of `schema` allow `value`.
pub(crate) fn accepts(schema: &Schema, value: &Value) -> bool {
    let mut parts = schema.parts.iter();
    parts.all(|part| {
        let evaluation = Evaluation {
            document: part.document,
            without: None,
        };
        evaluation.allows(part.node, value)
    })
}

/// The same, if what stands at `without` (a keyword, or one of the names under
/// `required`) weren't there.
pub(crate) fn accepts_without(schema: &Schema, without: &Node, value: &Value) -> bool {
    let mut parts = schema.parts.iter();
    parts.all(|part| {
        let evaluation = Evaluation {
            document: part.document,
            without: Some(without),
        };
        evaluation.allows(part.node, value)
    })
}

/// The document that references are about, and a node of it that says nothing.
#[derive(Clone, Copy)]
pub(super) struct Evaluation<'e> {
    document: &'e Document,
    without: Option<&'e Node>,
}

/// The members and items that a schema has looked at, for `unevaluated…`
/// (Core §11).
#[derive(Default)]
struct Seen {
    members: BTreeSet<String>,
    items: BTreeSet<usize>,
}

impl Seen {
    fn add(&mut self, other: Seen) {
        self.members.extend(other.members);
        self.items.extend(other.items);
    }
}

impl<'e> Evaluation<'e> {
    /// The value of a keyword.
    pub(super) fn get(self, schema: &'e Node, keyword: &str) -> Option<&'e Node> {
        schema.get(keyword).filter(|node| self.says(node))
    }

    /// Whether `node` isn't the one that says nothing.
    pub(super) fn says(self, node: &Node) -> bool {
        self.without
            .is_none_or(|without| !std::ptr::eq(without, node))
    }

    fn allows(self, schema: &'e Node, value: &Value) -> bool {
        self.evaluate(schema, value, 0).is_some()
    }

    /// What `schema` has looked at; `None` if it refuses the value.
    fn evaluate(self, schema: &'e Node, value: &Value, depth: usize) -> Option<Seen> {
        match &schema.content {
            Content::Boolean(allowed) => return allowed.then(Seen::default),
            Content::Mapping(_) => {}
            _ => return Some(Seen::default()),
        }
        if depth > MAXIMUM_DEPTH {
            return None;
        }
        if value.is_null() && self.document.allows_null(schema) {
            return Some(Seen::default());
        }
        if !assertion::hold(self, schema, value) {
            return None;
        }
        let mut seen = Seen::default();
        if let Some(target) = self.document.target(schema) {
            seen.add(self.evaluate(target, value, depth + 1)?);
        }
        self.branches(schema, value, depth, &mut seen)?;
        match value {
            Value::Object(members) => self.members(schema, members, &mut seen)?,
            Value::Array(items) => self.items(schema, items, &mut seen)?,
            _ => {}
        }
        self.unevaluated(schema, value, &mut seen)?;
        Some(seen)
    }

    /// The keywords that apply schemas to the same value.
    fn branches(
        self,
        schema: &'e Node,
        value: &Value,
        depth: usize,
        seen: &mut Seen,
    ) -> Option<()> {
        let applied = |part| self.evaluate(part, value, depth + 1);
        let items = |keyword| self.get(schema, keyword).map(Node::items);
        for branch in items("allOf").unwrap_or_default() {
            seen.add(applied(branch)?);
        }
        for (keyword, maximum) in [("anyOf", usize::MAX), ("oneOf", 1)] {
            if let Some(branches) = items(keyword) {
                let allowing: Vec<Seen> = branches.iter().filter_map(applied).collect();
                if allowing.is_empty() || allowing.len() > maximum {
                    return None;
                }
                allowing.into_iter().for_each(|branch| seen.add(branch));
            }
        }
        if self
            .get(schema, "not")
            .is_some_and(|not| applied(not).is_some())
        {
            return None;
        }
        if let Some(condition) = self.get(schema, "if") {
            let next = match applied(condition) {
                Some(held) => {
                    seen.add(held);
                    self.get(schema, "then")
                }
                None => self.get(schema, "else"),
            };
            if let Some(next) = next {
                seen.add(applied(next)?);
            }
        }
        let dependent = self.get(schema, "dependentSchemas");
        for (name, dependent) in dependent.into_iter().flat_map(Node::members) {
            if value.get(name).is_some() {
                seen.add(applied(dependent)?);
            }
        }
        Some(())
    }

    fn members(
        self,
        schema: &'e Node,
        members: &Map<String, Value>,
        seen: &mut Seen,
    ) -> Option<()> {
        let patterns = self.get(schema, "patternProperties");
        let patterns: Vec<(&str, &Node)> = patterns.into_iter().flat_map(Node::members).collect();
        for (name, value) in members {
            if let Some(names) = self.get(schema, "propertyNames")
                && !self.allows(names, &Value::from(name.as_str()))
            {
                return None;
            }
            let property = self.get(schema, "properties").and_then(|all| all.get(name));
            let matching = patterns
                .iter()
                .filter(|(pattern, _)| matches(pattern, name) == Some(true))
                .map(|(_, schema)| *schema);
            let mut own: Vec<&Node> = property.into_iter().chain(matching).collect();
            if own.is_empty() {
                own.extend(self.get(schema, "additionalProperties"));
            }
            if !own.iter().all(|own| self.allows(own, value)) {
                return None;
            }
            if !own.is_empty() {
                seen.members.insert(name.clone());
            }
        }
        Some(())
    }

    fn items(self, schema: &'e Node, items: &[Value], seen: &mut Seen) -> Option<()> {
        let prefix = self.get(schema, "prefixItems").map_or(&[][..], Node::items);
        let rest = self.get(schema, "items");
        let contains = self.get(schema, "contains");
        let mut contained = 0;
        for (index, item) in items.iter().enumerate() {
            if let Some(own) = prefix.get(index).or(rest) {
                if !self.allows(own, item) {
                    return None;
                }
                seen.items.insert(index);
            }
            if contains.is_some_and(|contains| self.allows(contains, item)) {
                contained += 1;
                seen.items.insert(index);
            }
        }
        let count = |keyword| assertion::count(self, schema, keyword);
        let is_enough = contained >= count("minContains").unwrap_or(1)
            && contained <= count("maxContains").unwrap_or(u64::MAX);
        (contains.is_none() || is_enough).then_some(())
    }

    fn unevaluated(self, schema: &'e Node, value: &Value, seen: &mut Seen) -> Option<()> {
        let rest = self.get(schema, "unevaluatedProperties");
        if let (Some(rest), Some(members)) = (rest, value.as_object()) {
            for (name, value) in members {
                if !seen.members.contains(name) && !self.allows(rest, value) {
                    return None;
                }
                seen.members.insert(name.clone());
            }
        }
        let rest = self.get(schema, "unevaluatedItems");
        if let (Some(rest), Some(items)) = (rest, value.as_array()) {
            for (index, item) in items.iter().enumerate() {
                if !seen.items.contains(&index) && !self.allows(rest, item) {
                    return None;
                }
                seen.items.insert(index);
            }
        }
        Some(())
    }
}
