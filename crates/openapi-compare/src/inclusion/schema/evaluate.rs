//! Evaluates a schema for a value (Core §10 and §11), above all the keywords that
//! apply subschemas. The search for witnesses validates thousands of values, so
//! evaluation works on the document without compiling it first. Its result isn't
//! final: each witness is verified by an independent validator.

use super::Schema;
use super::assertion;
use super::string::matches;
use crate::Document;
use crate::inclusion::effort::spend;
use crate::inclusion::keyword::Keyword;
use openapi_source::Node;
use serde_json::{Map, Value};
use std::cell::Cell;
use std::collections::BTreeSet;

/// The depth of schemas that apply to the same value. A schema that reaches itself
/// without a step into the value allows nothing.
const MAXIMUM_DEPTH: usize = 128;

/// Returns whether all parts of `schema` allow `value`.
pub(crate) fn accepts(schema: &Schema, value: &Value) -> bool {
    accepts_except(schema, None, value, &Cell::new(true))
}

/// Returns the same; `None` if an evaluated schema has a pattern that is no regular expression
/// or takes too many steps, or too many schemas apply to the same value.
pub(crate) fn certainly_accepts(schema: &Schema, value: &Value) -> Option<bool> {
    let is_certain = Cell::new(true);
    let accepts = accepts_except(schema, None, value, &is_certain);
    is_certain.get().then_some(accepts)
}

/// Returns whether `schema` without the node `without` (a keyword, or one of the names
/// under `required`) allows `value`.
pub(crate) fn accepts_without(schema: &Schema, without: &Node, value: &Value) -> bool {
    accepts_except(schema, Some(without), value, &Cell::new(true))
}

fn accepts_except(
    schema: &Schema,
    without: Option<&Node>,
    value: &Value,
    is_certain: &Cell<bool>,
) -> bool {
    schema.parts.iter().all(|part| {
        let evaluation = Evaluation { document: part.document, without, is_certain };
        evaluation.allows(part.node, value)
    })
}

/// The context of an evaluation: the document that resolves references, a node to ignore, and
/// whether everything was understood.
#[derive(Clone, Copy)]
pub(super) struct Evaluation<'e> {
    document: &'e Document,
    without: Option<&'e Node>,
    is_certain: &'e Cell<bool>,
}

/// The members and items that a schema has evaluated, for `unevaluated…` (Core §11).
#[derive(Default)]
struct Evaluated {
    members: BTreeSet<String>,
    items: BTreeSet<usize>,
}

impl Evaluated {
    fn add(&mut self, other: Evaluated) {
        self.members.extend(other.members);
        self.items.extend(other.items);
    }
}

