//! `multipart/form-data` (RFC 7578).

use std::fmt;

use bytes::Bytes;
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use multer::Multipart;
use openapi_validation::http::{MediaType, select};
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use serde::de::value::MapDeserializer;
use serde::de::{IntoDeserializer, Visitor};
use serde::{Deserialize, Deserializer};

use super::form::{FieldContent, FormField, SentField};
use super::text::utf8;
use crate::Rejection;

/// A part of `multipart/form-data` that is a file.
#[derive(Clone, PartialEq, Deserialize)]
pub struct FilePart {
    /// The name that the sender gives the file. It is no path: do not open it.
    pub filename: Option<String>,
    /// The content type of the part.
    pub content_type: Option<String>,
    /// The bytes of the file.
    #[serde(deserialize_with = "content")]
    pub content: Bytes,
}

/// Shows everything but the content.
impl fmt::Debug for FilePart {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("FilePart")
            .field("filename", &self.filename)
            .field("content_type", &self.content_type)
            .field("length", &self.content.len())
            .finish()
    }
}

/// The schema of any value; generated code adds the keywords of the document.
impl JsonSchema for FilePart {
    fn schema_name() -> String {
        "FilePart".to_owned()
    }

    fn is_referenceable() -> bool {
        false
    }

    fn json_schema(_: &mut SchemaGenerator) -> schemars::schema::Schema {
        schemars::schema::Schema::Bool(true)
    }
}

impl FilePart {
    /// Returns whether the content type is one of these media types or ranges. A
    /// part without a content type is text (RFC 7578 §4.4).
    pub(super) fn is_one_of(&self, media_types: &[&str]) -> bool {
        let sent = self.content_type.as_deref().unwrap_or("text/plain");
        media_types.is_empty() || select(media_types.iter().copied(), sent).is_some()
    }

    /// Decodes a file from itself.
    pub(super) fn visit<'de, V: Visitor<'de>>(
        self,
        visitor: V,
    ) -> Result<V::Value, serde_json::Error> {
        let members = [
            ("filename", Member::Text(self.filename)),
            ("content_type", Member::Text(self.content_type)),
            ("content", Member::Content(self.content)),
        ];
        visitor.visit_map(MapDeserializer::new(members.into_iter()))
    }
}

/// A member of [`FilePart`].
enum Member {
    Text(Option<String>),
    Content(Bytes),
}

impl<'de> IntoDeserializer<'de, serde_json::Error> for Member {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Member {
    type Error = serde_json::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self {
            Self::Text(Some(text)) => visitor.visit_some(text.into_deserializer()),
            Self::Text(None) => visitor.visit_none(),
            Self::Content(content) => visitor.visit_byte_buf(content.into()),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

fn content<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
    struct Content;

    impl Visitor<'_> for Content {
        type Value = Bytes;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("the bytes of a file")
        }

        fn visit_byte_buf<E>(self, content: Vec<u8>) -> Result<Bytes, E> {
            Ok(content.into())
        }
    }

    deserializer.deserialize_byte_buf(Content)
}

pub(super) fn boundary(headers: &HeaderMap) -> Result<String, Rejection> {
    let sent = headers
        .get(CONTENT_TYPE)
        .and_then(|sent| sent.to_str().ok());
    let sent = sent.and_then(MediaType::parse);
    sent.as_ref()
        .and_then(|sent| sent.parameter("boundary"))
        .map(str::to_owned)
        .ok_or_else(|| malformed("the content type has no boundary".to_owned()))
}

/// Returns the parts of a body. A part is a file if the form declares it as one, or
/// if the form does not declare it and it has a file name.
pub(super) fn parts(
    body: &[u8],
    boundary: &str,
    fields: &[FormField],
) -> Result<Vec<(String, SentField)>, Rejection> {
    let whole = Bytes::copy_from_slice(body);
    let whole = futures::stream::iter([Ok::<_, std::convert::Infallible>(whole)]);
    let mut multipart = Multipart::new(whole, boundary);
    // The whole body has arrived, so that nothing waits here.
    futures::executor::block_on(async {
        let mut parts = Vec::new();
        while let Some(part) = multipart.next_field().await.map_err(refused)? {
            let name = part.name().map(str::to_owned);
            let name = name.ok_or_else(|| malformed("a part has no name".to_owned()))?;
            let filename = part.file_name().map(str::to_owned);
            let content_type = part.content_type().map(ToString::to_string);
            let content = part.bytes().await.map_err(refused)?;
            let is_file = match fields.iter().find(|field| field.name == name) {
                Some(field) => matches!(field.content, FieldContent::File(_)),
                None => filename.is_some(),
            };
            let sent = if is_file {
                SentField::File(FilePart {
                    filename,
                    content_type,
                    content,
                })
            } else {
                SentField::Text(utf8(&content)?.to_owned())
            };
            parts.push((name, sent));
        }
        Ok(parts)
    })
}

/// The errors of `multer` quote names of parts and headers, but no content.
fn refused(error: multer::Error) -> Rejection {
    malformed(error.to_string())
}

fn malformed(reason: String) -> Rejection {
    Rejection::Malformed {
        expected: "multipart/form-data",
        reason,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn shown(body: &str) -> String {
        match parts(body.as_bytes(), "b", &[]) {
            Ok(parts) => {
                let part = |(name, sent)| match sent {
                    SentField::Text(text) => format!("{name}={text:?}"),
                    SentField::File(file) => format!("{name}={file:?}"),
                };
                parts.into_iter().map(part).collect::<Vec<_>>().join(" ")
            }
            Err(rejection) => rejection.to_string(),
        }
    }

    #[test]
    fn a_part_with_a_file_name_is_a_file() {
        let body = "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n\
            --b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x.png\"\r\n\
            Content-Type: image/png\r\n\r\n12\r\n--b--\r\n";
        let file =
            r#"FilePart { filename: Some("x.png"), content_type: Some("image/png"), length: 2 }"#;
        assert_eq!(shown(body), format!("a=\"1\" f={file}"));
    }

    #[test]
    fn a_body_that_is_not_multipart_is_rejected() {
        for (body, expected) in [
            ("", "incomplete"),
            (
                "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1",
                "incomplete",
            ),
            (
                "--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--\r\n",
                "no name",
            ),
            (
                "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n",
                "incomplete",
            ),
        ] {
            assert!(shown(body).contains(expected), "{}", shown(body));
        }
    }

    #[test]
    fn the_boundary_is_a_parameter_of_the_content_type() {
        let boundary = |sent: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(CONTENT_TYPE, http::HeaderValue::from_static(sent));
            super::boundary(&headers).ok()
        };
        assert_eq!(
            boundary("multipart/form-data; boundary=a-1"),
            Some("a-1".to_owned())
        );
        assert_eq!(
            boundary("multipart/form-data;boundary=\"a b\""),
            Some("a b".to_owned())
        );
        assert_eq!(boundary("multipart/form-data"), None);
    }
}
