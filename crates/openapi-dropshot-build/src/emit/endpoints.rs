//! Generates the registration of each operation with dropshot, and its handler.

use heck::ToShoutySnakeCase;
use openapi_rust::names::ident;
use openapi_rust::operation::{Endpoint, Parameters, Service};
use openapi_rust::print::{self as rust, Scope, docs};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::call;
use super::parameters::{argument, location, parameter};
use super::request;
use super::security::requirement_path;

/// Generates the module with the functions that users of dropshot expect.
pub(super) fn api_mod(service: &Service) -> TokenStream {
    let (title, version) = (&service.title, &service.version);
    let served = service.endpoints.iter().map(|endpoint| {
        let (operation, handler) = (operation_name(endpoint), ident(&endpoint.value_name));
        quote!(.endpoint(&#operation, super::#handler::<A>))
    });
    let stubs = service.endpoints.iter().map(|endpoint| {
        let operation = operation_name(endpoint);
        quote!(.stub(&#operation))
    });
    let schemas = service.endpoints.iter().flat_map(|endpoint| {
        let body = endpoint.body.iter();
        let body = body.flat_map(|body| request::compile(endpoint, body));
        let parameters = endpoint.parameters.iter().map(|parameters| {
            let name = parameter_list(endpoint, parameters);
            quote!(for parameter in &#name { parameter.compile()?; })
        });
        body.chain(parameters).collect::<Vec<_>>()
    });
    let hooks = quote! {
        /// Returns the functions of the trait that are called for each operation.
        pub(super) fn hooks<A: Api>() -> openapi_dropshot::Hooks<A::Context> {
            openapi_dropshot::Hooks {
                validates_responses: A::validates_responses,
                status_for: A::status_for,
                on_response: A::on_response,
            }
        }
    };
    let new = quote!(openapi_dropshot::Endpoints::new(#title, #version).document(&DOCUMENT));
    api_mod_with(
        "Api",
        (&quote!(#new #(#served)*), &quote!(#new #(#stubs)*)),
        &quote!(#(#schemas)*),
        Some(&hooks),
    )
}

/// Generates the module for a trait, from the expressions of the endpoints with and without an
/// implementation, the statements that compile schemas, and another function.
pub(super) fn api_mod_with(
    name: &str,
    (endpoints, stub_endpoints): (&TokenStream, &TokenStream),
    compile_schemas: &TokenStream,
    hooks: Option<&TokenStream>,
) -> TokenStream {
    let api = ident(name);
    let description_docs =
        docs(&format!("Returns the API that an implementation of [`{name}`] serves."));
    let endpoints_docs = docs(&format!(
        "Returns the endpoints of an implementation of [`{name}`], to register\n\
         them beside others or for a range of versions."
    ));
    quote! {
        /// The functions that `#[dropshot::api_description]` generates for a trait, and
        /// their parts.
        #[allow(dead_code, reason = "a program need not call all of them")]
        pub mod api_mod {
            use super::*;

            #description_docs
            ///
            /// # Errors
            /// dropshot refuses an endpoint.
            pub fn api_description<A: #api>()
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

            /// Returns the document that dropshot emits, with what it cannot emit.
            ///
            /// # Errors
            /// dropshot refuses an endpoint.
            pub fn emitted_document() -> Result<openapi_dropshot::EmittedDocument, openapi_dropshot::EmitError> {
                stub_endpoints().emitted_document()
            }

            /// Compiles the schemas of requests. Otherwise each is compiled for the
            /// first request that needs it.
            ///
            /// # Errors
            /// A schema does not compile.
            pub fn compile_schemas() -> Result<(), openapi_dropshot::SchemaError> {
                #compile_schemas
                Ok(())
            }

            #endpoints_docs
            pub fn endpoints<A: #api>() -> openapi_dropshot::Endpoints<A::Context> {
                #endpoints
            }

            #hooks

            /// Returns the endpoints without an implementation, to combine them for
            /// documents as [`endpoints`] are combined for a server.
            pub fn stub_endpoints() -> openapi_dropshot::Endpoints<dropshot::StubContext> {
                #stub_endpoints
            }
        }
    }
}

/// Generates the description of an operation.
pub(super) fn operation(scope: &Scope<'_>, service: &Service, endpoint: &Endpoint) -> TokenStream {
    let Endpoint { id, path, method, .. } = endpoint;
    let docs = docs(&format!("`{method} {path}`"));
    let method = rust::path(&format!("http::Method::{method}"));
    let body = match &endpoint.body {
        None => quote!(()),
        Some(body) => request::documented(scope, body),
    };
    let response = scope.named(&endpoint.response_name);
    let security = endpoint.security.map(|index| {
        let requirement = requirement_path(&service.requirements[index]);
        quote!(.security::<#requirement>())
    });
    let parameters = endpoint.parameters.iter().map(|parameters| {
        let function = format_ident!("{}_parameters", parameters.location.to_string());
        let kind = scope.named(&parameters.type_name);
        quote!(.#function::<#kind>())
    });
    let summary = endpoint.summary.iter().map(|text| quote!(.summary(#text)));
    let description = endpoint.description.iter();
    let description = description.map(|text| quote!(.description(#text)));
    let tags = &endpoint.tags;
    let tags = (!tags.is_empty()).then(|| quote!(.tags(&[#(#tags),*])));
    let deprecated = endpoint.deprecated.then(|| quote!(.deprecated()));
    let versions = service.is_one_of_several.then(|| quote!(.versions(&super::VERSIONS)));
    let name = operation_name(endpoint);
    quote! {
        #docs
        static #name: openapi_dropshot::Operation =
            openapi_dropshot::Operation::new::<#body, #response>(#id, #method, #path)
                #security #(#parameters)* #(#summary)* #(#description)* #tags #deprecated #versions;
    }
}

fn operation_name(endpoint: &Endpoint) -> Ident {
    format_ident!("{}_OPERATION", endpoint.value_name.to_shouty_snake_case())
}

/// Generates the function that dropshot calls for an operation.
pub(super) fn handler(scope: &Scope<'_>, service: &Service, endpoint: &Endpoint) -> TokenStream {
    let operation = operation_name(endpoint);
    let mut steps = Vec::new();
    let mut arguments = vec![quote!(&rqctx)];
    let mut statics = Vec::new();
    let mut again = None;
    if let Some(index) = endpoint.security {
        let requirement = requirement_path(&service.requirements[index]);
        let authorize = quote!(#requirement::authorize::<A>(&rqctx));
        if endpoint.body.is_some() {
            steps.push(quote!(let authorize = || #authorize;));
            steps.push(quote!(let principal = authorize().await?;));
            again = Some(quote!(let principal = body.reauthorized(principal, authorize).await?;));
        } else {
            steps.push(quote!(let principal = #authorize.await?;));
        }
        arguments.push(quote!(principal));
    }
    let mut read_parameters = None;
    for parameters in &endpoint.parameters {
        let name = argument(parameters.location);
        let location = location(parameters.location);
        let list = parameter_list(endpoint, parameters);
        let read = quote!(
            openapi_dropshot::read_parameters(#location, #operation.path(), &rqctx, &#list)
        );
        // The violations of all locations are reported together.
        let (names, reads) = match read_parameters.take() {
            None => (quote!(#name), read),
            Some((names, reads)) => {
                (quote!((#names, #name)), quote!(openapi_dropshot::both(#reads, #read)))
            }
        };
        read_parameters = Some((names, reads));
        arguments.push(quote!(#name));
        statics.push(parameter_static(endpoint, parameters));
    }
    if let Some((names, reads)) = read_parameters {
        steps.push(quote!(let #names = #reads?;));
    }
    steps.push(call::step(service, endpoint));
    if let Some(body) = &endpoint.body {
        let read = request::read(scope, endpoint, body);
        steps.push(quote!(let received = #read;));
        steps.extend(again);
        arguments.push(quote!(received));
        statics.extend(request::statics(endpoint, body));
    }
    let body = match endpoint.body {
        Some(_) => quote!(mut body),
        None => quote!(body),
    };
    let function = ident(&endpoint.value_name);
    let response = scope.named(&endpoint.response_name);
    let api = endpoint.has_error_body().then(|| quote!(::<A>));
    let rejected = match endpoint.has_error_response() {
        true => {
            quote!(|report: &openapi_dropshot::Report<'_>| #response::rejected #api(&rqctx, report))
        }
        false => quote!(#response::rejected #api),
    };
    quote! {
        async fn #function<A: Api>(
            rqctx: RequestContext<A::Context>,
            #body: openapi_dropshot::RequestBody,
        ) -> openapi_dropshot::HandlerResult {
            let outcome = async {
                #(#steps)*
                A::#function(#(#arguments),*).await
            };
            let rejected = #rejected;
            let response = #operation
                .run(&rqctx, api_mod::hooks::<A>(), outcome, rejected)
                .await;
            body.finish(&rqctx, response).await
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
    let items = parameters.sources.iter().map(parameter);
    let docs = docs(&format!("The {} parameters of `{}`.", parameters.location, endpoint.id));
    quote!(#docs static #name: [openapi_dropshot::Parameter; #count] = [#(#items),*];)
}
