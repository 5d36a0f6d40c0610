//! Generates the types of the function that is called before each operation.

use openapi_rust::names::ident;
use openapi_rust::operation::{Endpoint, Service};
use openapi_rust::print::{self as rust, Scope, docs};
use proc_macro2::TokenStream;
use quote::quote;

use super::parameters::argument;
use super::security;

/// Generates the enum of operations with their parameters, and the principals by scheme.
pub(super) fn call(scope: &Scope<'_>, service: &Service) -> TokenStream {
    let lifetime = lifetime(service).map(|_| quote!(<'r>));
    let variants = service.endpoints.iter().map(|endpoint| {
        let docs = docs(&format!("`{} {}`", endpoint.method, endpoint.path));
        let name = ident(&endpoint.variant);
        let fields = endpoint.parameters.iter().map(|parameters| {
            let field = argument(parameters.location);
            let kind = scope.named(&parameters.type_name);
            let docs = rust::docs(&format!("The {} parameters.", parameters.location));
            quote!(#docs #field: &'r #kind)
        });
        let fields: Vec<_> = fields.collect();
        let fields = (!fields.is_empty()).then(|| quote!({ #(#fields),* }));
        quote!(#docs #name #fields)
    });
    let principals = (!service.schemes.is_empty()).then(|| principals(service));
    quote! {
        /// An operation, with the parameters of a request to it.
        #[allow(dead_code, reason = "a program need not use all of them")]
        #[allow(clippy::enum_variant_names, reason = "the document names the operations")]
        #[derive(Clone, Copy, Debug)]
        pub enum Call #lifetime { #(#variants),* }

        #principals
    }
}

fn principals(service: &Service) -> TokenStream {
    let fields = service.schemes.iter().map(|scheme| {
        let (field, kind) = (ident(&scheme.value_name), ident(&scheme.type_name));
        let docs = docs(&format!("The principal of a `{}` credential.", scheme.name));
        quote!(#docs pub #field: Option<&'r A::#kind>)
    });
    let names = service.schemes.iter().map(|scheme| ident(&scheme.value_name));
    quote! {
        /// The principals of a request, by security scheme.
        #[allow(dead_code, reason = "a program need not use all of them")]
        pub struct Principals<'r, A: Api> { #(#fields),* }

        impl<A: Api> Default for Principals<'_, A> {
            fn default() -> Self {
                Self { #(#names: None),* }
            }
        }
    }
}

/// Generates the function of a trait for the principals of an implementation of `Api`.
pub(super) fn function(service: &Service, context: &TokenStream, api: &TokenStream) -> TokenStream {
    let principals = (!service.schemes.is_empty()).then(|| quote!(_: Principals<'_, #api>,));
    let lifetime = lifetime(service);
    quote! {
        /// Called once for each request to an operation whose credential and parameters
        /// are accepted, before the body is received: for rate limits, tenants and audits.
        /// After a rejection the function of the operation is not called.
        fn before_operation(
            _: &dropshot::RequestContext<#context>,
            #principals
            _: Call #lifetime,
        ) -> impl Future<Output = Result<(), openapi_dropshot::Rejection>> + Send {
            async { Ok(()) }
        }
    }
}

/// Generates the call of the function by a handler.
pub(super) fn step(service: &Service, endpoint: &Endpoint) -> TokenStream {
    let (mut variables, mut arguments) = (Vec::new(), vec![quote!(&rqctx)]);
    if let Some(index) = endpoint.security {
        let requirement = security::requirement_path(&service.requirements[index]);
        variables.push(quote!(let principals = #requirement::principals(&principal);));
        arguments.push(quote!(principals));
    } else if !service.schemes.is_empty() {
        arguments.push(quote!(Principals::default()));
    }
    let name = ident(&endpoint.variant);
    let fields = endpoint.parameters.iter().map(|parameters| {
        let field = argument(parameters.location);
        quote!(#field: &#field)
    });
    let fields: Vec<_> = fields.collect();
    arguments.push(match fields.as_slice() {
        [] => quote!(Call::#name),
        [field] => quote!(Call::#name { #field }),
        _ => {
            variables.push(quote!(let call = Call::#name { #(#fields),* };));
            quote!(call)
        }
    });
    quote!(#(#variables)* A::before_operation(#(#arguments),*).await?;)
}

/// Returns the lifetime of the enum, if an operation has parameters.
pub(super) fn lifetime(service: &Service) -> Option<TokenStream> {
    service.endpoints.iter().any(|endpoint| !endpoint.parameters.is_empty()).then(|| quote!(<'_>))
}
