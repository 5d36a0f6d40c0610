//! Generates a stand-in: an implementation of the trait for tests, which records each accepted
//! request and answers with values of the state.

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

/// Generates an implementation that answers each request with a declared response.
/// `crate::State` records the request, chooses the response and has its values.
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
    // A body with a type name has several media types.
    let single = body.filter(|body| body.content.type_name.is_none());
    let bytes =
        single.filter(|body| matches!(body.content.alternatives[0].format.kind(), BodyKind::Bytes));
    let read = bytes.map(|body| {
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
    let answers = responses.iter().map(|response| answer(&scope, response, &responses));
    let numbers = (0..responses.len() - 1).map(Literal::usize_unsuffixed);
    let numbers = numbers.map(|number| quote!(#number)).chain([quote!(_)]);
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

/// Returns the responses: successes first, then `default`, then all others.
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

/// Generates the variant of a response with its fields, of all `responses`.
fn answer(scope: &Scope<'_>, response: &Response, responses: &[&Response]) -> TokenStream {
    let name = ident(&response.variant);
    let body = response.body().map(|content| body(scope, content));
    let code = code(response, responses);
    let (class, code) = (Literal::u16_unsuffixed(code / 100), Literal::u16_unsuffixed(code));
    let sent = quote!(openapi_dropshot::RangeStatus::<#class>::of::<#code>());
    let status = match response.status {
        Status::Code(_) => None,
        Status::Class(_) => Some(quote!(status: #sent,)),
        Status::Default => Some(quote!(status: #sent.into(),)),
    };
    let headers = response.headers.iter().map(|header| {
        let (field, name) = (ident(&header.field), &header.name);
        quote!(#field: answer.header(#name)?)
    });
    let field = body.as_ref().map(|body| quote!(body: #body,));
    if let Some(kind) = &response.type_name {
        let kind = scope.named(kind);
        let response = quote!(#kind { #field #(#headers),* });
        return match status {
            Some(status) => quote!(#name { #status response: #response }),
            None => quote!(#name(#response)),
        };
    }
    if response.has_fields() {
        return quote!(#name { #status #field #(#headers),* });
    }
    match body {
        Some(body) => quote!(#name(#body)),
        None => quote!(#name),
    }
}

/// Returns a status that callers read as this response: no more specific key covers it.
/// `default` is an error if there is a success.
fn code(response: &Response, responses: &[&Response]) -> u16 {
    let first = match response.status {
        Status::Code(code) => return code,
        Status::Class(class) => class * 100,
        Status::Default if responses[0].status.class() == Some(2) => 418,
        Status::Default => 200,
    };
    let is_own = |code: &u16| {
        let mut keys = Status::covering(*code).into_iter();
        keys.find(|key| responses.iter().any(|one| one.status == *key)) == Some(response.status)
    };
    (first..600).chain(200..600).find(is_own).unwrap_or(first)
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
