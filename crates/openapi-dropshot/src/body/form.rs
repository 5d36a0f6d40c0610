//! Forms: `application/x-www-form-urlencoded` and `multipart/form-data`.
//!
//! The fields of the former are written as parameters are. The values of all fields are an object,
//! which the schema of the form validates and from which the type is decoded.

use std::collections::BTreeMap;

use openapi_schema::{DecodeError, FormPart, form_value};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::file::{FilePart, with_form};
use super::text::utf8;
use crate::{Parameter, Rejection, Schema, parameters};

/// A field of `multipart/form-data`.
pub type FormField = openapi_schema::FormField<Schema>;

/// The content that is sent under the name of a field.
pub(super) enum SentField {
    Text(String),
    File(FilePart),
}

/// Validates and decodes `application/x-www-form-urlencoded`.
pub(super) fn urlencoded<T: DeserializeOwned>(
    bytes: &[u8],
    fields: &[Parameter],
    schema: &Schema,
) -> Result<T, Rejection> {
    let value = parameters::form(utf8(bytes)?, fields, schema)?;
    openapi_schema::decode_value(&value).map_err(Rejection::Invalid)
}

/// Validates and decodes the parts of `multipart/form-data`.
pub(super) fn multipart<T: DeserializeOwned>(
    fields: &[FormField],
    schema: &Schema,
    sent: Vec<(String, SentField)>,
) -> Result<T, Rejection> {
    let (files, form, decoded) = with_indices(fields, schema, sent)?;
    let decode = || openapi_schema::decode_value(&decoded);
    with_form(files, form, decode).map_err(Rejection::Invalid)
}

