//! Bodies of requests and responses: the Rust type of each media type, and how it is
//! sent and received.

use openapi_document::{Diagnostic, Location, MediaType, Pointer, Schema, TypeName};
use openapi_schema::http::{self, ItemFormat, Syntax};

use super::FormField;
use super::form::Part;
use super::read::Reader;
use crate::names::Names;
use crate::types::{Definition, Kind, Shape};

/// A body: its media types, at least one.
#[derive(Clone, Debug)]
pub struct Content {
    /// The name of the enum, if there are several media types.
    pub type_name: Option<String>,
    pub alternatives: Vec<Alternative>,
}

/// A media type of a body.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// The media type or range as the document declares it.
    pub declared: String,
    /// The media type or range without parameters that have no meaning.
    pub media_type: String,
    /// The variant of the enum.
    pub variant: String,
    pub format: Format,
    /// The type of the value, or of each item of a stream.
    pub shape: Shape,
    /// The schema that validates the value, or each item of a stream.
    pub pointer: Option<Pointer>,
    /// The name of the schema of a response, in `Service::schemas`.
    pub schema: Option<String>,
    /// The type in the emitted document, if the media type has a schema.
    pub documented: Option<Shape>,
}

/// How a body is written.
#[derive(Clone, Debug)]
pub enum Format {
    /// A JSON text.
    Json,
    /// A JSON text in each line.
    JsonLines,
    /// Server-sent events.
    Events(ItemFormat),
    /// The text of a scalar.
    Text,
    /// Any bytes.
    Binary,
    /// `application/x-www-form-urlencoded`
    Form(Vec<FormField>),
    /// `multipart/form-data`, with the type of its parts.
    Multipart(Vec<Part>, Box<Definition>),
}

/// The side that a body is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Request,
    Response,
    /// A response in the emitted document, which is sent without the body.
    Documented,
}

impl Content {
    /// Returns the alternative that the response for a rejection has: JSON, or else a
    /// text.
    pub fn for_rejection(&self) -> Option<&Alternative> {
        let mut usable = self.alternatives.iter().filter(|one| !one.has_content_type());
        let json = usable.clone().find(|one| matches!(one.format, Format::Json));
        json.or_else(|| usable.find(|one| matches!(one.format, Format::Text)))
    }

    /// Returns whether a value is a stream, which is neither cloned nor compared.
    pub fn is_stream(&self) -> bool {
        self.alternatives.iter().any(|one| match one.format {
            Format::JsonLines | Format::Events(_) | Format::Binary => true,
            Format::Json | Format::Text | Format::Form(_) | Format::Multipart(..) => false,
        })
    }

    /// Returns the only alternative if it is `application/json` of a type that dropshot
    /// documents.
    pub fn plain_json(&self) -> Option<&Alternative> {
        let [only] = self.alternatives.as_slice() else {
            return None;
        };
        let is_plain = only.media_type == "application/json" && only.shape.external.is_none();
        is_plain.then_some(only)
    }
}

impl Alternative {
    /// Returns the type of the parts of `multipart/form-data`.
    pub fn form(&self) -> Option<&Definition> {
        match &self.format {
            Format::Multipart(_, definition) => Some(definition),
            _ => None,
        }
    }

    /// Returns whether a message states its content type, because the document declares a
    /// range.
    pub fn has_content_type(&self) -> bool {
        is_open(&self.media_type, matches!(self.format, Format::Json))
    }

    /// Returns the content type of a response.
    pub fn content_type(&self) -> String {
        let name = &self.media_type;
        match self.format {
            Format::Json if name.contains('*') => "application/json".to_owned(),
            Format::Text if name.starts_with("text/") && !name.contains(';') => {
                format!("{name}; charset=utf-8")
            }
            _ => name.clone(),
        }
    }
}

