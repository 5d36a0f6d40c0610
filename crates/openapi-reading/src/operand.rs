//! Checks that the values of schema keywords have the types that JSON Schema
//! requires (Core §10 and §11, Validation §6).

use crate::Version;
use crate::field::{BOOLEAN, Expectation, STRING, STRINGS, check_each};
use crate::keyword::{Keyword, Operand};
use bigdecimal::{BigDecimal, Zero};
use openapi_source::{Diagnostic, Node, Value};

/// The types of JSON Schema (Core §4.2.1; `integer` as in Validation §6.1.1).
const TYPES: [&str; 7] = [
    "null", "boolean", "object", "array", "number", "string", "integer",
];

/// Adds a diagnostic for each keyword of `schema` whose value has the wrong type.
pub(crate) fn check(schema: &Node, version: Version, diagnostics: &mut Vec<Diagnostic>) {
    check_each(schema, |keyword| expectation(keyword, version), diagnostics);
}

fn expectation(keyword: &str, version: Version) -> Option<Expectation> {
    let is_3_0 = version == Version::V3_0;
    Some(match Keyword::of(keyword)?.operand() {
        Operand::Any => return None,
        Operand::TypeName if is_3_0 => ("one of the six types of OpenAPI 3.0", is_type_of_3_0),
        Operand::TypeName => ("a type of JSON Schema, or a list of them", is_type_or_types),
        Operand::List => ("a list", |value| matches!(value.value, Value::Sequence(_))),
        Operand::Texts => STRINGS,
        Operand::ExclusiveLimit if is_3_0 => ("a boolean", |value| {
            value.boolean().is_some() || value.number().is_some()
        }),
        Operand::Number | Operand::ExclusiveLimit => ("a number", |value| value.number().is_some()),
        Operand::PositiveNumber => ("a number above 0", |value| {
            value
                .number()
                .is_some_and(|number| *number > BigDecimal::zero())
        }),
        Operand::Count => ("a whole number, 0 or more", is_count),
        Operand::Text => STRING,
        Operand::Boolean => BOOLEAN,
    })
}

fn is_type(value: &Node) -> bool {
    value.string().is_some_and(|name| TYPES.contains(&name))
}

fn is_type_of_3_0(value: &Node) -> bool {
    is_type(value) && value.string() != Some("null")
}

fn is_type_or_types(value: &Node) -> bool {
    is_type(value) || (!value.items().is_empty() && value.items().iter().all(is_type))
}

fn is_count(value: &Node) -> bool {
    value
        .number()
        .is_some_and(|number| number.is_integer() && *number >= BigDecimal::zero())
}
