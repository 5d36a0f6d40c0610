//! Values of a document as JSON values, and numbers between the two. It must
//! never say more digits than a JSON value holds: a number that doesn't fit is
//! the nearest that does.

use super::node::{Content, Node};
use bigdecimal::{BigDecimal, ToPrimitive};
use serde_json::{Map, Number, Value, json};

/// The value that stands at `node`.
pub(crate) fn plain(node: &Node) -> Value {
    match &node.content {
        Content::Null => Value::Null,
        Content::Boolean(value) => json!(value),
        Content::Number(value) => Value::Number(number(value)),
        Content::String(text) => json!(text),
        Content::Sequence(items) => items.iter().map(plain).collect(),
        Content::Mapping(members) => members
            .iter()
            .map(|(name, one)| (name.clone(), plain(one)))
            .collect::<Map<_, _>>()
            .into(),
    }
}

/// The number as JSON values hold it: integers of 64 bits exactly, all others
/// as the nearest float.
pub(crate) fn number(value: &BigDecimal) -> Number {
    if value.is_integer() {
        if let Some(integer) = value.to_i64() {
            return integer.into();
        }
        if let Some(integer) = value.to_u64() {
            return integer.into();
        }
    }
    // `to_string` and not `to_f64`, which rounds twice.
    let float: f64 = value.to_string().parse().unwrap_or_default();
    Number::from_f64(float.clamp(f64::MIN, f64::MAX)).unwrap_or_else(|| 0.into())
}

/// The number exactly as it is written in JSON.
pub(crate) fn decimal(number: &Number) -> BigDecimal {
    // Whatever serde_json writes as a number is one.
    number.to_string().parse().unwrap_or_default()
}

/// The number as a JSON value, or its neighbours if it takes more digits than
/// one holds.
pub(crate) fn representable(value: &BigDecimal) -> Vec<Value> {
    let nearest = number(value);
    if decimal(&nearest) == *value {
        return vec![Value::Number(nearest)];
    }
    let float = nearest.as_f64().unwrap_or_default();
    let neighbours = [float.next_down(), float, float.next_up()];
    let neighbours = neighbours.into_iter().filter_map(Number::from_f64);
    neighbours.map(Value::Number).collect()
}
