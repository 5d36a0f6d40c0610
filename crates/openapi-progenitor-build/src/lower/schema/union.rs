//! Lowers `oneOf` and `anyOf` to `oneOf`: an enum that is read as its first
//! matching variant.
//!
//! typify's own form for `anyOf` is a struct of flattened options, which supports
//! only objects.

use openapi_document::{Node, Schema};
use serde_json::{Value, json};

use super::nullability::is_null_only;
use super::{define, never, reference, usage_without_null};
use crate::lower::context::{Context, Object};
use crate::lower::names;

/// Keywords that don't define a type by themselves.
const CONSTRAINTS: [&str; 6] = [
    "description",
    "maxProperties",
    "minProperties",
    "not",
    "required",
    "title",
];

/// Lowers the schema's union. Returns `None` if it asserts nothing. `constrained`
/// is true if other parts of the schema define the type.
pub(super) fn lower<'d>(
    context: &mut Context<'d>,
    schema: Schema<'d>,
    name: &str,
    constrained: bool,
) -> Option<Object> {
    let one_of = schema.keyword("oneOf").is_some();
    let keyword = if one_of { "oneOf" } else { "anyOf" };
    if one_of && let Some(any_of) = schema.keyword("anyOf") {
        let message = "progenitor can't carry `anyOf` beside `oneOf`; the type is wider";
        context.warn(&any_of.location, message);
    }
    let branches = context.or_default(schema.schemas(keyword));
    if branches.is_empty() {
        return None;
    }
    let only_constrains = |branch: &Schema<'_>| {
        branch.boolean().is_none()
            && branch
                .keywords()
                .all(|keyword| CONSTRAINTS.contains(&keyword))
    };
    if constrained && branches.iter().any(only_constrains) {
        let message =
            format!("progenitor can't carry a `{keyword}` that only constrains; the type is wider");
        context.warn(schema.location(), message);
        return None;
    }
    let mut lowered: Vec<Object> = Vec::new();
    for (index, branch) in branches.iter().enumerate() {
        if is_null_only(*branch) || branch.boolean() == Some(false) {
            continue;
        }
        let object = self::branch(context, schema, *branch, name, index);
        if object.is_empty() {
            // This branch accepts any value, so the union asserts nothing.
            return None;
        }
        if !lowered.contains(&object) {
            lowered.push(object);
        }
    }
    if keyword == "anyOf" {
        mention_order(context, schema, &lowered);
    }
    Some(match lowered.len() {
        0 if branches.iter().any(|branch| is_null_only(*branch)) => super::enumeration::null(),
        0 => never(),
        1 => lowered.remove(0),
        _ => Object::from_iter([("oneOf".to_owned(), json!(lowered))]),
    })
}

fn branch<'d>(
    context: &mut Context<'d>,
    schema: Schema<'d>,
    branch: Schema<'d>,
    name: &str,
    index: usize,
) -> Object {
    let label = branch
        .text("title")
        .map_or_else(|| format!("variant-{index}"), str::to_owned);
    let preferred_name = format!("{}{}", names::type_name(name), names::type_name(&label));
    let lowered = usage_without_null(context, branch, &preferred_name);
    let Some((property, values)) = discriminator_values(schema, branch) else {
        return lowered;
    };
    if requires_constant(branch, property) {
        return lowered;
    }
    // progenitor doesn't read `discriminator`, but it recognizes a property with a
    // single value.
    let constant = json!({
        "type": "object",
        "required": [property],
        "properties": { property: { "type": "string", "enum": values } },
    });
    let preferred_name = format!(
        "{}{}",
        names::type_name(name),
        names::type_name(&values.join("-"))
    );
    let joined = Object::from_iter([("allOf".to_owned(), json!([lowered, constant]))]);
    let name = context.types.free_name(&preferred_name);
    define(context, name.clone(), joined, branch.location());
    reference(&name)
}

/// Returns the discriminator's property and its values for a branch: the names that
/// `mapping` assigns, else the name of the component (OpenAPI 3.1.0 §4.8.25).
fn discriminator_values<'d>(
    schema: Schema<'d>,
    branch: Schema<'d>,
) -> Option<(&'d str, Vec<String>)> {
    let discriminator = schema.keyword("discriminator")?;
    let property = discriminator.get("propertyName").and_then(Node::string)?;
    let target = branch.text("$ref")?;
    let own = target.rsplit('/').next()?.to_owned();
    let mapping = discriminator.get("mapping").and_then(Node::mapping);
    let mapped = mapping.into_iter().flatten().filter(|(_, node)| {
        node.string()
            .is_some_and(|value| value == target || value == own)
    });
    let mapped: Vec<_> = mapped.map(|(value, _)| value.clone()).collect();
    Some((property, if mapped.is_empty() { vec![own] } else { mapped }))
}

/// Returns whether the branch itself requires a single value of the property.
fn requires_constant(branch: Schema<'_>, property: &str) -> bool {
    let Ok(Some(target)) = branch.reference() else {
        return false;
    };
    let parts = target.schemas("allOf").unwrap_or_default();
    parts.into_iter().chain([target]).any(|part| {
        let properties = part.named_schemas("properties").unwrap_or_default();
        let required = part.required().unwrap_or_default().contains(&property);
        let property = properties.into_iter().find(|(name, _)| *name == property);
        property.is_some_and(|(_, value)| {
            let values = value.keyword("enum").and_then(Node::sequence);
            let one_value = values.is_some_and(|values| values.len() == 1);
            required && (value.keyword("const").is_some() || one_value)
        })
    })
}

/// Warns if several objects of an `anyOf` may match: the client reads the first
/// match and loses the properties that only other branches declare.
fn mention_order(context: &mut Context<'_>, schema: Schema<'_>, lowered: &[Object]) {
    let objects = lowered.iter().filter(|branch| {
        branch.contains_key("$ref") || branch.get("type").and_then(Value::as_str) == Some("object")
    });
    if objects.count() > 1 && schema.keyword("discriminator").is_none() {
        let message = "of `anyOf` the client reads the first that fits, not what the others add";
        context.warn(schema.location(), message);
    }
}
