//! Converts values of a document to JSON values, and numbers between the two. A
//! number that JSON values can't hold exactly becomes the nearest that they can.

use crate::node::{self, Node, float};
use bigdecimal::{BigDecimal, ToPrimitive};
use serde_json::{Map, Number, Value, json};

/// Returns the value at `node`.
pub fn plain(node: &Node) -> Value {
    match &node.value {
        node::Value::Null => Value::Null,
        node::Value::Bool(value) => json!(value),
        node::Value::Number(value) => Value::Number(number(value)),
        node::Value::String(text) => json!(text),
        node::Value::Sequence(items) => items.iter().map(plain).collect(),
        node::Value::Mapping(members) => members
            .iter()
            .map(|(name, one)| (name.clone(), plain(one)))
            .collect::<Map<_, _>>()
            .into(),
    }
}

/// Returns the number as a JSON value holds it: integers of 64 bits exactly, all
/// others as the nearest float.
pub fn number(value: &BigDecimal) -> Number {
    if value.is_integer() {
        if let Some(integer) = value.to_i64() {
            return integer.into();
        }
        if let Some(integer) = value.to_u64() {
            return integer.into();
        }
    }
    float(value)
}

/// Returns the number exactly as it is written in JSON.
pub fn decimal(number: &Number) -> BigDecimal {
    // The text that serde_json writes for a number always parses.
    number.to_string().parse().unwrap_or_default()
}

/// Returns the number as a JSON value, or the neighbouring values if a JSON value
/// can't hold it exactly.
pub fn representable(value: &BigDecimal) -> Vec<Value> {
    let nearest = number(value);
    if decimal(&nearest) == *value {
        return vec![Value::Number(nearest)];
    }
    let float = nearest.as_f64().unwrap_or_default();
    let neighbours = [float.next_down(), float, float.next_up()];
    neighbours.into_iter().filter_map(Number::from_f64).map(Value::Number).collect()
}
