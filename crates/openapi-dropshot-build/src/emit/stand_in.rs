//! Generates an implementation of the trait that answers, for tests of callers and of which
//! requests are accepted.

use openapi_document::Status;
use openapi_rust::names::ident;
use openapi_rust::operation::{
    Alternative, BodyKind, Content, Endpoint, Format, Response, Service,
};
use openapi_rust::print::Scope;
use openapi_rust::types::Definition;
use openapi_schema::http;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::responses::handled;
use super::service::{arguments, authentication};
use super::skeleton;

/// Generates an implementation that answers each request with a declared response, if
/// possible a success. `crate::State` records the request and has the values of the
/// response.
pub(crate) fn stand_in(service: &Service, definitions: &[Definition]) -> TokenStream {
    let context = quote!(crate::State);
    let authentication = authentication(
        service,
        &context,
        &quote!(String),
        &quote!(rqctx.context().principal(credential.reveal())),
    );
    let error_bodies = skeleton::errors(service, definitions, &context);
    let methods = service.endpoints.iter().map(|endpoint| method(service, endpoint));
    let operations = service.endpoints.iter().map(operation);
    quote! {
        /// Answers each request with the values of the state.
        pub enum StandIn {}

        impl StandIn {
            /// The operations, such as `GET /things`.
            pub const OPERATIONS: &[&str] = &[#(#operations),*];
        }

        impl Api for StandIn {
            type Context = crate::State;
            #(#authentication)*
            #(#error_bodies)*
            #(#methods)*
        }
    }
}

fn operation(endpoint: &Endpoint) -> String {
    format!("{} {}", endpoint.method, endpoint.path)
}

fn method(service: &Service, endpoint: &Endpoint) -> TokenStream {
    let scope = Scope::root();
    let (name, operation) = (ident(&endpoint.value_name), operation(endpoint));
    let arguments = arguments(&scope, service, endpoint);
    let inputs = arguments.iter().map(|(name, kind)| quote!(#name: #kind));
    let shown = arguments.iter().map(|(name, _)| {
        let text = format!("{name}: {{:?}}");
        quote!(format!(#text, #name))
    });
    let body = endpoint.body.as_ref();
    let stream = body.filter(|body| {
        let only = body.content.alternatives.first();
        let is_bytes = only.is_some_and(|only| matches!(only.format.kind(), BodyKind::Bytes));
        is_bytes && body.content.type_name.is_none()
    });
    let read = stream.map(|body| {
        let is_open = body.content.alternatives[0].has_content_type();
        let content = is_open.then(|| quote!(.content));
        match body.required {
            true => quote!(let body = body #content.bytes().await?;),
            false => quote! {
                let body = match body {
                    Some(body) => Some(body #content.bytes().await?),
                    None => None,
                };
            },
        }
    });
    // Only JSON can be serialized again.
    let is_json = body.is_some_and(|body| body.content.plain_json().is_some());
    let json = match is_json {
        true => quote!(Some(serde_json::to_value(&body))),
        false => quote!(None),
    };
    let responses = responses(endpoint);
    let type_name = scope.named(&endpoint.response_name);
    let statuses = responses.iter().map(|response| response.status.to_string());
    let numbers = (0..responses.len()).map(Literal::usize_unsuffixed);
    let has_success = responses[0].status.class() == Some(2);
    let answers = responses.iter().map(|response| answer(&scope, response, has_success));
    let last = responses.len() - 1;
    let numbers = numbers.map(|number| match number.to_string() == last.to_string() {
        true => quote!(_),
        false => quote!(#number),
    });
    quote! {
        async fn #name(
            rqctx: &RequestContext<crate::State>,
            #(#inputs),*
        ) -> Result<#type_name, Rejection> {
            #read
            let arguments = Vec::from([#(#shown),*]);
            #[allow(unused)]
            let (number, answer) =
                rqctx.context().answer(#operation, &[#(#statuses),*], arguments, #json)?;
            Ok(match number {
                #(#numbers => #type_name::#answers),*
            })
        }
    }
}

/// Returns the responses: successes first, and then `default`.
fn responses(endpoint: &Endpoint) -> Vec<&Response> {
    let rank = |response: &&Response| match response.status {
        status if status.class() == Some(2) => 0,
        Status::Default => 1,
        _ => 2,
    };
    let mut responses: Vec<_> = handled(endpoint).collect();
    responses.sort_by_key(rank);
    responses
}

/// Generates the variant of a response with its fields.
fn answer(scope: &Scope<'_>, response: &Response, has_success: bool) -> TokenStream {
    let name = ident(&response.variant);
    let body = response.body().map(|content| body(scope, content));
    let status = match response.status {
        Status::Code(_) => None,
        Status::Class(class) => {
            let code = Literal::u16_unsuffixed(class * 100);
            let class = Literal::u16_unsuffixed(class);
            Some(quote!(status: openapi_dropshot::RangeStatus::<#class>::of::<#code>(),))
        }
        Status::Default if has_success => Some(quote!(status: http::StatusCode::IM_A_TEAPOT,)),
        Status::Default => Some(quote!(status: http::StatusCode::OK,)),
    };
    let headers = response.headers.iter().map(|header| {
        let (field, name) = (ident(&header.field), &header.field);
        quote!(#field: answer.header(#name)?)
    });
    if let Some(kind) = &response.type_name {
        let kind = scope.named(kind);
        let body = body.map(|body| quote!(body: #body,));
        let response = quote!(#kind { #body #(#headers),* });
        return match status {
            Some(status) => quote!(#name { #status response: #response }),
            None => quote!(#name(#response)),
        };
    }
    if response.has_fields() {
        let body = body.map(|body| quote!(body: #body,));
        return quote!(#name { #status #body #(#headers),* });
    }
    match body {
        Some(body) => quote!(#name(#body)),
        None => quote!(#name),
    }
}

/// Generates a body. Of several media types, JSON is sent, which a client prefers.
fn body(scope: &Scope<'_>, content: &Content) -> TokenStream {
    let rank = |one: &&Alternative| match http::essence(&one.declared).as_str() {
        "application/json" => 0,
        _ if matches!(one.format, Format::Json) => 1,
        _ => 2,
    };
    let one = content.alternatives.iter().min_by_key(rank).expect("a body has a media type");
    let value = value(one);
    let Some(name) = &content.type_name else {
        return value;
    };
    let (name, variant, media_type) = (scope.named(name), ident(&one.variant), &one.declared);
    quote!({
        let answer = answer.of(#media_type);
        #name::#variant(#value)
    })
}

fn value(alternative: &Alternative) -> TokenStream {
    let content = match alternative.format.kind() {
        BodyKind::Bytes => quote!(answer.bytes()?),
        BodyKind::Items(format) if format.is_events() => quote!(answer.events()?),
        BodyKind::Items(_) => quote!(answer.lines()?),
        BodyKind::Value => quote!(answer.body()?),
    };
    if !alternative.has_content_type() {
        return content;
    }
    quote! {
        openapi_dropshot::WithContentType {
            content_type: answer.content_type(),
            content: #content,
        }
    }
}
