//! Bodies of requests and responses: the Rust type of each media type, and how it is
//! sent and received.

use openapi_document::{Diagnostic, Location, MediaType, Schema, TypeName};
use openapi_schema::http::{self, ItemFormat, Syntax};

use super::read::{Reader, Side};
use super::{Alternative, Content, Format};
use crate::names::media_type_names;
use crate::types::{Kind, unaliased};

impl<'d> Reader<'d, '_> {
    /// Returns the body with these media types. `name` is the name of its type in the
    /// absence of other names.
    pub(super) fn content(
        &mut self,
        media_types: &[MediaType<'d>],
        side: Side,
        name: &str,
    ) -> Content {
        let declared: Vec<_> = media_types.iter().map(|one| essence(one.name)).collect();
        let mut alternatives = Vec::new();
        for (media_type, variant) in media_types.iter().zip(media_type_names(&declared)) {
            let name = match media_types.len() {
                1 => name.to_owned(),
                _ => format!("{name} {variant}"),
            };
            alternatives.push(self.alternative(media_type, side, &name, variant));
        }
        let suffix = if side == Side::Request { "" } else { " body" };
        let is_enum = alternatives.len() > 1;
        let type_name = is_enum.then(|| self.types.claim(&format!("{name}{suffix}")));
        Content { type_name, alternatives }
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
            location: media_type.location.pointer.clone(),
            variant,
            format: Format::Binary,
            shape: Kind::Any.into(),
            pointer: None,
            schema: None,
            documented: None,
            max_length: None,
        };
        let charset = http::MediaType::parse(media_type.name);
        let charset = charset.as_ref().and_then(|one| one.parameter("charset"));
        let other = charset.filter(|one| !["utf-8", "utf8", "us-ascii", "ascii"].contains(one));
        if let Some(other) = other.filter(|_| syntax(media_type.name, schema) == Syntax::Text) {
            let message = format!("a text is sent and read as UTF-8, not as {other}");
            self.warn(media_type.location, &message);
        }
        let Some(schema) = schema else {
            let syntax = on_side(side, syntax(media_type.name, None));
            alternative.format = match syntax {
                Syntax::Json => Format::Json,
                Syntax::Items(_) if side == Side::Request => Format::Binary,
                Syntax::Items(format) => Format::Items(of_schema(format, None)),
                Syntax::Text => Format::Text,
                Syntax::UrlEncoded | Syntax::FormData | Syntax::Bytes => Format::Binary,
            };
            if matches!(alternative.format, Format::Text | Format::Items(ItemFormat::TextEvents)) {
                alternative.shape = Kind::String.into();
            }
            if matches!(alternative.format, Format::Json) {
                self.warn(media_type.location, "no schema: any JSON value is accepted");
            }
            if syntax == Syntax::FormData && side == Side::Request {
                let message = "no schema: the handler receives the bytes of all parts";
                self.warn(media_type.location, message);
                self.check_part_headers(media_type);
            }
            return alternative;
        };
        let syntax = on_side(side, syntax(media_type.name, Some(schema)));
        if syntax == Syntax::FormData && side == Side::Request {
            return self.multipart(media_type, schema, name, alternative);
        }
        let is_value = match syntax {
            Syntax::Json | Syntax::UrlEncoded => true,
            Syntax::Items(format) => !format.is_events(),
            Syntax::FormData | Syntax::Text | Syntax::Bytes => false,
        };
        let shape = match is_value {
            true => self.types.body(schema, name, self.diagnostics),
            false => self.types.shape(schema, name, self.diagnostics),
        };
        alternative.documented = Some(shape.clone());
        let is_scalar = self.types.is_scalar(&shape) && !shape.nullable;
        alternative.format = match syntax {
            Syntax::Json => Format::Json,
            Syntax::Items(format) => Format::Items(of_schema(format, Some(schema))),
            Syntax::UrlEncoded if side == Side::Request => {
                Format::Form(self.form_fields(media_type, schema, name, &shape))
            }
            Syntax::Text | Syntax::UrlEncoded if is_scalar => Format::Text,
            Syntax::Text | Syntax::UrlEncoded => {
                let message = format!(
                    "a body of {} is a text, and the schema of another type does not validate it",
                    media_type.name
                );
                self.warn(schema.location(), &message);
                alternative.shape = Kind::String.into();
                alternative.format = Format::Text;
                return alternative;
            }
            Syntax::FormData | Syntax::Bytes => {
                let types = unaliased(schema).types().ok().flatten().unwrap_or_default();
                if !is_binary(schema) && !types.iter().eq([&TypeName::String]) {
                    let name = media_type.name;
                    let message = format!("a body of {name} is bytes, which no schema validates");
                    self.warn(schema.location(), &message);
                }
                for name in ["minLength", "pattern"] {
                    if let Some(rule) = unaliased(schema).keyword(name) {
                        let message = format!("`{name}` of bytes is not validated");
                        self.warn(&rule.location, &message);
                    }
                }
                let max_length = unaliased(schema).number("maxLength").ok().flatten();
                alternative.max_length =
                    max_length.and_then(|length| usize::try_from(length.as_u64()?).ok());
                return alternative;
            }
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
        Syntax::Items(format) => Some(of_schema(format, schema)),
        _ => None,
    }
}

/// Returns the syntax of a body on a side. A client sends no events: the body is their text.
fn on_side(side: Side, syntax: Syntax) -> Syntax {
    match syntax {
        Syntax::Items(format) if format.is_events() && side == Side::Request => Syntax::Text,
        other => other,
    }
}

/// Returns the format of items with this schema, which says what the data of events is.
fn of_schema(format: ItemFormat, schema: Option<Schema<'_>>) -> ItemFormat {
    let Some(schema) = schema.filter(|_| format.is_events()) else {
        return if format.is_events() { ItemFormat::TextEvents } else { format };
    };
    let schema = unaliased(schema);
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
    let schema = unaliased(schema);
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
