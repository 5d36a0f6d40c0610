//! Limits what typify merges: it merges the schemas of an `allOf` one after the other, the
//! targets of references too, and each alternative of a union with each of another.

use std::collections::HashMap;

use openapi_document::Diagnostic;
use serde_json::Value;

use crate::lower::context::{Context, Object};

/// The maximum number of alternatives of a schema after merging, if several unions apply
/// together. typify excludes from each alternative all others, each with its own ones: twice
/// as many take a hundred times as long.
const MAX_ALTERNATIVES: usize = 12;

/// The maximum number of combinations of the alternatives of a union of unions.
const MAX_NESTED: usize = 100;

/// The maximum number of schemas that are merged to one.
const MAX_MERGED: usize = 1_000;

/// The numbers of what typify merges for a schema.
#[derive(Clone, Copy)]
struct Cost {
    alternatives: usize,
    schemas: usize,
    /// The combinations of alternatives of the unions in a union.
    nested: usize,
}

const SINGLE: Cost = Cost {
    alternatives: 1,
    schemas: 1,
    nested: 1,
};

/// Removes the unions of each component beyond the limit, with a warning, and adds an error
/// for each component that consists of too many schemas.
pub(super) fn limit(context: &mut Context<'_>) {
    let mut known = HashMap::new();
    let mut diagnostics = Vec::new();
    let names: Vec<_> = context.types.done.keys().cloned().collect();
    for name in names {
        let (mut schema, location) = context.types.done[&name].clone();
        let Some(Value::Array(parts)) = schema.get_mut("allOf") else {
            continue;
        };
        let mut costs = parts.iter().filter_map(Value::as_object);
        let schemas = costs.try_fold(0_usize, |sum, part| {
            sum.checked_add(cost(context, part, &mut known).schemas)
        });
        if schemas.is_none_or(|schemas| schemas > MAX_MERGED) {
            let message = format!(
                "progenitor can't carry this schema, which consists of more than {MAX_MERGED} schemas after its references"
            );
            diagnostics.push(Diagnostic::error(location, message));
            continue;
        }
        let mut alternatives = 1;
        let count = parts.len();
        parts.retain(|part| {
            let part = part.as_object().map(|part| cost(context, part, &mut known));
            let Cost {
                alternatives: own,
                nested,
                ..
            } = part.unwrap_or(SINGLE);
            let product = own.saturating_mul(alternatives);
            let is_alone = alternatives == 1 && nested <= MAX_NESTED;
            let is_kept = own == 1 || is_alone || product <= MAX_ALTERNATIVES;
            if is_kept {
                alternatives = product;
            }
            is_kept
        });
        if parts.len() < count {
            let message = format!(
                "progenitor can't carry unions that apply together and have more than {MAX_ALTERNATIVES} combinations; the type is wider"
            );
            diagnostics.push(Diagnostic::warning(location, message));
            known.insert(name.clone(), cost(context, &schema, &mut HashMap::new()));
            context.types.done.insert(name, (schema, location));
        }
    }
    for diagnostic in diagnostics {
        context.push(diagnostic);
    }
}

/// Returns the cost of a schema. `known` are the costs of components.
fn cost(context: &Context<'_>, schema: &Object, known: &mut HashMap<String, Cost>) -> Cost {
    let reference = schema.get("$ref").and_then(Value::as_str);
    if let Some(name) = reference.and_then(|reference| reference.rsplit('/').next()) {
        if let Some(cost) = known.get(name) {
            return *cost;
        }
        // The cost during the visit: a type may choose between itself and others.
        known.insert(name.to_owned(), SINGLE);
        let target = context.types.done.get(name);
        let cost = target.map_or(SINGLE, |(target, _)| cost(context, target, known));
        known.insert(name.to_owned(), cost);
        return cost;
    }
    let parts = |keyword: &str| {
        let parts = schema.get(keyword).and_then(Value::as_array);
        parts.into_iter().flatten().filter_map(Value::as_object)
    };
    let mut total = SINGLE;
    for part in parts("allOf") {
        let part = cost(context, part, known);
        total.schemas = total.schemas.saturating_add(part.schemas);
        total.alternatives = total.alternatives.saturating_mul(part.alternatives);
        total.nested = total.nested.saturating_mul(part.nested);
    }
    let (mut schemas, mut alternatives) = (0_usize, 0_usize);
    for part in parts("oneOf") {
        let part = cost(context, part, known);
        schemas = schemas.saturating_add(part.schemas);
        alternatives = alternatives.saturating_add(part.alternatives);
        let nested = part.alternatives.saturating_mul(part.nested);
        total.nested = total.nested.saturating_mul(nested);
    }
    Cost {
        schemas: total.schemas.saturating_add(schemas),
        alternatives: total.alternatives.saturating_mul(alternatives.max(1)),
        nested: total.nested,
    }
}
