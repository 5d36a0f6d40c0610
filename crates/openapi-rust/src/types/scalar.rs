//! Converts strings and numbers, and selects the keywords that no Rust type can
//! express.

use openapi_document::{Diagnostic, Diagnostics, Keyword, TypeName};
use serde_json::{Map, Value};

use super::Kind;
use crate::keywords::EXTENSION;
use crate::merge::{Merged, has_type};

pub(super) fn string(format: Option<&str>) -> Kind {
    match format {
        Some("date-time") => Kind::DateTime,
        Some("date") => Kind::Date,
        Some("uuid") => Kind::Uuid,
        _ => Kind::String,
    }
}

/// The formats of integers, with their Rust types.
const INTEGERS: [(&str, &str); 8] = [
    ("int8", "i8"),
    ("int16", "i16"),
    ("int32", "i32"),
    ("int64", "i64"),
    ("uint8", "u8"),
    ("uint16", "u16"),
    ("uint32", "u32"),
    ("uint64", "u64"),
];

pub fn is_numeric_format(format: &str) -> bool {
    INTEGERS.iter().any(|(name, _)| *name == format) || ["float", "double"].contains(&format)
}

/// Returns whether dropshot emits the `format` of values of a type.
pub(super) fn has_format(type_name: TypeName) -> bool {
    matches!(type_name, TypeName::Integer | TypeName::Number | TypeName::String)
}

/// Returns the Rust type of a number by its format, and the `format` to emit if
/// schemars would emit another.
pub(super) fn number(type_name: TypeName, format: Option<&str>) -> (Kind, Option<Value>) {
    let other = || Some(format.map_or(Value::Null, Value::from));
    let integer = INTEGERS.iter().find(|(name, _)| Some(*name) == format);
    match (type_name, format, integer) {
        (_, _, Some((_, rust))) => (Kind::Integer(rust), None),
        (TypeName::Integer, _, None) => (Kind::Integer("i64"), other()),
        // `float` too: 32 bits can't represent all values that its schema accepts.
        (_, Some("double"), None) => (Kind::Number("f64"), None),
        (_, _, None) => (Kind::Number("f64"), other()),
    }
}

/// Returns the keywords that apply to values of a type.
pub(super) fn rules_for(merged: &Merged<'_>, type_name: TypeName) -> Map<String, Value> {
    let type_name = if type_name == TypeName::Integer { TypeName::Number } else { type_name };
    let applies = |name: &str| Keyword::from_name(name)?.applies_to();
    let rules = merged.rules.iter().filter(|(keyword, _)| applies(keyword) == Some(type_name));
    let rules = rules.map(|(keyword, value)| (keyword.clone(), value.clone()));
    let mut rules = rules.chain(beyond(merged)).collect();
    keep_tighter_bounds(&mut rules);
    rules
}

/// Removes a bound beside a tighter one: dropshot panics at a schema with both
/// (dropshot 0.18.0, schema_util.rs:578-596).
fn keep_tighter_bounds(rules: &mut Map<String, Value>) {
    let bound = |rules: &Map<String, Value>, name| rules.get(name).and_then(Value::as_f64);
    let is_lower: fn(f64, f64) -> bool = |one, other| one > other;
    let is_upper: fn(f64, f64) -> bool = |one, other| one < other;
    for (inclusive, exclusive, is_tighter) in
        [("minimum", "exclusiveMinimum", is_lower), ("maximum", "exclusiveMaximum", is_upper)]
    {
        let bounds = bound(rules, inclusive).zip(bound(rules, exclusive));
        if let Some((one, other)) = bounds {
            let weaker = if is_tighter(one, other) { exclusive } else { inclusive };
            rules.remove(weaker);
        }
    }
}

/// Removes the values that have another type, with a warning. Returns whether a value is left.
pub(super) fn retain_values(
    merged: &mut Merged<'_>,
    type_name: TypeName,
    diagnostics: &mut Diagnostics,
) -> bool {
    // `null` has been removed from the values.
    let values = merged.values.as_mut();
    let Some(values) = values.filter(|_| type_name != TypeName::Null) else {
        return true;
    };
    values.retain(|node| {
        let is_kept = has_type(&node.to_json(), type_name);
        if !is_kept {
            let message = format!(
                "{} among the values of the type `{type_name}`, which is never accepted",
                node.type_name()
            );
            let mut warning = Diagnostic::warning(&node.location, message);
            if type_name == TypeName::String {
                warning = warning.help("quote it if it is meant as a string");
            }
            diagnostics.push(warning);
        }
        is_kept
    });
    if values.is_empty() {
        let message = "no value is left: nothing is accepted";
        diagnostics.push(Diagnostic::warning(merged.schemas[0].location(), message));
    }
    !values.is_empty()
}

pub(super) fn with_values(
    mut rules: Map<String, Value>,
    merged: &Merged<'_>,
) -> Map<String, Value> {
    if let Some(values) = &merged.values {
        rules.insert("enum".to_owned(), values.iter().map(|node| node.to_json()).collect());
    }
    rules
}

/// Returns the extension with the keywords that neither a type nor OpenAPI 3.0 can
/// express.
pub fn beyond(merged: &Merged<'_>) -> Map<String, Value> {
    let keywords = (!merged.beyond.is_empty()).then(|| merged.beyond.clone().into());
    keywords.map(|keywords| (EXTENSION.to_owned(), keywords)).into_iter().collect()
}
