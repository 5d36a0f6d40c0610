//! Serializes values for paths, queries, headers and cookies (OpenAPI §4.8.12), and
//! parses such texts. A value whose text would be parsed as another value isn't
//! serialized.

use openapi_values::document::{Parameter, ParameterLocation};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

/// Everything but the unreserved characters (RFC 3986 §2.3).
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Encoded names and texts in the order in which they are sent; a path and a header
/// have one pair.
pub(crate) type Serialized = Vec<(String, String)>;

/// Serializes a JSON text as this parameter. Returns `None` if the value can't be
/// serialized.
pub(crate) fn serialized(parameter: &Parameter, json: &str) -> Option<Serialized> {
    let value: Value = serde_json::from_str(json).ok()?;
    let name = encoded(parameter.location, &parameter.name)?;
    let scalar = |value: &Value| {
        let text = scalar(value)?;
        // An empty text can't be distinguished from an absent one.
        (!text.is_empty()).then(|| encoded(parameter.location, &text))?
    };
    if parameter.is_json {
        return Some(vec![(name, encoded(parameter.location, json)?)]);
    }
    let (style, explode) = (parameter.style.as_str(), parameter.explode);
    let separator = match style {
        "spaceDelimited" => "%20",
        "pipeDelimited" => "%7C",
        _ => ",",
    };
    let is_pairs = matches!(
        parameter.location,
        ParameterLocation::Query | ParameterLocation::Cookie
    );
    let texts: Vec<String> = match (&value, style) {
        (Value::Array(items), "simple" | "form" | "spaceDelimited" | "pipeDelimited") => {
            items.iter().map(scalar).collect::<Option<_>>()?
        }
        (Value::Object(members), "simple" | "form" | "deepObject") => {
            let pairs = members
                .iter()
                .map(|(key, value)| Some((encoded(parameter.location, key)?, scalar(value)?)));
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
        // The text of the number: a float might not hold its digits.
        (Value::Number(_), "simple" | "form") => vec![encoded(parameter.location, json)?],
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

/// Returns the possible interpretations of a serialized value: each scalar as a
/// string, and as a JSON literal.
pub(crate) fn interpretations(parameter: &Parameter, json: &str) -> Vec<Value> {
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
    vec![
        map_scalars(&value, &as_text),
        map_scalars(&value, &as_literal),
    ]
}

fn map_scalars(value: &Value, read: &dyn Fn(&Value) -> Value) -> Value {
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

/// Encodes a text. Returns `None` if it would not arrive unchanged.
fn encoded(location: ParameterLocation, text: &str) -> Option<String> {
    match location {
        // A server may resolve dot segments.
        ParameterLocation::Path if matches!(text, "" | "." | "..") => None,
        ParameterLocation::Path | ParameterLocation::Query => {
            Some(utf8_percent_encode(text, RESERVED).to_string())
        }
        // Delimiters of header fields are excluded (RFC 9110 §5.6.2).
        ParameterLocation::Header | ParameterLocation::Cookie => {
            let is_plain = |byte: u8| byte.is_ascii_graphic() && !b",;\"\\=".contains(&byte);
            text.bytes().all(is_plain).then(|| text.to_owned())
        }
    }
}
