//! Classifies the values of a parameter by their serialization.

use std::collections::HashMap;

use openapi_document::{Node, Pointer, Schema, TypeName};

/// The serialization of a value in a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A single word.
    Scalar,
    /// A single word that `Display` writes differently than JSON.
    Time,
    /// A list of words, or a choice of shapes.
    List,
    /// Names with a single word each.
    Flat,
    /// Anything else.
    Other,
}

pub(crate) fn shape<'d>(schema: Schema<'d>) -> Shape {
    shape_below(schema, &mut HashMap::new())
}

/// Returns the names of the members of a schema with the shape [`Shape::Flat`].
pub(crate) fn flat_members(schema: Schema<'_>) -> Vec<String> {
    match parts(schema).as_slice() {
        [only] => flat_members(*only),
        _ => {
            let properties = schema.named_schemas("properties").unwrap_or_default();
            properties
                .iter()
                .map(|(name, _)| (*name).to_owned())
                .collect()
        }
    }
}

/// The shapes of the schemas visited so far; `Other` for a schema during its visit.
type Known<'d> = HashMap<&'d Pointer, Shape>;

fn shape_below<'d>(schema: Schema<'d>, known: &mut Known<'d>) -> Shape {
    let pointer = &schema.location().pointer;
    if schema.boolean().is_some() {
        return Shape::Other;
    }
    if let Some(shape) = known.get(pointer) {
        return *shape;
    }
    known.insert(pointer, Shape::Other);
    let shape = match parts(schema).as_slice() {
        [] => own_shape(schema, known),
        [only] => shape_below(*only, known),
        several if schema.keyword("allOf").is_none() => {
            let simple = |shape| matches!(shape, Shape::Scalar | Shape::Time | Shape::List);
            let all = several
                .iter()
                .all(|branch| simple(shape_below(*branch, known)));
            if all { Shape::List } else { Shape::Other }
        }
        _ => Shape::Other,
    };
    known.insert(pointer, shape);
    shape
}

/// Returns the target of `$ref` and the branches of the schema, except those that
/// accept only null.
pub(crate) fn parts<'d>(schema: Schema<'d>) -> Vec<Schema<'d>> {
    let reference = schema.reference().ok().flatten();
    let branches = ["allOf", "anyOf", "oneOf"]
        .into_iter()
        .flat_map(|keyword| schema.schemas(keyword).unwrap_or_default());
    let parts = reference.into_iter().chain(branches);
    parts
        .filter(|part| !super::nullability::is_null_only(*part))
        .collect()
}

fn own_shape<'d>(schema: Schema<'d>, known: &mut Known<'d>) -> Shape {
    let mut types = schema.types().ok().flatten().unwrap_or_default();
    types.remove(&TypeName::Null);
    if let Some(values) = schema.keyword("enum").and_then(Node::sequence)
        && types.is_empty()
        && values.iter().all(|value| value.string().is_some())
    {
        return Shape::Scalar;
    }
    let scalar = |shape| matches!(shape, Shape::Scalar | Shape::Time);
    let mut types = types.into_iter();
    match (types.next(), types.next()) {
        (Some(TypeName::String), None) if schema.text("format") == Some("date-time") => Shape::Time,
        (
            Some(TypeName::String | TypeName::Integer | TypeName::Number | TypeName::Boolean),
            None,
        ) => Shape::Scalar,
        (Some(TypeName::Array), None) => match schema.schema("items") {
            Ok(Some(items)) if scalar(shape_below(items, known)) => Shape::List,
            _ => Shape::Other,
        },
        (Some(TypeName::Object), None) => {
            let properties = schema.named_schemas("properties").unwrap_or_default();
            let flat = properties
                .iter()
                .all(|(_, value)| scalar(shape_below(*value, known)));
            if flat && !properties.is_empty() {
                Shape::Flat
            } else {
                Shape::Other
            }
        }
        (
            Some(TypeName::Boolean | TypeName::Integer | TypeName::Number | TypeName::String),
            Some(_),
        ) => Shape::List,
        _ => Shape::Other,
    }
}
