//! Types of other crates, which the client has instead of a generated type:
//! `x-rust-type`.
//!
//! Each is a component, so that null is written where the schema is used.

use openapi_document::{Node, RustType, Schema};

use super::with_members;
use crate::lower::context::{Context, Object};
use crate::lower::{ExternalType, names};

const EXTENSION: &str = "x-rust-type";

/// Returns the type of another crate that a schema names.
pub(super) fn named<'d>(context: &mut Context<'d>, schema: Schema<'d>) -> Option<RustType<'d>> {
    match RustType::of(schema) {
        Ok(Some(named)) if !named.parameters.is_empty() => {
            let message = format!(
                "`{EXTENSION}` of `{}` has no effect on the client, whose types of other crates have no parameters",
                named.path
            );
            context.warn(schema.location(), message);
            None
        }
        Ok(named) => named,
        Err(warning) => {
            context.push(warning);
            None
        }
    }
}

/// Adds the type of another crate that a schema names to its component.
pub(super) fn of_type<'d>(
    context: &mut Context<'d>,
    schema: Schema<'d>,
    name: &str,
    mut lowered: Object,
) -> Object {
    let Some(external) = named(context, schema) else {
        lowered.remove(EXTENSION);
        return lowered;
    };
    context.types.external.push(ExternalType {
        name: names::type_name(name),
        path: external.path.to_owned(),
    });
    let mut lowered = with_members(lowered);
    let extension = schema.keyword(EXTENSION).map(Node::to_json);
    lowered.extend(extension.map(|extension| (EXTENSION.to_owned(), extension)));
    lowered
}

/// Warns about types of other crates that no value has, because the schemas that name
/// them apply together with others.
pub(super) fn mention_unused<'d>(
    context: &mut Context<'d>,
    parts: impl IntoIterator<Item = Schema<'d>>,
    whole: Schema<'d>,
) {
    for part in parts {
        if let Some(external) = named(context, part) {
            context.push(external.unused(whole));
        }
    }
}
