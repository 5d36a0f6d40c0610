//! The trait that a service implements.

use std::collections::BTreeMap;

use openapi_model::ParameterLocation;
use proc_macro2::TokenStream;
use quote::quote;

use super::replies::hook_type;
use super::rust::{docs, path, shape_type};
use crate::names::ident;
use crate::operation::{Endpoint, Scheme, Service, hook_name};

/// The trait, one method an operation.
pub(super) fn api(service: &Service) -> TokenStream {
    let title = docs(&format!(
        "{} {}: one method for each operation.{}",
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
            /// How much a caller may send, and how long that may take.
            fn limits(&self) -> Limits { Limits::default() }
        }
    });
    let hooks = hooks(service);
    let methods = service.endpoints.iter().map(method);
    quote! {
        #title
        pub trait Api: Send + Sync + Sized + 'static {
            #(#schemes)*
            #limits
            #hooks
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
    } = scheme;
    let who = docs(&format!(
        "Whom a `{name}` credential belongs to.{}",
        description
            .as_deref()
            .map(|text| format!("\n\n{text}"))
            .unwrap_or_default()
    ));
    let challenge_docs = docs(&format!(
        "What `WWW-Authenticate` says to a caller without a `{name}` credential."
    ));
    let judge_docs = docs(&format!("Judges a `{name}` credential; `None` refuses it."));
    let (type_name, method) = (ident(type_name), ident(value_name));
    let challenge = challenge(scheme);
    quote! {
        #who
        type #type_name: Send + Sync;
        #challenge_docs
        const #challenge: Challenge;
        #judge_docs
        fn #method(
            request: &RequestContext<Self>,
            token: BearerToken<'_>,
        ) -> impl Future<Output = Result<Option<Self::#type_name>, Fault>> + Send;
    }
}

/// The name of a scheme's challenge.
pub(super) fn challenge(scheme: &Scheme) -> TokenStream {
    path(&scheme.value_name.to_uppercase())
}

/// A method for each type of body that answers faults.
fn hooks(service: &Service) -> TokenStream {
    let mut bodies = BTreeMap::new();
    for endpoint in &service.endpoints {
        for (_, index) in &endpoint.faults {
            if let Some(body) = &endpoint.replies[*index].body {
                bodies.insert(hook_type(&body.kind), shape_type(body));
            }
        }
    }
    let hooks = bodies.into_iter().map(|(name, body)| {
        let docs = docs(&format!(
            "The `{name}` for a request that its operation does not answer."
        ));
        let method = ident(&hook_name(&name));
        quote!(#docs fn #method(fault: &Fault) -> #body;)
    });
    hooks.collect()
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
    let mut arguments = vec![quote!(request: &RequestContext<Self>)];
    if let Some(security) = &endpoint.security {
        let (argument, caller) = (
            ident(&security.scheme.value_name),
            ident(&security.scheme.type_name),
        );
        arguments.push(if security.required {
            quote!(#argument: Self::#caller)
        } else {
            quote!(#argument: Option<Self::#caller>)
        });
    }
    for parameters in &endpoint.parameters {
        let (place, kind) = (place(parameters.place), ident(&parameters.type_name));
        arguments.push(quote!(#place: #kind));
    }
    if let Some(body) = &endpoint.body {
        let kind = shape_type(&body.shape);
        arguments.push(if body.required {
            quote!(body: #kind)
        } else {
            quote!(body: Option<#kind>)
        });
    }
    quote! {
        #docs
        fn #name(#(#arguments),*) -> impl Future<Output = Result<#reply, Fault>> + Send;
    }
}

/// What the parameters of a place are called.
pub(super) fn place(place: ParameterLocation) -> TokenStream {
    path(match place {
        ParameterLocation::Path => "path",
        ParameterLocation::Query => "query",
        ParameterLocation::Header | ParameterLocation::Cookie => "header",
    })
}
