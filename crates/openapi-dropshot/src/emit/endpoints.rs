//! What each endpoint takes and answers, and what it does in order.

use heck::ToShoutySnakeCase;
use openapi_model::ParameterLocation;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::replies::has_hooks;
use super::rust::{docs, embedded_schema, path, shape_type};
use super::service::{challenge, place};
use crate::names::ident;
use crate::operation::{Endpoint, Parameters, Service};

/// The function that lists all endpoints.
pub(super) fn endpoints(service: &Service) -> TokenStream {
    let (title, version) = (&service.title, &service.version);
    let endpoints = service.endpoints.iter().map(shown);
    let schemas = service.endpoints.iter().flat_map(|endpoint| {
        let body = endpoint.body.as_ref().map(|_| {
            let name = body_schema(endpoint);
            quote!(#name.compile()?;)
        });
        let parameters = endpoint.parameters.iter().map(|parameters| {
            let name = parameter_list(endpoint, parameters);
            quote!(for parameter in &#name { parameter.schema.compile()?; })
        });
        body.into_iter().chain(parameters).collect::<Vec<_>>()
    });
    quote! {
        /// All endpoints, to be served by an implementation of [`Api`], or shown
        /// as dropshot emits them.
        pub fn endpoints<A: Api>() -> Description<A> {
            Description::new(#title, #version) #(.endpoint(#endpoints))*
        }

        /// Compiles the schemas that requests are judged by, which otherwise
        /// happens when they are first needed.
        ///
        /// # Errors
        /// One does not compile.
        pub fn compile_schemas() -> Result<(), SchemaError> {
            #(#schemas)*
            Ok(())
        }
    }
}

/// An endpoint with everything that the emitted document shows of it.
fn shown(endpoint: &Endpoint) -> TokenStream {
    let Endpoint {
        id, path: template, ..
    } = endpoint;
    let method = path(&format!("Method::{}", endpoint.method));
    let (function, reply) = (ident(&endpoint.value_name), ident(&endpoint.reply_name));
    let summary = endpoint
        .summary
        .as_ref()
        .map(|text| quote!(.summary(#text)));
    let tags = endpoint.tags.iter().map(|tag| quote!(.tag(#tag)));
    let deprecated = endpoint.deprecated.then(|| quote!(.deprecated()));
    let credential = endpoint.security.as_ref().map(|security| {
        if security.required {
            quote!(.bearer())
        } else {
            quote!(.optional_bearer())
        }
    });
    let parameters = endpoint.parameters.iter().map(|parameters| {
        let (extractor, kind) = (extractor(parameters.place), ident(&parameters.type_name));
        quote!(.parameters::<#extractor<#kind>>())
    });
    let body = endpoint.body.as_ref().map(|body| {
        let kind = shape_type(&body.shape);
        if body.required {
            quote!(.body::<#kind>())
        } else {
            quote!(.optional_body::<#kind>())
        }
    });
    quote! {
        Endpoint::new(#id, #method, #template, |api, request, body| {
            Box::pin(#function::<A>(api, request, body))
        }) #summary #(#tags)* #deprecated #credential #(#parameters)* #body .answers::<#reply>()
    }
}

/// dropshot's extractor for the parameters of a place.
fn extractor(place: ParameterLocation) -> TokenStream {
    path(match place {
        ParameterLocation::Path => "Path",
        ParameterLocation::Query => "Query",
        ParameterLocation::Header | ParameterLocation::Cookie => "Header",
    })
}

/// The function that answers requests for an operation.
pub(super) fn endpoint(endpoint: &Endpoint) -> TokenStream {
    let mut steps = Vec::new();
    let mut arguments = vec![quote!(request)];
    let mut statics = Vec::new();
    if let Some(security) = &endpoint.security {
        let (name, challenge) = (
            ident(&security.scheme.value_name),
            challenge(&security.scheme),
        );
        let judged = quote!(api.#name(request, token).await?.ok_or(Fault::CredentialRefused(A::#challenge))?);
        steps.push(if security.required {
            quote! {
                let token = authorize(request, A::#challenge)?;
                let #name = #judged;
            }
        } else {
            quote! {
                let #name = match authorize_if_sent(request, A::#challenge)? {
                    Some(token) => Some(#judged),
                    None => None,
                };
            }
        });
        arguments.push(quote!(#name));
    }
    for parameters in &endpoint.parameters {
        let (name, place) = (place(parameters.place), extractor(parameters.place));
        let list = parameter_list(endpoint, parameters);
        steps.push(quote!(let #name = parameters(request, Place::#place, &#list)?;));
        arguments.push(quote!(#name));
        statics.push(parameter_static(endpoint, parameters));
    }
    if let Some(body) = &endpoint.body {
        let schema = body_schema(endpoint);
        let read = if body.required {
            quote!(json_body)
        } else {
            quote!(json_body_if_sent)
        };
        steps.push(quote!(let body = #read(request, body, &#schema, api.limits()).await?;));
        arguments.push(quote!(body));
        let embedded = embedded_schema(&body.pointer);
        let docs = docs(&format!("What the body of `{}` must be.", endpoint.id));
        statics.push(quote!(#docs static #schema: Schema = #embedded;));
    }
    let body = endpoint.body.as_ref().map_or(quote!(_), |_| quote!(body));
    let function = ident(&endpoint.value_name);
    let reply = ident(&endpoint.reply_name);
    let service = has_hooks(endpoint).then(|| quote!(::<A>));
    quote! {
        async fn #function<A: Api>(api: &A, request: &Request, #body: Body) -> Response<Bytes> {
            let operation = async {
                #(#steps)*
                api.#function(#(#arguments),*).await
            };
            respond(request, operation, #reply::refusal #service).await
        }

        #(#statics)*
    }
}

fn body_schema(endpoint: &Endpoint) -> Ident {
    format_ident!("{}_BODY", endpoint.value_name.to_shouty_snake_case())
}

fn parameter_list(endpoint: &Endpoint, parameters: &Parameters) -> Ident {
    let place = parameters.place.to_string().to_uppercase();
    format_ident!("{}_{place}", endpoint.value_name.to_shouty_snake_case())
}

fn parameter_static(endpoint: &Endpoint, parameters: &Parameters) -> TokenStream {
    let name = parameter_list(endpoint, parameters);
    let count = proc_macro2::Literal::usize_unsuffixed(parameters.fields.len());
    let items = parameters
        .fields
        .iter()
        .zip(&parameters.pointers)
        .map(|(field, pointer)| {
            let (name, required, schema) =
                (&field.wire_name, field.required, embedded_schema(pointer));
            quote!(Parameter { name: #name, required: #required, schema: #schema })
        });
    let docs = docs(&format!(
        "What the {} parameters of `{}` must be.",
        parameters.place, endpoint.id
    ));
    quote!(#docs static #name: [Parameter; #count] = [#(#items),*];)
}
