//! Generates the trait that a service implements.

use std::collections::BTreeMap;

use openapi_model::ParameterLocation;
use proc_macro2::TokenStream;
use quote::quote;

use super::replies::hook_type;
use super::rust::{docs, path, shape_type};
use crate::names::ident;
use crate::operation::{Endpoint, Scheme, Service, hook_name};

/// Generates an implementation that accepts every request and stores its decoded
/// body. It responds to a request that reaches its operation with unavailability,
/// and to a rejected request with the bare status, since it has no bodies of the
/// service.
pub(super) fn stand_in(service: &Service) -> TokenStream {
    let schemes = service.schemes.iter().map(|scheme| {
        let (who, method) = (ident(&scheme.type_name), ident(&scheme.value_name));
        let challenge = challenge(scheme);
        quote! {
            type #who = ();
            const #challenge: Challenge = Challenge { realm: "stand-in" };
            async fn #method(
                _: &RequestContext<Self>,
                _: BearerToken<'_>,
            ) -> Result<Option<()>, Rejection> {
                Ok(Some(()))
            }
        }
    });
    let hooks = hooks(service).into_iter().map(|(name, body)| {
        let method = ident(&hook_name(&name));
        quote! {
            fn #method(_: &Rejection) -> #body {
                // Not `panic!`, which would print a line for each refusal.
                std::panic::resume_unwind(Box::new("a stand-in makes no bodies"))
            }
        }
    });
    let methods = service.endpoints.iter().map(|endpoint| {
        let (name, reply) = (ident(&endpoint.value_name), ident(&endpoint.reply_name));
        let has_body = endpoint.body.is_some();
        let mut arguments = arguments(endpoint);
        let body = has_body.then(|| arguments.pop()).flatten();
        let body = body.map(|(_, kind)| quote!(body: #kind));
        let kinds = arguments.into_iter().map(|(_, kind)| quote!(_: #kind));
        let arguments = kinds.chain(body);
        let rqctx = if has_body { quote!(rqctx) } else { quote!(_) };
        let keep = has_body.then(|| {
            quote! {
                if let Ok(mut decoded) = rqctx.context().decoded.lock() {
                    *decoded = Some(serde_json::to_value(&body));
                }
            }
        });
        quote! {
            async fn #name(
                #rqctx: &RequestContext<Self>,
                #(#arguments),*
            ) -> Result<#reply, Rejection> {
                #keep
                let retry_after = std::time::Duration::ZERO;
                Err(Rejection::Unavailable { retry_after, cause: "a stand-in does nothing".into() })
            }
        }
    });
    quote! {
        /// Accepts every request that its document accepts, and does nothing.
        #[derive(Default)]
        pub struct StandIn {
            /// The last accepted body, decoded and serialized again.
            pub decoded: std::sync::Mutex<Option<serde_json::Result<serde_json::Value>>>,
        }

        impl Api for StandIn {
            type Context = Self;
            #(#schemes)*
            #(#hooks)*
            #(#methods)*
        }
    }
}

/// Generates the trait, with a method per operation.
pub(super) fn api(service: &Service) -> TokenStream {
    let title = docs(&format!(
        "{} {}: one function for each operation.{}",
        service.title,
        service.version,
        service
            .description
            .as_deref()
            .map(|text| format!("\n\n{text}"))
            .unwrap_or_default()
    ));
    let schemes = service.schemes.iter().map(scheme);
    let has_body = service
        .endpoints
        .iter()
        .any(|endpoint| endpoint.body.is_some());
    let limits = has_body.then(|| {
        quote! {
            /// Returns the size of a request body and the time to receive it.
            fn limits(rqctx: &RequestContext<Self::Context>) -> RequestLimits {
                RequestLimits::of(rqctx)
            }
        }
    });
    let hooks = hooks(service).into_iter().map(|(name, body)| {
        let docs = docs(&format!(
            "Returns the `{name}` for a request that its operation does not answer."
        ));
        let method = ident(&hook_name(&name));
        quote!(#docs fn #method(rejection: &Rejection) -> #body;)
    });
    let methods = service.endpoints.iter().map(method);
    quote! {
        #title
        pub trait Api: Sized + 'static {
            /// The state that all operations share.
            type Context: ServerContext;

            #(#schemes)*
            #limits

            /// Returns whether response bodies are validated before they are sent.
            /// A body that its schema refuses becomes a defect of the service.
            fn validates_responses(_: &RequestContext<Self::Context>) -> bool {
                cfg!(debug_assertions)
            }

            #(#hooks)*
            #(#methods)*
        }
    }
}

fn scheme(scheme: &Scheme) -> TokenStream {
    let Scheme {
        name,
        value_name,
        type_name,
        description,
        ..
    } = scheme;
    let who = docs(&format!(
        "The principal of a `{name}` credential.{}",
        description
            .as_deref()
            .map(|text| format!("\n\n{text}"))
            .unwrap_or_default()
    ));
    let challenge_docs = docs(&format!(
        "The challenge of `WWW-Authenticate` for a caller without a `{name}` credential."
    ));
    let principal_docs = docs(&format!(
        "Returns the principal of a `{name}` credential, or `None` to refuse it."
    ));
    let (type_name, method) = (ident(type_name), ident(value_name));
    let challenge = challenge(scheme);
    quote! {
        #who
        type #type_name: Send + Sync;
        #challenge_docs
        const #challenge: Challenge;
        #principal_docs
        fn #method(
            rqctx: &RequestContext<Self::Context>,
            token: BearerToken<'_>,
        ) -> impl Future<Output = Result<Option<Self::#type_name>, Rejection>> + Send;
    }
}

