//! Lowers a schema as the conjunction of its parts: `$ref`, its own assertions, its
//! `allOf` and its union.

use openapi_model::{Schema, TypeName};
use serde_json::{Value, json};

use super::{assertions, definition, never, referred, union};
use crate::context::{Context, Object};

/// Keywords that only restrict a schema and that no Rust type expresses.
const NARROWING: [&str; 4] = ["not", "if", "dependentSchemas", "dependentRequired"];

/// Lowers the assertions of a schema. `typed` is true if its siblings in an `allOf`
/// declare the type.
pub(super) fn lower<'d>(
    context: &mut Context<'d>,
    schema: Schema<'d>,
    name: &str,
    typed: bool,
) -> Object {
    mention_unknown(context, schema);
    let branches = context.or_default(schema.schemas("allOf"));
    let typed = typed
        || schema.keyword("$ref").is_some()
        || branches
            .iter()
            .any(|branch| declares_type(*branch, &mut Vec::new()))
        || ["anyOf", "oneOf"]
            .iter()
            .any(|&keyword| schema.keyword(keyword).is_some());
    let mut conjuncts = Vec::new();
    if schema.keyword("$ref").is_some() {
        // A dangling reference has already been reported.
        conjuncts.extend(referred(context, schema));
    }
    for branch in branches {
        let own_type = context.or_default(schema.types()).is_some();
        conjuncts.push(match branch.boolean() {
            Some(_) => definition(context, branch, name),
            None => lower(context, branch, name, typed || own_type),
        });
    }
    conjuncts.push(assertions::lower(context, schema, name, typed));
    let constrained = conjuncts.iter().any(|conjunct| !conjunct.is_empty());
    conjuncts.extend(union::lower(context, schema, name, constrained));
    conjunction(conjuncts)
}

/// Returns an `allOf` of the conjuncts that aren't empty.
fn conjunction(conjuncts: Vec<Object>) -> Object {
    let mut parts: Vec<Object> = Vec::new();
    for conjunct in conjuncts {
        match conjunct.get("allOf").and_then(Value::as_array) {
            Some(nested) if conjunct.len() == 1 => {
                parts.extend(nested.iter().filter_map(Value::as_object).cloned());
            }
            _ => parts.push(conjunct),
        }
    }
    let mut distinct: Vec<Object> = Vec::new();
    for part in parts {
        if !part.is_empty() && !distinct.contains(&part) {
            distinct.push(part);
        }
    }
    if distinct.contains(&never()) {
        return never();
    }
    match distinct.len() {
        0 => Object::new(),
        1 => distinct.remove(0),
        _ => Object::from_iter([("allOf".to_owned(), json!(distinct))]),
    }
}

/// Returns whether the schema declares a type, directly or through references.
fn declares_type<'d>(schema: Schema<'d>, seen: &mut Vec<&'d openapi_model::Pointer>) -> bool {
    let pointer = &schema.location().pointer;
    if schema.boolean().is_some() || seen.contains(&pointer) {
        return false;
    }
    seen.push(pointer);
    let own = |types: std::collections::BTreeSet<TypeName>| !types.is_empty();
    ["enum", "const"]
        .iter()
        .any(|&keyword| schema.keyword(keyword).is_some())
        || schema.types().ok().flatten().is_some_and(own)
        || schema
            .reference()
            .ok()
            .flatten()
            .is_some_and(|target| declares_type(target, seen))
        || ["allOf", "anyOf", "oneOf"].iter().any(|&keyword| {
            let branches = schema.schemas(keyword).unwrap_or_default();
            branches
                .into_iter()
                .any(|branch| declares_type(branch, seen))
        })
}

fn mention_unknown(context: &mut Context<'_>, schema: Schema<'_>) {
    for keyword in schema.keywords() {
        let Some(node) = schema.keyword(keyword) else {
            continue;
        };
        match keyword {
            "$schema" => crate::head::refuse_other_dialect(context, node),
            "$id" => context.error(
                &node.location,
                "`$id` changes what the references below it point to, which is not followed",
            ),
            "$dynamicRef" => context.warn(
                &node.location,
                "`$dynamicRef` is not followed; the type is wider",
            ),
            "nullable" => context.warn(
                &node.location,
                "`nullable` is of OpenAPI 3.0 and means nothing in 3.1; add null to `type`",
            ),
            _ if NARROWING.contains(&keyword) => {
                let message = format!("progenitor can't carry `{keyword}`; the type is wider");
                context.warn(&node.location, message);
            }
            _ if !KNOWN.contains(&keyword) && !keyword.starts_with("x-") => {
                let message =
                    format!("`{keyword}` is no keyword of JSON Schema 2020-12, and means nothing");
                context.warn(&node.location, message);
            }
            _ => {}
        }
    }
}

/// All other keywords of JSON Schema 2020-12 and of OpenAPI's base vocabulary.
const KNOWN: [&str; 54] = [
    "$anchor",
    "$comment",
    "$defs",
    "$dynamicAnchor",
    "$ref",
    "$vocabulary",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "default",
    "deprecated",
    "description",
    "discriminator",
    "else",
    "enum",
    "example",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "externalDocs",
    "format",
    "items",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "readOnly",
    "required",
    "then",
    "title",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
    "writeOnly",
    "xml",
];
