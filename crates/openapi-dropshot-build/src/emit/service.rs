//! Generates the trait that a service implements.

use openapi_rust::names::ident;
use openapi_rust::operation::{Endpoint, Scheme, Service};
use openapi_rust::print::{Scope, docs};
use openapi_rust::types::Definition;
use proc_macro2::TokenStream;
use quote::quote;

use super::call;
use super::content::{content_type, received};
use super::parameters::argument;
use super::problem::problem;
use super::security::{credential, principal_type};

/// Generates the trait, with a method per operation.
pub(super) fn api(scope: &Scope<'_>, service: &Service, definitions: &[Definition]) -> TokenStream {
    let title = docs(&format!(
        "{} {}: one function for each operation.{}",
        service.title,
        service.version,
        service.description.as_deref().map(|text| format!("\n\n{text}")).unwrap_or_default()
    ));
    let schemes = service.schemes.iter().map(|one| scheme(one, &quote!(Self::Context)));
    let realm = (!service.schemes.is_empty()).then(|| {
        let title = &service.title;
        quote! {
            /// The protection space of the challenges (RFC 9110 §11.5).
            const REALM: &'static str = #title;
        }
    });
    let has_body = service.endpoints.iter().any(|endpoint| endpoint.body.is_some());
    let limits = has_body.then(|| {
        quote! {
            /// Returns the limits of the size of a request body, of the time to
            /// receive it, and of the memory for it.
            fn limits(
                rqctx: &dropshot::RequestContext<Self::Context>,
            ) -> openapi_dropshot::RequestLimits {
                openapi_dropshot::RequestLimits::of(rqctx)
            }
        }
    });
    let before_operation = call::function(service, &quote!(Self::Context), &quote!(Self));
    let error_bodies = service.error_bodies.iter().map(|error| {
        let (function, body) = (ident(&error.function), scope.shape(&error.shape));
        let problem = problem(scope, definitions, &error.shape);
        let by_default = problem.is_some().then(|| {
            quote! {
                ///
                /// By default, these are problem details (RFC 9457): the meaning of the status,
                /// and what is wrong with the request.
            }
        });
        let value = problem.map_or_else(|| quote!(;), |problem| quote!({ #problem }));
        quote! {
            /// Returns the body of the response that reports a rejection with this status.
            #by_default
            fn #function(rejection: &openapi_dropshot::Rejection, status: http::StatusCode) -> #body
            #value
        }
    });
    let error_responses = service.error_responses().map(|(function, error)| {
        let docs = docs(&format!(
            "Returns the response that reports a rejection with this status.\n\n{}",
            error.response.description
        ));
        let (function, kind) = (ident(function), scope.named(&error.name));
        quote! {
            #docs
            fn #function(
                rqctx: &dropshot::RequestContext<Self::Context>,
                rejection: &openapi_dropshot::Rejection,
                status: http::StatusCode,
            ) -> #kind;
        }
    });
    let methods = service.endpoints.iter().map(|one| method(scope, service, one));
    quote! {
        #title
        pub trait Api: Sized + 'static {
            /// The state that all operations share.
            type Context: dropshot::ServerContext;

            #realm
            #(#schemes)*
            #limits

            /// Returns whether responses are validated before they are sent.
            /// An invalid one is a defect of the service.
            fn validates_responses(_: &dropshot::RequestContext<Self::Context>) -> bool {
                cfg!(debug_assertions)
            }

            /// Returns the status that reports a rejection, such as 422 for a body that
            /// its schema refuses. An operation that does not declare it sends another one.
            fn status_for(
                _: &dropshot::RequestContext<Self::Context>,
                rejection: &openapi_dropshot::Rejection,
            ) -> http::StatusCode {
                rejection.status()
            }

            #before_operation

            /// Called with the outcome of each request to an operation before the
            /// response is sent: for metrics, the log, and header fields that the
            /// document does not declare. Logs rejections unless it is implemented.
            fn on_response(
                rqctx: &dropshot::RequestContext<Self::Context>,
                outcome: &openapi_dropshot::Outcome<'_>,
                _: &mut http::HeaderMap,
            ) {
                outcome.log(&rqctx.log);
            }

            #(#error_bodies)*
            #(#error_responses)*
            #(#methods)*
        }
    }
}

/// Generates the principal of a scheme and the function that verifies its credentials, for a
/// trait that is named by `Self` alone.
pub(super) fn scheme(scheme: &Scheme, context: &TokenStream) -> TokenStream {
    let Scheme { name, value_name, type_name, description, .. } = scheme;
    let principal = docs(&format!(
        "The principal of a `{name}` credential.{}",
        description.as_deref().map(|text| format!("\n\n{text}")).unwrap_or_default()
    ));
    let function_docs = docs(&format!(
        "Returns the principal of a `{name}` credential, or `None` to refuse it.{}",
        if scheme.has_scopes {
            " A\ncredential without one of the scopes is rejected with\n\
             [`Rejection::InsufficientScope`]."
        } else {
            ""
        }
    ));
    let (type_name, function) = (ident(type_name), ident(value_name));
    let (_, credential) = credential(scheme);
    let scopes = scheme.has_scopes.then(|| quote!(scopes: &'static [&'static str],));
    quote! {
        #principal
        type #type_name: Send + Sync;
        #function_docs
        fn #function(
            rqctx: &dropshot::RequestContext<#context>,
            credential: #credential,
            #scopes
        ) -> impl Future<Output = Result<Option<Self::#type_name>, openapi_dropshot::Rejection>> + Send;
    }
}