/// Generates the type that identifies a scheme in the signatures of handlers.
pub(super) fn scheme_type(scheme: &Scheme) -> TokenStream {
    let name = &scheme.name;
    let docs = docs(&format!("The security scheme `{name}`."));
    let type_name = ident(&scheme.scheme_name);
    quote! {
        #docs
        pub enum #type_name {}

        impl SecurityScheme for #type_name {
            const NAME: &'static str = #name;
        }
    }
}

/// Returns the name of a scheme's challenge.
pub(super) fn challenge(scheme: &Scheme) -> TokenStream {
    path(&scheme.value_name.to_uppercase())
}

/// Returns the types of bodies for rejections, by the name of their type.
pub(super) fn hooks(service: &Service) -> BTreeMap<String, TokenStream> {
    let mut bodies = BTreeMap::new();
    for endpoint in &service.endpoints {
        for (_, index) in &endpoint.faults {
            if let Some(body) = &endpoint.replies[*index].body {
                bodies.insert(hook_type(&body.kind), shape_type(body));
            }
        }
    }
    bodies
}

fn method(endpoint: &Endpoint) -> TokenStream {
    let mut text = format!("`{} {}`", endpoint.method, endpoint.path);
    for part in [&endpoint.summary, &endpoint.description]
        .into_iter()
        .flatten()
    {
        text.push_str(&format!("\n\n{part}"));
    }
    let docs = docs(&text);
    let name = ident(&endpoint.value_name);
    let reply = ident(&endpoint.reply_name);
    let arguments = arguments(endpoint)
        .into_iter()
        .map(|(name, kind)| quote!(#name: #kind));
    quote! {
        #docs
        fn #name(
            rqctx: &RequestContext<Self::Context>,
            #(#arguments),*
        ) -> impl Future<Output = Result<#reply, Rejection>> + Send;
    }
}

/// Returns the names and types of a method's arguments after the request context.
pub(super) fn arguments(endpoint: &Endpoint) -> Vec<(TokenStream, TokenStream)> {
    let optional = |kind: TokenStream, required| {
        if required {
            kind
        } else {
            quote!(Option<#kind>)
        }
    };
    let mut arguments = Vec::new();
    if let Some(security) = &endpoint.security {
        let (name, caller) = (
            ident(&security.scheme.value_name),
            ident(&security.scheme.type_name),
        );
        arguments.push((
            quote!(#name),
            optional(quote!(Self::#caller), security.required),
        ));
    }
    for parameters in &endpoint.parameters {
        let kind = ident(&parameters.type_name);
        arguments.push((place(parameters.place), quote!(#kind)));
    }
    if let Some(body) = &endpoint.body {
        let kind = shape_type(&body.shape);
        arguments.push((quote!(body), optional(kind, body.required)));
    }
    arguments
}

/// Returns the name of the argument for the parameters of a location.
pub(super) fn place(place: ParameterLocation) -> TokenStream {
    path(match place {
        ParameterLocation::Path => "path",
        ParameterLocation::Query => "query",
        ParameterLocation::Header | ParameterLocation::Cookie => "header",
    })
}
