//! Bodies: selects the media type that progenitor sends or reads.
//!
//! progenitor writes the body of a request in one of four media types. The flat document has one of
//! those, and the client sends the declared one instead ([`content_type`]). A typed response is
//! `application/json` in the flat document, whatever is declared: the client distinguishes
//! responses by status.

use openapi_document::{MediaType, Node, Operation, RequestBody, Response};
use openapi_rust::operation::{field_encoding, is_open, item_format, syntax};
use openapi_rust::print::form_field;
use openapi_rust::types::{Kind, Shape};
use openapi_schema::http::{FieldEncoding, Syntax, essence};
use openapiv3::ReferenceOr;
use proc_macro2::TokenStream;
use quote::quote;
use serde_json::json;

use crate::lower::context::{Context, finished};
use crate::lower::types::{Maker, Object};
use crate::lower::{code, head};

/// How progenitor writes the body of a request, in order of preference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum BodyFormat {
    Json,
    UrlEncoded,
    Bytes,
    Text,
}

impl BodyFormat {
    fn of(media_type: &MediaType<'_>) -> Self {
        match syntax(media_type.name, media_type.schema) {
            Syntax::Json => Self::Json,
            Syntax::UrlEncoded => Self::UrlEncoded,
            Syntax::Items(format) if format.is_events() => Self::Text,
            Syntax::Text => Self::Text,
            Syntax::Items(_) | Syntax::FormData | Syntax::Bytes => Self::Bytes,
        }
    }

    /// Returns the media type that progenitor writes.
    fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::UrlEncoded => "application/x-www-form-urlencoded",
            Self::Bytes => "application/octet-stream",
            Self::Text => "text/plain",
        }
    }
}

/// Returns the media type that the client sends, of all that the body declares.
fn sent<'b, 'd>(body: &'b RequestBody<'d>) -> Option<(BodyFormat, &'b MediaType<'d>)> {
    let media_types = body.content.iter();
    let formats = media_types.map(|media_type| (BodyFormat::of(media_type), media_type));
    // Of one format, the media type that progenitor writes itself comes first, and a range last.
    formats.min_by_key(|(format, MediaType { name, .. })| {
        (*format, name.contains('*'), essence(name) != format.media_type())
    })
}

/// Returns the declared range, such as `image/*`, if the caller chooses the content type of the
/// body within it.
pub(crate) fn range<'d>(body: &RequestBody<'d>) -> Option<&'d str> {
    let (format, media_type) = sent(body)?;
    is_open(&essence(media_type.name), format == BodyFormat::Json).then_some(media_type.name)
}

/// Returns the content type of the body that the client sends, unless reqwest writes it or the
/// caller gives it.
pub(crate) fn content_type(body: &RequestBody<'_>) -> Option<String> {
    let (format, MediaType { name, .. }) = sent(body)?;
    let is_written = matches!(format, BodyFormat::Json | BodyFormat::UrlEncoded)
        && essence(name) == format.media_type();
    (!is_written && !name.contains('*')).then(|| (*name).to_owned())
}

/// Returns the fields of a urlencoded form that have an Encoding Object, each with how it is
/// written.
pub(crate) fn encodings(body: &RequestBody<'_>) -> Vec<(String, FieldEncoding)> {
    let format = sent(body).filter(|(format, _)| *format == BodyFormat::UrlEncoded);
    let fields = format.and_then(|(_, media_type)| media_type.encoding?.mapping());
    let fields = fields.into_iter().flatten();
    fields.map(|(name, one)| (name.clone(), field_encoding(Some(one)))).collect()
}

