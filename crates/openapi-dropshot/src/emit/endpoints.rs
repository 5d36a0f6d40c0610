//! What is registered with dropshot, and what each endpoint does in order.

use heck::ToShoutySnakeCase;
use openapi_model::ParameterLocation;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::replies::has_hooks;
use super::rust::{docs, embedded_schema, path, shape_type};
use super::service::{challenge, place};
use crate::names::ident;
use crate::operation::{Endpoint, Parameters, Service};

/// The functions that hand all endpoints to dropshot.
pub(super) fn endpoints(service: &Service) -> TokenStream {
    let (title, version) = (&service.title, &service.version);
    let registered = service.endpoints.iter().map(registration);
    let added = service.endpoints.iter().map(|endpoint| {
        let (name, reply) = (ident(&endpoint.value_name), ident(&endpoint.reply_name));
        let optional = endpoint.body.as_ref().is_some_and(|body| !body.required);
        let optional = optional.then(|| quote!(.body_optional()));
        quote!(.endpoint(Endpoint::new::<#reply>(#name) #optional))
    });
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
        /// All endpoints, as dropshot serves and describes them.
        pub fn endpoints<A: Api>() -> Description<A> {
            #(#registered)*
            Description::new(#title, #version) #(#added)*
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

fn registration(endpoint: &Endpoint) -> TokenStream {
    let Endpoint {
        id, path: template, ..
    } = endpoint;
    let method = path(&format!("Method::{}", endpoint.method));
    let function = ident(&endpoint.value_name);
    let summary = endpoint
        .summary
        .as_ref()
        .map(|text| quote!(.summary(#text)));
    let tags = endpoint.tags.iter().map(|tag| quote!(.tag(#tag)));
    let deprecated = endpoint.deprecated.then(|| quote!(.deprecated(true)));
    quote! {
        let #function = ApiEndpoint::new(
            #id.to_owned(),
            #function::<A>,
            #method,
            "application/json",
            #template,
            ApiEndpointVersions::All,
        ) #summary #(#tags)* #deprecated;
    }
}

/// The function that dropshot calls.
pub(super) fn endpoint(endpoint: &Endpoint) -> TokenStream {
    let mut shown = Vec::new();
    let mut steps = Vec::new();
    let mut arguments = vec![quote!(&request)];
    let mut statics = Vec::new();
    if let Some(security) = &endpoint.security {
        let (name, challenge) = (
            ident(&security.scheme.value_name),
            challenge(&security.scheme),
        );
        shown.push(if security.required {
            quote!(_: ShowsBearer)
        } else {
            quote!(_: ShowsOptionalBearer)
        });
        let judged = quote!(A::#name(&request, token).await?.ok_or(Fault::CredentialRefused(A::#challenge))?);
        steps.push(if security.required {
            quote! {
                let token = authorize(&request, A::#challenge)?;
                let #name = #judged;
            }
        } else {
            quote! {
                let #name = match authorize_if_sent(&request, A::#challenge)? {
                    Some(token) => Some(#judged),
                    None => None,
                };
            }
        });
        arguments.push(quote!(#name));
    }
    for parameters in &endpoint.parameters {
        let (name, kind) = (place(parameters.place), ident(&parameters.type_name));
        let extractor = path(match parameters.place {
            ParameterLocation::Path => "Path",
            ParameterLocation::Query => "Query",
            ParameterLocation::Header | ParameterLocation::Cookie => "Header",
        });
        shown.push(quote!(_: Shown<#extractor<#kind>>));
        let list = parameter_list(endpoint, parameters);
        let place = &extractor;
        steps.push(quote!(let #name = parameters(&request, Place::#place, &#list).await?;));
        arguments.push(quote!(#name));
        statics.push(parameter_static(endpoint, parameters));
    }
    if let Some(body) = &endpoint.body {
        let kind = shape_type(&body.shape);
        let schema = body_schema(endpoint);
        shown.push(quote!(body: JsonBody<#kind>));
        let read = if body.required {
            quote!(read)
        } else {
            quote!(read_if_sent)
        };
        steps.push(quote!(let body = body.#read(&#schema, request.context().limits()).await?;));
        arguments.push(quote!(body));
        let embedded = embedded_schema(&body.pointer);
        let docs = docs(&format!("What the body of `{}` must be.", endpoint.id));
        statics.push(quote!(#docs static #schema: Schema = #embedded;));
    }
    let function = ident(&endpoint.value_name);
    let reply = ident(&endpoint.reply_name);
    let service = has_hooks(endpoint).then(|| quote!(::<A>));
    quote! {
        async fn #function<A: Api>(request: RequestContext<A>, #(#shown),*) -> Result<Response<Body>, HttpError> {
            let operation = async {
                #(#steps)*
                A::#function(#(#arguments),*).await
            };
            respond(&request, operation, #reply::refusal #service).await
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
