//! The shape of a parameter's values, as far as writing them goes.

use openapi_model::{Node, Pointer, Schema, TypeName};

/// What progenitor has to write for a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One word.
    Scalar,
    /// One word that `Display` writes differently than JSON does.
    Time,
    /// Several words, or a choice of shapes.
    List,
    /// Names with one word each.
    Flat,
    /// Anything else.
    Other,
}

pub(crate) fn shape<'d>(schema: Schema<'d>) -> Shape {
    of(schema, &mut Vec::new())
}

fn of<'d>(schema: Schema<'d>, way: &mut Vec<&'d Pointer>) -> Shape {
    let pointer = &schema.location().pointer;
    if schema.boolean().is_some() || way.contains(&pointer) {
        return Shape::Other;
    }
    way.push(pointer);
    let shape = match parts(schema).as_slice() {
        [] => own(schema, way),
        [only] => of(*only, way),
        several if schema.keyword("allOf").is_none() => {
            let simple = |shape| matches!(shape, Shape::Scalar | Shape::Time | Shape::List);
            let all = several.iter().all(|branch| simple(of(*branch, way)));
            if all { Shape::List } else { Shape::Other }
        }
        _ => Shape::Other,
    };
    way.pop();
    shape
}

/// What the schema refers to or chooses from, without null.
fn parts<'d>(schema: Schema<'d>) -> Vec<Schema<'d>> {
    let reference = schema.reference().ok().flatten();
    let branches = ["allOf", "anyOf", "oneOf"]
        .into_iter()
        .flat_map(|keyword| schema.schemas(keyword).unwrap_or_default());
    let parts = reference.into_iter().chain(branches);
    parts
        .filter(|part| !super::nullability::is_null_only(*part))
        .collect()
}

fn own<'d>(schema: Schema<'d>, way: &mut Vec<&'d Pointer>) -> Shape {
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
            Ok(Some(items)) if scalar(of(items, way)) => Shape::List,
            _ => Shape::Other,
        },
        (Some(TypeName::Object), None) => {
            let properties = schema.named_schemas("properties").unwrap_or_default();
            let flat = properties.iter().all(|(_, value)| scalar(of(*value, way)));
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
