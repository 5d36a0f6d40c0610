//! Decodes the unions of generated code.

use serde::de::{DeserializeOwned, Error};
use serde_json::Value;

use crate::Schema;

/// Decodes a variant of a union from a value that belongs to it.
///
/// # Errors
/// The type can't represent a value that the schema accepts.
pub fn decode<T: DeserializeOwned, E: Error>(value: Value) -> Result<T, E> {
    serde_json::from_value(value).map_err(E::custom)
}

/// Returns the index of the schema that accepts a value: the one that is meant, or the first.
pub fn accepting(schemas: &[Schema], value: &Value, meant: Option<usize>) -> Option<usize> {
    let accepts = |index: &usize| schemas[*index].accepts(value).unwrap_or(false);
    meant
        .filter(accepts)
        .or_else(|| (0..schemas.len()).find(accepts))
}

/// Returns the error for a value that belongs to no variant of a union.
pub fn no_variant<E: Error>(name: &str) -> E {
    E::custom(format_args!("it is none of the alternatives of {name}"))
}
