//! The part of a request before its body: valid, and the same for all cases except
//! for the values of parameters.

use openapi_values::document::ParameterLocation;
use openapi_values::{Json, Sampler};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode, utf8_percent_encode};
use rand::RngExt;

use crate::operation::{Operation, Parameter};

/// The maximum number of attempts to generate a parameter value that can be sent.
const ATTEMPTS: usize = 20;

/// RFC 3986 §2.3: all except the unreserved characters.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Returns the head of a request with valid parameters, without the length of its
/// body and the empty line.
pub(crate) fn head<'d>(sampler: &mut Sampler<'_, 'd>, operation: &Operation<'d>) -> String {
    let parameters = operation.parameters.iter();
    let texts: Vec<_> = parameters
        .map(|parameter| {
            let is_sent = parameter.required || !sampler.random.random_bool(0.7);
            is_sent.then(|| text(sampler, parameter))
        })
        .collect();
    let texts: Vec<_> = texts
        .iter()
        .map(|text| text.as_deref().map(str::as_bytes))
        .collect();
    head_with(operation, &texts)
}

/// Returns the head of a request with these texts for its parameters, in the order
/// of the parameters; `None` is a parameter that is not sent.
pub(crate) fn head_with(operation: &Operation<'_>, texts: &[Option<&[u8]>]) -> String {
    let mut path = operation.path.clone();
    let mut query = Vec::new();
    let mut cookies = Vec::new();
    let mut fields = String::new();
    for (parameter, text) in operation.parameters.iter().zip(texts) {
        let (name, Some(text)) = (&*parameter.name, text) else {
            continue;
        };
        let encoded = percent_encode(text, RESERVED).to_string();
        match parameter.location {
            ParameterLocation::Path => path = path.replace(&format!("{{{name}}}"), &encoded),
            ParameterLocation::Query => {
                query.push(format!("{}={encoded}", utf8_percent_encode(name, RESERVED)));
            }
            ParameterLocation::Header => {
                let text = String::from_utf8_lossy(text);
                fields.push_str(&format!("{name}: {text}\r\n"));
            }
            ParameterLocation::Cookie => {
                cookies.push(format!("{name}={}", String::from_utf8_lossy(text)));
            }
        }
    }
    if !cookies.is_empty() {
        fields.push_str(&format!("Cookie: {}\r\n", cookies.join("; ")));
    }
    let query = if query.is_empty() {
        String::new()
    } else {
        format!("?{}", query.join("&"))
    };
    format!(
        "{} {path}{query} HTTP/1.1\r\nHost: oracle\r\nAuthorization: Bearer oracle\r\n\
         Content-Type: {}\r\n{fields}",
        operation.method, operation.media_type
    )
}

/// Returns whether a text arrives unchanged.
pub(crate) fn can_be_sent(location: ParameterLocation, text: &[u8]) -> bool {
    match location {
        // A server may treat dots as path steps, and may remove an empty segment.
        ParameterLocation::Path => !matches!(text, b"" | b"." | b".."),
        ParameterLocation::Query => true,
        ParameterLocation::Header => text.iter().all(u8::is_ascii_graphic),
        // RFC 6265 §4.1.1
        ParameterLocation::Cookie => {
            let is_allowed = |byte: &u8| byte.is_ascii_graphic() && !b",;\"\\".contains(byte);
            text.iter().all(is_allowed)
        }
    }
}

/// Generates the text of a parameter.
fn text<'d>(sampler: &mut Sampler<'_, 'd>, parameter: &Parameter<'d>) -> String {
    let schemas = std::slice::from_ref(&parameter.schema);
    for _ in 0..ATTEMPTS {
        let text = match sampler.value(schemas, 0) {
            Json::String(text) => text,
            Json::Number(literal) => literal,
            Json::Bool(value) => value.to_string(),
            _ => continue,
        };
        if can_be_sent(parameter.location, text.as_bytes()) {
            return text;
        }
    }
    "0".to_owned()
}
