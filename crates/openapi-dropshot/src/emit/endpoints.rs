//! Generates the registration of each operation with dropshot, and its handler.

use heck::ToShoutySnakeCase;
use openapi_model::ParameterLocation;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::parameters::parameter;
use super::request;
use super::rust::{docs, path};
use super::scope::Scope;
use super::security::requirement_path;
use super::service::argument;
use crate::names::ident;
use crate::operation::{Endpoint, Parameters, Service};

/// Generates the module with the functions that users of dropshot expect.
pub(super) fn api_mod(scope: &Scope<'_>, service: &Service) -> TokenStream {
    let (title, version) = (&service.title, &service.version);
    let served = service.endpoints.iter().map(|endpoint| {
        let (id, function) = (&endpoint.id, ident(&endpoint.value_name));
        let new = quote!(ApiEndpoint::new);
        registered(
            scope,
            endpoint,
            &new,
            &quote!(#id.to_owned(), super::#function::<A>),
        )
    });
    let stubs = service.endpoints.iter().map(|endpoint| {
        let (id, response) = (&endpoint.id, scope.named(&endpoint.response_name));
        let types = extractors(scope, service, endpoint);
        let new = quote! {
            ApiEndpoint::new_for_types::<
                (#(#types,)*),
                DocumentedResult<#response>,
            >
        };
        registered(scope, endpoint, &new, &quote!(#id.to_owned()))
    });
    let schemas = service.endpoints.iter().flat_map(|endpoint| {
        let body = endpoint.body.iter();
        let body = body.flat_map(|body| request::compile(endpoint, body));
        let parameters = endpoint.parameters.iter().map(|parameters| {
            let name = parameter_list(endpoint, parameters);
            quote!(for parameter in &super::#name { parameter.compile()?; })
        });
        body.chain(parameters).collect::<Vec<_>>()
    });
    quote! {
        /// The functions that `#[dropshot::api_description]` generates for a trait, and
        /// their parts.
        #[allow(dead_code, reason = "a program need not call all of them")]
        pub mod api_mod {
            use super::*;

            /// Returns the API that an implementation of [`Api`] serves.
            ///
            /// # Errors
            /// dropshot refuses an endpoint.
            pub fn api_description<A: Api>()
            -> Result<dropshot::ApiDescription<A::Context>, dropshot::ApiDescriptionBuildErrors> {
                endpoints::<A>().api_description()
            }

            /// Returns the API without an implementation, for documents.
            ///
            /// # Errors
            /// dropshot refuses an endpoint.
            pub fn stub_api_description()
            -> Result<dropshot::ApiDescription<dropshot::StubContext>, dropshot::ApiDescriptionBuildErrors> {
                stub_endpoints().api_description()
            }

            /// Returns the parts of the document that dropshot does not emit.
            ///
            /// # Errors
            /// dropshot refuses an endpoint.
            pub fn overlay() -> Result<openapi_runtime::Overlay, openapi_runtime::OverlayError> {
                stub_endpoints().overlay()
            }

            /// Compiles the schemas of requests. Otherwise each is compiled for the
            /// first request that needs it.
            ///
            /// # Errors
            /// A schema does not compile.
            pub fn compile_schemas() -> Result<(), openapi_runtime::SchemaError> {
                #(#schemas)*
                Ok(())
            }

            /// Returns the endpoints of an implementation of [`Api`], to register
            /// them beside others or for a range of versions.
            pub fn endpoints<A: Api>() -> openapi_runtime::Endpoints<A::Context> {
                openapi_runtime::Endpoints::new(#title, #version).document(&super::DOCUMENT) #(#served)*
            }

            /// Returns the endpoints without an implementation, to combine them for
            /// documents as [`endpoints`] are combined for a server.
            pub fn stub_endpoints() -> openapi_runtime::Endpoints<dropshot::StubContext> {
                openapi_runtime::Endpoints::new(#title, #version).document(&super::DOCUMENT) #(#stubs)*
            }
        }
    }
}

/// Generates the registration of an endpoint with the given constructor.
fn registered(
    scope: &Scope<'_>,
    endpoint: &Endpoint,
    new: &TokenStream,
    first: &TokenStream,
) -> TokenStream {
    let Endpoint { path: template, .. } = endpoint;
    let method = method(endpoint);
    let response = scope.named(&endpoint.response_name);
    let summary = endpoint
        .summary
        .as_ref()
        .map(|text| quote!(.summary(#text)));
    let description = endpoint
        .description
        .as_ref()
        .map(|text| quote!(.description(#text)));
    let tags = endpoint.tags.iter().map(|tag| quote!(.tag(#tag)));
    let deprecated = endpoint.deprecated.then(|| quote!(.deprecated(true)));
    let body = endpoint.body.as_ref();
    let add = match body.and_then(|body| request::documented(scope, body)) {
        Some(content) => quote!(endpoint_with_body::<#response, #content>),
        None => quote!(endpoint::<#response>),
    };
    quote! {
        .#add(
            #new(#first, #method, "application/json", #template, ApiEndpointVersions::All)
                #summary #description #(#tags)* #deprecated
        )
    }
}

/// Returns the types of an operation's extractors, the exclusive extractor last.
fn extractors(scope: &Scope<'_>, service: &Service, endpoint: &Endpoint) -> Vec<TokenStream> {
    let credential = endpoint.security.map(|index| {
        let requirement = requirement_path(&service.requirements[index]);
        quote!(openapi_runtime::Secured<#requirement>)
    });
    let parameters = endpoint.parameters.iter().map(|parameters| {
        let extractor = extractor(parameters.location);
        let kind = scope.named(&parameters.type_name);
        quote!(openapi_runtime::Documented<#extractor<#kind>>)
    });
    let body = match &endpoint.body {
        None => quote!(openapi_runtime::NoBody),
        Some(body) => request::extractor(scope, body),
    };
    credential
        .into_iter()
        .chain(parameters)
        .chain([body])
        .collect()
}

/// Returns dropshot's extractor for the parameters of a location.
fn extractor(location: ParameterLocation) -> TokenStream {
    path(match location {
        ParameterLocation::Path => "dropshot::Path",
        ParameterLocation::Query => "dropshot::Query",
        ParameterLocation::Header | ParameterLocation::Cookie => "dropshot::Header",
    })
}

/// Returns the method of an operation.
fn method(endpoint: &Endpoint) -> TokenStream {
    path(&format!("Method::{}", endpoint.method))
}

/// Generates the function that dropshot calls for an operation.
pub(super) fn handler(scope: &Scope<'_>, service: &Service, endpoint: &Endpoint) -> TokenStream {
    let mut steps = Vec::new();
    let mut arguments = vec![quote!(&rqctx)];
    let mut statics = Vec::new();
    // A credential can be revoked while a slow body arrives.
    let mut again = None;
    if let Some(index) = endpoint.security {
        let requirement = requirement_path(&service.requirements[index]);
        let principal = quote!(#requirement::authorize::<A>(&rqctx).await?);
        steps.push(quote!(let principal = #principal;));
        again = Some(quote!(let principal = if body.was_slow() { #principal } else { principal };));
        arguments.push(quote!(principal));
    }
    let mut read_parameters = None;
    for parameters in &endpoint.parameters {
        let name = argument(parameters.location);
        let location = match parameters.location {
            ParameterLocation::Path => quote!(Path(operation.path)),
            ParameterLocation::Query => quote!(Query),
            ParameterLocation::Header => quote!(Header),
            ParameterLocation::Cookie => quote!(Cookie),
        };
        let location = quote!(openapi_runtime::ParameterLocation::#location);
        let list = parameter_list(endpoint, parameters);
        let read = quote!(openapi_runtime::parameters(&rqctx, #location, &#list));
        // The violations of all locations are reported together.
        let (names, reads) = match read_parameters.take() {
            None => (quote!(#name), read),
            Some((names, reads)) => (
                quote!((#names, #name)),
                quote!(openapi_runtime::both(#reads, #read)),
            ),
        };
        read_parameters = Some((names, reads));
        arguments.push(quote!(#name));
        statics.push(parameter_static(endpoint, parameters));
    }
    if let Some((names, reads)) = read_parameters {
        steps.push(quote!(let #names = #reads?;));
    }
    if let Some(body) = &endpoint.body {
        let read = request::read(scope, endpoint, body);
        steps.push(quote!(let received = #read;));
        steps.extend(again);
        arguments.push(quote!(received));
        statics.extend(request::statics(endpoint, body));
    }
    let mut types = extractors(scope, service, endpoint);
    let body_type = types.pop();
    let body = match endpoint.body {
        Some(_) => quote!(mut body),
        None => quote!(body),
    };
    let function = ident(&endpoint.value_name);
    let response = scope.named(&endpoint.response_name);
    let (method, template) = (method(endpoint), &endpoint.path);
    let api = endpoint.has_error_body().then(|| quote!(::<A>));
    quote! {
        async fn #function<A: Api>(
            rqctx: RequestContext<A::Context>,
            #(_: #types,)*
            #body: #body_type,
        ) -> DocumentedResult<#response> {
            let operation = Operation {
                method: #method,
                path: #template,
                validates_responses: A::validates_responses(&rqctx),
            };
            let outcome = async {
                #(#steps)*
                A::#function(#(#arguments),*).await
            };
            let response = operation
                .run(&rqctx, outcome, #response::rejected #api, A::on_response)
                .await;
            Ok(body.finish(&rqctx, response).await)
        }

        #(#statics)*
    }
}

fn parameter_list(endpoint: &Endpoint, parameters: &Parameters) -> Ident {
    let location = parameters.location.to_string().to_uppercase();
    format_ident!("{}_{location}", endpoint.value_name.to_shouty_snake_case())
}

fn parameter_static(endpoint: &Endpoint, parameters: &Parameters) -> TokenStream {
    let name = parameter_list(endpoint, parameters);
    let count = proc_macro2::Literal::usize_unsuffixed(parameters.fields.len());
    let items = parameters.fields.iter().zip(&parameters.sources);
    let items = items.map(|(field, source)| parameter(&field.wire_name, field.required, source));
    let docs = docs(&format!(
        "The {} parameters of `{}`.",
        parameters.location, endpoint.id
    ));
    quote!(#docs static #name: [openapi_runtime::Parameter; #count] = [#(#items),*];)
}
