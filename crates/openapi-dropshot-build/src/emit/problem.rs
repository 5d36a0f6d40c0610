//! Generates the body of a response for a rejection where its schema is that of problem
//! details (RFC 9457 §3.1).

use openapi_rust::failures::{self, ProblemMember};
use openapi_rust::names::ident;
use openapi_rust::print::Scope;
use openapi_rust::types::{Body, Definition, Field, Kind, Shape};
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the value that reports `rejection` with `status`, if the shape is that of problem
/// details.
pub(super) fn problem(
    scope: &Scope<'_>,
    definitions: &[Definition],
    shape: &Shape,
) -> Option<TokenStream> {
    let (definition, fields) = failures::problem(definitions, shape)?;
    let (mut arguments, mut members) = (Vec::new(), Vec::new());
    for (field, member) in &fields {
        let name = ident(&field.name);
        match member {
            Some(member) if field.required => arguments.push((name, value(*member, field))),
            // Without a type, a problem is what its status says.
            Some(member) if *member != ProblemMember::Type => {
                let value = value(*member, field);
                members.push(match field.default {
                    Some(_) => quote!(#name: #value),
                    None => quote!(#name: Some(#value)),
                });
            }
            _ => {}
        }
    }
    let kind = scope.named(&definition.name);
    let is_open = matches!(&definition.body, Body::Struct { additional: Some(_), .. });
    if !is_open && arguments.len() + members.len() == fields.len() {
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

fn value(member: ProblemMember, field: &Field) -> TokenStream {
    match member {
        ProblemMember::Type => quote!("about:blank".to_owned()),
        ProblemMember::Title => {
            quote!(status.canonical_reason().unwrap_or("Error").to_owned())
        }
        ProblemMember::Status if matches!(field.shape.kind, Kind::Integer("u16")) => {
            quote!(status.as_u16())
        }
        ProblemMember::Status => quote!(status.as_u16().into()),
        ProblemMember::Detail => quote!(rejection.to_string()),
    }
}
