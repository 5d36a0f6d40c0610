//! Streams of items: JSON Lines, JSON sequences and server-sent events. progenitor sees one value,
//! whose type is `ItemStream`; the description has the format and the schema of the items.

use openapi_document::{Response, Schema};
use openapi_rust::operation::item_format;
use openapi_rust::types::{Kind, unaliased};
use openapi_schema::http::ItemFormat;

use crate::lower::context::Context;
use crate::lower::types::Maker;

/// Returns the Rust type of the items, if each of the responses is a stream of the same items.
pub(crate) fn item_type<'d>(
    context: &mut Context<'d>,
    responses: &[&Response<'d>],
    id: &str,
) -> Option<String> {
    let item = |response: &&Response<'d>| match response.content.as_slice() {
        [only] => {
            let format = item_format(only.name, only.schema)?;
            // The data of an event without a schema is a text, and any other item is a value.
            let is_text = format == ItemFormat::TextEvents;
            Some((only.schema, if is_text { Kind::String } else { Kind::Any }))
        }
        _ => None,
    };
    let items = responses.iter().map(item).collect::<Option<Vec<_>>>()?;
    let (schema, kind) = items.first()?;
    let is_same = |(other, own): &(Option<Schema<'d>>, Kind)| match (schema, other) {
        (Some(schema), Some(other)) => {
            unaliased(*schema).location() == unaliased(*other).location()
        }
        (None, None) => kind == own,
        _ => false,
    };
    if !items.iter().all(is_same) {
        return None;
    }
    let shape = match schema {
        Some(schema) => context.shape(*schema, &format!("{id} item"), Maker::Service),
        None => kind.clone().into(),
    };
    Some(context.types.path(&shape))
}
