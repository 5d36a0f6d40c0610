//! Writes `application/x-www-form-urlencoded`. progenitor writes scalars alone.

use openapi_schema::http::FieldEncoding;
use progenitor_client::Error;
use reqwest::RequestBuilder;
use reqwest::header::CONTENT_TYPE;
use serde::Serialize;
use serde_json::Value;

/// Writes a form, with the fields of these names as the document says; for generated methods.
///
/// # Errors
/// [`Error::InvalidRequest`] if the body is no object, or a field has no text.
#[expect(clippy::result_large_err, reason = "progenitor's methods return it")]
pub fn form_urlencoded<E>(
    request: RequestBuilder,
    body: &impl Serialize,
    encodings: &[(&str, FieldEncoding)],
) -> Result<RequestBuilder, Error<E>> {
    let members = match serde_json::to_value(body) {
        Ok(Value::Object(members)) => members,
        Ok(_) => return Err(Error::InvalidRequest("the form is no object".to_owned())),
        Err(error) => return Err(Error::InvalidRequest(error.to_string())),
    };
    let mut pairs = Vec::new();
    for (name, value) in &members {
        let encoding = encodings.iter().find(|(known, _)| known == name);
        let encoding = encoding.map_or(FieldEncoding::Usual, |(_, encoding)| *encoding);
        // Without JSON a field that is null is absent.
        if value.is_null() && encoding != FieldEncoding::Json {
            continue;
        }
        let written = encoding.write(name, value);
        let written = written
            .map_err(|error| Error::InvalidRequest(format!("the field `{name}`: {error}")))?;
        pairs.extend(written.iter().map(|(name, text)| format!("{name}={text}")));
    }
    let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
    Ok(request.body(pairs.join("&")))
}
