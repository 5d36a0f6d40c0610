//! Streams of items: JSON Lines and server-sent events. progenitor sees one value, whose type is
//! `ItemStream`; the description has the type of the items.

use openapi_document::{MediaType, Operation, Schema, Status, TypeName};
use openapi_rust::types::unaliased;
use openapi_schema::http::Syntax;

use crate::lower::context::Context;
use crate::lower::serialized::parts;
use crate::lower::types::Maker;

/// The type of an item without a schema.
const ANYTHING: &str = "::serde_json::Value";

/// Returns the `ItemFormat` of a media type if its body is a stream of items.
pub(crate) fn format(media_type: &str, schema: Option<Schema<'_>>) -> Option<&'static str> {
    match Syntax::of(media_type) {
        Syntax::JsonLines => Some("Lines"),
        Syntax::EventStream if schema.is_none_or(is_text) => Some("TextEvents"),
        Syntax::EventStream => Some("Events"),
        _ => None,
    }
}

/// Returns the Rust type of the items, if each success is a stream of the same items.
pub(crate) fn item_type<'d>(
    context: &mut Context<'d>,
    operation: &Operation<'d>,
    id: &str,
) -> Option<String> {
    if operation.method == "HEAD" {
        return None;
    }
    let mut responses = operation.responses.iter();
    let declares_success = responses.any(|response| response.status.class() == Some(2));
    let successes = operation.responses.iter().filter(|response| {
        let class = response.status.class();
        class == Some(2) || response.status == Status::Default && !declares_success
    });
    let mut item: Option<&MediaType<'d>> = None;
    for response in successes {
        let [only] = response.content.as_slice() else {
            return None;
        };
        format(only.name, only.schema)?;
        let own = only.schema.map(|schema| unaliased(schema).location());
        if item.is_some_and(|item| item.schema.map(|schema| unaliased(schema).location()) != own) {
            return None;
        }
        item = Some(only);
    }
    let item = item?;
    match item.schema {
        None if Syntax::of(item.name) == Syntax::EventStream => {
            Some("::std::string::String".to_owned())
        }
        None => Some(ANYTHING.to_owned()),
        Some(schema) => {
            let shape = context.shape(schema, &format!("{id} item"), Maker::Service);
            Some(context.types.path(&shape))
        }
    }
}

/// Returns whether a value is the text of a string, without a type of its own.
pub(crate) fn is_text(schema: Schema<'_>) -> bool {
    let mut schema = schema;
    // Chains of references end, which the model has checked.
    while let [only] = parts(schema).as_slice() {
        schema = *only;
    }
    let types = schema.types().ok().flatten().unwrap_or_default();
    let is_string = types.len() == 1 && types.contains(&TypeName::String);
    let has_type = ["date", "date-time", "uuid"]
        .map(Some)
        .contains(&schema.text("format"));
    let is_closed = schema.keyword("enum").is_some() || schema.keyword("const").is_some();
    is_string && !has_type && !is_closed
}
