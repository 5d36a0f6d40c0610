//! Request bodies: the media type that is sent, and how values are written in it.

use openapi_validation::http::{Syntax, essence};
use serde_json::Value;

use super::operations::{is_required, members, named_examples};
use super::{Document, token};

/// How values are written in a body, in the order of preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// A JSON text.
    Json,
    /// `application/x-www-form-urlencoded`
    UrlEncoded,
    /// `multipart/form-data`
    Multipart,
    /// A JSON text in each line; the schema is that of an item.
    Lines,
    /// Text.
    Text,
    /// Bytes.
    Bytes,
}

impl Form {
    /// Returns the form of a media type, or `None` if values can't be written in it.
    ///
    /// Frameworks declare a range for a body of unknown media type, whose schema is that
    /// of JSON.
    fn of(media_type: &str, schema: Option<&Value>) -> Option<Self> {
        let essence = essence(media_type);
        let format = schema.and_then(|schema| schema.get("format"));
        let is_binary = format.is_some_and(|format| format == "binary");
        Some(match Syntax::of(&essence) {
            Syntax::Json => Self::Json,
            Syntax::UrlEncoded => Self::UrlEncoded,
            Syntax::FormData => Self::Multipart,
            Syntax::JsonLines => Self::Lines,
            Syntax::Text => Self::Text,
            // Events, and other media types in parts, are what a server sends.
            Syntax::EventStream => return None,
            Syntax::Bytes if essence.starts_with("multipart/") => return None,
            Syntax::Bytes => match essence.as_str() {
                "*/*" | "application/*" if schema.is_some() && !is_binary => Self::Json,
                _ => Self::Bytes,
            },
        })
    }
}

/// The encoding of a form's field (OpenAPI §4.8.15).
#[derive(Clone, Debug, Default)]
pub struct Encoding {
    /// The media types of the parts (`contentType`).
    pub content_type: Option<String>,
    /// How an array or object is serialized (`style`).
    pub style: Option<String>,
    /// Whether each item or member has a pair of its own (`explode`).
    pub explode: Option<bool>,
}

/// A request body in one of its media types.
#[derive(Clone, Debug)]
pub struct Body {
    /// Whether each request has the body.
    pub required: bool,
    /// The declared media type that is sent, which may be a range.
    pub media_type: String,
    /// How values are written in it.
    pub form: Form,
    /// The pointer of the schema, which may be missing.
    pub schema: String,
    /// The pointer of the body.
    pub pointer: String,
    /// All declared media types.
    pub media_types: Vec<String>,
    /// The examples of the media type.
    pub examples: Vec<Value>,
    /// The encodings of a form's fields, by name.
    pub encodings: Vec<(String, Encoding)>,
}

impl Body {
    /// Reads a body in the media type in which most can be tested.
    pub(super) fn read(document: &Document, pointer: String, node: &Value) -> Result<Self, String> {
        let content = || members(node.get("content"));
        let media_types: Vec<_> = content().map(|(name, _)| name.clone()).collect();
        let forms = content()
            .filter_map(|(name, media)| Some((Form::of(name, media.get("schema"))?, name, media)));
        let Some((form, media_type, media)) = forms.min_by_key(|(form, ..)| *form) else {
            let media_types = media_types.join(", ");
            return Err(format!("because no body is made of {media_types}"));
        };
        let encodings = members(media.get("encoding"));
        let examples = media.get("example").into_iter();
        Ok(Self {
            required: is_required(node),
            schema: format!("{pointer}/content/{}/schema", token(media_type)),
            examples: examples
                .chain(named_examples(document, media))
                .cloned()
                .collect(),
            encodings: encodings
                .map(|(name, node)| (name.clone(), Encoding::read(node)))
                .collect(),
            pointer,
            form,
            media_type: media_type.clone(),
            media_types,
        })
    }

    /// Returns a media type that is no range, without parameters.
    pub fn essence(&self) -> String {
        let essence = essence(&self.media_type);
        match essence.strip_suffix("/*") {
            Some("text") => "text/plain".to_owned(),
            Some("*" | "application") if self.form == Form::Json => "application/json".to_owned(),
            Some("*" | "application") => "application/octet-stream".to_owned(),
            Some(kind) => format!("{kind}/x-any"),
            None => essence.replace("/*+", "/x-any+"),
        }
    }

    /// Returns the encoding of a field.
    pub fn encoding(&self, name: &str) -> Option<&Encoding> {
        let mut encodings = self.encodings.iter();
        let found = encodings.find(|(known, _)| known == name);
        found.map(|(_, encoding)| encoding)
    }
}

impl Encoding {
    fn read(node: &Value) -> Self {
        let text = |name: &str| node.get(name).and_then(Value::as_str).map(str::to_owned);
        Self {
            content_type: text("contentType"),
            style: text("style"),
            explode: node.get("explode").and_then(Value::as_bool),
        }
    }
}
