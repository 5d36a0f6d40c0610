//! Generates the types of webhooks and callbacks.

use openapi_document::Status;
use openapi_rust::names::ident;
use openapi_rust::operation::{Alternative, BodyKind, Content, ExpectedResponse, Format, Sender};
use openapi_rust::print::{Scope, docs, parameter_structs};
use openapi_rust::types::Kind;
use proc_macro2::TokenStream;
use quote::quote;

use super::super::content::{alternatives, content_type, derives};

/// Generates the types of a sender, for the module `types`.
pub(in crate::emit) fn types(scope: &Scope<'_>, sender: &Sender) -> Vec<TokenStream> {
    let title = &sender.title;
    let mut items = parameter_structs(scope, &sender.parameters, &format!("the {title}"), true);
    let request = sender.body.iter().map(|(content, _)| {
        let title = format!("The request bodies of the {title}, by media type.");
        (content, title)
    });
    let responses = sender.responses.iter().filter_map(|response| {
        let title = format!(
            "The bodies of the response {} to the {title}, by media type.",
            response.status
        );
        Some((response.content.as_ref()?, title))
    });
    let bodies = request.chain(responses);
    items.extend(bodies.filter_map(|(content, title)| alternatives(scope, content, &title, whole)));
    let name = ident(&sender.response_name);
    let docs = docs(&format!("The responses that the document declares for the {title}."));
    let variants = sender.responses.iter().map(|one| variant(scope, one));
    let derives = derives(scope, &sender.response_name, false);
    items.push(quote! {
        #docs
        #derives
        pub enum #name { #(#variants),* }
    });
    items
}

/// Returns the type of a whole body of a media type.
fn whole(scope: &Scope<'_>, alternative: &Alternative) -> TokenStream {
    let shape = scope.shape(&alternative.shape);
    match alternative.format.kind() {
        _ if !is_validated(alternative) => quote!(openapi_dropshot::Bytes),
        BodyKind::Items(_) => {
            let vec = scope.prelude("Vec");
            quote!(#vec<#shape>)
        }
        BodyKind::Value | BodyKind::Bytes => shape,
    }
}

/// Returns whether a body is read and written as values. Any other is bytes of the caller's.
pub(super) fn is_validated(alternative: &Alternative) -> bool {
    match alternative.format.kind() {
        BodyKind::Value => !matches!(alternative.format, Format::Multipart(..)),
        BodyKind::Items(format) => !format.is_events(),
        BodyKind::Bytes => false,
    }
}

/// Returns the reference by which a function takes a body.
pub(super) fn borrowed(scope: &Scope<'_>, content: &Content) -> TokenStream {
    if let (None, [only]) = (&content.type_name, content.alternatives.as_slice())
        && !only.shape.nullable
        && only.shape.external.is_none()
    {
        match (&only.format, &only.shape.kind) {
            (Format::Items(format), _) if !format.is_events() => {
                let item = scope.shape(&only.shape);
                return quote!(&[#item]);
            }
            (Format::Json, Kind::Array(items)) => {
                let item = scope.shape(items);
                return quote!(&[#item]);
            }
            (Format::Json | Format::Text, Kind::String) => return quote!(&str),
            _ => {}
        }
    }
    let body = content_type(scope, content, whole);
    quote!(&#body)
}

fn variant(scope: &Scope<'_>, response: &ExpectedResponse) -> TokenStream {
    let docs = docs(&format!("{}: {}", response.status, response.description));
    let name = ident(&response.variant);
    let body = response.content.as_ref().map(|content| content_type(scope, content, whole));
    if !has_fields(response) {
        return match body {
            Some(body) => quote!(#docs #name(#body)),
            None => quote!(#docs #name),
        };
    }
    let status = has_status(response).then(|| {
        quote! {
            /// The status.
            status: openapi_dropshot::StatusCode,
        }
    });
    let headers = response.has_headers.then(|| {
        quote! {
            /// The headers, which are not validated.
            headers: openapi_dropshot::HeaderMap,
        }
    });
    let body = body.map(|body| {
        quote! {
            /// The body.
            body: #body,
        }
    });
    quote!(#docs #name { #status #headers #body })
}

pub(super) fn has_status(response: &ExpectedResponse) -> bool {
    !matches!(response.status, Status::Code(_))
}

pub(super) fn has_fields(response: &ExpectedResponse) -> bool {
    has_status(response) || response.has_headers
}
