//! Lowers arrays. Lengths are carried, except a fixed length: typify makes it a
//! Rust array, which serde reads only up to 32 items and which no query supports.

use openapi_document::{Schema, Value};
use serde_json::json;

use super::assertions::{copy_count, mention_narrowing};
use super::usage;
use crate::lower::context::{Context, Object};
use crate::lower::names;

pub(super) fn lower<'d>(context: &mut Context<'d>, schema: Schema<'d>, name: &str) -> Object {
    let mut lowered = Object::new();
    let items = context.or_default(schema.schema("items"));
    if schema.keyword("prefixItems").is_some() {
        mention_narrowing(context, schema, &["prefixItems"]);
        lowered.insert("items".to_owned(), json!({}));
    } else if let Some(items) = items {
        let preferred_name = format!("{}Item", names::type_name(name));
        lowered.insert(
            "items".to_owned(),
            usage(context, items, &preferred_name).into(),
        );
    } else {
        lowered.insert("items".to_owned(), json!({}));
    }
    copy_count(context, schema, "minItems", &mut lowered);
    copy_count(context, schema, "maxItems", &mut lowered);
    if lowered.get("minItems") == lowered.get("maxItems") {
        lowered.remove("maxItems");
    }
    if let Some(node) = schema.keyword("uniqueItems") {
        match node.value {
            Value::Bool(false) => {}
            Value::Bool(true) => {
                lowered.insert("uniqueItems".to_owned(), json!(true));
            }
            _ => context.error(&node.location, "`uniqueItems` is a boolean"),
        }
    }
    mention_narrowing(
        context,
        schema,
        &["contains", "minContains", "maxContains", "unevaluatedItems"],
    );
    lowered
}
