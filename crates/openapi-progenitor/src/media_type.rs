//! Selects the declared media type for a `Content-Type` field.

use http::HeaderMap;
use http::header::CONTENT_TYPE;
use openapi_schema::http::select;

use crate::{InvalidResponse, MediaType};

/// Returns the most specific declared media type of a body with these headers.
pub(crate) fn declared<'c>(
    headers: &HeaderMap,
    content: &'c [MediaType],
) -> Result<&'c MediaType, InvalidResponse> {
    let mut fields = headers.get_all(CONTENT_TYPE).iter();
    // Duplicate fields are rejected like a missing field: it is unknown which field
    // applies.
    let only = fields.next().filter(|_| fields.next().is_none());
    let text = only.and_then(|field| field.to_str().ok());
    let names = content.iter().map(|declared| declared.name);
    let selected = text.and_then(|text| select(names.clone(), text));
    selected.map(|index| &content[index]).ok_or_else(|| InvalidResponse::ContentType {
        sent: shown(headers),
        declared: names.collect::<Vec<_>>().join(" or "),
    })
}

fn shown(headers: &HeaderMap) -> Option<String> {
    let fields = headers.get_all(CONTENT_TYPE).iter();
    let texts: Vec<_> = fields.map(|field| String::from_utf8_lossy(field.as_bytes())).collect();
    (!texts.is_empty()).then(|| texts.join(", "))
}
