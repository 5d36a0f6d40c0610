//! Serializes values for paths, queries, headers and cookies (OpenAPI §4.8.12), and
//! parses such texts. A value whose text would be parsed as another value isn't
//! serialized.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

use crate::document::{Parameter, ParameterLocation};

/// Everything but the unreserved characters (RFC 3986 §2.3).
pub(super) const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Encoded names and texts in the order in which they are sent; a path and a header
/// have one pair.
pub type Serialized = Vec<(String, String)>;

/// Serializes a JSON text as this parameter. Returns `None` if the value can't be
/// serialized.
pub fn serialized(parameter: &Parameter, json: &str) -> Option<Serialized> {
    let value: Value = serde_json::from_str(json).ok()?;
    let name = encoded(parameter.location, &parameter.name)?;
    if parameter.is_json {
        return Some(vec![(name, json_text(parameter.location, json)?)]);
    }
    let parts = parts(parameter.location, &value, json)?;
    let is_pairs = matches!(
        parameter.location,
        ParameterLocation::Query | ParameterLocation::Cookie
    );
    match (parameter.style.as_str(), parts) {
        ("form", Parts::Members(members)) if parameter.explode && is_pairs => Some(members),
        ("deepObject", Parts::Members(members)) => {
            let pair = |(key, text)| (format!("{name}%5B{key}%5D"), text);
            Some(members.into_iter().map(pair).collect())
        }
        ("deepObject", _) => None,
        (_, Parts::Items(items)) if parameter.explode && is_pairs => {
            Some(items.into_iter().map(|text| (name.clone(), text)).collect())
        }
        (style, parts) => {
            let text = joined(style, parameter.explode, &name, parts)?;
            Some(vec![(name, text)])
        }
    }
}

/// The encoded texts of a value.
enum Parts {
    One(String),
    Items(Vec<String>),
    Members(Vec<(String, String)>),
}

/// Returns `None` for an empty text, array or object, which can't be distinguished
/// from an absent one, and for values in values.
fn parts(location: ParameterLocation, value: &Value, json: &str) -> Option<Parts> {
    let text = |value: &Value| {
        let text = scalar(value)?;
        (!text.is_empty()).then(|| encoded(location, &text))?
    };
    match value {
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(text).collect::<Option<_>>()?;
            (!items.is_empty()).then_some(Parts::Items(items))
        }
        Value::Object(members) => {
            let members = members.iter();
            let members = members.map(|(key, value)| Some((encoded(location, key)?, text(value)?)));
            let members: Vec<_> = members.collect::<Option<_>>()?;
            (!members.is_empty()).then_some(Parts::Members(members))
        }
        // The text of the number: a float might not hold its digits.
        Value::Number(_) => Some(Parts::One(encoded(location, json)?)),
        value => Some(Parts::One(text(value)?)),
    }
}

/// Returns the only text of a parameter in this style (§4.8.12.3).
fn joined(style: &str, explode: bool, name: &str, parts: Parts) -> Option<String> {
    let between = match (style, explode) {
        ("spaceDelimited", _) => "%20".to_owned(),
        ("pipeDelimited", _) => "%7C".to_owned(),
        ("label", true) => ".".to_owned(),
        ("matrix", true) if matches!(parts, Parts::Items(_)) => format!(";{name}="),
        ("matrix", true) => ";".to_owned(),
        ("simple" | "form" | "label" | "matrix", _) => ",".to_owned(),
        _ => return None,
    };
    let is_one = matches!(parts, Parts::One(_));
    let (texts, has_names) = match parts {
        Parts::One(text) => (vec![text], false),
        Parts::Items(texts) => (texts, false),
        Parts::Members(members) => {
            let equals = if explode { "=" } else { "," };
            let texts = members
                .into_iter()
                .map(|(key, text)| format!("{key}{equals}{text}"));
            (texts.collect(), explode)
        }
    };
    // A period in a text would separate two.
    if style == "label" && explode && !is_one && texts.iter().any(|text| text.contains('.')) {
        return None;
    }
    let start = match style {
        "label" => ".".to_owned(),
        "matrix" if has_names => ";".to_owned(),
        "matrix" => format!(";{name}="),
        _ => String::new(),
    };
    Some(start + &texts.join(&between))
}

/// Returns the possible interpretations of a serialized value: each scalar as a
/// string, and as a JSON literal.
pub(super) fn interpretations(parameter: &Parameter, json: &str) -> Vec<Value> {
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

/// Returns the text of a value that is neither null nor made of others.
pub(super) fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

/// Encodes a JSON text. A header field has it as it is; a cookie can't.
fn json_text(location: ParameterLocation, json: &str) -> Option<String> {
    let is_field = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
    match location {
        ParameterLocation::Header => json.bytes().all(is_field).then(|| json.to_owned()),
        _ => encoded(location, json),
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
