//! Lowers integers and numbers: formats, and bounds in the form of 3.0.

use openapi_document::{Schema, TypeName};
use serde_json::{Number, json};

use crate::lower::context::{Context, Object};

/// An inclusive or exclusive bound.
struct Bound {
    value: Number,
    exclusive: bool,
}

pub(super) fn lower(context: &mut Context<'_>, schema: Schema<'_>, kind: TypeName) -> Object {
    let mut lowered = Object::new();
    // `float` would become an `f32`, which changes most of the numbers that the
    // document allows; the format doesn't restrict them (OAS §4.4).
    if let Some(format) = schema.text("format").filter(|format| *format != "float") {
        lowered.insert("format".to_owned(), json!(format));
    }
    if let Some(multiple) = numeric(context, schema, "multipleOf") {
        lowered.insert("multipleOf".to_owned(), json!(multiple));
    }
    let minimum = bound(
        context,
        schema,
        "minimum",
        "exclusiveMinimum",
        |inclusive, exclusive| exclusive >= inclusive,
    );
    let maximum = bound(
        context,
        schema,
        "maximum",
        "exclusiveMaximum",
        |inclusive, exclusive| exclusive <= inclusive,
    );
    // From a single bound of an integer, unless it is a minimum of at least 0,
    // typify infers a type that has the other bound too: `maximum: 255` becomes a
    // `u8`.
    let positive = |bound: &Bound| bound.value.as_f64().is_some_and(|value| value >= 0.0);
    let complete = minimum.is_some() && maximum.is_some();
    if kind == TypeName::Integer && !complete && !minimum.as_ref().is_some_and(positive) {
        return lowered;
    }
    for (bound, keyword, exclusive) in [
        (minimum, "minimum", "exclusiveMinimum"),
        (maximum, "maximum", "exclusiveMaximum"),
    ] {
        let Some(bound) = bound else { continue };
        lowered.insert(keyword.to_owned(), json!(bound.value));
        if bound.exclusive {
            lowered.insert(exclusive.to_owned(), json!(true));
        }
    }
    lowered
}

/// Returns the stronger of an inclusive and an exclusive bound.
fn bound(
    context: &mut Context<'_>,
    schema: Schema<'_>,
    inclusive: &str,
    exclusive: &str,
    exclusive_is_stronger: fn(Option<f64>, Option<f64>) -> bool,
) -> Option<Bound> {
    let inclusive = numeric(context, schema, inclusive);
    let exclusive = numeric(context, schema, exclusive);
    match (inclusive, exclusive) {
        (None, None) => None,
        (Some(value), Some(other)) if !exclusive_is_stronger(value.as_f64(), other.as_f64()) => {
            Some(Bound {
                value,
                exclusive: false,
            })
        }
        (_, Some(value)) => Some(Bound {
            value,
            exclusive: true,
        }),
        (Some(value), None) => Some(Bound {
            value,
            exclusive: false,
        }),
    }
}

fn numeric(context: &mut Context<'_>, schema: Schema<'_>, keyword: &str) -> Option<Number> {
    context.or_default(schema.number(keyword))
}
