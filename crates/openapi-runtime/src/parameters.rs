//! Path, query and header parameters, validated by their own schemas.
//!
//! A parameter arrives as text. The schema decides which JSON value the text
//! represents: the first of string, boolean and number that it accepts. All
//! parameters of one location are decoded at once as an object, and all of their
//! violations are reported.

use dropshot::{RequestContext, ServerContext};
use http::HeaderMap;
use percent_encoding::percent_decode_str;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{Rejection, Schema, Violation, Violations, path};

/// The location of a parameter (`in`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterLocation {
    /// A segment of this path of the document, percent-decoded.
    Path(&'static str),
    /// The query, percent-decoded, `+` as a space (the `form` style).
    Query,
    /// A header field.
    Header,
}

/// A parameter of an operation.
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Whether a request without it is rejected.
    pub required: bool,
    /// The schema of its value.
    pub schema: Schema,
}

/// Reads all parameters of one location.
///
/// # Errors
/// [`Rejection::Parameters`] with every parameter that is missing, repeated or
/// invalid.
pub fn parameters<T: DeserializeOwned, C: ServerContext>(
    rqctx: &RequestContext<C>,
    location: ParameterLocation,
    parameters: &[Parameter],
) -> Result<T, Rejection> {
    let uri = rqctx.request.uri();
    let sent = match location {
        ParameterLocation::Path(template) => path::variables(template, uri.path()),
        ParameterLocation::Query => query(uri.query().unwrap_or_default()),
        ParameterLocation::Header => headers(rqctx.request.headers(), parameters),
    };
    let mut object = Map::new();
    let mut violations = Vec::new();
    for parameter in parameters {
        let mut texts = sent
            .iter()
            .filter(|(name, _)| name == parameter.name)
            .map(|(_, text)| text);
        let value = match (texts.next(), texts.next()) {
            (None, _) if parameter.required => Err(Violations::one("", "is missing")),
            (None, _) => continue,
            (Some(Some(text)), None) => {
                let value = parameter.schema.judge_text(text);
                value.map_err(Rejection::defect)?
            }
            (Some(None), None) => Err(Violations::one("", "is not UTF-8")),
            (Some(_), Some(_)) => Err(Violations::one("", "is sent more than once")),
        };
        match value {
            Ok(value) => {
                object.insert(parameter.name.to_owned(), value);
            }
            Err(found) => {
                let pointer = format!("/{}", parameter.name);
                violations.extend(found.into_iter().map(|Violation { rule, .. }| Violation {
                    pointer: pointer.clone(),
                    rule,
                }));
            }
        }
    }
    if !violations.is_empty() {
        return Err(Rejection::Parameters(violations.into_iter().collect()));
    }
    serde_json::from_value(Value::Object(object))
        .map_err(|error| Rejection::Parameters(Violations::one("", error)))
}

/// Names and values as the caller sent them; `None` for a value that is not UTF-8.
pub(crate) type Sent = Vec<(String, Option<String>)>;

/// `application/x-www-form-urlencoded`, as the `form` style writes it
/// (RFC 6570 §3.2.8). Names that are not UTF-8 are ignored.
pub(crate) fn query(query: &str) -> Sent {
    let decoded = |text: &str| {
        let spaced = text.replace('+', " ");
        percent_decode_str(&spaced)
            .decode_utf8()
            .ok()
            .map(|text| text.into_owned())
    };
    query
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .filter_map(|(name, text)| Some((decoded(name)?, decoded(text))))
        .collect()
}

fn headers(headers: &HeaderMap, parameters: &[Parameter]) -> Sent {
    let fields = parameters.iter().flat_map(|parameter| {
        headers
            .get_all(parameter.name)
            .iter()
            .map(|field| (parameter.name, field))
    });
    fields
        .map(|(name, field)| {
            let text = std::str::from_utf8(field.as_bytes()).ok();
            (name.to_owned(), text.map(str::to_owned))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::query;

    #[test]
    fn a_query_is_decoded_name_by_name() {
        let sent: Vec<_> = query("a=1&&b=%C3%A9+x&a=&c&%ff=1&d=%ff");
        let shown: Vec<_> = sent
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_deref()))
            .collect();
        let expected = [
            ("a", Some("1")),
            ("b", Some("é x")),
            ("a", Some("")),
            ("c", Some("")),
            ("d", None),
        ];
        assert_eq!(shown, expected);
    }
}
