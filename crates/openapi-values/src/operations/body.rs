//! Request bodies: the media type that is sent, and how values are written in it.

use openapi_document::{CheckedDocument, Node};
use openapi_schema::http::{Syntax, essence};
use serde_json::Value;

use super::named_examples;

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
    fn of(media_type: &str, schema: Option<&Node>) -> Option<Self> {
        let essence = essence(media_type);
        let format = schema.and_then(|schema| schema.member_text("format"));
        let is_binary = format == Some("binary");
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
    pub(super) fn read(document: &CheckedDocument, node: &Node) -> Result<Self, String> {
        let content = || node.get("content").into_iter().flat_map(Node::members);
        let media_types: Vec<_> = content().map(|(name, _)| name.to_owned()).collect();
        let forms = content()
            .filter_map(|(name, media)| Some((Form::of(name, media.get("schema"))?, name, media)));
        let Some((form, media_type, media)) = forms.min_by_key(|(form, ..)| *form) else {
            let media_types = media_types.join(", ");
            return Err(format!("because no body is made of {media_types}"));
        };
        let encodings = media.get("encoding").into_iter();
        let examples = media.get("example").into_iter();
        let schema = media.location.pointer.join("schema");
        Ok(Self {
            required: node.flag("required"),
            schema: schema.as_str().to_owned(),
            examples: examples
                .chain(named_examples(document, media))
                .map(Node::to_json)
                .collect(),
            encodings: encodings
                .flat_map(Node::members)
                .map(|(name, node)| (name.to_owned(), Encoding::read(node)))
                .collect(),
            pointer: node.location.pointer.as_str().to_owned(),
            form,
            media_type: media_type.to_owned(),
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
        encodings
            .find(|(known, _)| known == name)
            .map(|(_, encoding)| encoding)
    }
}

impl Encoding {
    fn read(node: &Node) -> Self {
        let text = |name| node.member_text(name).map(str::to_owned);
        Self {
            content_type: text("contentType"),
            style: text("style"),
            explode: node.get("explode").and_then(Node::boolean),
        }
    }
}