/// Returns code that describes the body for its validation, or `None` if the client doesn't
/// validate it.
pub(crate) fn described(context: &Context<'_>, operation: &Operation<'_>) -> Option<TokenStream> {
    let (format, media_type) = sent(operation.request_body.as_ref()?)?;
    let schema = media_type.schema.map(code::pointer);
    match format {
        BodyFormat::Json => {
            schema.map(|schema| quote!(openapi_progenitor::RequestBody::Json(#schema)))
        }
        BodyFormat::Bytes if Syntax::of(media_type.name) == Syntax::FormData => {
            let (schema, parts) = (schema?, context.types.parts(operation)?);
            let fields = parts.iter().map(|part| {
                let schema = part.schema.as_ref().map(|pointer| pointer.to_fragment());
                form_field(&quote!(openapi_progenitor), part, schema)
            });
            Some(quote!(openapi_progenitor::RequestBody::Form(
                openapi_progenitor::FormBody { schema: #schema, fields: &[#(#fields),*] }
            )))
        }
        BodyFormat::UrlEncoded | BodyFormat::Bytes | BodyFormat::Text => None,
    }
}

/// Returns code that describes a body of a response that the client accepts.
pub(crate) fn received(media_type: &MediaType<'_>, is_text: bool) -> TokenStream {
    let name = media_type.name;
    let schema = media_type.schema.map(code::pointer);
    let unread = if is_text { quote!(Text) } else { quote!(Stream) };
    let form = match (syntax(name, media_type.schema), schema) {
        (Syntax::Json, Some(schema)) if name == "application/json" => {
            return quote!(openapi_progenitor::MediaType::json(#schema));
        }
        (Syntax::Json, Some(schema)) => quote!(Json(#schema)),
        (Syntax::Json, None) => quote!(AnyJson),
        (Syntax::Items(_), schema) => {
            let format = item_format(name, media_type.schema).map(code::variant);
            let schema = code::option(schema);
            quote!(Items(openapi_progenitor::ItemFormat::#format, #schema))
        }
        (Syntax::UrlEncoded | Syntax::FormData | Syntax::Text | Syntax::Bytes, _) => unread,
    };
    quote!(openapi_progenitor::MediaType { name: #name, form: openapi_progenitor::Form::#form })
}

/// Lowers the body of an operation's requests. `id` is the name of the client's method.
pub(crate) fn request<'d>(
    context: &mut Context<'d>,
    body: &RequestBody<'d>,
    id: &str,
) -> Option<ReferenceOr<openapiv3::RequestBody>> {
    let (format, chosen) = sent(body)?;
    for other in body.content.iter().filter(|other| other.name != chosen.name) {
        let message = format!("the client sends {}, not {}", chosen.name, other.name);
        context.warn(other.location, message);
    }
    let schema = match format {
        BodyFormat::Json | BodyFormat::UrlEncoded => {
            let shape = typed(context, chosen, &format!("{id} body"), Maker::Caller);
            let schema = context.types.schema(&shape);
            context.inputs.entry(id.to_owned()).or_default().body = Some(shape);
            schema
        }
        BodyFormat::Bytes => {
            if Syntax::of(chosen.name) == Syntax::FormData {
                warn_about_part_headers(context, chosen);
            }
            string(Some("binary"))
        }
        BodyFormat::Text => string(None),
    };
    let media_type = media_type(schema);
    let node = context.document.find(&body.location.pointer);
    Some(ReferenceOr::Item(openapiv3::RequestBody {
        description: body.description.map(str::to_owned),
        content: [(format.media_type().to_owned(), media_type)].into_iter().collect(),
        required: body.required,
        extensions: node.map(head::extensions).unwrap_or_default(),
    }))
}

/// Returns a media type with the given schema and no other fields.
pub(crate) fn media_type(schema: Object) -> openapiv3::MediaType {
    openapiv3::MediaType { schema: Some(finished(schema)), ..Default::default() }
}

/// Returns the media type of a response whose value the client decodes: `application/json` if it
/// is declared, because progenitor asks for it, or else the first that is not a range.
pub(crate) fn decoded<'r, 'd>(response: &'r Response<'d>) -> Option<&'r MediaType<'d>> {
    let decoded = response.content.iter();
    let decoded = decoded.filter(|one| syntax(one.name, one.schema) == Syntax::Json);
    decoded.min_by_key(|MediaType { name, .. }| {
        (name.contains('*'), essence(name) != "application/json")
    })
}

/// Returns the type of a body of JSON, or of a form.
pub(crate) fn typed<'d>(
    context: &mut Context<'d>,
    media_type: &MediaType<'d>,
    place: &str,
    maker: Maker,
) -> Shape {
    match media_type.schema {
        Some(schema) => context.shape(schema, place, maker),
        None => Kind::Any.into(),
    }
}

fn string(format: Option<&str>) -> Object {
    let mut schema = Object::from_iter([("type".to_owned(), json!("string"))]);
    if let Some(format) = format {
        schema.insert("format".to_owned(), json!(format));
    }
    schema
}

/// Warns that the declared headers of the parts are not validated: the caller writes them.
fn warn_about_part_headers(context: &mut Context<'_>, media_type: &MediaType<'_>) {
    let parts = media_type.encoding.and_then(Node::mapping);
    for (name, encoding) in parts.into_iter().flatten() {
        if let Some(headers) = encoding.get("headers") {
            let message = format!("the headers of the part `{name}` are not validated");
            context.warn(&headers.location, message);
        }
    }
}
