//! Classifies the values of a parameter by their serialization.

use std::collections::HashMap;

use openapi_document::{Diagnostics, Pointer, Schema, TypeName};
use openapi_rust::merge::{Merged, are_scalars, is_null};

/// The serialization of a value in a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Serialized {
    /// A single word.
    Scalar,
    /// A single word that `Display` writes differently than JSON.
    Time,
    /// A list of words, or a choice of forms.
    List,
    /// Names with a single word each.
    Flat,
    /// Anything else.
    Other,
}

pub(crate) fn serialized<'d>(schema: Schema<'d>) -> Serialized {
    serialized_below(schema, &mut HashMap::new())
}

/// The forms of the schemas visited so far; `Other` for a schema during its visit.
type Known<'d> = HashMap<&'d Pointer, Serialized>;

fn serialized_below<'d>(schema: Schema<'d>, known: &mut Known<'d>) -> Serialized {
    let pointer = &schema.location().pointer;
    if schema.boolean().is_some() {
        return Serialized::Other;
    }
    if let Some(form) = known.get(pointer) {
        return *form;
    }
    known.insert(pointer, Serialized::Other);
    let values = Merged::new(&[schema], &mut Diagnostics::default()).values;
    let form = match parts(schema).as_slice() {
        _ if values.is_some_and(|values| are_scalars(&values)) => Serialized::Scalar,
        [] => own_form(schema, known),
        [only] => serialized_below(*only, known),
        several if schema.keyword("allOf").is_none() => {
            let simple =
                |form| matches!(form, Serialized::Scalar | Serialized::Time | Serialized::List);
            let all = several.iter().all(|branch| simple(serialized_below(*branch, known)));
            if all { Serialized::List } else { Serialized::Other }
        }
        _ => Serialized::Other,
    };
    known.insert(pointer, form);
    form
}

/// Returns the target of `$ref` and the branches of the schema, except those that
/// accept only null.
fn parts<'d>(schema: Schema<'d>) -> Vec<Schema<'d>> {
    let reference = schema.reference().ok().flatten();
    let branches = ["allOf", "anyOf", "oneOf"]
        .into_iter()
        .flat_map(|keyword| schema.schemas(keyword).unwrap_or_default());
    reference.into_iter().chain(branches).filter(|part| !is_null(part)).collect()
}

fn own_form<'d>(schema: Schema<'d>, known: &mut Known<'d>) -> Serialized {
    let mut types = schema.types().ok().flatten().unwrap_or_default();
    types.remove(&TypeName::Null);
    let scalar = |form| matches!(form, Serialized::Scalar | Serialized::Time);
    let mut types = types.into_iter();
    match (types.next(), types.next()) {
        (Some(TypeName::String), None) if schema.text("format") == Some("date-time") => {
            Serialized::Time
        }
        (
            Some(TypeName::String | TypeName::Integer | TypeName::Number | TypeName::Boolean),
            None,
        ) => Serialized::Scalar,
        (Some(TypeName::Array), None) => match schema.schema("items") {
            Ok(Some(items)) if scalar(serialized_below(items, known)) => Serialized::List,
            _ => Serialized::Other,
        },
        (Some(TypeName::Object), None) => {
            let properties = schema.named_schemas("properties").unwrap_or_default();
            let flat = properties.iter().all(|(_, value)| scalar(serialized_below(*value, known)));
            if flat && !properties.is_empty() { Serialized::Flat } else { Serialized::Other }
        }
        (
            Some(TypeName::Boolean | TypeName::Integer | TypeName::Number | TypeName::String),
            Some(_),
        ) => Serialized::List,
        _ => Serialized::Other,
    }
}