impl<'d> Reader<'d, '_> {
    /// Returns the body with these media types. `name` is the name of its type in the
    /// absence of other names.
    pub(super) fn content(
        &mut self,
        media_types: &[MediaType<'d>],
        side: Side,
        name: &str,
    ) -> Content {
        let mut variants = Names::default();
        let mut alternatives = Vec::new();
        for media_type in media_types {
            let variant = variants.claim_type(&variant_name(media_type.name));
            let name = match media_types.len() {
                1 => name.to_owned(),
                _ => format!("{name} {variant}"),
            };
            alternatives.push(self.alternative(media_type, side, &name, variant));
        }
        let enum_name = match side {
            Side::Request => name.to_owned(),
            Side::Response | Side::Documented => format!("{name} body"),
        };
        let is_enum = alternatives.len() > 1;
        Content {
            type_name: is_enum.then(|| self.types.names.claim_type(&enum_name)),
            alternatives,
        }
    }

    fn alternative(
        &mut self,
        media_type: &MediaType<'d>,
        side: Side,
        name: &str,
        variant: String,
    ) -> Alternative {
        let schema = media_type.schema;
        let mut alternative = Alternative {
            declared: media_type.name.to_owned(),
            media_type: essence(media_type.name),
            variant,
            format: Format::Binary,
            shape: Kind::Any.into(),
            pointer: None,
            schema: None,
            documented: None,
        };
        let Some(schema) = schema else {
            alternative.format = match syntax(media_type.name, None) {
                Syntax::Json => Format::Json,
                Syntax::JsonLines if side != Side::Request => Format::JsonLines,
                Syntax::EventStream if side != Side::Request => {
                    Format::Events(ItemFormat::TextEvents)
                }
                Syntax::EventStream | Syntax::Text => Format::Text,
                Syntax::JsonLines | Syntax::UrlEncoded | Syntax::FormData | Syntax::Bytes => {
                    Format::Binary
                }
            };
            if matches!(alternative.format, Format::Text | Format::Events(_)) {
                alternative.shape = Kind::String.into();
            }
            if matches!(alternative.format, Format::Json) {
                self.warn(media_type.location, "no schema: any JSON value is accepted");
            }
            if syntax(media_type.name, None) == Syntax::FormData && side == Side::Request {
                let message = "no schema: the handler receives the bytes of all parts";
                self.warn(media_type.location, message);
                self.check_part_headers(media_type);
            }
            return alternative;
        };
        let syntax = syntax(media_type.name, Some(schema));
        if syntax == Syntax::FormData && side == Side::Request {
            return self.multipart(media_type, schema, name, alternative);
        }
        let shape = match syntax {
            Syntax::Json | Syntax::UrlEncoded | Syntax::JsonLines => {
                self.types.body(schema, name, self.diagnostics)
            }
            _ => self.types.shape(schema, name, self.diagnostics),
        };
        alternative.documented = Some(shape.clone());
        let is_scalar = self.types.is_scalar(&shape) && !shape.nullable;
        alternative.format = match syntax {
            Syntax::Json => Format::Json,
            Syntax::JsonLines => Format::JsonLines,
            Syntax::EventStream if side != Side::Request => Format::Events(event_format(schema)),
            Syntax::UrlEncoded if side == Side::Request => {
                Format::Form(self.form_fields(media_type, schema, name, &shape))
            }
            Syntax::EventStream | Syntax::Text | Syntax::UrlEncoded if is_scalar => Format::Text,
            Syntax::EventStream | Syntax::Text | Syntax::UrlEncoded => {
                let message = format!(
                    "a body of {} is a text, and the schema of another type does not validate it",
                    media_type.name
                );
                self.warn(schema.location(), &message);
                alternative.shape = Kind::String.into();
                alternative.format = Format::Text;
                return alternative;
            }
            Syntax::FormData | Syntax::Bytes => return alternative,
        };
        alternative.shape = shape;
        alternative.pointer = Some(schema.location().pointer.clone());
        if side == Side::Response {
            alternative.schema = Some(self.response_schema(schema, name));
        }
        alternative
    }

    pub(super) fn warn(&mut self, location: &Location, message: &str) {
        self.findings.push(Diagnostic::warning(location, message));
    }
}

/// Returns whether who sends a body gives its content type, because the document declares a range.
/// JSON is sent as `application/json` if the range allows it.
pub fn is_open(media_type: &str, is_json: bool) -> bool {
    media_type.contains('*') && !(is_json && ["*/*", "application/*"].contains(&media_type))
}

/// Returns how a body of a media type is written. A range with a schema other than that of
/// bytes is JSON, as frameworks write it for a body of unknown media type.
pub fn syntax(name: &str, schema: Option<Schema<'_>>) -> Syntax {
    let is_bytes = |schema: Option<Schema<'_>>| schema.is_some_and(is_binary);
    match (Syntax::of(name), http::essence(name).as_str()) {
        (Syntax::Text, essence) if essence.starts_with("text/") && is_bytes(schema) => {
            Syntax::Bytes
        }
        (Syntax::Bytes, "*/*" | "application/*") if schema.is_some() && !is_bytes(schema) => {
            Syntax::Json
        }
        (syntax, _) => syntax,
    }
}

/// Returns how the items of a stream are written, if a body of a media type is one.
pub fn item_format(name: &str, schema: Option<Schema<'_>>) -> Option<ItemFormat> {
    match Syntax::of(name) {
        Syntax::JsonLines => Some(ItemFormat::Lines),
        Syntax::EventStream => Some(schema.map_or(ItemFormat::TextEvents, event_format)),
        _ => None,
    }
}

fn event_format(schema: Schema<'_>) -> ItemFormat {
    let schema = crate::types::unaliased(schema);
    let types = schema.types().ok().flatten().unwrap_or_default();
    match types.iter().eq([&TypeName::String]) {
        _ if schema.keyword("x-events").is_some() => ItemFormat::NamedEvents,
        true => ItemFormat::TextEvents,
        false => ItemFormat::Events,
    }
}

/// Returns whether a schema is one of bytes: it says nothing, or it is a string of
/// bytes (OpenAPI 3.1.1 §4.8.14.3). The encoding `binary` leaves bytes as they are
/// (RFC 2045 §6.2); any other is one of text.
pub(super) fn is_binary(schema: Schema<'_>) -> bool {
    let schema = crate::types::unaliased(schema);
    let is_bytes = || {
        schema.text("format") == Some("binary")
            || match schema.text("contentEncoding") {
                Some(encoding) => encoding.eq_ignore_ascii_case("binary"),
                None => schema.text("contentMediaType").is_some(),
            }
    };
    let mut asserting = schema.keywords().filter(|name| !crate::keywords::is_annotation(name));
    is_bytes() || asserting.next().is_none()
}

/// Returns a media type without the parameters that have no meaning for its bodies.
fn essence(name: &str) -> String {
    let name = name.trim().to_ascii_lowercase();
    let mut parts = name.split(';').map(str::trim);
    let essence = parts.next().unwrap_or_default().to_owned();
    parts
        .filter(|parameter| {
            !parameter.starts_with("charset=") && !parameter.starts_with("boundary=")
        })
        .fold(essence, |all, parameter| format!("{all};{parameter}"))
}

/// Returns the name of the variant for a media type: that of the subtype.
fn variant_name(media_type: &str) -> String {
    let essence = essence(media_type);
    match essence.split_once('/').unwrap_or((&essence, "")) {
        ("*", _) => "Any".to_owned(),
        (type_name, "*") => format!("Any {type_name}"),
        ("text", "plain") => "Text".to_owned(),
        (_, subtype) => subtype.trim_start_matches("x-").replace('*', "Any"),
    }
}
