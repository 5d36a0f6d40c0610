//! The values in a response body with items, whose schema is that of an item, or with a text.

use openapi_schema::http::ItemFormat;
use serde_json::{Value, json};

use super::parameter::literal;
use crate::parse_json;

/// Returns the complete items at the beginning of a stream.
pub fn complete<'b>(media_type: &str, body: &'b [u8]) -> &'b [u8] {
    let ends = ItemFormat::of_texts(media_type).ends();
    let is_end = |length: &usize| ends.iter().any(|end| body[..*length].ends_with(end));
    let length = (0..=body.len()).rev().find(is_end).unwrap_or(0);
    &body[..length]
}

pub(super) fn texts(format: ItemFormat, body: &[u8]) -> Result<Vec<Value>, &'static str> {
    let not_json = "an item that is not one JSON document";
    let texts = format.texts(body).map_err(|_| "texts without a record separator before them")?;
    let texts = texts.map(<[u8]>::trim_ascii).filter(|text| !text.is_empty());
    texts.map(|text| parse_json(text).ok_or(not_json)).collect()
}

/// Returns the value of each event (WHATWG HTML §9.2.6): the data, which is JSON or a text, or an
/// object with it and the name. The schema tells which; data that it refuses is JSON if it can be.
pub(super) fn events(
    body: &[u8],
    accepts: &dyn Fn(&Value) -> bool,
) -> Result<Vec<Value>, &'static str> {
    let body = std::str::from_utf8(body).map_err(|_| "events that are not UTF-8")?;
    let body = body.replace("\r\n", "\n").replace('\r', "\n");
    let mut values = Vec::new();
    for event in body.split("\n\n") {
        let fields = event.lines().filter_map(|line| line.split_once(':'));
        let fields = fields.map(|(name, text)| (name, text.strip_prefix(' ').unwrap_or(text)));
        let of = |wanted| {
            fields.clone().filter_map(move |(name, text)| (name == wanted).then_some(text))
        };
        let data: Vec<_> = of("data").collect();
        if data.is_empty() {
            continue;
        }
        let text = data.join("\n");
        let json = parse_json(text.as_bytes());
        let text = Value::from(text);
        let named = |data: &Value| match of("event").next_back() {
            Some(name) => json!({ "event": name, "data": data }),
            None => json!({ "data": data }),
        };
        let objects = json.iter().filter(|json| !json.is_string()).chain([&text]).map(named);
        let plain = json.iter().chain([&text]).cloned();
        let found = plain.chain(objects).find(accepts);
        values.push(found.or(json).unwrap_or(text));
    }
    Ok(values)
}

pub(super) fn text(text: &str, accepts: &dyn Fn(&Value) -> bool) -> Value {
    let whole = Value::from(text);
    if accepts(&whole) { whole } else { literal(text) }
}
