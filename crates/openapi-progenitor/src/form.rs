//! Validates bodies of `multipart/form-data` before they are sent.

use bytes::Bytes;
use futures::{FutureExt, stream};
use multer::Multipart;
use openapi_schema::{DecodeError, FieldContent, FormPart, Violations, form_value};

use crate::{Contract, FormBody};

/// A part as it is sent.
pub(crate) struct Part {
    name: String,
    is_file: bool,
    media_type: Option<String>,
    content: Bytes,
}

/// Returns the boundary with which a body begins (RFC 2046 §5.1.1).
pub(crate) fn boundary(body: &[u8]) -> Option<&str> {
    let line = body.strip_prefix(b"--")?.split(|&byte| byte == b'\r').next();
    let line = str::from_utf8(line?).ok()?;
    // An empty form has the last boundary only.
    let boundary = line.strip_suffix("--").unwrap_or(line);
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"'()+_,-./:=?".contains(&byte);
    let is_boundary = (1..=70).contains(&boundary.len()) && boundary.bytes().all(is_allowed);
    is_boundary.then_some(boundary)
}

/// Returns the parts of a body.
pub(crate) fn parts(body: &[u8], boundary: &str) -> Result<Vec<Part>, String> {
    let whole = Bytes::copy_from_slice(body);
    let whole = stream::iter([Ok::<_, std::convert::Infallible>(whole)]);
    let mut multipart = Multipart::new(whole, boundary);
    let read = async {
        let mut parts = Vec::new();
        while let Some(part) = multipart.next_field().await? {
            parts.push(Part {
                name: part.name().unwrap_or_default().to_owned(),
                is_file: part.file_name().is_some(),
                media_type: part
                    .headers()
                    .get(http::header::CONTENT_TYPE)
                    .map(|field| String::from_utf8_lossy(field.as_bytes()).into_owned()),
                content: part.bytes().await?,
            });
        }
        Ok(parts)
    };
    // The whole body is there, so that nothing waits.
    let parts = read.now_or_never().ok_or_else(|| "it is incomplete".to_owned());
    parts
        .and_then(|parts| parts.map_err(|error: multer::Error| error.to_string()))
        .map_err(|message| format!("the body is not multipart/form-data: {message}"))
}

/// Validates the parts of a body. The parts of these names are sent as streams, and have no
/// content.
pub(crate) fn validate(
    contract: &Contract,
    parts: Vec<Part>,
    streamed: &[String],
    declared: FormBody,
) -> Result<(), DecodeError> {
    let parts = parts.into_iter().map(|part| {
        let mut fields = declared.fields.iter();
        let is_streamed = streamed.contains(&part.name);
        let is_file = match fields.find(|field| field.name == part.name) {
            Some(field) => is_streamed || matches!(field.content, FieldContent::File(_)),
            None => part.is_file,
        };
        if is_file {
            let length = (!is_streamed).then_some(part.content.len());
            return Ok((part.name, FormPart::File(part.media_type, length)));
        }
        match String::from_utf8(part.content.into()) {
            Ok(text) => Ok((part.name, FormPart::Text(text))),
            Err(_) => Err(Violations::one("", "must be UTF-8").of_member(&part.name).collect()),
        }
    });
    let parts = parts.collect::<Result<Vec<_>, Violations>>()?;
    let schema = contract.schema(declared.schema);
    form_value(schema, declared.fields, |pointer| contract.schema(pointer), parts).map(drop)
}
