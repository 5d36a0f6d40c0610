//! Whether a schema accepts null, in each of the ways that 3.1 says so.
//!
//! On the way this meets references in a circle, which mean nothing.

use openapi_model::{Node, Pointer, Schema, TypeName, Value};

use crate::context::Context;

/// What is said about null.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Null {
    Refused,
    Unsaid,
    Accepted,
}

impl Null {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Refused, _) | (_, Self::Refused) => Self::Refused,
            (Self::Accepted, _) | (_, Self::Accepted) => Self::Accepted,
            _ => Self::Unsaid,
        }
    }

    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Accepted, _) | (_, Self::Accepted) => Self::Accepted,
            (Self::Unsaid, _) | (_, Self::Unsaid) => Self::Unsaid,
            _ => Self::Refused,
        }
    }
}

/// Whether the schema says that null is accepted. A schema that says nothing
/// about types is any value, null included, and not meant here.
pub(super) fn accepts_null<'d>(context: &mut Context<'d>, schema: Schema<'d>) -> bool {
    null(context, schema, &mut Vec::new()) == Null::Accepted
}

/// Whether the schema accepts nothing but null.
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

fn null<'d>(context: &mut Context<'d>, schema: Schema<'d>, way: &mut Vec<&'d Pointer>) -> Null {
    match schema.boolean() {
        Some(true) => return Null::Unsaid,
        Some(false) => return Null::Refused,
        None => {}
    }
    let pointer = &schema.location().pointer;
    if way.contains(&pointer) {
        context.error(
            schema.location(),
            "schemas that refer to each other in a circle",
        );
        return Null::Unsaid;
    }
    way.push(pointer);
    let mut said = own(schema);
    if let Ok(Some(target)) = schema.reference() {
        said = said.and(null(context, target, way));
    }
    for branch in schema.schemas("allOf").unwrap_or_default() {
        said = said.and(null(context, branch, way));
    }
    for keyword in ["anyOf", "oneOf"] {
        let branches = schema.schemas(keyword).unwrap_or_default();
        let branches = branches
            .into_iter()
            .map(|branch| null(context, branch, way));
        said = said.and(branches.reduce(Null::or).unwrap_or(Null::Unsaid));
    }
    way.pop();
    said
}

/// What `type`, `enum` and `const` say.
fn own(schema: Schema<'_>) -> Null {
    let says = |accepted: bool| {
        if accepted {
            Null::Accepted
        } else {
            Null::Refused
        }
    };
    let types = schema.types().ok().flatten();
    let types = types.map(|types| says(types.contains(&TypeName::Null)));
    let values = schema.keyword("enum").and_then(Node::sequence);
    let values = values.map(|values| says(values.iter().any(is_null)));
    let constant = schema.keyword("const").map(|value| says(is_null(value)));
    let said = [types, values, constant].into_iter().flatten();
    said.fold(Null::Unsaid, Null::and)
}
