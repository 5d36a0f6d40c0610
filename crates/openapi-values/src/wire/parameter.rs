//! Serializes values for paths, queries, headers and cookies, and parses such texts. A value
//! whose text would be parsed as another value isn't serialized.

use openapi_document::{Parameter, ParameterLocation};
use openapi_schema::http::{self, Encoding, Pair, Style, Texts};
use serde_json::Value;

/// Encoded names and texts in the order in which they are sent; a path and a header
/// have one pair.
pub type Serialized = Vec<Pair>;

/// Returns whether the value of a parameter is written as a text of JSON (`content`).
pub fn is_json(parameter: &Parameter<'_>) -> bool {
    parameter.content.is_some_and(http::is_json)
}

/// Serializes a JSON text as this parameter. Returns `None` if the value can't be
/// serialized.
pub fn serialized(parameter: &Parameter<'_>, json: &str) -> Option<Serialized> {
    let (name, location) = (parameter.name, parameter.place);
    if !is_json(parameter) {
        let style = (Style::named(parameter.style())?, parameter.explodes());
        return in_style((location, name), style, json);
    }
    let is_field = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
    let is_sent = match location {
        ParameterLocation::Header => json.bytes().all(is_field),
        _ => arrives(location, json),
    };
    let encoding = encoding(location);
    (is_sent && arrives(location, name))
        .then(|| vec![(encoding.encode(name), encoding.encode(json))])
}

/// Serializes a JSON text in a style.
pub(super) fn in_style(
    (location, name): (ParameterLocation, &str),
    (style, explode): (Style, bool),
    json: &str,
) -> Option<Serialized> {
    let value: Value = serde_json::from_str(json).ok()?;
    let texts = texts(location, &value, json)?;
    // Undefined by the Specification.
    if !arrives(location, name) || style == Style::DeepObject && !value.is_object() {
        return None;
    }
    style.write(explode, name, &texts, encoding(location)).ok()
}

fn encoding(location: ParameterLocation) -> Encoding {
    match location {
        ParameterLocation::Path | ParameterLocation::Query => Encoding::Uri,
        ParameterLocation::Header => Encoding::Plain,
        ParameterLocation::Cookie => Encoding::Cookie,
    }
}

/// Returns `None` for an empty text, array or object, which can't be distinguished
/// from an absent one, and for values in values.
fn texts(location: ParameterLocation, value: &Value, json: &str) -> Option<Texts> {
    let text = |value: &Value| {
        let text = scalar(value)?;
        (!text.is_empty() && arrives(location, &text)).then_some(Texts::One(text))
    };
    match value {
        Value::Array(items) if items.is_empty() => None,
        Value::Array(items) => items.iter().map(text).collect::<Option<_>>().map(Texts::Items),
        Value::Object(members) if members.is_empty() => None,
        Value::Object(members) => {
            let member = |(name, value): (&String, _)| {
                arrives(location, name).then(|| Some((name.clone(), text(value)?)))?
            };
            members.iter().map(member).collect::<Option<_>>().map(Texts::Members)
        }
        // The text of the number: a float might not hold its digits.
        Value::Number(_) => Some(Texts::One(json.to_owned())),
        scalar => text(scalar),
    }
}

/// Returns the possible interpretations of a serialized value: each scalar as a
/// string, and as a JSON literal.
pub(super) fn interpretations(value: &Value) -> [Value; 2] {
    let as_text = |value: &Value| scalar(value).map_or_else(|| value.clone(), Value::String);
    let as_literal =
        |value: &Value| scalar(value).map_or_else(|| value.clone(), |text| literal(&text));
    [map_scalars(value, &as_text), map_scalars(value, &as_literal)]
}

/// Returns the boolean or the number that a text is, or else the text.
pub fn literal(text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(literal @ (Value::Bool(_) | Value::Number(_))) => literal,
        _ => Value::from(text),
    }
}

fn map_scalars(value: &Value, read: &dyn Fn(&Value) -> Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(read).collect(),
        Value::Object(members) => {
            let members = members.iter();
            Value::Object(members.map(|(name, value)| (name.clone(), read(value))).collect())
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

/// Returns whether a text arrives unchanged.
fn arrives(location: ParameterLocation, text: &str) -> bool {
    match location {
        // A server may resolve dot segments.
        ParameterLocation::Path => !matches!(text, "" | "." | ".."),
        ParameterLocation::Query => true,
        // Delimiters of header fields are excluded (RFC 9110 §5.6.2), and what a cookie
        // can have only if the server decodes it.
        ParameterLocation::Header | ParameterLocation::Cookie => {
            let is_plain = |byte: u8| byte.is_ascii_graphic() && !b",;\"\\=".contains(&byte);
            text.bytes().all(is_plain)
        }
    }
}
