//! Lowers schemas from JSON Schema 2020-12 to the subset that OpenAPI 3.0.3 has and
//! typify reads.
//!
//! A schema is split into conjuncts (the target of `$ref`, its own assertions, its
//! `allOf`, its union) and written as `allOf` of the conjuncts that remain. Whether
//! the schema accepts null is determined separately and written where the schema is
//! used, so that a type itself is never an `Option`.

mod annotations;
mod array;
mod assertions;
mod composition;
mod enumeration;
mod external;
mod merge_cycles;
mod merging;
mod names_clash;
mod null;
mod nullability;
mod number;
mod object;
mod recursion;
mod rust_type;
mod secret;
mod shape;
mod string;
mod union;
mod value_texts;

use indexmap::IndexMap;
use openapi_document::{Location, Node, Pointer, Schema};
use openapiv3::ReferenceOr;
use serde_json::{Value, json};

use crate::lower::context::{Context, Object};
use crate::lower::names;
use nullability::accepts_null;

pub(crate) use null::patched;
pub(crate) use nullability::Nullability;
pub(crate) use rust_type::rust_type;
pub(crate) use secret::is_secret;
pub(crate) use shape::{Shape, flat_members, parts, shape};

/// Reserves the names of all schemas under `components`.
pub(crate) fn reserve_components(context: &mut Context<'_>) {
    let components = context.document.root().get("components");
    let schemas = components.and_then(|node| node.get("schemas"));
    for (name, node) in schemas.and_then(Node::mapping).into_iter().flatten() {
        if !context.document.is_complete(&node.location.pointer) {
            continue;
        }
        match Schema::new(context.document, node) {
            Ok(schema) => {
                let given = context.types.reserve(schema, name);
                if given != names::component(name) {
                    let message = format!(
                        "the type for `{name}` is `{}`; another has the name it would get",
                        names::type_name(&given)
                    );
                    context.warn(&node.location, message);
                }
            }
            Err(diagnostic) => context.push(diagnostic),
        }
    }
}

/// Lowers all named schemas, including schemas that get their name in the process.
pub(crate) fn components<'d>(
    context: &mut Context<'d>,
) -> IndexMap<String, ReferenceOr<openapiv3::Schema>> {
    while let Some((name, schema)) = context.types.pending.pop_front() {
        accepts_null(context, schema);
        let lowered = definition(context, schema, &name);
        define_type(context, name, lowered, schema);
    }
    merging::limit(context);
    merge_cycles::end(context);
    names_clash::tell_apart(context);
    context.told_apart = null::told_apart(context);
    context.secrets.extend(secret::secrets(&context.types.done));
    value_texts::apply(context);
    recursion::order(context);
    let mut components = IndexMap::new();
    for (name, (schema, location)) in std::mem::take(&mut context.types.done) {
        components.insert(name, finished(context, schema, location));
    }
    components
}

fn define_type<'d>(
    context: &mut Context<'d>,
    name: String,
    mut lowered: Object,
    schema: Schema<'d>,
) {
    if let Some(open) = value_texts::open_type(context, schema, &lowered, &name) {
        context.open_types.push(open);
    }
    annotations::of_type(schema, &mut lowered);
    let lowered = external::of_type(context, schema, &name, lowered);
    define(context, name, lowered, schema.location());
}

fn define<'d>(context: &mut Context<'d>, name: String, schema: Object, location: &'d Location) {
    context.types.done.insert(name, (schema, location));
}

/// Lowers a schema where it is used: as a property, an item, a body or a parameter.
/// `preferred_name` is for its type, if the type needs a name.
pub(crate) fn usage<'d>(
    context: &mut Context<'d>,
    schema: Schema<'d>,
    preferred_name: &str,
) -> Object {
    let null = accepts_null(context, schema);
    let mut site = usage_without_null(context, schema, preferred_name);
    if null && !site.is_empty() && !site.contains_key("nullable") {
        site = with_members(site);
        site.insert("nullable".to_owned(), json!(true));
    }
    site
}

/// Lowers a schema where it is used and null can't be written.
pub(crate) fn usage_without_null<'d>(
    context: &mut Context<'d>,
    schema: Schema<'d>,
    preferred_name: &str,
) -> Object {
    let mut site = Object::new();
    annotations::of_usage(context, schema, &mut site);
    let lowered = match context.types.name_at(&schema.location().pointer) {
        Some(name) => reference(name),
        None => {
            let lowered = definition(context, schema, preferred_name);
            if needs_name(&lowered)
                || external::named(context, schema).is_some()
                || value_texts::open_type(context, schema, &lowered, "").is_some()
            {
                let name = context.types.give_name(schema, preferred_name);
                let lowered_reference = reference(&name);
                define_type(context, name, lowered, schema);
                lowered_reference
            } else {
                lowered
            }
        }
    };
    if site.is_empty() {
        return lowered;
    }
    let mut lowered = with_members(lowered);
    for (name, value) in site {
        lowered.entry(name).or_insert(value);
    }
    lowered
}

