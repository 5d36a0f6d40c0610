//! Values as they stand in paths, queries, headers and cookies (OpenAPI §4.8.12),
//! and what such a text may be read as. It must never write one that would be
//! read as another.

use crate::document::{Parameter, Place};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

/// RFC 3986 §2.3: all but the unreserved characters.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Names and texts, encoded, in the order in which they are sent; a path and a
/// header have one.
pub(crate) type Written = Vec<(String, String)>;

/// A JSON text as this parameter; `None` where it can't be sent as one.
pub(crate) fn written(parameter: &Parameter, json: &str) -> Option<Written> {
    let value: Value = serde_json::from_str(json).ok()?;
    let name = encoded(parameter.place, &parameter.name)?;
    let scalar = |value: &Value| {
        let text = scalar(value)?;
        // An empty one can't be told from none.
        (!text.is_empty()).then(|| encoded(parameter.place, &text))?
    };
    if parameter.is_json {
        return Some(vec![(name, encoded(parameter.place, json)?)]);
    }
    let (style, explode) = (parameter.style.as_str(), parameter.explode);
    let separator = match style {
        "spaceDelimited" => "%20",
        "pipeDelimited" => "%7C",
        _ => ",",
    };
    let is_pairs = matches!(parameter.place, Place::Query | Place::Cookie);
    let texts: Vec<String> = match (&value, style) {
        (Value::Array(items), "simple" | "form" | "spaceDelimited" | "pipeDelimited") => {
            items.iter().map(scalar).collect::<Option<_>>()?
        }
        (Value::Object(members), "simple" | "form" | "deepObject") => {
            let pairs = members
                .iter()
                .map(|(key, value)| Some((encoded(parameter.place, key)?, scalar(value)?)));
            let pairs: Vec<_> = pairs.collect::<Option<_>>()?;
            if pairs.is_empty() {
                return None;
            }
            if style == "deepObject" {
                let pair = |(key, text)| (format!("{name}%5B{key}%5D"), text);
                return Some(pairs.into_iter().map(pair).collect());
            }
            if explode && is_pairs {
                return Some(pairs);
            }
            let between = if explode { "=" } else { "," };
            pairs
                .iter()
                .map(|(key, text)| format!("{key}{between}{text}"))
                .collect()
        }
        // The text of the literal, whose digits a value might not hold.
        (Value::Number(_), "simple" | "form") => vec![encoded(parameter.place, json)?],
        (_, "simple" | "form") => vec![scalar(&value)?],
        _ => return None,
    };
    if texts.is_empty() {
        return None;
    }
    if explode && is_pairs {
        return Some(texts.into_iter().map(|text| (name.clone(), text)).collect());
    }
    Some(vec![(name, texts.join(separator))])
}

/// What the text of a value may be read as: each scalar as a text, and as what it
/// is the JSON of.
pub(crate) fn readings(parameter: &Parameter, json: &str) -> Vec<Value> {
    let Ok(value) = serde_json::from_str::<Value>(json) else {
        return Vec::new();
    };
    if parameter.is_json {
        return vec![value];
    }
    let as_text = |value: &Value| scalar(value).map_or(Value::Null, Value::String);
    let as_literal = |value: &Value| match scalar(value) {
        Some(text) => match serde_json::from_str(&text) {
            Ok(literal @ (Value::Bool(_) | Value::Number(_))) => literal,
            _ => Value::String(text),
        },
        None => Value::Null,
    };
    vec![each(&value, &as_text), each(&value, &as_literal)]
}

fn each(value: &Value, read: &dyn Fn(&Value) -> Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(read).collect(),
        Value::Object(members) => {
            let members = members.iter();
            Value::Object(
                members
                    .map(|(name, value)| (name.clone(), read(value)))
                    .collect(),
            )
        }
        scalar => read(scalar),
    }
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

/// A text as it is sent; `None` where it would not arrive as it is.
fn encoded(place: Place, text: &str) -> Option<String> {
    match place {
        // A server may take dots for steps.
        Place::Path if matches!(text, "" | "." | "..") => None,
        Place::Path | Place::Query => Some(utf8_percent_encode(text, RESERVED).to_string()),
        // What stands for more elsewhere in a field is left out (RFC 9110 §5.6.2).
        Place::Header | Place::Cookie => {
            let is_plain = |byte: u8| byte.is_ascii_graphic() && !b",;\"\\=".contains(&byte);
            text.bytes().all(is_plain).then(|| text.to_owned())
        }
    }
}
