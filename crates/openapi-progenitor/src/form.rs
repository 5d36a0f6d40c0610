//! Validates bodies of `multipart/form-data` before they are sent.
//!
//! The schema of a field decides which value its text represents. The values of all
//! fields are an object, which the schema of the form validates.

use std::collections::BTreeMap;

use bytes::Bytes;
use futures::{FutureExt, stream};
use multer::Multipart;
use openapi_schema::http::{MediaType, select};
use openapi_schema::{DecodeError, Texts, Violation, Violations, parse};
use serde_json::{Map, Value};

use crate::{Contract, FieldContent, FormBody, FormField};

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
    let mut by_name: BTreeMap<String, Vec<Part>> = BTreeMap::new();
    for part in parts {
        by_name.entry(part.name.clone()).or_default().push(part);
    }
    let mut object = Map::new();
    let mut violations = Vec::new();
    for (name, parts) in by_name {
        let field = declared.fields.iter().find(|field| field.name == name);
        let is_streamed = streamed.contains(&name);
        let value = match field {
            Some(field) if is_streamed && !matches!(field.content, FieldContent::File(_)) => {
                Err(Violations::one("", "is not a file, so it can't be an upload").into())
            }
            Some(field) => field.value(contract, &parts),
            None => undeclared(&parts),
        };
        match value {
            Ok(value) => {
                object.insert(name, value);
            }
            Err(DecodeError::Invalid(found)) => {
                violations.extend(found.into_iter().map(|found| Violation {
                    pointer: format!("/{name}{}", found.pointer),
                    ..found
                }));
            }
            Err(error) => return Err(error),
        }
    }
    if !violations.is_empty() {
        return Err(DecodeError::Invalid(violations.into_iter().collect()));
    }
    let Some(schema) = declared.schema else {
        return Ok(());
    };
    let violations = match contract.schema(schema).validate(&object.into()) {
        Err(DecodeError::Invalid(violations)) => violations,
        validated => return validated,
    };
    // The length of an upload is that of its placeholder.
    let is_placeholder = |violation: &Violation| {
        let part = violation.pointer.split('/').nth(1);
        let is_part = |name: &String| part == Some(&name.replace('~', "~0").replace('/', "~1"));
        streamed.iter().any(is_part)
    };
    let violations = violations.into_iter();
    let known: Vec<_> = violations.filter(|one| !is_placeholder(one)).collect();
    if known.is_empty() { Ok(()) } else { Err(DecodeError::Invalid(known.into_iter().collect())) }
}

/// Returns the value of a field that the form does not declare.
fn undeclared(parts: &[Part]) -> Result<Value, DecodeError> {
    let values = parts.iter().map(|part| {
        if part.is_file { Ok(part.placeholder()) } else { part.text().map(Value::from) }
    });
    let mut values = values.collect::<Result<Vec<_>, _>>()?;
    Ok(match values.len() {
        1 => values.remove(0),
        _ => Value::Array(values),
    })
}

impl FormField {
    /// Returns the value of the field's parts.
    fn value(&self, contract: &Contract, parts: &[Part]) -> Result<Value, DecodeError> {
        if !self.repeated && parts.len() > 1 {
            return Err(Violations::one("", "is sent more than once").into());
        }
        let schema = contract.schema(self.schema);
        if self.content == FieldContent::Text {
            let texts = parts.iter().map(|part| part.text().map(Texts::One));
            let texts = self.joined(texts.collect::<Result<_, _>>()?, Texts::Items);
            return schema.validate_texts(&texts);
        }
        let values: Result<_, _> = parts.iter().map(|part| self.item(part)).collect();
        let value = self.joined(values?, Value::Array);
        if self.content == FieldContent::Json {
            schema.validate(&value)?;
        }
        Ok(value)
    }

    /// Returns the only value, or all values of an array.
    fn joined<T>(&self, mut values: Vec<T>, array: impl FnOnce(Vec<T>) -> T) -> T {
        match values.pop() {
            Some(only) if !self.repeated => only,
            last => {
                values.extend(last);
                array(values)
            }
        }
    }

    /// Returns the value of a part that is JSON or a file.
    fn item(&self, part: &Part) -> Result<Value, Violations> {
        let FieldContent::File(declared) = self.content else {
            let json = parse(&part.content)
                .map_err(|error| Violations::one("", format!("must be JSON: {error}")))?;
            return Ok(json.value);
        };
        // A part without a content type is text (RFC 7578 §4.4).
        let sent = part.media_type.as_deref().unwrap_or("text/plain");
        if MediaType::parse(sent).is_none() {
            return Err(Violations::one("", "must have a valid media type"));
        }
        if declared.is_empty() || select(declared.iter().copied(), sent).is_some() {
            return Ok(part.placeholder());
        }
        let rule = format!("must be a file of {}", declared.join(" or "));
        Err(Violations::one("", rule))
    }
}

impl Part {
    fn text(&self) -> Result<String, Violations> {
        let text = str::from_utf8(&self.content);
        text.map(str::to_owned).map_err(|_| Violations::one("", "must be UTF-8"))
    }

    /// Returns a string with as many characters as the file has bytes, which the length
    /// keywords count (OpenAPI 3.1.1 §4.8.14.3).
    fn placeholder(&self) -> Value {
        "0".repeat(self.content.len()).into()
    }
}
