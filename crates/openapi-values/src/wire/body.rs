//! Writes values as request bodies (OpenAPI §4.8.14.3, §4.8.14.4, §4.8.15), and reads those of
//! response bodies.

use openapi_document::{MediaType, Parameter, ParameterLocation, RequestBody};
use openapi_schema::http::{self, FieldEncoding, Style, Syntax, essence};
use serde_json::Value;

use super::parameter::{in_style, interpretations, is_json, scalar};
use super::{Serialized, at, items};
use crate::merged::Merged;
use crate::schema::Schema;
use crate::{Values, parse_json};

/// The boundary between the parts of `multipart/form-data`.
pub const BOUNDARY: &str = "boundary-of-openapi-values";

/// Returns how values are written in a body of a media type, or `None` if they can't be.
///
/// Frameworks declare a range for a body of unknown media type, whose schema is that of JSON.
pub fn syntax(media_type: &MediaType<'_>) -> Option<Syntax> {
    let essence = essence(media_type.name);
    let is_json = |schema: openapi_document::Schema<'_>| schema.text("format") != Some("binary");
    match Syntax::of(&essence) {
        Syntax::Text if is_xml(media_type.name) => None,
        // Events, and other media types in parts, are what a server sends.
        Syntax::Items(format) if format.is_events() => None,
        Syntax::Bytes if essence.starts_with("multipart/") => None,
        Syntax::Bytes if ["*/*", "application/*"].contains(&essence.as_str()) => {
            Some(if media_type.schema.is_some_and(is_json) { Syntax::Json } else { Syntax::Bytes })
        }
        syntax => Some(syntax),
    }
}

/// Returns the media type of a body in which most can be tested.
pub fn sent<'b, 'd>(body: &'b RequestBody<'d>) -> Option<&'b MediaType<'d>> {
    let syntaxes = body.content.iter().filter_map(|one| Some((syntax(one)?, one)));
    let (_, media_type) = syntaxes.min_by_key(|(syntax, _)| *syntax)?;
    Some(media_type)
}

/// Returns the values in a body, or `None` if a schema can't describe it. The error describes
/// the part that is no value.
///
/// A text that is the JSON of a number or of a boolean represents both; `accepts`
/// decides.
pub fn read(
    media_type: &str,
    body: &[u8],
    accepts: &dyn Fn(&Value) -> bool,
) -> Option<Result<Vec<Value>, &'static str>> {
    let value = match Syntax::of(media_type) {
        Syntax::Items(format) if format.is_events() => return Some(items::events(body, accepts)),
        Syntax::Items(format) => return Some(items::texts(format, body)),
        Syntax::Json => parse_json(body).ok_or("a body that is not one JSON document"),
        Syntax::Text if is_xml(media_type) => return None,
        Syntax::Text => Ok(items::text(&String::from_utf8_lossy(body), accepts)),
        Syntax::UrlEncoded | Syntax::FormData | Syntax::Bytes => return None,
    };
    Some(value.map(|value| vec![value]))
}

/// Returns bodies that are not in the form of this one, each with what is wrong, made of two valid
/// ones.
pub fn malformed(
    body: &MediaType<'_>,
    is_required: bool,
    [mut one, mut other]: [Vec<u8>; 2],
) -> Vec<(&'static str, Vec<u8>)> {
    let mut wrong = Vec::new();
    match syntax(body) {
        Some(Syntax::Json) => {
            // An optional body without content counts as absent, which is valid.
            wrong.extend(is_required.then(|| ("an empty body", Vec::new())));
            one.extend(b" x");
            wrong.push(("a body with more behind it", one));
            wrong.push(("a body that isn't UTF-8", b"\"\xff\"".to_vec()));
            // A number without its last digit may still be a number.
            if other.starts_with(b"{") || other.starts_with(b"[") || other.starts_with(b"\"") {
                other.pop();
                wrong.push(("a body without its last character", other));
            }
        }
        Some(Syntax::Items(_)) => {
            one.extend(b"{\n");
            other.extend(b"\"\xff\"\n");
            wrong.push(("a line that isn't JSON", one));
            wrong.push(("a line that isn't UTF-8", other));
        }
        Some(Syntax::FormData) => {
            one.truncate(one.len() - BOUNDARY.len());
            wrong.push(("a body without its last boundary", one));
            wrong.push(("a body without a part", b"no boundary".to_vec()));
        }
        None | Some(Syntax::UrlEncoded | Syntax::Text | Syntax::Bytes) => {}
    }
    wrong
}

