//! Generates the body of a response for a rejection where its schema is that of problem
//! details (RFC 9457 §3.1).

use openapi_rust::names::ident;
use openapi_rust::print::Scope;
use openapi_rust::types::{Body, Definition, Field, Kind, Shape};
use proc_macro2::TokenStream;
use quote::quote;
use serde_json::Value;

/// Generates the value that reports `rejection` with `status`, if the shape has the members
/// `title` and `detail`, and a rejection determines every required member.
pub(super) fn problem(
    scope: &Scope<'_>,
    definitions: &[Definition],
    shape: &Shape,
) -> Option<TokenStream> {
    let name = shape.held().filter(|_| !shape.nullable && !shape.boxed)?;
    let definition = definitions.iter().find(|one| one.name == name)?;
    let Body::Struct { fields, rules, additional, .. } = &definition.body else {
        return None;
    };
    let has = |member: &str| {
        let mut fields = fields.iter();
        fields.any(|field| field.wire_name == member && value(field).is_some())
    };
    if !rules.is_empty() || !has("title") || !has("detail") {
        return None;
    }
    let (mut arguments, mut members) = (Vec::new(), Vec::new());
    for field in fields {
        let name = ident(&field.name);
        match value(field) {
            Some(value) if field.required => arguments.push((name, value)),
            None if field.required => return None,
            // Without a type, a problem is what its status says.
            Some(value) if field.wire_name != "type" => members.push(match field.default {
                Some(_) => quote!(#name: #value),
                None => quote!(#name: Some(#value)),
            }),
            _ => {}
        }
    }
    let kind = scope.named(name);
    if additional.is_none() && arguments.len() + members.len() == fields.len() {
        let arguments = arguments.iter().map(|(name, value)| quote!(#name: #value));
        return Some(quote!(#kind { #(#arguments,)* #(#members),* }));
    }
    let rest = match arguments.as_slice() {
        [] => quote!(#kind::default()),
        _ => {
            let values = arguments.iter().map(|(_, value)| value);
            quote!(#kind::new(#(#values),*))
        }
    };
    Some(match members.as_slice() {
        [] => rest,
        _ => quote!(#kind { #(#members,)* ..#rest }),
    })
}

/// Generates the value of a member of problem details, if its type allows each value.
fn value(field: &Field) -> Option<TokenStream> {
    let Shape { kind, external: None, nullable: false, boxed: false, rules } = &field.shape else {
        return None;
    };
    let allows = |keyword: &str, value: &Value| match (field.wire_name.as_str(), keyword) {
        ("type", "format") => value == "uri" || value == "uri-reference",
        ("status", "format") => value.is_null(),
        ("status", "minimum") => value.as_f64().is_some_and(|least| least <= 400.0),
        ("status", "maximum") => value.as_f64().is_some_and(|most| most >= 599.0),
        ("status", "exclusiveMaximum") => value.as_f64().is_some_and(|bound| bound >= 600.0),
        _ => false,
    };
    if !rules.iter().all(|(keyword, value)| allows(keyword, value)) {
        return None;
    }
    Some(match (field.wire_name.as_str(), kind) {
        ("type", Kind::String) => quote!("about:blank".to_owned()),
        ("title", Kind::String) => {
            quote!(status.canonical_reason().unwrap_or("Error").to_owned())
        }
        ("status", Kind::Integer("u16")) => quote!(status.as_u16()),
        ("status", Kind::Integer("i32" | "i64" | "u32" | "u64") | Kind::Number(_)) => {
            quote!(status.as_u16().into())
        }
        ("detail", Kind::String) => quote!(rejection.to_string()),
        _ => return None,
    })
}