impl<'e> Evaluation<'e> {
    /// Returns the value of a keyword that isn't ignored.
    pub(super) fn get(self, schema: &'e Node, keyword: Keyword) -> Option<&'e Node> {
        schema.get(keyword.name()).filter(|node| self.keeps(node))
    }

    /// Returns whether `node` isn't the node to ignore.
    pub(super) fn keeps(self, node: &Node) -> bool {
        self.without.is_none_or(|without| !std::ptr::eq(without, node))
    }

    /// Returns whether `pattern` matches in `text`, as far as that is known.
    pub(super) fn matches(self, pattern: &str, text: &str) -> bool {
        let is_match = matches(pattern, text);
        self.is_certain.set(self.is_certain.get() && is_match.is_some());
        is_match == Some(true)
    }

    fn allows(self, schema: &'e Node, value: &Value) -> bool {
        self.evaluate(schema, value, 0).is_some()
    }

    /// Returns the members and items that `schema` has evaluated; `None` if it
    /// rejects the value.
    fn evaluate(self, schema: &'e Node, value: &Value, depth: usize) -> Option<Evaluated> {
        spend(1);
        match &schema.value {
            openapi_source::Value::Bool(allowed) => return allowed.then(Evaluated::default),
            openapi_source::Value::Mapping(_) => {}
            _ => return Some(Evaluated::default()),
        }
        if depth > MAXIMUM_DEPTH {
            self.is_certain.set(false);
            return None;
        }
        if value.is_null() && self.document.allows_null(schema) {
            return Some(Evaluated::default());
        }
        if !assertion::satisfies_assertions(self, schema, value) {
            return None;
        }
        let mut evaluated = Evaluated::default();
        if let Some(target) = self.document.target(schema) {
            evaluated.add(self.evaluate(target, value, depth + 1)?);
        }
        self.branches(schema, value, depth, &mut evaluated)?;
        match value {
            Value::Object(members) => self.members(schema, members, &mut evaluated)?,
            Value::Array(items) => self.items(schema, items, &mut evaluated)?,
            _ => {}
        }
        self.unevaluated(schema, value, &mut evaluated)?;
        Some(evaluated)
    }

    /// Evaluates the keywords that apply subschemas to the same value.
    fn branches(
        self,
        schema: &'e Node,
        value: &Value,
        depth: usize,
        evaluated: &mut Evaluated,
    ) -> Option<()> {
        let applied = |part| self.evaluate(part, value, depth + 1);
        let items = |keyword| self.get(schema, keyword).map(Node::items);
        for branch in items(Keyword::AllOf).unwrap_or_default() {
            evaluated.add(applied(branch)?);
        }
        for (keyword, maximum) in [(Keyword::AnyOf, usize::MAX), (Keyword::OneOf, 1)] {
            if let Some(branches) = items(keyword) {
                let allowing: Vec<Evaluated> = branches.iter().filter_map(applied).collect();
                if allowing.is_empty() || allowing.len() > maximum {
                    return None;
                }
                allowing.into_iter().for_each(|branch| evaluated.add(branch));
            }
        }
        if self.get(schema, Keyword::Not).is_some_and(|not| applied(not).is_some()) {
            return None;
        }
        if let Some(condition) = self.get(schema, Keyword::If) {
            let next = match applied(condition) {
                Some(held) => {
                    evaluated.add(held);
                    self.get(schema, Keyword::Then)
                }
                None => self.get(schema, Keyword::Else),
            };
            if let Some(next) = next {
                evaluated.add(applied(next)?);
            }
        }
        let dependent = self.get(schema, Keyword::DependentSchemas);
        for (name, dependent) in dependent.into_iter().flat_map(Node::members) {
            if value.get(name).is_some() {
                evaluated.add(applied(dependent)?);
            }
        }
        Some(())
    }

    fn members(
        self,
        schema: &'e Node,
        members: &Map<String, Value>,
        evaluated: &mut Evaluated,
    ) -> Option<()> {
        let patterns = self.get(schema, Keyword::PatternProperties);
        let patterns: Vec<(&str, &Node)> = patterns.into_iter().flat_map(Node::members).collect();
        for (name, value) in members {
            if let Some(names) = self.get(schema, Keyword::PropertyNames)
                && !self.allows(names, &Value::from(name.as_str()))
            {
                return None;
            }
            let property = self.get(schema, Keyword::Properties).and_then(|all| all.get(name));
            let matching = patterns
                .iter()
                .filter(|(pattern, _)| self.matches(pattern, name))
                .map(|(_, schema)| *schema);
            let mut own: Vec<&Node> = property.into_iter().chain(matching).collect();
            if own.is_empty() {
                own.extend(self.get(schema, Keyword::AdditionalProperties));
            }
            if !own.iter().all(|own| self.allows(own, value)) {
                return None;
            }
            if !own.is_empty() {
                evaluated.members.insert(name.clone());
            }
        }
        Some(())
    }

    fn items(self, schema: &'e Node, items: &[Value], evaluated: &mut Evaluated) -> Option<()> {
        let prefix = self.get(schema, Keyword::PrefixItems).map_or(&[][..], Node::items);
        let rest = self.get(schema, Keyword::Items);
        let contains = self.get(schema, Keyword::Contains);
        let mut contained = 0;
        for (index, item) in items.iter().enumerate() {
            if let Some(own) = prefix.get(index).or(rest) {
                if !self.allows(own, item) {
                    return None;
                }
                evaluated.items.insert(index);
            }
            if contains.is_some_and(|contains| self.allows(contains, item)) {
                contained += 1;
                evaluated.items.insert(index);
            }
        }
        let count = |keyword| assertion::count(self, schema, keyword);
        let is_enough = contained >= count(Keyword::MinContains).unwrap_or(1)
            && contained <= count(Keyword::MaxContains).unwrap_or(u64::MAX);
        (contains.is_none() || is_enough).then_some(())
    }

    fn unevaluated(self, schema: &'e Node, value: &Value, evaluated: &mut Evaluated) -> Option<()> {
        let rest = self.get(schema, Keyword::UnevaluatedProperties);
        if let (Some(rest), Some(members)) = (rest, value.as_object()) {
            for (name, value) in members {
                if !evaluated.members.contains(name) && !self.allows(rest, value) {
                    return None;
                }
                evaluated.members.insert(name.clone());
            }
        }
        let rest = self.get(schema, Keyword::UnevaluatedItems);
        if let (Some(rest), Some(items)) = (rest, value.as_array()) {
            for (index, item) in items.iter().enumerate() {
                if !evaluated.items.contains(&index) && !self.allows(rest, item) {
                    return None;
                }
                evaluated.items.insert(index);
            }
        }
        Some(())
    }
}