/// The schemas say nothing of the text of XML.
fn is_xml(media_type: &str) -> bool {
    let essence = essence(media_type);
    essence.ends_with("/xml") || essence.ends_with("+xml")
}

/// Returns the media type that is sent of a range, without parameters.
pub fn sent_type(media_type: &MediaType<'_>) -> String {
    let essence = essence(media_type.name);
    match essence.as_str() {
        "*/*" | "application/*" if syntax(media_type) == Some(Syntax::Json) => {
            "application/json".to_owned()
        }
        _ => http::sent_type(&essence),
    }
}

impl<'d> Values<'d> {
    /// Returns the content type of a body as it is sent.
    pub fn content_type(&self, media_type: &MediaType<'_>) -> String {
        match syntax(media_type) {
            Some(Syntax::FormData) => format!("{}; boundary={BOUNDARY}", sent_type(media_type)),
            _ if media_type.name.contains('*') => sent_type(media_type),
            _ => media_type.name.to_owned(),
        }
    }

    /// Returns the bytes of a body with this value, a JSON text, or `None` if the
    /// form of the body can't represent the value.
    pub fn written(&self, body: &MediaType<'_>, json: &str) -> Option<Vec<u8>> {
        let value = || serde_json::from_str(json).ok();
        match syntax(body)? {
            Syntax::Json => Some(json.as_bytes().to_vec()),
            Syntax::Items(format) => Some(format.written(json).into_bytes()),
            Syntax::UrlEncoded => self.pairs(body, &value()?).map(String::into_bytes),
            Syntax::FormData => self.parts(body, &value()?),
            Syntax::Text => Some(scalar(&value()?)?.into_bytes()),
            Syntax::Bytes => Some(bytes(&scalar(&value()?)?)),
        }
    }

    /// Returns the value that a server reads from a body with this value, as far as a
    /// text can represent several values: the one that the schema accepts.
    pub fn read_back(&self, body: &MediaType<'_>, value: &Value) -> Value {
        let Some(schema) = self.document.schema(at(body.schema)) else {
            return value.clone();
        };
        match (syntax(body), value) {
            (None | Some(Syntax::Json | Syntax::Items(_)), _) => value.clone(),
            (Some(Syntax::Bytes), _) => scalar(value).map_or(Value::Null, Value::String),
            (Some(Syntax::UrlEncoded | Syntax::FormData), Value::Object(fields)) => {
                let schema = [schema];
                let merged = self.merged(&schema);
                let read = fields.iter().map(|(name, value)| {
                    let (schemas, encoding) = (merged.member(name), field_encoding(body, name));
                    (name.clone(), self.read_field(&schemas, encoding, value))
                });
                let read = Value::Object(read.collect());
                // Branches of a union may declare a field each in its way.
                let texts = fields
                    .iter()
                    .filter(|(name, value)| !is_json_in(field_encoding(body, name), value));
                let others = texts.flat_map(|(name, value)| {
                    interpretations(value).map(|other| {
                        let mut object = read.clone();
                        object[name] = other;
                        object
                    })
                });
                let mut candidates = std::iter::once(read.clone()).chain(others);
                let accepted = candidates.find(|value| self.validator.accepts(&schema, value));
                accepted.unwrap_or(read)
            }
            (Some(Syntax::Text | Syntax::UrlEncoded | Syntax::FormData), _) => {
                self.read_text(&[schema], FieldEncoding::Usual, value)
            }
        }
    }