/// Returns the name of the component for a schema, or `None` if it accepts every value.
/// The component accepts null if the schema does not describe another value.
pub(crate) fn named<'d>(
    context: &mut Context<'d>,
    schema: Schema<'d>,
    preferred_name: &str,
) -> Option<String> {
    let lowered = usage_without_null(context, schema, preferred_name);
    let reference = lowered.get("$ref").and_then(Value::as_str);
    if let Some(reference) = reference {
        return reference.rsplit('/').next().map(str::to_owned);
    }
    if lowered.is_empty() {
        return None;
    }
    let name = context.types.free_name(preferred_name);
    define(context, name.clone(), lowered, schema.location());
    Some(name)
}

/// Returns a schema that may have siblings, which 3.0 doesn't allow beside a
/// reference.
fn with_members(schema: Object) -> Object {
    if schema.contains_key("$ref") {
        Object::from_iter([("allOf".to_owned(), json!([schema]))])
    } else {
        schema
    }
}

/// Lowers the assertions of a schema, without null and without annotations.
fn definition<'d>(context: &mut Context<'d>, schema: Schema<'d>, name: &str) -> Object {
    match schema.boolean() {
        Some(true) => Object::new(),
        Some(false) => never(),
        None => composition::lower(context, schema, name, false),
    }
}

/// Returns whether the schema refers to an uninhabited type.
pub(crate) fn is_never(context: &Context<'_>, schema: &Object) -> bool {
    let name = schema.get("$ref").and_then(Value::as_str);
    let name = name.and_then(|reference| reference.rsplit('/').next());
    let definition = name.and_then(|name| context.types.done.get(name));
    definition.is_some_and(|(definition, _)| definition.contains_key("not"))
}

fn never() -> Object {
    Object::from_iter([("not".to_owned(), json!({}))])
}

fn reference(name: &str) -> Object {
    let reference = format!("#/components/schemas/{name}");
    Object::from_iter([("$ref".to_owned(), Value::String(reference))])
}

/// Returns a reference to the target of `$ref`, which gets a name if it has none.
fn referred<'d>(context: &mut Context<'d>, schema: Schema<'d>) -> Option<Object> {
    let target = context.or_default(schema.reference())?;
    let pointer = &target.location().pointer;
    if let Some(name) = context.types.name_at(pointer) {
        return Some(reference(name));
    }
    let preferred_name = preferred_name_from(pointer);
    Some(reference(&context.types.reserve(target, &preferred_name)))
}

/// Derives a name from the member names in a pointer to a schema.
fn preferred_name_from(pointer: &Pointer) -> String {
    let structural = [
        "components",
        "schemas",
        "properties",
        "$defs",
        "items",
        "schema",
        "content",
    ];
    let names = pointer
        .tokens()
        .filter(|token| !structural.contains(&token.as_str()));
    names::type_name(&names.collect::<Vec<_>>().join("-"))
}

/// Returns whether typify generates a named type for the schema.
fn needs_name(schema: &Object) -> bool {
    let several = |keyword: &str| {
        let branches = schema.get(keyword).and_then(Value::as_array);
        branches.is_some_and(|branches| branches.len() > 1)
    };
    let named = [
        "properties",
        "required",
        "minLength",
        "maxLength",
        "pattern",
        "not",
    ];
    let enumerates = schema.contains_key("enum") && !schema.contains_key("nullable");
    named.iter().any(|&keyword| schema.contains_key(keyword))
        || enumerates && schema.get("type") != Some(&json!("boolean"))
        || schema.get("additionalProperties") == Some(&json!(false))
        || several("allOf")
        || several("oneOf")
}

/// Converts a schema to the type of the crate `openapiv3`.
pub(crate) fn finished(
    context: &mut Context<'_>,
    schema: Object,
    location: &Location,
) -> ReferenceOr<openapiv3::Schema> {
    serde_json::from_value(Value::Object(schema)).unwrap_or_else(|error| {
        context.error(
            location,
            format!("OpenAPI 3.0 can't carry this schema: {error}"),
        );
        ReferenceOr::ref_("#")
    })
}
