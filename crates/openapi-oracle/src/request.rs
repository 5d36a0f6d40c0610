//! The part of a request before its body: valid, and the same for all cases except
//! for the values of parameters.

use openapi_schema::http::Encoding;
use openapi_values::Sampler;
use openapi_values::document::ParameterLocation;
use openapi_values::wire::{Serialized, serialized};
use rand::RngExt;

use crate::operation::{Operation, Parameter};

/// The maximum number of attempts to generate a parameter value that can be sent.
const ATTEMPTS: usize = 20;

/// The credential of every request; for HTTP Basic, `oracle:password`.
const CREDENTIAL: &str = "b3JhY2xlOnBhc3N3b3Jk";

/// Returns the head of a request with valid parameters, without the length of its
/// body and the empty line.
pub(crate) fn head<'d>(sampler: &mut Sampler<'_, 'd>, operation: &Operation<'d>) -> String {
    let mut pairs = Vec::new();
    for parameter in &operation.parameters {
        let is_sent = parameter.required || !sampler.random.random_bool(0.7);
        let texts = is_sent.then(|| texts(sampler, parameter)).flatten();
        let named = |(name, text)| match parameter.location {
            // The name of a variable is not encoded.
            ParameterLocation::Path => (parameter.location, parameter.name.clone(), text),
            location => (location, name, text),
        };
        pairs.extend(texts.into_iter().flatten().map(named));
    }
    head_of(operation, pairs)
}

/// Returns the head of a request with these texts for its parameters, in the order
/// of the parameters; `None` is a parameter that is not sent.
pub(crate) fn head_with(operation: &Operation<'_>, texts: &[Option<&[u8]>]) -> String {
    let parameters = operation.parameters.iter().zip(texts);
    let pairs = parameters.filter_map(|(parameter, text)| {
        let (name, text) = (&parameter.name, (*text)?);
        let (name, text) = match parameter.location {
            ParameterLocation::Path => (name.clone(), Encoding::Uri.encode(text)),
            ParameterLocation::Query => (Encoding::Uri.encode(name), Encoding::Uri.encode(text)),
            ParameterLocation::Header | ParameterLocation::Cookie => {
                (name.clone(), Encoding::Plain.encode(text))
            }
        };
        Some((parameter.location, name, text))
    });
    head_of(operation, pairs.collect())
}

/// Returns the head of a request with these encoded names and texts, and with the
/// credentials.
fn head_of(
    operation: &Operation<'_>,
    mut pairs: Vec<(ParameterLocation, String, String)>,
) -> String {
    let credentials = operation.schemes.iter();
    let credentials = credentials.filter_map(|scheme| scheme.credential(CREDENTIAL));
    pairs.extend(credentials.map(|(location, name, text)| (location, name.to_owned(), text)));
    let mut path = operation.path.clone();
    let mut query = Vec::new();
    let mut cookies = Vec::new();
    let mut fields = String::new();
    for (location, name, text) in pairs {
        match location {
            ParameterLocation::Path => path = path.replace(&format!("{{{name}}}"), &text),
            ParameterLocation::Query => query.push(format!("{name}={text}")),
            ParameterLocation::Header => fields.push_str(&format!("{name}: {text}\r\n")),
            ParameterLocation::Cookie => cookies.push(format!("{name}={text}")),
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
        "{} {path}{query} HTTP/1.1\r\nHost: oracle\r\nContent-Type: {}\r\n{fields}",
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

/// Generates a valid value of a parameter in its style, or `None` if no generated value
/// can be written in it.
fn texts<'d>(sampler: &mut Sampler<'_, 'd>, parameter: &Parameter<'d>) -> Option<Serialized> {
    let schemas = std::slice::from_ref(&parameter.schema);
    (0..ATTEMPTS).find_map(|_| {
        let json = sampler.value(schemas, 0).text();
        serialized(&parameter.declared, std::str::from_utf8(&json).ok()?)
    })
}
