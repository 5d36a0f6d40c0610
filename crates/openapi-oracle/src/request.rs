//! The part of a request before its body: valid, and the same for all cases except
//! for the values of parameters.

use openapi_values::Sampler;
use openapi_values::document::{ParameterLocation, Scheme, SchemeKind};
use openapi_values::wire::{Serialized, serialized};
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

/// The credential of every request; for HTTP Basic, `oracle:oracle`.
const CREDENTIAL: &str = "b3JhY2xlOm9yYWNsZQ==";

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
        let name = &parameter.name;
        let (name, text) = match parameter.location {
            ParameterLocation::Path => {
                (name.clone(), percent_encode((*text)?, RESERVED).to_string())
            }
            ParameterLocation::Query => (
                utf8_percent_encode(name, RESERVED).to_string(),
                percent_encode((*text)?, RESERVED).to_string(),
            ),
            ParameterLocation::Header | ParameterLocation::Cookie => {
                (name.clone(), String::from_utf8_lossy((*text)?).into_owned())
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
    pairs.extend(operation.schemes.iter().filter_map(credential));
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

/// Returns the location, the name and the text of a credential.
fn credential(scheme: &Scheme) -> Option<(ParameterLocation, String, String)> {
    match &scheme.kind {
        SchemeKind::Http(kind) => Some((
            ParameterLocation::Header,
            "Authorization".to_owned(),
            format!("{kind} {CREDENTIAL}"),
        )),
        SchemeKind::Key(location, name) => {
            // The padding would be the end of a name in a query.
            let key = CREDENTIAL.trim_end_matches('=');
            Some((*location, name.clone(), key.to_owned()))
        }
        SchemeKind::Other => None,
    }
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
