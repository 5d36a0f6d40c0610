//! Checks that the values of schema keywords have the types that JSON Schema
//! requires (Core §10 and §11, Validation §6).

use super::Version;
use super::field::{Expectation, check_each};
use bigdecimal::{BigDecimal, Zero};
use openapi_source::Diagnostic;
use openapi_source::{Content, Node};

/// The types of JSON Schema (Core §4.2.1; `integer` as in Validation §6.1.1).
const TYPES: [&str; 7] = [
    "null", "boolean", "object", "array", "number", "string", "integer",
];

/// Adds a diagnostic for each keyword of `schema` whose value has the wrong type.
pub(crate) fn check(schema: &Node, version: Version, diagnostics: &mut Vec<Diagnostic>) {
    check_each(schema, |keyword| expectation(keyword, version), diagnostics);
}

fn expectation(keyword: &str, version: Version) -> Option<Expectation> {
    Some(match keyword {
        "type" if version == Version::V3_0 => {
            ("one of the six types of OpenAPI 3.0", is_type_of_3_0)
        }
        "type" => ("a type of JSON Schema, or a list of them", is_type_or_types),
        "enum" => ("a list", |value| {
            matches!(value.content, Content::Sequence(_))
        }),
        "required" => ("a list of strings", is_list_of_strings),
        "exclusiveMinimum" | "exclusiveMaximum" if version == Version::V3_0 => {
            ("a boolean", is_boolean)
        }
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => {
            ("a number", |value| value.number().is_some())
        }
        "multipleOf" => ("a number above 0", |value| {
            value
                .number()
                .is_some_and(|number| *number > BigDecimal::zero())
        }),
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"
        | "minContains" | "maxContains" => ("a whole number, 0 or more", is_count),
        "pattern" | "format" | "contentEncoding" | "contentMediaType" => {
            ("a string", |value| value.text().is_some())
        }
        "nullable" | "uniqueItems" | "readOnly" | "writeOnly" | "deprecated" => {
            ("a boolean", is_boolean)
        }
        _ => return None,
    })
}

fn is_type(value: &Node) -> bool {
    value.text().is_some_and(|name| TYPES.contains(&name))
}

fn is_type_of_3_0(value: &Node) -> bool {
    is_type(value) && value.text() != Some("null")
}

fn is_type_or_types(value: &Node) -> bool {
    is_type(value) || (!value.items().is_empty() && value.items().iter().all(is_type))
}

fn is_list_of_strings(value: &Node) -> bool {
    matches!(value.content, Content::Sequence(_))
        && value.items().iter().all(|item| item.text().is_some())
}

fn is_boolean(value: &Node) -> bool {
    value.boolean().is_some()
}

fn is_count(value: &Node) -> bool {
    value
        .number()
        .is_some_and(|number| number.is_integer() && *number >= BigDecimal::zero())
}
