//! Selects the declared media type for a `Content-Type` field.
//!
//! Parameters are ignored: JSON has none (RFC 8259 §11), and no generated type
//! depends on one.

use http::HeaderMap;
use http::header::CONTENT_TYPE;
use mime::Mime;

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
    // The common case: the field is written as declared.
    let same = content
        .iter()
        .find(|declared| text == Some(declared.name.as_str()));
    if let Some(same) = same {
        return Ok(same);
    }
    let sent = text.and_then(parse);
    let best = content
        .iter()
        .filter_map(|declared| Some((precision(&declared.name, sent.as_ref()?)?, declared)))
        .max_by_key(|(precision, _)| *precision);
    best.map(|(_, declared)| declared)
        .ok_or_else(|| InvalidResponse::ContentType {
            sent: shown(headers),
            declared: content
                .iter()
                .map(|declared| declared.name.as_str())
                .collect::<Vec<_>>()
                .join(" or "),
        })
}

/// Returns the media type of a field, if it is valid.
pub(crate) fn parse(field: &str) -> Option<Mime> {
    // Space is allowed around semicolons (RFC 9110 §5.6.6), but not by `mime`.
    let parts: Vec<_> = field.split(';').map(str::trim).collect();
    parts.join(";").parse().ok()
}

/// Returns the precision with which a declaration covers the sent type; `None` if
/// it doesn't.
pub(crate) fn precision(declared: &str, sent: &Mime) -> Option<u8> {
    let (kind, subtype) = declared.split_once('/')?;
    match (kind, subtype) {
        ("*", "*") => Some(0),
        (kind, "*") => (sent.type_() == kind).then_some(1),
        _ => sent
            .essence_str()
            .eq_ignore_ascii_case(declared)
            .then_some(2),
    }
}

fn shown(headers: &HeaderMap) -> Option<String> {
    let fields = headers.get_all(CONTENT_TYPE).iter();
    let texts: Vec<_> = fields
        .map(|field| String::from_utf8_lossy(field.as_bytes()))
        .collect();
    (!texts.is_empty()).then(|| texts.join(", "))
}
