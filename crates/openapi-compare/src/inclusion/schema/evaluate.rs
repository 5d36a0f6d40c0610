//! Evaluates a schema for a value (Core §10 and §11), above all the keywords that
//! apply subschemas. The search for witnesses validates thousands of values, so
//! evaluation works on the document without compiling it first. Its result isn't
//! final: each witness is verified by an independent validator.

use super::string::matches;
use super::{Schema, format, number};
use crate::Document;
use crate::inclusion::effort::{spend, spend_bytes};
use crate::inclusion::keyword::{Keyword, ValueType};
use bigdecimal::ToPrimitive;
use openapi_source::{Node, decimal};
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
        Evaluation { document: part.document, without, is_certain }.allows(part.node, value)
    })
}

/// The context of an evaluation: the document that resolves references, a node to ignore, and
/// whether everything was understood.
#[derive(Clone, Copy)]
struct Evaluation<'e> {
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
    fn get(self, schema: &'e Node, keyword: Keyword) -> Option<&'e Node> {
        schema.get(keyword.name()).filter(|node| self.keeps(node))
    }

    /// Returns whether `node` isn't the node to ignore.
    fn keeps(self, node: &Node) -> bool {
        self.without.is_none_or(|without| !std::ptr::eq(without, node))
    }

    /// Returns whether `pattern` matches in `text`, as far as that is known.
    fn matches(self, pattern: &str, text: &str) -> bool {
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
        if !satisfies_assertions(self, schema, value) {
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
        let count = |keyword| count(self, schema, keyword);
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

/// Returns whether `value` satisfies all assertion keywords of `schema`.
fn satisfies_assertions(context: Evaluation, schema: &Node, value: &Value) -> bool {
    let is_enumerated = |values: &Node| values.items().iter().any(|one| is_same(one, value));
    context.get(schema, Keyword::Const).is_none_or(|one| is_same(one, value))
        && context.get(schema, Keyword::Enum).is_none_or(is_enumerated)
        && context.get(schema, Keyword::Type).is_none_or(|named| is_of_type(named, value))
        && match value {
            Value::Number(number) => {
                number::satisfies(|keyword| context.get(schema, keyword), &decimal(number))
            }
            Value::String(text) => string_satisfies(context, schema, text),
            Value::Array(items) => {
                is_within(context, schema, items.len(), Keyword::MinItems, Keyword::MaxItems)
                    && (!is_set(context.get(schema, Keyword::UniqueItems)) || is_unique(items))
            }
            Value::Object(members) => object_satisfies(context, schema, members),
            Value::Null | Value::Bool(_) => true,
        }
}

/// Returns the limit that `keyword` declares. A limit beyond `u64` is `u64::MAX`,
/// which no count exceeds.
fn count(context: Evaluation, schema: &Node, keyword: Keyword) -> Option<u64> {
    let number = context.get(schema, keyword)?.number()?;
    Some(number.to_u64().unwrap_or(u64::MAX))
}

/// Returns whether both are the same JSON value.
fn is_same(node: &Node, value: &Value) -> bool {
    match (&node.value, value) {
        (openapi_source::Value::Null, Value::Null) => true,
        (openapi_source::Value::Bool(one), Value::Bool(other)) => one == other,
        (openapi_source::Value::Number(one), Value::Number(other)) => *one == decimal(other),
        (openapi_source::Value::String(one), Value::String(other)) => one == other,
        (openapi_source::Value::Sequence(ones), Value::Array(others)) => {
            ones.len() == others.len()
                && ones.iter().zip(others).all(|(one, other)| is_same(one, other))
        }
        (openapi_source::Value::Mapping(ones), Value::Object(others)) => {
            ones.len() == others.len()
                && ones
                    .iter()
                    .all(|(name, one)| others.get(name).is_some_and(|other| is_same(one, other)))
        }
        _ => false,
    }
}

fn is_of_type(named: &Node, value: &Value) -> bool {
    let kind = <&str>::from(ValueType::of(value));
    let is_integer = || value.as_number().is_some_and(|number| decimal(number).is_integer());
    let is_of = |name: &str| name == kind || name == "integer" && is_integer();
    match named.string() {
        Some(name) => is_of(name),
        None => named.items().iter().filter_map(Node::string).any(is_of),
    }
}

fn string_satisfies(context: Evaluation, schema: &Node, text: &str) -> bool {
    spend_bytes(text.len());
    let text_of = |keyword| context.get(schema, keyword).and_then(Node::string);
    is_within(context, schema, text.chars().count(), Keyword::MinLength, Keyword::MaxLength)
        && text_of(Keyword::Pattern).is_none_or(|pattern| context.matches(pattern, text))
        && text_of(Keyword::Format).is_none_or(|format| format::allows(format, text))
}

fn object_satisfies(
    context: Evaluation,
    schema: &Node,
    members: &serde_json::Map<String, Value>,
) -> bool {
    let has_all = |names: &Node| {
        let names = names.items().iter().filter(|name| context.keeps(name));
        names.filter_map(Node::string).all(|name| members.contains_key(name))
    };
    is_within(context, schema, members.len(), Keyword::MinProperties, Keyword::MaxProperties)
        && context.get(schema, Keyword::Required).is_none_or(has_all)
        && context.get(schema, Keyword::DependentRequired).is_none_or(|dependent| {
            dependent.members().all(|(name, names)| !members.contains_key(name) || has_all(names))
        })
}

fn is_within(
    context: Evaluation,
    schema: &Node,
    length: usize,
    minimum: Keyword,
    maximum: Keyword,
) -> bool {
    let length = length as u64;
    count(context, schema, minimum).is_none_or(|minimum| length >= minimum)
        && count(context, schema, maximum).is_none_or(|maximum| length <= maximum)
}

fn is_set(flag: Option<&Node>) -> bool {
    flag.and_then(Node::boolean) == Some(true)
}

fn is_unique(items: &[Value]) -> bool {
    let mut rest = items;
    while let Some((first, others)) = rest.split_first() {
        spend(1 + others.len() / 4);
        if others.iter().any(|other| is_equal(first, other)) {
            return false;
        }
        rest = others;
    }
    true
}

/// Returns whether both are the same JSON value: 1 and 1.0 are (Core §4.2.2).
fn is_equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => decimal(one) == decimal(other),
        (Value::Array(ones), Value::Array(others)) => {
            ones.len() == others.len()
                && ones.iter().zip(others).all(|(one, other)| is_equal(one, other))
        }
        (Value::Object(ones), Value::Object(others)) => {
            ones.len() == others.len()
                && ones
                    .iter()
                    .all(|(name, one)| others.get(name).is_some_and(|other| is_equal(one, other)))
        }
        _ => one == other,
    }
}
