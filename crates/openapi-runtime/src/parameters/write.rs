//! Writes the values of parameters, the inverse of the decoders.
//!
//! Names, items and members are percent-encoded before the delimiters are added
//! (OpenAPI 3.1.1, Appendix E); in a header they are text as it is (Appendix D).

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value};

use super::{Parameter, ParameterLocation, Serialization, Style};
use crate::{Cause, items};

/// All except the unreserved characters (RFC 3986 §2.3).
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// A name and a text under which a value is sent.
pub(crate) type Pair = (String, String);

/// Returns a percent-encoded text.
pub(crate) fn encoded(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

/// Returns the pairs of the parameters that an object has as members.
///
/// # Errors
/// A schema rejects the value of its parameter, or the value has no text in the style of
/// the parameter.
pub(crate) fn write(
    location: ParameterLocation,
    parameters: &[Parameter],
    values: &Map<String, Value>,
) -> Result<Vec<Pair>, Cause> {
    let encode: fn(&str) -> String = match location {
        ParameterLocation::Header => str::to_owned,
        _ => encoded,
    };
    let mut pairs = Vec::new();
    for parameter in parameters {
        if let Some(value) = values.get(parameter.name) {
            let written = parameter.write(value, encode);
            pairs.extend(written.map_err(|error| format!("`{}`: {error}", parameter.name))?);
        }
    }
    Ok(pairs)
}

impl Parameter {
    fn write(&self, value: &Value, encode: fn(&str) -> String) -> Result<Vec<Pair>, Cause> {
        items::validate(value, &self.schema)?;
        let name = encode(self.name);
        let text = |value: &Value| items::text(value, None).map(|text| encode(&text));
        let texts = |items: &[Value]| items.iter().map(text).collect::<Result<Vec<_>, _>>();
        let (style, explode) = match self.serialization {
            Serialization::Json => return Ok(vec![(name, encode(&value.to_string()))]),
            Serialization::Style(style, explode, _) => (style, explode),
        };
        let delimiter = match style {
            Style::SpaceDelimited => "%20",
            Style::PipeDelimited => "%7C",
            _ => ",",
        };
        let is_one_text = !explode || style == Style::Simple;
        let joined = |texts: Vec<String>| {
            if texts.iter().any(|text| text.contains(delimiter)) {
                return Err("a value contains the delimiter of its style");
            }
            Ok(vec![(name.clone(), texts.join(delimiter))])
        };
        Ok(match value {
            Value::Array(items) if is_one_text => joined(texts(items)?)?,
            Value::Array(items) => repeated(&name, texts(items)?),
            Value::Object(members) if style == Style::DeepObject => {
                let mut pairs = Vec::new();
                for (member, value) in members {
                    let name = format!("{name}[{}]", encode(member));
                    deep_object(name, value, encode, &mut pairs)?;
                }
                pairs
            }
            Value::Object(members) if is_one_text => {
                let mut parts = Vec::new();
                for (member, value) in members {
                    let (member, text) = (encode(member), text(value)?);
                    if explode {
                        parts.push(format!("{member}={text}"));
                    } else {
                        parts.extend([member, text]);
                    }
                }
                joined(parts)?
            }
            Value::Object(members) => {
                let mut pairs = Vec::new();
                for (member, value) in members {
                    let texts = match value {
                        Value::Array(items) => texts(items)?,
                        value => vec![text(value)?],
                    };
                    pairs.extend(repeated(&encode(member), texts));
                }
                pairs
            }
            value => vec![(name.clone(), text(value)?)],
        })
    }
}

fn repeated(name: &str, texts: Vec<String>) -> Vec<Pair> {
    let pairs = texts.into_iter().map(|text| (name.to_owned(), text));
    pairs.collect()
}

/// Adds the pairs of a member of the style `deepObject`.
fn deep_object(
    name: String,
    value: &Value,
    encode: fn(&str) -> String,
    pairs: &mut Vec<Pair>,
) -> Result<(), Cause> {
    match value {
        Value::Object(members) => {
            for (member, value) in members {
                deep_object(format!("{name}[{}]", encode(member)), value, encode, pairs)?;
            }
        }
        Value::Array(items) => {
            for item in items {
                deep_object(name.clone(), item, encode, pairs)?;
            }
        }
        value => pairs.push((name, encode(&items::text(value, None)?))),
    }
    Ok(())
}
