//! The part of a request that is not its body: valid, and the same for all
//! cases but for the values of parameters.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rand::RngExt;

use crate::document::{Operation, Parameter, Place};
use crate::json::Json;
use crate::sample::Sampler;

/// How often a value is made for a parameter before one that can't be sent
/// there is taken.
const ATTEMPTS: usize = 20;

/// RFC 3986 §2.3: all but the unreserved characters.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The head of a request, without the length of its body and the empty line.
pub(crate) fn head<'d>(sampler: &mut Sampler<'_, 'd>, operation: &Operation<'d>) -> String {
    let mut path = operation.path.to_owned();
    let mut query = Vec::new();
    let mut fields = String::new();
    for parameter in &operation.parameters {
        if !parameter.required && sampler.random.random_bool(0.7) {
            continue;
        }
        let text = text(sampler, parameter);
        let encoded = || utf8_percent_encode(&text, RESERVED).to_string();
        match parameter.place {
            Place::Path => path = path.replace(&format!("{{{}}}", parameter.name), &encoded()),
            Place::Query => query.push(format!(
                "{}={}",
                utf8_percent_encode(parameter.name, RESERVED),
                encoded()
            )),
            Place::Header => fields.push_str(&format!("{}: {text}\r\n", parameter.name)),
        }
    }
    let query = if query.is_empty() {
        String::new()
    } else {
        format!("?{}", query.join("&"))
    };
    format!(
        "{} {path}{query} HTTP/1.1\r\nHost: oracle\r\nAuthorization: Bearer oracle\r\n\
         Content-Type: application/json\r\n{fields}",
        operation.method
    )
}

/// A value as a parameter's text.
fn text<'d>(sampler: &mut Sampler<'_, 'd>, parameter: &Parameter<'d>) -> String {
    let schemas = std::slice::from_ref(&parameter.schema);
    for _ in 0..ATTEMPTS {
        let text = match sampler.value(schemas, 0) {
            Json::String(text) => text,
            Json::Number(literal) => literal,
            Json::Bool(value) => value.to_string(),
            _ => continue,
        };
        let can_be_sent = match parameter.place {
            // A server may take dots for steps, and an empty segment away.
            Place::Path => !matches!(text.as_str(), "" | "." | ".."),
            Place::Query => true,
            Place::Header => text.bytes().all(|byte| byte.is_ascii_graphic()),
        };
        if can_be_sent {
            return text;
        }
    }
    "0".to_owned()
}