    /// Returns whether the schema of a parameter accepts a value that its text
    /// represents.
    pub fn accepts_text(&self, parameter: &Parameter<'_>, json: &str) -> bool {
        let Ok(value) = serde_json::from_str(json) else {
            return false;
        };
        let pointer = at(parameter.schema);
        let schema = self.document.schema(pointer);
        // Texts represent the same values in each style.
        let style = FieldEncoding::Style(Style::Form, true);
        let read = || self.read_field(schema.as_slice(), style, &value);
        self.accepts(pointer, &if is_json(parameter) { value.clone() } else { read() })
    }

    /// A field that is sent once is also an array of one item.
    fn read_field(&self, schemas: &[Schema<'d>], encoding: FieldEncoding, value: &Value) -> Value {
        let single = match value {
            Value::Array(items) if items.len() == 1 => items[0].clone(),
            value => value.clone(),
        };
        let text = Value::from(single.to_string());
        let array = |value: &Value| Value::Array(vec![value.clone()]);
        let mut others = vec![array(&single), single.clone()];
        if encoding != FieldEncoding::Json {
            others.extend([array(&text), text]);
        }
        // A server may take an empty text for an array without items.
        others.extend((single == "").then(|| Value::Array(Vec::new())));
        let candidates = std::iter::once(value).chain(&others);
        let mut read = candidates.map(|value| self.read_text(schemas, encoding, value));
        read.find(|value| self.validator.accepts(schemas, value)).unwrap_or_else(|| value.clone())
    }

    /// Returns a value whose scalars are texts or JSON literals, as the schemas accept.
    fn read_text(&self, schemas: &[Schema<'d>], encoding: FieldEncoding, value: &Value) -> Value {
        if is_json_in(encoding, value) {
            return value.clone();
        }
        let is_json = |item| is_json_in(encoding, item);
        let is_whole = value.as_array().is_some_and(|items| items.iter().any(is_json));
        // As a value of all branches, or of none.
        let merged = [self.merged(schemas), Merged::new(self.document, schemas, |_| Vec::new())];
        let parts = merged.iter().filter(|_| !is_whole);
        let parts = parts.map(|merged| self.by_parts(schemas, merged, value));
        let mut candidates = interpretations(value).into_iter().chain([value.clone()]).chain(parts);
        let accepted = candidates.find(|value| self.validator.accepts(schemas, value));
        accepted.unwrap_or_else(|| value.clone())
    }

    /// As [`Values::read_text`], for each item or member by itself.
    fn by_parts(&self, schemas: &[Schema<'d>], merged: &Merged<'d>, value: &Value) -> Value {
        match value {
            Value::Array(items) => {
                let items = items.iter().enumerate();
                items.map(|(index, item)| self.read_scalar(&merged.item(index), item)).collect()
            }
            Value::Object(members) => {
                let members = members.iter();
                let members = members.map(|(name, value)| {
                    (name.clone(), self.read_scalar(&merged.member(name), value))
                });
                Value::Object(members.collect())
            }
            scalar => self.read_scalar(schemas, scalar),
        }
    }

    fn read_scalar(&self, schemas: &[Schema<'d>], value: &Value) -> Value {
        let mut candidates = interpretations(value).into_iter();
        let accepted = candidates.find(|value| self.validator.accepts(schemas, value));
        accepted.unwrap_or_else(|| value.clone())
    }

    fn pairs(&self, body: &MediaType<'_>, value: &Value) -> Option<String> {
        let mut pairs: Serialized = Vec::new();
        for (name, value) in value.as_object()? {
            pairs.extend(match field_encoding(body, name) {
                FieldEncoding::Style(style, explode) => {
                    let field = (ParameterLocation::Query, name.as_str());
                    in_style(field, (style, explode), &value.to_string())?
                }
                // A field without items is absent.
                encoding => {
                    let written = encoding.write(name, value).ok()?;
                    (!written.is_empty()).then_some(written)?
                }
            });
        }
        let pairs = pairs.iter().map(|(name, text)| format!("{name}={text}"));
        Some(pairs.collect::<Vec<_>>().join("&"))
    }

    fn parts(&self, body: &MediaType<'_>, value: &Value) -> Option<Vec<u8>> {
        let schema = self.document.schema(at(body.schema));
        let merged = self.merged(schema.as_slice());
        let mut bytes = Vec::new();
        for (name, value) in value.as_object()? {
            // A header of a part has no control characters.
            if name.contains(char::is_control) {
                return None;
            }
            let encoding = body.encoding.and_then(|all| all.get(name));
            let media_type = encoding.and_then(|encoding| encoding.member_text("contentType"));
            let media_type = media_type.and_then(|list| list.split(',').next());
            let kind = self.file_type(&merged.member(name));
            let is_json = |value: &Value| value.is_object() || value.is_array();
            let items = match value {
                Value::Array(items) => items.iter().collect(),
                single => vec![single],
            };
            let written = field_encoding(body, name);
            let has_json = items.iter().any(|item| is_json(item));
            let is_refused = match written {
                FieldEncoding::Json => false,
                FieldEncoding::Usual => has_json && media_type.is_some(),
                FieldEncoding::Style(Style::Form, true) => has_json,
                FieldEncoding::Style(..) => has_json || value.is_array(),
            };
            if items.is_empty() || is_refused {
                return None;
            }
            for item in items {
                let head = match (media_type, kind) {
                    // A file is a string, whose bytes are sent.
                    (_, Some(_)) if !item.is_string() => return None,
                    (Some(media_type), _) | (None, Some(media_type)) => {
                        format!("; filename=\"file\"\r\nContent-Type: {}", media_type.trim())
                    }
                    _ if is_json(item) => "\r\nContent-Type: application/json".to_owned(),
                    _ => String::new(),
                };
                let name = name.replace('"', "%22");
                let text = written.text(item).ok()?;
                let content = match kind {
                    Some(_) => self::bytes(&text),
                    None => text.into_bytes(),
                };
                let head = format!(
                    "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"{head}\r\n\r\n"
                );
                for part in [head.as_bytes(), &content, b"\r\n"] {
                    bytes.extend_from_slice(part);
                }
            }
        }
        bytes.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
        Some(bytes)
    }

    /// Returns the media type of a field or of its items if it is a file (§4.8.14.3). What has
    /// another encoding than `binary` is a text.
    fn file_type(&self, schemas: &[Schema<'d>]) -> Option<&'d str> {
        let merged = self.merged(schemas);
        let items = self.merged(&merged.item(0));
        let parts = merged.parts.iter().chain(&items.parts);
        parts.into_iter().find_map(|part| {
            let text = |name: &str| part.keyword(name).and_then(Value::as_str);
            let encoding = text("contentEncoding");
            let is_bytes = encoding.is_none_or(|one| one.eq_ignore_ascii_case("binary"));
            let is_file = text("format") == Some("binary") || encoding.is_some();
            let media_type = text("contentMediaType");
            media_type.or(is_file.then_some("application/octet-stream")).filter(|_| is_bytes)
        })
    }

    /// Merges schemas with all their alternatives.
    fn merged(&self, schemas: &[Schema<'d>]) -> Merged<'d> {
        Merged::new(self.document, schemas, |branches| branches.concat())
    }
}

/// Returns whether a value or an item is written as JSON.
fn is_json_in(encoding: FieldEncoding, value: &Value) -> bool {
    encoding == FieldEncoding::Json || encoding == FieldEncoding::Usual && value.is_object()
}

/// Returns how a field of a form is written.
fn field_encoding(body: &MediaType<'_>, name: &str) -> FieldEncoding {
    let encoding = body.encoding.and_then(|all| all.get(name));
    encoding.and_then(|one| serde_json::from_value(one.to_json()).ok()).unwrap_or_default()
}

/// Returns the bytes of a file, as many as its string has characters: the length keywords
/// count them (§4.8.14.3).
fn bytes(text: &str) -> Vec<u8> {
    text.chars().map(|letter| u32::from(letter).to_le_bytes()[0]).collect()
}
