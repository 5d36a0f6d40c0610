//! Determines whether a schema accepts null, in each of the spellings of OpenAPI
//! 3.1.
//!
//! The traversal also detects circular references, which have no meaning.

use openapi_document::{Diagnostic, Node, Schema, TypeName, Value};

use crate::lower::context::Context;

/// The assertion of a schema about null.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nullability {
    Rejected,
    Unspecified,
    Accepted,
}

impl Nullability {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Rejected, _) | (_, Self::Rejected) => Self::Rejected,
            (Self::Accepted, _) | (_, Self::Accepted) => Self::Accepted,
            _ => Self::Unspecified,
        }
    }

    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Accepted, _) | (_, Self::Accepted) => Self::Accepted,
            (Self::Unspecified, _) | (_, Self::Unspecified) => Self::Unspecified,
            _ => Self::Rejected,
        }
    }
}

/// Returns whether the schema explicitly accepts null. A schema without assertions
/// on types accepts any value, null included, but counts as `false`.
pub(super) fn accepts_null<'d>(context: &mut Context<'d>, schema: Schema<'d>) -> bool {
    nullability(context, schema) == Nullability::Accepted
}

/// Returns whether the schema accepts only null.
pub(super) fn is_null_only(schema: Schema<'_>) -> bool {
    let only_type = || {
        let types = schema.types().ok().flatten()?;
        Some(types.len() == 1 && types.contains(&TypeName::Null))
    };
    let values = || match (schema.keyword("const"), schema.keyword("enum")) {
        (Some(value), _) => Some(std::slice::from_ref(value)),
        (None, values) => values?.sequence(),
    };
    let only_value = || values().map(|values| values.iter().all(is_null));
    only_type().unwrap_or(false) || only_value().unwrap_or(false)
}

fn is_null(node: &Node) -> bool {
    node.value == Value::Null
}

fn nullability<'d>(context: &mut Context<'d>, schema: Schema<'d>) -> Nullability {
    match schema.boolean() {
        Some(true) => return Nullability::Unspecified,
        Some(false) => return Nullability::Rejected,
        None => {}
    }
    let pointer = &schema.location().pointer;
    // Without the memory, schemas that refer to the next one twice would be visited
    // exponentially often.
    match context.nullability.get(pointer) {
        Some(Some(known)) => return *known,
        Some(None) => {
            let message = "schemas that refer to each other in a circle";
            context.push(
                Diagnostic::error(schema.location(), message)
                    .reason("such a schema asserts nothing but itself")
                    .help("remove a `$ref`, or put it into a property or an item"),
            );
            return Nullability::Unspecified;
        }
        None => context.nullability.insert(pointer, None),
    };
    let mut result = own_keywords(schema);
    if let Ok(Some(target)) = schema.reference() {
        result = result.and(nullability(context, target));
    }
    for branch in schema.schemas("allOf").unwrap_or_default() {
        result = result.and(nullability(context, branch));
    }
    for keyword in ["anyOf", "oneOf"] {
        let branches = schema.schemas(keyword).unwrap_or_default();
        let branches = branches
            .into_iter()
            .map(|branch| nullability(context, branch));
        result = result.and(
            branches
                .reduce(Nullability::or)
                .unwrap_or(Nullability::Unspecified),
        );
    }
    context.nullability.insert(pointer, Some(result));
    result
}

/// Evaluates `type`, `enum` and `const`.
fn own_keywords(schema: Schema<'_>) -> Nullability {
    let from_bool = |accepted: bool| {
        if accepted {
            Nullability::Accepted
        } else {
            Nullability::Rejected
        }
    };
    let types = schema.types().ok().flatten();
    let types = types.map(|types| from_bool(types.contains(&TypeName::Null)));
    let values = schema.keyword("enum").and_then(Node::sequence);
    let values = values.map(|values| from_bool(values.iter().any(is_null)));
    let constant = schema
        .keyword("const")
        .map(|value| from_bool(is_null(value)));
    let result = [types, values, constant].into_iter().flatten();
    result.fold(Nullability::Unspecified, Nullability::and)
}
