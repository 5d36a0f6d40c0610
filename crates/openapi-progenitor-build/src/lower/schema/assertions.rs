//! Lowers the assertions of a schema itself, type by type.

use std::collections::BTreeSet;

use openapi_document::{Keyword, Node, Schema, TypeName};
use serde_json::json;

use super::{array, define, enumeration, needs_name, number, object, reference, string};
use crate::lower::context::{Context, Object};
use crate::lower::names;

/// Returns the only type that a keyword applies to, unless the keyword has no effect
/// alone.
fn type_of(keyword: Keyword) -> Option<TypeName> {
    use Keyword as K;
    match keyword {
        K::AdditionalProperties
        | K::MaxProperties
        | K::MinProperties
        | K::PatternProperties
        | K::Properties
        | K::PropertyNames
        | K::Required
        | K::UnevaluatedProperties => Some(TypeName::Object),
        K::Contains
        | K::Items
        | K::MaxItems
        | K::MinItems
        | K::PrefixItems
        | K::UnevaluatedItems
        | K::UniqueItems => Some(TypeName::Array),
        K::ContentEncoding | K::ContentMediaType | K::MaxLength | K::MinLength | K::Pattern => {
            Some(TypeName::String)
        }
        K::ExclusiveMaximum | K::ExclusiveMinimum | K::Maximum | K::Minimum | K::MultipleOf => {
            Some(TypeName::Number)
        }
        // The type is wider without these, and `mention_keywords` reports them.
        K::DependentRequired | K::DependentSchemas => None,
        K::ContentSchema | K::MaxContains | K::MinContains => None,
        K::AllOf
        | K::Anchor
        | K::AnyOf
        | K::Comment
        | K::Const
        | K::Default
        | K::Defs
        | K::Deprecated
        | K::Description
        | K::Discriminator
        | K::DynamicAnchor
        | K::DynamicRef
        | K::Else
        | K::Enum
        | K::Example
        | K::Examples
        | K::ExternalDocs
        | K::Format
        | K::Id
        | K::If
        | K::Not
        | K::OneOf
        | K::ReadOnly
        | K::Ref
        | K::Schema
        | K::Then
        | K::Title
        | K::Type
        | K::Vocabulary
        | K::WriteOnly
        | K::Xml => None,
    }
}

/// Lowers the schema's own assertions. Returns an empty object if there are none.
pub(super) fn lower<'d>(
    context: &mut Context<'d>,
    schema: Schema<'d>,
    name: &str,
    typed: bool,
) -> Object {
    let mut types = context.or_default(schema.types());
    if let Some(values) = enumeration::values(context, schema) {
        return enumeration::lower(context, schema, types.as_ref(), values);
    }
    if types
        .as_ref()
        .is_some_and(|types| types.len() == 1 && types.contains(&TypeName::Null))
    {
        return enumeration::null();
    }
    if let Some(types) = &mut types {
        types.remove(&TypeName::Null);
        if types.contains(&TypeName::Number) {
            types.remove(&TypeName::Integer);
        }
    }
    match types {
        None => untyped(context, schema, name, typed),
        // All five types together accept any value.
        Some(types) if types.len() == 5 => Object::new(),
        Some(types) => of_types(context, schema, name, &types),
    }
}

/// Lowers a schema of several types to a union of a schema per type.
fn of_types<'d>(
    context: &mut Context<'d>,
    schema: Schema<'d>,
    name: &str,
    types: &BTreeSet<TypeName>,
) -> Object {
    let mut branches = Vec::new();
    for &kind in types {
        let mut branch = of_type(context, schema, name, kind);
        branch.insert("type".to_owned(), json!(kind.to_string()));
        branches.push((kind, branch));
    }
    if let [_] = branches.as_slice() {
        return branches.remove(0).1;
    }
    let mut one_of = Vec::new();
    for (kind, branch) in branches {
        if needs_name(&branch) {
            let preferred_name = format!(
                "{}{}",
                names::type_name(name),
                names::type_name(&kind.to_string())
            );
            let name = context.types.free_name(&preferred_name);
            one_of.push(reference(&name));
            define(context, name, branch, schema.location());
        } else {
            one_of.push(branch);
        }
    }
    Object::from_iter([("oneOf".to_owned(), json!(one_of))])
}

fn of_type<'d>(
    context: &mut Context<'d>,
    schema: Schema<'d>,
    name: &str,
    kind: TypeName,
) -> Object {
    match kind {
        TypeName::Object => object::lower(context, schema, name),
        TypeName::Array => array::lower(context, schema, name),
        TypeName::String => string::lower(context, schema),
        TypeName::Integer | TypeName::Number => number::lower(context, schema, kind),
        TypeName::Boolean | TypeName::Null => Object::new(),
    }
}

/// Lowers a schema without `type`. Such a schema accepts values of the types that
/// its keywords don't apply to, but its keywords almost always imply the type.
fn untyped<'d>(context: &mut Context<'d>, schema: Schema<'d>, name: &str, typed: bool) -> Object {
    let matching: BTreeSet<_> = schema
        .keywords()
        .filter_map(|name| type_of(Keyword::from_name(name)?))
        .collect();
    let matching = Vec::from_iter(matching);
    match matching.as_slice() {
        [] => {
            let format = schema.keyword("format").filter(|_| !typed);
            if let Some(format) = format {
                let message = "`format` without a type; the client takes any value";
                context.warn(&format.location, message);
            }
            Object::new()
        }
        // The bounds apply to a type that is declared elsewhere.
        [TypeName::Number] if typed => Object::new(),
        [kind] => {
            let mut lowered = of_type(context, schema, name, *kind);
            if !typed {
                lowered.insert("type".to_owned(), json!(kind.to_string()));
                let message = format!("no `type`; the client takes it for `type: {kind}`");
                context.warn(schema.location(), message);
            }
            lowered
        }
        _ => {
            let message = "assertions on several types without `type`; the client takes any value";
            context.warn(schema.location(), message);
            Object::new()
        }
    }
}

/// Copies a bound on a length or a count: an integer of at least 0.
pub(super) fn copy_count(
    context: &mut Context<'_>,
    schema: Schema<'_>,
    keyword: &str,
    lowered: &mut Object,
) {
    let Some(node) = schema.keyword(keyword) else {
        return;
    };
    match count(node) {
        // typify stores counts in 32 bits.
        Some(count) if u32::try_from(count).is_ok() => {
            lowered.insert(keyword.to_owned(), json!(count));
        }
        Some(count) => {
            let message = format!("progenitor can't carry `{keyword}: {count}`; it is left out");
            context.warn(&node.location, message);
        }
        None => {
            let message = format!("`{keyword}` is an integer of at least 0");
            context.error(&node.location, message);
        }
    }
}

/// Returns an integer of at least 0, which may be written as `1.0`.
pub(super) fn count(node: &Node) -> Option<u64> {
    let number = node.as_written()?;
    let integral = |float: &f64| *float >= 0.0 && float.fract() == 0.0 && *float < 1e15;
    number
        .as_u64()
        .or_else(|| number.as_f64().filter(integral).map(|float| float as u64))
}

/// Warns about keywords that restrict the values more than the client's type does.
pub(super) fn mention_narrowing(context: &mut Context<'_>, schema: Schema<'_>, keywords: &[&str]) {
    for &keyword in keywords {
        if let Some(node) = schema.keyword(keyword) {
            let message = format!("progenitor can't carry `{keyword}`; the type is wider");
            context.warn(&node.location, message);
        }
    }
}
