//! Lowers `enum` and `const` to the enumerations that typify supports.
//!
//! typify supports enumerations of strings and of integers. For other values the
//! client knows only the type. Null is handled in `nullability.rs`.

use std::collections::BTreeSet;

use indexmap::IndexSet;
use openapi_document::{Node, Schema, TypeName};
use serde_json::{Value, json};

use super::never;
use crate::lower::context::{Context, Object};
use crate::lower::names;

/// Returns the schema whose only value is null.
pub(super) fn null() -> Object {
    Object::from_iter([
        ("enum".to_owned(), json!([null])),
        ("nullable".to_owned(), json!(true)),
    ])
}

/// Returns the distinct values that the schema enumerates.
pub(super) fn values(context: &mut Context<'_>, schema: Schema<'_>) -> Option<Vec<Value>> {
    let constant = schema.keyword("const").map(Node::to_json);
    let enumeration = schema.keyword("enum").and_then(|node| {
        let values = node.sequence();
        if values.is_none() {
            let message = format!("`enum` is an array, this is {}", node.type_name());
            context.error(&node.location, message);
        }
        Some(values?.iter().map(Node::to_json).collect::<Vec<_>>())
    });
    let all = match (constant, enumeration) {
        (None, enumeration) => enumeration?,
        (Some(constant), None) => vec![constant],
        (Some(constant), Some(values)) => values
            .into_iter()
            .filter(|value| *value == constant)
            .collect(),
    };
    let distinct: IndexSet<_> = all.into_iter().collect();
    Some(distinct.into_iter().collect())
}

/// Lowers the enumerated values that the types allow to a union of an enumeration
/// per type.
pub(super) fn lower(
    context: &mut Context<'_>,
    schema: Schema<'_>,
    types: Option<&BTreeSet<TypeName>>,
    values: Vec<Value>,
) -> Object {
    let allowed = |value: &Value| types.is_none_or(|types| is_of(value, types));
    let values: Vec<_> = values.into_iter().filter(allowed).collect();
    if values.iter().any(Value::is_null) && values.len() == 1 {
        return null();
    }
    let mut of_types: Vec<(TypeName, Vec<Value>)> = Vec::new();
    for value in values {
        let Some(kind) = type_of(&value) else {
            continue;
        };
        match of_types.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, values)) => values.push(value),
            None => of_types.push((kind, vec![value])),
        }
    }
    let mut branches: Vec<_> = of_types
        .into_iter()
        .map(|(kind, values)| of_type(context, schema, kind, values))
        .collect();
    match branches.len() {
        0 => never(),
        1 => branches.remove(0),
        _ => Object::from_iter([("oneOf".to_owned(), json!(branches))]),
    }
}

fn of_type(
    context: &mut Context<'_>,
    schema: Schema<'_>,
    kind: TypeName,
    values: Vec<Value>,
) -> Object {
    let mut lowered = Object::from_iter([("type".to_owned(), json!(kind.to_string()))]);
    let carried = match kind {
        TypeName::String => names::variants_are_distinct(values.iter().filter_map(Value::as_str)),
        TypeName::Integer => values.iter().all(Value::is_i64),
        TypeName::Boolean => values.len() == 2,
        _ => false,
    };
    if carried && kind != TypeName::Boolean {
        lowered.insert("enum".to_owned(), Value::Array(values));
    } else if !carried {
        let message = format!(
            "progenitor can't carry these values of type {kind}; the client takes any {kind}"
        );
        context.warn(schema.location(), message);
    }
    lowered
}

/// Returns the narrowest type of a value, or `None` for null.
fn type_of(value: &Value) -> Option<TypeName> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(_) => TypeName::Boolean,
        Value::Number(number) if number.is_f64() => TypeName::Number,
        Value::Number(_) => TypeName::Integer,
        Value::String(_) => TypeName::String,
        Value::Array(_) => TypeName::Array,
        Value::Object(_) => TypeName::Object,
    })
}

fn is_of(value: &Value, types: &BTreeSet<TypeName>) -> bool {
    let integral = || value.as_f64().is_some_and(|float| float.fract() == 0.0);
    match type_of(value) {
        None => types.contains(&TypeName::Null),
        Some(TypeName::Integer) => {
            types.contains(&TypeName::Integer) || types.contains(&TypeName::Number)
        }
        Some(TypeName::Number) => {
            types.contains(&TypeName::Number) || types.contains(&TypeName::Integer) && integral()
        }
        Some(kind) => types.contains(&kind),
    }
}
