//! Streams of items: JSON Lines and server-sent events. progenitor sees one value, whose type is
//! `ItemStream`; the description has the type of the items.

use openapi_document::{MediaType, Operation, Status};
use openapi_rust::operation::item_format;
use openapi_rust::types::unaliased;
use openapi_schema::http::ItemFormat;

use crate::lower::context::Context;
use crate::lower::types::Maker;

/// The type of an item without a schema.
const ANYTHING: &str = "::serde_json::Value";

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
        item_format(only.name, only.schema)?;
        let own = only.schema.map(|schema| unaliased(schema).location());
        if item.is_some_and(|item| item.schema.map(|schema| unaliased(schema).location()) != own) {
            return None;
        }
        item = Some(only);
    }
    let item = item?;
    match item.schema {
        None if item_format(item.name, None) == Some(ItemFormat::TextEvents) => {
            Some("::std::string::String".to_owned())
        }
        None => Some(ANYTHING.to_owned()),
        Some(schema) => {
            let shape = context.shape(schema, &format!("{id} item"), Maker::Service);
            Some(context.types.path(&shape))
        }
    }
}
