//! Writes `application/x-www-form-urlencoded`. progenitor writes scalars alone.

use openapi_schema::http::Encoding;
use progenitor_client::Error;
use reqwest::RequestBuilder;
use reqwest::header::CONTENT_TYPE;
use serde::Serialize;
use serde_json::Value;

/// Writes a form: each item of an array as a field of its own, and an object as JSON; for generated
/// methods.
///
/// # Errors
/// [`Error::InvalidRequest`] if the body is no object.
#[expect(clippy::result_large_err, reason = "progenitor's methods return it")]
pub fn form_urlencoded<E>(
    request: RequestBuilder,
    body: &impl Serialize,
) -> Result<RequestBuilder, Error<E>> {
    let members = match serde_json::to_value(body) {
        Ok(Value::Object(members)) => members,
        Ok(_) => return Err(Error::InvalidRequest("the form is no object".to_owned())),
        Err(error) => return Err(Error::InvalidRequest(error.to_string())),
    };
    let is_compound = |value: &Value| value.is_array() || value.is_object();
    let mut pairs = Vec::new();
    for (name, value) in members {
        let items = match value {
            Value::Array(items) if !items.iter().any(is_compound) => items,
            value => vec![value],
        };
        let items = items.into_iter().filter(|item| !item.is_null());
        pairs.extend(items.map(|item| {
            let text = item.as_str().map_or_else(|| item.to_string(), str::to_owned);
            format!("{}={}", Encoding::Uri.encode(&name), Encoding::Uri.encode(text))
        }));
    }
    let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
    Ok(request.body(pairs.join("&")))
}
