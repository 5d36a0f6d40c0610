//! Bodies: selects the media type that progenitor sends or reads.
//!
//! A request keeps its media type, because it determines the content sent. A
//! response's is replaced, since the client distinguishes responses by status.

use openapi_model::{MediaType, Node, Operation, RequestBody};
use openapiv3::ReferenceOr;
use serde_json::json;

use crate::context::{Context, Object};
use crate::{ContractBody, head, names, operations, schema};

/// The encoding of a request body, in order of preference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    Json,
    UrlEncoded,
    Bytes,
    Text,
    Multipart,
}

fn form(media_type: &str) -> Option<Form> {
    // Compared as progenitor does: case-sensitively, ignoring parameters.
    match media_type.split(';').next()? {
        "application/json" => Some(Form::Json),
        "application/x-www-form-urlencoded" => Some(Form::UrlEncoded),
        "application/octet-stream" => Some(Form::Bytes),
        "text/plain" | "text/x-markdown" => Some(Form::Text),
        "multipart/form-data" => Some(Form::Multipart),
        _ => None,
    }
}

/// Returns whether the media type of a response's body is JSON (RFC 6839 §3.1).
pub(crate) fn is_json(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
        || essence.to_ascii_lowercase().ends_with("+json")
}

/// Returns the media type that the client sends, of all that the body declares.
/// progenitor sends the parts of `multipart/form-data` as `application/octet-stream`,
/// which only a hook corrects.
fn sent<'b, 'd>(
    context: &Context<'_>,
    body: &'b RequestBody<'d>,
) -> Option<(Form, &'b MediaType<'d>)> {
    let known = body
        .content
        .iter()
        .filter_map(|media_type| form(media_type.name).map(|form| (form, media_type)));
    known
        .filter(|(form, _)| context.has_hooks || *form != Form::Multipart)
        .min_by_key(|(form, _)| *form)
}

/// Describes the body that the client sends, if a client can validate it.
pub(crate) fn described(context: &Context<'_>, body: &RequestBody<'_>) -> Option<ContractBody> {
    let (form, media_type) = sent(context, body)?;
    let schema = media_type.schema.map(|schema| &schema.location().pointer);
    match form {
        Form::Json => schema.cloned().map(ContractBody::Json),
        Form::Multipart => Some(ContractBody::Multipart {
            schema: schema.cloned(),
            fields: crate::form::fields(context, media_type),
        }),
        Form::UrlEncoded | Form::Bytes | Form::Text => None,
    }
}

/// Lowers the body of an operation's requests. Returns `None` when progenitor
/// supports none of its media types.
pub(crate) fn request<'d>(
    context: &mut Context<'d>,
    operation: &Operation<'d>,
    body: &RequestBody<'d>,
    id: &str,
) -> Option<ReferenceOr<openapiv3::RequestBody>> {
    let Some((form, chosen)) = sent(context, body) else {
        let names: Vec<_> = body
            .content
            .iter()
            .map(|media_type| media_type.name)
            .collect();
        let what = match names.as_slice() {
            [] => "a body without a media type".to_owned(),
            names => format!("a body as {}", names.join(" or ")),
        };
        operations::leave_out(context, operation, &what);
        return None;
    };
    for other in body
        .content
        .iter()
        .filter(|other| other.name != chosen.name)
    {
        let message = format!("the client sends {}, not {}", chosen.name, other.name);
        context.warn(other.location, message);
    }
    if !body.required {
        let message = "the body may be absent; the client always sends one";
        context.warn(body.location, message);
    }
    let schema = match form {
        Form::Json | Form::UrlEncoded => {
            mention_encoding(context, chosen);
            typed(context, chosen, &format!("{}Body", names::type_name(id)))
        }
        Form::Bytes => string(Some("binary")),
        Form::Multipart => {
            let message = "progenitor can't carry the fields of multipart/form-data; the caller gives the parts";
            context.warn(chosen.location, message);
            string(Some("binary"))
        }
        Form::Text => string(None),
    };
    let media_type = media_type(context, chosen, schema);
    let node = context.document.find(&body.location.pointer);
    let name = match form {
        Form::Multipart => "application/octet-stream",
        _ => chosen.name,
    };
    Some(ReferenceOr::Item(openapiv3::RequestBody {
        description: body.description.map(str::to_owned),
        content: [(name.to_owned(), media_type)].into_iter().collect(),
        required: true,
        extensions: node.map(head::extensions).unwrap_or_default(),
    }))
}

/// Returns a media type with the given schema and no other fields.
pub(crate) fn media_type(
    context: &mut Context<'_>,
    source: &MediaType<'_>,
    schema: Object,
) -> openapiv3::MediaType {
    openapiv3::MediaType {
        schema: Some(schema::finished(context, schema, source.location)),
        ..Default::default()
    }
}

/// Returns the lowered schema of a media type, or the schema of any value if it has
/// none.
pub(crate) fn typed<'d>(
    context: &mut Context<'d>,
    media_type: &MediaType<'d>,
    preferred_name: &str,
) -> Object {
    // A schema of a shared response is a type with its own name, rather than the
    // name of the first operation that uses it.
    let place: Vec<_> = media_type.location.pointer.tokens().take(3).collect();
    let shared = match place.as_slice() {
        [root, _, name] if root == "components" => Some(names::type_name(name)),
        _ => None,
    };
    match media_type.schema {
        Some(schema) => schema::usage(context, schema, shared.as_deref().unwrap_or(preferred_name)),
        None => Object::new(),
    }
}

fn string(format: Option<&str>) -> Object {
    let mut schema = Object::from_iter([("type".to_owned(), json!("string"))]);
    if let Some(format) = format {
        schema.insert("format".to_owned(), json!(format));
    }
    schema
}

/// `encoding` matters only for forms, and progenitor has a single way to write
/// forms.
fn mention_encoding(context: &mut Context<'_>, media_type: &MediaType<'_>) {
    let node = context.document.find(&media_type.location.pointer);
    let encoding = node.and_then(|node| node.get("encoding"));
    if let Some(encoding) =
        encoding.filter(|node| node.mapping().is_some_and(|members| !members.is_empty()))
    {
        let message = "progenitor can't carry `encoding`; fields are written as plain text";
        context.warn(&encoding.location, message);
    }
}

/// Returns the schema of a media type without positions, to compare schemas.
pub(crate) fn schema_json(media_type: &MediaType<'_>) -> serde_json::Value {
    media_type
        .schema
        .map_or(json!({}), |schema| Node::to_json(schema.node()))
}
