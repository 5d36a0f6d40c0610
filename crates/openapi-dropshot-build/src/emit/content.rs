//! Generates the types of bodies: enums of several media types, and their
//! documentation.

use openapi_rust::names::ident;
use openapi_rust::operation::{Alternative, BodyKind, Content, Endpoint, Format, RequestBody};
use openapi_rust::print::{Scope, docs, form};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn response_type(scope: &Scope<'_>, content: &Content) -> TokenStream {
    content_type(scope, content, sent)
}

/// Returns the type of a body whose media types have these types.
pub(super) fn content_type(
    scope: &Scope<'_>,
    content: &Content,
    alternative: fn(&Scope<'_>, &Alternative) -> TokenStream,
) -> TokenStream {
    match (&content.type_name, content.alternatives.as_slice()) {
        (None, [only]) => alternative(scope, only),
        (name, _) => scope.named(name.as_deref().unwrap_or_default()),
    }
}

/// Returns the type in which a handler receives an alternative.
pub(super) fn received(scope: &Scope<'_>, alternative: &Alternative) -> TokenStream {
    let shape = scope.shape(&alternative.shape);
    let tokens = match alternative.format.kind() {
        BodyKind::Bytes => quote!(openapi_dropshot::BodyStream),
        BodyKind::Items(_) => {
            let vec = scope.prelude("Vec");
            quote!(#vec<#shape>)
        }
        BodyKind::Value => shape,
    };
    with_content_type(alternative, tokens)
}

/// Returns the type in which a handler returns an alternative.
fn sent(scope: &Scope<'_>, alternative: &Alternative) -> TokenStream {
    let shape = scope.shape(&alternative.shape);
    let tokens = match alternative.format.kind() {
        BodyKind::Bytes => quote!(dropshot::Body),
        BodyKind::Items(format) if format.is_events() => {
            quote!(openapi_dropshot::EventStream<#shape>)
        }
        BodyKind::Items(_) => quote!(openapi_dropshot::JsonLines<#shape>),
        BodyKind::Value => shape,
    };
    with_content_type(alternative, tokens)
}

fn with_content_type(alternative: &Alternative, tokens: TokenStream) -> TokenStream {
    match alternative.has_content_type() {
        true => quote!(openapi_dropshot::WithContentType<#tokens>),
        false => tokens,
    }
}

/// Generates the types of the bodies of an operation, for the module `types`.
pub(super) fn types(scope: &Scope<'_>, endpoint: &Endpoint) -> Vec<TokenStream> {
    let mut items = Vec::new();
    if let Some(body) = endpoint.own_request_body() {
        items.extend(request_types(scope, body, &endpoint.id));
    }
    for (response, body) in endpoint.own_response_bodies() {
        let title = format!(
            "The bodies of the response {} of `{}`, by media type.",
            response.status, endpoint.id
        );
        items.extend(alternatives(scope, body, &title, sent));
    }
    items
}

/// Generates the types of a request body of an operation, or of a component.
pub(super) fn request_types(
    scope: &Scope<'_>,
    body: &RequestBody,
    owner: &str,
) -> Vec<TokenStream> {
    let forms = body.content.alternatives.iter().flat_map(Alternative::form);
    let mut items: Vec<_> = forms.map(|one| form(scope, one)).collect();
    let title = format!("The request bodies of `{owner}`, by media type.");
    items.extend(alternatives(scope, &body.content, &title, received));
    if body.content.plain_json().is_none() {
        let docs = docs(&format!("The media types of request bodies of `{owner}`."));
        let name = ident(&body.content_name);
        items.push(quote!(#docs pub enum #name {}));
    }
    items
}

/// Generates the enum of the media types of a component, if there are several.
pub(super) fn component_body(
    scope: &Scope<'_>,
    component: &str,
    body: &Content,
) -> Option<TokenStream> {
    let title = format!("The bodies of the response `{component}`, by media type.");
    alternatives(scope, body, &title, sent)
}

/// Generates the enum of several media types.
pub(super) fn alternatives(
    scope: &Scope<'_>,
    content: &Content,
    title: &str,
    alternative: fn(&Scope<'_>, &Alternative) -> TokenStream,
) -> Option<TokenStream> {
    let name = content.type_name.as_deref()?;
    let (title, derives) = (docs(title), derives(scope, name, content.is_stream()));
    let name = ident(name);
    let variants = content.alternatives.iter().map(|one| {
        let docs = docs(&format!("`{}`", one.declared));
        let (variant, inner) = (ident(&one.variant), alternative(scope, one));
        quote!(#docs #variant(#inner))
    });
    Some(quote! {
        #title
        #derives
        pub enum #name { #(#variants),* }
    })
}

/// Returns the derives of a type that may contain a stream.
pub(super) fn derives(scope: &Scope<'_>, name: &str, is_stream: bool) -> TokenStream {
    let clone = (!is_stream).then(|| quote!(Clone,));
    let partial_eq = (!is_stream).then(|| quote!(, PartialEq));
    let derives = scope.take_derives(name);
    quote!(#[derive(#clone Debug #partial_eq #derives)])
}

/// Generates the documentation of the media types of a request body, unless dropshot
/// documents it.
pub(super) fn request_content(scope: &Scope<'_>, body: &RequestBody) -> Option<TokenStream> {
    if body.content.plain_json().is_some() {
        return None;
    }
    let name = scope.named(&body.content_name);
    let media_types = media_types(scope, &body.content);
    let alternatives = || body.content.alternatives.iter();
    let json = alternatives().find(|one| matches!(one.format, Format::Json));
    let form = alternatives().find(|one| matches!(one.format, Format::Form(_)));
    let (extractor, content_type) = match (json, form) {
        (Some(one), _) => {
            let shape = scope.documented(&one.shape);
            (quote!(dropshot::TypedBody<#shape>), quote!(Json))
        }
        (None, Some(one)) => {
            let shape = scope.documented(&one.shape);
            (quote!(dropshot::TypedBody<#shape>), quote!(UrlEncoded))
        }
        (None, None) if alternatives().any(|one| matches!(one.format, Format::Multipart(..))) => {
            (quote!(dropshot::MultipartBody), quote!(MultipartFormData))
        }
        (None, None) => (quote!(dropshot::UntypedBody), quote!(Bytes)),
    };
    Some(quote! {
        impl openapi_dropshot::RequestContent for #name {
            fn metadata() -> dropshot::ExtractorMetadata {
                let content_type = dropshot::ApiEndpointBodyContentType::#content_type;
                <#extractor as dropshot::ExclusiveExtractor>::metadata(content_type)
            }

            fn declared() -> Vec<openapi_dropshot::MediaTypeSpec> {
                Vec::from([#(#media_types),*])
            }
        }
    })
}

/// Returns the specifications of the media types of a body.
pub(super) fn media_types(scope: &Scope<'_>, content: &Content) -> Vec<TokenStream> {
    let alternatives = content.alternatives.iter();
    alternatives
        .map(|one| {
            let name = &one.declared;
            match &one.documented {
                Some(shape) => {
                    let schema = scope.schema_function(shape);
                    quote!(openapi_dropshot::MediaTypeSpec::new(#name, #schema))
                }
                None => quote!(openapi_dropshot::MediaTypeSpec::any(#name)),
            }
        })
        .collect()
}
