//! Evaluates the keywords that apply no subschema: assertions on a value
//! (Validation §6 and §7). Numbers are decimals, because floats are inexact.

use super::evaluate::Evaluation;
use super::format;
use super::number::divides;
use crate::inclusion::effort::{spend, spend_bytes};
use crate::inclusion::keyword::Keyword;
use bigdecimal::{BigDecimal, ToPrimitive};
use openapi_source::{Node, decimal};
use serde_json::Value;

/// Returns whether `value` satisfies all assertion keywords of `schema`.
pub(super) fn satisfies_assertions(context: Evaluation, schema: &Node, value: &Value) -> bool {
    let is_enumerated = |values: &Node| values.items().iter().any(|one| is_same(one, value));
    context.get(schema, Keyword::Const).is_none_or(|one| is_same(one, value))
        && context.get(schema, Keyword::Enum).is_none_or(is_enumerated)
        && context.get(schema, Keyword::Type).is_none_or(|named| is_of_type(named, value))
        && match value {
            Value::Number(number) => number_satisfies(context, schema, &decimal(number)),
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
pub(super) fn count(context: Evaluation, schema: &Node, keyword: Keyword) -> Option<u64> {
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
    let is_of = |name: &str| match value {
        Value::Null => name == "null",
        Value::Bool(_) => name == "boolean",
        Value::Number(number) => {
            name == "number" || (name == "integer" && decimal(number).is_integer())
        }
        Value::String(_) => name == "string",
        Value::Array(_) => name == "array",
        Value::Object(_) => name == "object",
    };
    match named.string() {
        Some(name) => is_of(name),
        None => named.items().iter().filter_map(Node::string).any(is_of),
    }
}

fn number_satisfies(context: Evaluation, schema: &Node, value: &BigDecimal) -> bool {
    let limit = |keyword| context.get(schema, keyword).and_then(Node::number);
    let is_in_range = context
        .get(schema, Keyword::Format)
        .and_then(Node::string)
        .and_then(format::range)
        .is_none_or(|range| range.minimum <= *value && *value <= range.maximum);
    is_in_range
        && limit(Keyword::Minimum).is_none_or(|limit| value >= limit)
        && limit(Keyword::Maximum).is_none_or(|limit| value <= limit)
        && limit(Keyword::ExclusiveMinimum).is_none_or(|limit| value > limit)
        && limit(Keyword::ExclusiveMaximum).is_none_or(|limit| value < limit)
        && limit(Keyword::MultipleOf).is_none_or(|divisor| divides(divisor, value))
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
        let mut names = names.filter_map(Node::string);
        names.all(|name| members.contains_key(name))
    };
    is_within(context, schema, members.len(), Keyword::MinProperties, Keyword::MaxProperties)
        && context.get(schema, Keyword::Required).is_none_or(has_all)
        && context.get(schema, Keyword::DependentRequired).is_none_or(|dependent| {
            let mut dependent = dependent.members();
            dependent.all(|(name, names)| !members.contains_key(name) || has_all(names))
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
