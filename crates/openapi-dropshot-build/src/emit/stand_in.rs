//! Generates an implementation of the trait for tests of which requests are accepted.

use openapi_rust::names::ident;
use openapi_rust::operation::Service;
use openapi_rust::print::Scope;
use proc_macro2::TokenStream;
use quote::quote;

use super::service::{arguments, authentication};

/// Generates an implementation that accepts every request and stores its decoded
/// body. It responds to a request that reaches its operation with unavailability,
/// and to a rejected request with the bare status, since it has no bodies of the
/// service.
pub(crate) fn stand_in(service: &Service) -> TokenStream {
    let scope = Scope::root();
    let authentication = authentication(
        service,
        &quote!(Self),
        &quote!(()),
        &quote!({
            let _ = (rqctx, credential);
            Some(())
        }),
    );
    let error_bodies = service.error_bodies.iter().map(|body| {
        let (function, body) = (ident(&body.function), scope.shape(&body.shape));
        quote! {
            fn #function(_: &Rejection, _: http::StatusCode) -> #body {
                // Not `panic!`, which would print a line for each refusal.
                std::panic::resume_unwind(Box::new("a stand-in makes no bodies"))
            }
        }
    });
    let error_responses = service.error_responses().map(|(function, error)| {
        let (function, kind) = (ident(function), scope.named(&error.name));
        quote! {
            fn #function(
                _: &RequestContext<Self>,
                _: &Rejection,
                _: http::StatusCode,
            ) -> #kind {
                std::panic::resume_unwind(Box::new("a stand-in makes no responses"))
            }
        }
    });
    let methods = service.endpoints.iter().map(|endpoint| {
        let name = ident(&endpoint.value_name);
        let response = scope.named(&endpoint.response_name);
        let body = endpoint.body.as_ref();
        // Only JSON can be serialized again.
        let has_body = body.is_some_and(|body| body.plain_json().is_some());
        let mut arguments = arguments(&scope, service, endpoint);
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
            ) -> Result<#response, Rejection> {
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
            #(#authentication)*
            #(#error_bodies)*
            #(#error_responses)*
            #(#methods)*
        }
    }
}
