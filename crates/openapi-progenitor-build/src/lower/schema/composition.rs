//! Lowers a schema as the conjunction of its parts: `$ref`, its own assertions, its
//! `allOf` and its union.

use std::collections::HashSet;

use indexmap::IndexSet;
use openapi_document::{Keyword, Node, Pointer, Schema, TypeName, unknown_keyword};
use serde_json::{Value, json};

use super::{assertions, definition, external, never, referred, union};
use crate::lower::context::{Context, Object};
use crate::lower::names;

/// Lowers the assertions of a schema. `typed` is true if its siblings in an `allOf`
/// declare the type.
pub(super) fn lower<'d>(
    context: &mut Context<'d>,
    schema: Schema<'d>,
    name: &str,
    typed: bool,
) -> Object {
    mention_keywords(context, schema);
    let branches = context.or_default(schema.schemas("allOf"));
    let typed = typed
        || schema.keyword("$ref").is_some()
        || branches
            .iter()
            .any(|branch| declares_type(*branch, &mut HashSet::new()))
        || ["anyOf", "oneOf"]
            .iter()
            .any(|&keyword| schema.keyword(keyword).is_some());
    let mut conjuncts = Vec::new();
    if schema.keyword("$ref").is_some() {
        // A dangling reference has already been reported.
        conjuncts.extend(referred(context, schema));
    }
    let target = schema.reference().ok().flatten();
    let parts: Vec<_> = branches.iter().copied().chain(target).collect();
    keep_merged_names(context, schema, &parts, name);
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
    let lowered = conjunction(conjuncts);
    let is_alias = lowered.contains_key("$ref");
    if !is_alias && external::named(context, schema).is_none() {
        external::mention_unused(context, parts, schema);
    }
    lowered
}

/// Keeps the names free that typify gives to the types of properties which several parts
/// of a schema declare: it merges their schemas, and names the result itself.
fn keep_merged_names(
    context: &mut Context<'_>,
    schema: Schema<'_>,
    parts: &[Schema<'_>],
    name: &str,
) {
    let mut properties = own_properties(schema);
    for part in parts {
        for property in properties_of(*part, &mut HashSet::new()) {
            if !properties.insert(property) {
                let property = names::type_name(property);
                let merged = format!("{}{property}", names::type_name(name));
                context.types.free_name(&merged);
            }
        }
    }
}

fn own_properties<'d>(schema: Schema<'d>) -> HashSet<&'d str> {
    let own = schema.named_schemas("properties").unwrap_or_default();
    own.into_iter().map(|(property, _)| property).collect()
}

/// Returns the properties that a schema, its `allOf` or the target of its `$ref` declares.
fn properties_of<'d>(schema: Schema<'d>, seen: &mut HashSet<&'d Pointer>) -> HashSet<&'d str> {
    if !seen.insert(&schema.location().pointer) {
        return HashSet::new();
    }
    let mut properties = own_properties(schema);
    let target = schema.reference().ok().flatten();
    for part in schema
        .schemas("allOf")
        .unwrap_or_default()
        .into_iter()
        .chain(target)
    {
        properties.extend(properties_of(part, seen));
    }
    properties
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
    parts.retain(|part| !part.is_empty());
    let distinct: IndexSet<Object> = parts.into_iter().collect();
    if distinct.contains(&never()) {
        return never();
    }
    match distinct.len() {
        0 | 1 => distinct.into_iter().next().unwrap_or_default(),
        _ => Object::from_iter([("allOf".to_owned(), json!(distinct))]),
    }
}

/// Returns whether the schema declares a type, directly or through references.
fn declares_type<'d>(schema: Schema<'d>, seen: &mut HashSet<&'d Pointer>) -> bool {
    if schema.boolean().is_some() || !seen.insert(&schema.location().pointer) {
        return false;
    }
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

/// Reports the keywords that the lowered schema doesn't express and that no other
/// module here reports.
fn mention_keywords(context: &mut Context<'_>, schema: Schema<'_>) {
    for name in schema.keywords() {
        let Some(node) = schema.keyword(name) else {
            continue;
        };
        match Keyword::from_name(name) {
            Some(keyword) => mention(context, keyword, node),
            None => {
                let warning = unknown_keyword(name, &node.location);
                warning
                    .into_iter()
                    .for_each(|warning| context.push(warning));
            }
        }
    }
}

fn mention(context: &mut Context<'_>, keyword: Keyword, node: &Node) {
    use Keyword as K;
    match keyword {
        K::Schema => {
            if let Some(error) = openapi_document::other_dialect(node) {
                context.push(error);
            }
        }
        // The model resolves and removes an identifier that is a string.
        K::Id => context.error(&node.location, "`$id` is a string"),
        K::DynamicRef => context.warn(
            &node.location,
            "`$dynamicRef` is not followed; the type is wider",
        ),
        K::Not | K::If | K::DependentSchemas | K::DependentRequired => {
            let message = format!("progenitor can't carry `{keyword}`; the type is wider");
            context.warn(&node.location, message);
        }
        // Reported with `if`.
        K::Then | K::Else => {}
        // Without effect on values.
        K::Anchor
        | K::Comment
        | K::Defs
        | K::Deprecated
        | K::Default
        | K::Description
        | K::Discriminator
        | K::DynamicAnchor
        | K::Example
        | K::Examples
        | K::ExternalDocs
        | K::ReadOnly
        | K::Title
        | K::Vocabulary
        | K::WriteOnly
        | K::Xml => {}
        // Lowered, or reported by the module of their type.
        K::AdditionalProperties
        | K::AllOf
        | K::AnyOf
        | K::Const
        | K::Contains
        | K::ContentEncoding
        | K::ContentMediaType
        | K::ContentSchema
        | K::Enum
        | K::ExclusiveMaximum
        | K::ExclusiveMinimum
        | K::Format
        | K::Items
        | K::MaxContains
        | K::MaxItems
        | K::MaxLength
        | K::MaxProperties
        | K::Maximum
        | K::MinContains
        | K::MinItems
        | K::MinLength
        | K::MinProperties
        | K::Minimum
        | K::MultipleOf
        | K::OneOf
        | K::Pattern
        | K::PatternProperties
        | K::PrefixItems
        | K::Properties
        | K::PropertyNames
        | K::Ref
        | K::Required
        | K::Type
        | K::UnevaluatedItems
        | K::UnevaluatedProperties
        | K::UniqueItems => {}
    }
}
