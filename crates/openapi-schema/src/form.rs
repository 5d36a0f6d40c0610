//! The parts of `multipart/form-data` as one value, for servers and clients.
//!
//! A part is text, JSON or a file (OpenAPI 3.1.1 §4.8.15). The schema of a field decides which
//! value its text represents. The values of all fields are an object, which the schema of the
//! form validates.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::http::{FieldContent, FormField, MediaType, Texts, select};
use crate::{DecodeError, Schema, SchemaError, Violation, Violations, parse};

/// A part of a form.
#[derive(Debug)]
pub enum FormPart {
    /// The text of a value, or JSON.
    Text(String),
    /// A file with this content type, and its length in bytes, if that is known.
    File(Option<String>, Option<usize>),
}

enum Member {
    Value(Value),
    Texts(Texts),
}

/// Returns the object of the parts of a form. The value of a file is a text that the length
/// keywords treat like one with as many characters as the file has bytes (OpenAPI 3.1.1
/// §4.8.14.3).
///
/// # Errors
/// [`DecodeError::Invalid`] with the violations of each field, or else those of the form, except
/// by the length of a file whose length is not known.
pub fn form_value<S>(
    schema: &Schema,
    fields: &[FormField<S>],
    schema_of: impl Fn(&S) -> &Schema,
    parts: impl IntoIterator<Item = (String, FormPart)>,
) -> Result<Value, DecodeError> {
    let mut by_name: BTreeMap<String, Vec<FormPart>> = BTreeMap::new();
    for (name, part) in parts {
        by_name.entry(name).or_default().push(part);
    }
    let (mut known, mut texts) = (Map::new(), Vec::new());
    let (mut violations, mut unknown) = (Vec::new(), Vec::new());
    for (name, parts) in by_name {
        if parts.iter().any(|part| matches!(part, FormPart::File(_, None))) {
            unknown.push(crate::json_schema::token(&name));
        }
        let read = match fields.iter().find(|field| field.name == name) {
            Some(field) => field.read(field.schema.as_ref().map(&schema_of), schema, parts),
            None => undeclared(schema, parts),
        };
        match read {
            Ok(Member::Value(value)) => {
                known.insert(name, value);
            }
            Ok(Member::Texts(own)) => texts.push((name, own)),
            Err(DecodeError::Invalid(found)) => {
                violations.extend(found.of_member(&name));
            }
            Err(error) => return Err(error),
        }
    }
    if !violations.is_empty() {
        return Err(DecodeError::Invalid(violations.into_iter().collect()));
    }
    match schema.validate_members(&Texts::Members(texts), &known) {
        Err(DecodeError::Invalid(violations)) if !unknown.is_empty() => {
            let is_unknown = |violation: &Violation| {
                let part = violation.pointer.split('/').nth(1).unwrap_or_default();
                unknown.iter().any(|name| name == part)
            };
            let violations = violations.into_iter().filter(|one| !is_unknown(one));
            let violations: Vec<_> = violations.collect();
            // A length may be why no branch of a union accepts the form.
            let is_union = fields.iter().any(|field| field.schema.is_none());
            match violations.is_empty() || is_union {
                true => Ok(known.into()),
                false => Err(DecodeError::Invalid(violations.into_iter().collect())),
            }
        }
        validated => validated,
    }
}

/// Returns the value of a field that the form does not declare, or its texts.
fn undeclared(form: &Schema, parts: Vec<FormPart>) -> Result<Member, DecodeError> {
    if parts.iter().all(|part| matches!(part, FormPart::Text(_))) {
        return Ok(Member::Texts(field_texts(parts)?));
    }
    let values = parts.into_iter().map(|part| match part {
        FormPart::Text(text) => Ok(Value::from(text)),
        FormPart::File(_, length) => placeholder(form, length),
    });
    let mut values = values.collect::<Result<Vec<_>, _>>()?;
    Ok(Member::Value(match values.len() {
        1 => values.remove(0),
        _ => Value::Array(values),
    }))
}

