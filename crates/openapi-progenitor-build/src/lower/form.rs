//! Describes the fields of `multipart/form-data` (OpenAPI 3.1.1 §4.8.15).
//!
//! No generated type has the fields: the caller writes the parts, and the description
//! lets a client validate them.

use std::collections::HashSet;

use openapi_document::{MediaType, Node, Pointer, Schema, TypeName};
use openapi_schema::http::is_json;
use proc_macro2::TokenStream;
use quote::quote;

use crate::lower::code::pointer;
use crate::lower::context::Context;
use crate::lower::serialized::{Serialized, parts, serialized};

/// Returns the fields that the schema of a form declares.
pub(crate) fn fields(context: &Context<'_>, form: &MediaType<'_>) -> Vec<TokenStream> {
    let mut properties = Vec::new();
    if let Some(schema) = form.schema {
        collect(schema, &mut HashSet::new(), &mut properties);
    }
    let node = context.document.find(&form.location.pointer);
    let encoding = node.and_then(|node| node.get("encoding"));
    let mut fields = Vec::new();
    while let Some((name, schema)) = properties.pop() {
        let others = properties.len();
        properties.retain(|(other, _)| *other != name);
        // Branches give the field different values.
        let is_shared = properties.len() < others;
        let encoding = encoding.and_then(|node| node.get(name));
        fields.push(field(name, schema, encoding, is_shared));
    }
    fields.reverse();
    fields
}

/// Adds the properties of the schema, of its references and of its branches.
fn collect<'d>(
    schema: Schema<'d>,
    visited: &mut HashSet<&'d Pointer>,
    properties: &mut Vec<(&'d str, Schema<'d>)>,
) {
    if !visited.insert(&schema.location().pointer) {
        return;
    }
    for (name, property) in schema.named_schemas("properties").unwrap_or_default() {
        properties.push((name, property));
    }
    for part in parts(schema) {
        collect(part, visited, properties);
    }
}

fn field(name: &str, schema: Schema<'_>, encoding: Option<&Node>, is_shared: bool) -> TokenStream {
    let value = target(schema);
    let items = value.schema("items").ok().flatten().map(target);
    let item = items.filter(|_| is_only(value, TypeName::Array));
    let is_styled = ["style", "explode", "allowReserved"]
        .iter()
        .any(|name| encoding.is_some_and(|encoding| encoding.get(name).is_some()));
    let media_types = encoding
        .and_then(|encoding| encoding.get("contentType"))
        .and_then(Node::string);
    let content = match media_types {
        _ if is_styled || is_shared => quote!(Unvalidated),
        Some(media_types) => encoded(media_types),
        None => default_content(item.unwrap_or(value)),
    };
    let (repeated, schema) = (item.is_some(), pointer(schema));
    quote!(openapi_progenitor::FormField {
        name: #name,
        content: openapi_progenitor::FieldContent::#content,
        repeated: #repeated,
        schema: #schema,
    })
}

/// Returns the content that `encoding` declares by media types or ranges, separated by
/// commas.
fn encoded(media_types: &str) -> TokenStream {
    let names: Vec<_> = media_types.split(',').map(str::trim).collect();
    match names.as_slice() {
        [only] if is_json(only) => quote!(Json),
        [only] if only.starts_with("text/plain") => quote!(Text),
        names => quote!(File(&[#(#names),*])),
    }
}

/// Returns the content of a field or item without a declared media type.
fn default_content(schema: Schema<'_>) -> TokenStream {
    let is_binary = schema.text("format") == Some("binary")
        || schema.keyword("contentEncoding").is_some()
        || schema.keyword("contentMediaType").is_some();
    match serialized(schema) {
        Serialized::Scalar | Serialized::Time if is_binary => {
            let media_type = schema.text("contentMediaType").into_iter();
            quote!(File(&[#(#media_type),*]))
        }
        Serialized::Scalar | Serialized::Time => quote!(Text),
        _ if is_only(schema, TypeName::Object) => quote!(Json),
        // Any value, and a choice between values that are written differently.
        _ => quote!(Unvalidated),
    }
}

/// Follows references and branches of a schema while there is a single one.
fn target(mut schema: Schema<'_>) -> Schema<'_> {
    let mut visited = HashSet::new();
    while let [only] = parts(schema).as_slice()
        && visited.insert(&only.location().pointer)
    {
        schema = *only;
    }
    schema
}

/// Returns whether the schema accepts a single type beside null.
fn is_only(schema: Schema<'_>, name: TypeName) -> bool {
    let mut types = schema.types().ok().flatten().unwrap_or_default();
    types.remove(&TypeName::Null);
    types.len() == 1 && types.contains(&name)
}