/// Generates the authentication of an implementation of the trait, in which each scheme has
/// the same callers: an expression of `rqctx` and `credential`.
pub(super) fn authentication(
    service: &Service,
    context: &TokenStream,
    principal: &TokenStream,
    authenticated: &TokenStream,
) -> Vec<TokenStream> {
    let schemes = service.schemes.iter().map(|scheme| {
        let (name, function) = (ident(&scheme.type_name), ident(&scheme.value_name));
        let (_, credential) = credential(scheme);
        let scopes = scheme.has_scopes.then(|| quote!(_: &'static [&'static str],));
        quote! {
            type #name = #principal;
            async fn #function(
                rqctx: &RequestContext<#context>,
                credential: #credential,
                #scopes
            ) -> Result<Option<#principal>, Rejection> {
                Ok(#authenticated)
            }
        }
    });
    schemes.collect()
}

fn method(scope: &Scope<'_>, service: &Service, endpoint: &Endpoint) -> TokenStream {
    let mut text = format!("`{} {}`", endpoint.method, endpoint.path);
    let parts = [&endpoint.summary, &endpoint.description, &endpoint.deprecation];
    for part in parts.into_iter().flatten() {
        text.push_str(&format!("\n\n{part}"));
    }
    let docs = docs(&text);
    let name = ident(&endpoint.value_name);
    let response = scope.named(&endpoint.response_name);
    let arguments =
        arguments(scope, service, endpoint).into_iter().map(|(name, kind)| quote!(#name: #kind));
    quote! {
        #docs
        fn #name(
            rqctx: &dropshot::RequestContext<Self::Context>,
            #(#arguments),*
        ) -> impl Future<Output = Result<#response, openapi_dropshot::Rejection>> + Send;
    }
}

/// Returns the names and types of a method's arguments after the request context.
pub(super) fn arguments(
    scope: &Scope<'_>,
    service: &Service,
    endpoint: &Endpoint,
) -> Vec<(TokenStream, TokenStream)> {
    let principal = endpoint.security.map(|index| {
        let requirement = &service.requirements[index];
        let principal = principal_type(scope, service, requirement, &quote!(Self));
        (quote!(principal), principal)
    });
    principal.into_iter().chain(inputs(scope, endpoint)).collect()
}

/// Returns the names and types of the parameters and of the body.
pub(super) fn inputs(scope: &Scope<'_>, endpoint: &Endpoint) -> Vec<(TokenStream, TokenStream)> {
    let parameters = endpoint.parameters.iter();
    let parameters = parameters.map(|one| (argument(one.location), scope.named(&one.type_name)));
    let body = endpoint.body.iter().map(|body| {
        let kind = content_type(scope, &body.content, received);
        let kind = if body.required { kind } else { quote!(Option<#kind>) };
        (quote!(body), kind)
    });
    parameters.chain(body).collect()
}