/// Returns the files of a form, its value, and its value with the index of each file.
fn with_indices(
    fields: &[FormField],
    schema: &Schema,
    sent: Vec<(String, SentField)>,
) -> Result<(Vec<FilePart>, Value, Value), DecodeError> {
    // The file of each part, by name.
    let (mut files, mut indices) = (Vec::new(), BTreeMap::<_, Vec<Option<usize>>>::new());
    let parts = sent.into_iter().map(|(name, field)| {
        let (index, part) = match field {
            SentField::Text(text) => (None, FormPart::Text(text)),
            SentField::File(file) => {
                let part = FormPart::File(file.content_type.clone(), Some(file.content.len()));
                files.push(file);
                (Some(files.len() - 1), part)
            }
        };
        indices.entry(name.clone()).or_default().push(index);
        (name, part)
    });
    let object = form_value(schema, fields, |schema| schema, parts)?;
    let mut decoded = object.clone();
    for (name, indices) in indices {
        let field = fields.iter().find(|field| field.name == name);
        for (part, index) in indices.iter().enumerate() {
            let Some(index) = index else { continue };
            let is_item = field.map_or(indices.len() > 1, |field| field.repeated);
            let own = &mut decoded[&name];
            let own = if is_item { &mut own[part] } else { own };
            *own = field.map_or_else(|| files[*index].described(), |_| json!(index));
        }
    }
    Ok((files, object, decoded))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use bytes::Bytes;
    use serde::Deserialize;
    use serde_json::Value;

    use super::*;
    use crate::{Document, FieldContent};

    static DOCUMENT: Document = Document::new(
        r##"{
            "Form": {
                "type": "object",
                "required": ["name"],
                "properties": {
                    "name": { "type": "string", "minLength": 1 },
                    "count": { "type": "integer" },
                    "tags": { "type": "array", "items": { "type": "string" }, "maxItems": 2 },
                    "point": { "type": "object", "required": ["x"] },
                    "photo": { "type": "string", "maxLength": 3 }
                }
            }
        }"##,
    );
    static FORM: Schema = Schema::at(&DOCUMENT, "#/Form");
    static FIELDS: [FormField; 5] = [
        field("name", FieldContent::Text, false, "#/Form/properties/name"),
        field("count", FieldContent::Text, false, "#/Form/properties/count"),
        field("tags", FieldContent::Text, true, "#/Form/properties/tags"),
        field("point", FieldContent::Json, false, "#/Form/properties/point"),
        field("photo", FieldContent::File("image/*"), false, "#/Form/properties/photo"),
    ];

    const fn field(
        name: &'static str,
        content: FieldContent,
        repeated: bool,
        pointer: &'static str,
    ) -> FormField {
        FormField { name, content, repeated, schema: Some(Schema::at(&DOCUMENT, pointer)) }
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Form {
        name: String,
        count: Option<i64>,
        tags: Option<Vec<String>>,
        point: Option<Value>,
        photo: Option<FilePart>,
    }

    /// Decodes `name=value` pairs as parts.
    fn decoded(text: &str) -> Result<Form, String> {
        let parts = text.split('&').map(|pair| {
            let (name, text) = pair.split_once('=').unwrap();
            (name.to_owned(), SentField::Text(text.to_owned()))
        });
        multipart(&FIELDS, &FORM, parts.collect()).map_err(|rejection| rejection.to_string())
    }

    #[test]
    fn the_schema_of_a_field_decides_which_value_its_text_represents() {
        let form = decoded("name=7&count=7&tags=a&tags=b c&point={\"x\":1}&more=x");
        let expected = Form {
            name: "7".to_owned(),
            count: Some(7),
            tags: Some(vec!["a".to_owned(), "b c".to_owned()]),
            point: Some(json!({ "x": 1 })),
            photo: None,
        };
        assert_eq!(form, Ok(expected));
    }

    #[test]
    fn the_fields_of_a_url_encoded_form_are_parameters() {
        static FIELDS: [Parameter; 2] = [
            Parameter::required("name", Schema::at(&DOCUMENT, "#/Form/properties/name")),
            Parameter::optional("point", Schema::at(&DOCUMENT, "#/Form/properties/point")).json(),
        ];
        let decoded = |text: &str| {
            let form = urlencoded::<Value>(text.as_bytes(), &FIELDS, &FORM);
            form.map_err(|rejection| rejection.to_string())
        };
        assert_eq!(
            decoded("name=a+b&point=%7B%22x%22%3A1%7D&more=1"),
            Ok(json!({ "name": "a b", "point": { "x": 1 }, "more": "1" }))
        );
        assert_eq!(
            decoded("name=&more=%ff"),
            Err(r#"The body is not valid: at "/name" value is shorter than 1 character."#
                .to_owned())
        );
    }

    #[test]
    fn all_violations_of_the_fields_are_reported_before_those_of_the_form() {
        for (text, expected) in [
            ("count=1", r#"at "" "name" is a required property"#),
            (
                "name=&count=x",
                r#"at "/count" value is not of type "integer"; at "/name" value is shorter than 1 character"#,
            ),
            ("name=a&name=b", r#"at "/name" is sent more than once"#),
            (
                "name=a&point={",
                r#"at "/point" must be JSON: EOF while parsing an object at line 1 column 1"#,
            ),
        ] {
            let expected = format!("The body is not valid: {expected}.");
            assert_eq!(decoded(text), Err(expected), "{text}");
        }
    }

    #[test]
    fn a_file_is_validated_by_its_content_type_and_length() {
        let decoded = |content_type: &str, content: &'static [u8]| {
            let photo = FilePart {
                filename: Some("a.png".to_owned()),
                content_type: Some(content_type.to_owned()),
                content: Bytes::from_static(content).into(),
            };
            let name = ("name".to_owned(), SentField::Text("a".to_owned()));
            let photo = ("photo".to_owned(), SentField::File(photo));
            let form = multipart::<Form>(&FIELDS, &FORM, vec![name, photo]);
            form.map(|form| form.photo.unwrap().content).map_err(|rejection| rejection.to_string())
        };
        assert_eq!(decoded("image/png", b"\xff\0!"), Ok(Bytes::from_static(b"\xff\0!").into()));
        assert!(decoded("text/plain", b"abc").unwrap_err().contains("image/*"));
        assert!(decoded("image/png", b"abcd").unwrap_err().contains("/photo"));
    }

    #[test]
    fn a_file_that_the_form_does_not_declare_is_described() {
        let file = || {
            SentField::File(FilePart {
                filename: Some("a.txt".to_owned()),
                content_type: None,
                content: Bytes::from_static(b"abc").into(),
            })
        };
        let text = || SentField::Text("a".to_owned());
        let described = json!({ "filename": "a.txt", "content_type": null, "length": 3 });
        for (more, expected) in [
            (vec![file()], described.clone()),
            (vec![text(), file()], json!(["a", described])),
            (vec![file(), text(), file()], json!([described, "a", described])),
        ] {
            let more = more.into_iter().map(|part| ("more".to_owned(), part));
            let sent = [("name".to_owned(), text())].into_iter().chain(more);
            let form = multipart::<Value>(&FIELDS, &FORM, sent.collect()).unwrap();
            assert_eq!(form["more"], expected);
        }
    }

    #[test]
    fn a_file_is_decoded_from_a_part_alone() {
        let form = decoded("name=7&more=0");
        assert_eq!(form.unwrap().photo, None);
        let elsewhere = serde_json::from_str::<FilePart>("0").unwrap_err();
        assert_eq!(elsewhere.to_string(), "a file is not a part of a form");
    }
}