fn field_texts(parts: Vec<FormPart>) -> Result<Texts, Violations> {
    parts.into_iter().map(FormPart::text).collect::<Result<Vec<_>, _>>().map(Texts::of_field)
}

fn placeholder(form: &Schema, length: Option<usize>) -> Result<Value, SchemaError> {
    form.text_for_length(length.unwrap_or_default()).map(Value::from)
}

impl FormField<Schema> {
    /// Compiles the schema, unless it is already compiled.
    ///
    /// # Errors
    /// The schema does not compile.
    pub fn compile(&self) -> Result<(), SchemaError> {
        self.schema.iter().try_for_each(|schema| schema.compile().map(drop))
    }
}

impl<S> FormField<S> {
    /// Returns the value of the parts, or their texts without a schema that decides about them. Where
    /// the schema refuses the only part as an item, it may be JSON of the array.
    fn read(
        &self,
        schema: Option<&Schema>,
        form: &Schema,
        parts: Vec<FormPart>,
    ) -> Result<Member, DecodeError> {
        let is_file = matches!(self.content, FieldContent::File(_));
        let only = match parts.as_slice() {
            [FormPart::Text(text)] if self.repeated && !is_file => Some(text.clone()),
            _ => None,
        };
        let whole = || {
            let value = parse(only?.as_bytes()).ok()?.decode::<Value>().ok()?;
            (value.is_array() && schema?.validate(&value).is_ok()).then_some(Member::Value(value))
        };
        self.of_parts(schema, form, parts).or_else(|error| whole().ok_or(error))
    }

    fn of_parts(
        &self,
        schema: Option<&Schema>,
        form: &Schema,
        parts: Vec<FormPart>,
    ) -> Result<Member, DecodeError> {
        let is_open = self.content == FieldContent::TextOrJson;
        if !self.repeated && !is_open && parts.len() > 1 {
            return Err(Violations::one("", "is sent more than once").into());
        }
        if is_open || self.content == FieldContent::Text {
            let texts = if is_open {
                field_texts(parts)?
            } else {
                let texts = parts.into_iter().map(|part| part.text().map(Texts::One));
                self.joined(texts.collect::<Result<_, _>>()?, Texts::Items)
            };
            return match schema {
                Some(schema) => schema.validate_texts(&texts).map(Member::Value),
                None => Ok(Member::Texts(texts)),
            };
        }
        let values = parts.into_iter().map(|part| self.item(form, part));
        let value = self.joined(values.collect::<Result<_, _>>()?, Value::Array);
        if let Some(schema) = schema.filter(|_| self.content == FieldContent::Json) {
            schema.validate(&value)?;
        }
        Ok(Member::Value(value))
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
    fn item(&self, form: &Schema, part: FormPart) -> Result<Value, DecodeError> {
        let FieldContent::File(declared) = self.content else {
            let text = part.text()?;
            let json = parse(text.as_bytes())
                .map_err(|error| Violations::one("", format!("must be JSON: {error}")))?;
            return Ok(json.decode()?);
        };
        let FormPart::File(media_type, length) = part else {
            return Err(Violations::one("", "must be a file").into());
        };
        // A part without a content type is text (RFC 7578 §4.4).
        let sent = media_type.as_deref().unwrap_or("text/plain");
        if MediaType::parse(sent).is_none() {
            return Err(Violations::one("", "must have a valid media type").into());
        }
        let media_types = declared.split(',').map(str::trim);
        if declared.is_empty() || select(media_types, sent).is_some() {
            return Ok(placeholder(form, length)?);
        }
        let rule = format!("must be a file of {}", declared.replace(", ", " or "));
        Err(Violations::one("", rule).into())
    }
}

impl FormPart {
    fn text(self) -> Result<String, Violations> {
        match self {
            Self::Text(text) => Ok(text),
            Self::File(..) => Err(Violations::one("", "is not a file, so it can't be an upload")),
        }
    }
}
