//! Generates what an adapter takes from the newest version for all operations: hooks,
//! credentials, and the responses for rejections.

use openapi_rust::names::ident;
use openapi_rust::operation::{Endpoint, Scheme};
use openapi_rust::print::Scope;
use openapi_rust::types::Shape;
use proc_macro2::TokenStream;
use quote::quote;

use super::super::call;
use super::super::problem::problem;
use super::super::security::credential;
use super::super::service;
use super::{Adapter, Operations};
use crate::versions::{Function, ServedOperation, Service, Verdict};

impl Adapter<'_> {
    /// Generates the functions that all versions share.
    pub(super) fn hooks(&self, service: &Operations) -> TokenStream {
        let api = self.api(self.newest());
        let has_body =
            |service: &Operations| service.endpoints.iter().any(|one| one.body.is_some());
        let newest = &self.plan.modules[self.newest()].read.service;
        let limits = (has_body(service) && has_body(newest)).then(|| {
            quote! {
                fn limits(
                    rqctx: &dropshot::RequestContext<Self::Context>,
                ) -> openapi_dropshot::RequestLimits {
                    #api::limits(rqctx)
                }
            }
        });
        let has_realm = !service.schemes.is_empty() && !newest.schemes.is_empty();
        let realm = has_realm.then(|| quote!(const REALM: &'static str = #api::REALM;));
        quote! {
            #realm
            #limits

            fn validates_responses(rqctx: &dropshot::RequestContext<Self::Context>) -> bool {
                #api::validates_responses(rqctx)
            }

            fn status_for(
                rqctx: &dropshot::RequestContext<Self::Context>,
                rejection: &openapi_dropshot::Rejection,
            ) -> http::StatusCode {
                #api::status_for(rqctx, rejection)
            }

            fn on_response(
                rqctx: &dropshot::RequestContext<Self::Context>,
                outcome: &openapi_dropshot::Outcome<'_>,
                headers: &mut http::HeaderMap,
            ) {
                #api::on_response(rqctx, outcome, headers);
            }
        }
    }

    /// Generates the function that is called before the operations that functions of the
    /// trait implement, and its call.
    pub(super) fn before_operation(
        &self,
        service: &Operations,
    ) -> Option<(TokenStream, TokenStream)> {
        let is_implemented = |endpoint: &&Endpoint| {
            let name = format!("{} {}", endpoint.method, endpoint.path);
            matches!(self.served.get(&name), Some(Service::Implemented(_)))
        };
        let implemented = service.endpoints.iter().filter(is_implemented);
        let variants: Vec<_> = implemented.map(|one| ident(&one.variant)).collect();
        if variants.is_empty() {
            return None;
        }
        let function = call::function(service, &self.context(), &quote!(Served<Self>));
        let own = quote! {
            /// As [`Api::before_operation`], for the operations that this trait implements.
            ///
            #function
        };
        let (principals, passed) = match service.schemes.is_empty() {
            true => Default::default(),
            false => (quote!(principals: Principals<'_, Self>,), quote!(principals,)),
        };
        let lifetime = call::lifetime(service);
        let hook = quote! {
            async fn before_operation(
                rqctx: &dropshot::RequestContext<Self::Context>,
                #principals
                call: Call #lifetime,
            ) -> Result<(), openapi_dropshot::Rejection> {
                if matches!(call, #(Call::#variants { .. })|*) {
                    <A as Compatibility>::before_operation(rqctx, #passed call).await?;
                }
                Ok(())
            }
        };
        Some((own, hook))
    }

    /// Generates a security scheme: its declaration in the trait, if the newest version has
    /// none of this name, and its implementation.
    pub(super) fn scheme(&mut self, scheme: &Scheme) -> (Option<TokenStream>, TokenStream) {
        let (kind, function) = (ident(&scheme.type_name), ident(&scheme.value_name));
        let has = |version: &usize| {
            self.plan.modules[*version].read.service.schemes.iter().any(|one| one.is_same(scheme))
        };
        let known = (self.index + 1..self.plan.modules.len()).find(has);
        let api = match known {
            Some(version) => self.api(version),
            None => quote!(<A as Compatibility>),
        };
        if known.is_none() {
            let reason = format!("No newer version has the credentials `{}`.", scheme.name);
            self.note("credentials", &scheme.value_name, &reason);
        }
        let own = known.is_none().then(|| service::scheme(scheme, &self.context()));
        let (_, credential) = credential(scheme);
        let (parameter, scopes) = match scheme.has_scopes {
            true => (quote!(scopes: &'static [&'static str],), quote!(scopes)),
            false => Default::default(),
        };
        let implementation = quote! {
            type #kind = #api::#kind;
            async fn #function(
                rqctx: &dropshot::RequestContext<Self::Context>,
                credential: #credential,
                #parameter
            ) -> Result<Option<Self::#kind>, openapi_dropshot::Rejection> {
                #api::#function(rqctx, credential, #scopes).await
            }
        };
        (own, implementation)
    }

    /// Generates the functions that create responses for rejections and their bodies.
    pub(super) fn errors(&mut self, service: &Operations) -> Vec<TokenStream> {
        let mut items = Vec::new();
        for body in &service.error_bodies {
            let (function, kind) = (ident(&body.function), Scope::root().shape(&body.shape));
            let signature = quote!((rejection: &openapi_dropshot::Rejection, status: http::StatusCode) -> #kind);
            let definitions = &self.plan.modules[self.index].read.types;
            let value = match self.error_body(&body.function, &body.shape) {
                Some(value) => value,
                None if problem(&Scope::root(), definitions, &body.shape).is_some() => continue,
                None => {
                    let reason = "The newer versions have no such body.";
                    let text = "Returns the body of the response that reports a rejection with this\n\
                                status.";
                    self.note("rejections", &body.function, reason);
                    let text = format!("{text} {reason}");
                    self.functions.declare(&body.function, &text, &signature);
                    quote!(<A as Compatibility>::#function(rejection, status))
                }
            };
            items.push(quote!(fn #function #signature { #value }));
        }
        for (function, error) in service.error_responses() {
            self.note(
                "rejections",
                function,
                "The response has a body or header field of its own.",
            );
            let signature = |context: TokenStream| {
                let kind = Scope::root().named(&error.name);
                quote! {
                    (
                        rqctx: &dropshot::RequestContext<#context>,
                        rejection: &openapi_dropshot::Rejection,
                        status: http::StatusCode,
                    ) -> #kind
                }
            };
            self.functions.declare(
                function,
                "Returns the response of this version that reports a rejection.",
                &signature(self.context()),
            );
            let (name, signature) = (ident(function), signature(quote!(Self::Context)));
            items.push(quote! {
                fn #name #signature { <A as Compatibility>::#name(rqctx, rejection, status) }
            });
        }
        items
    }

    /// Returns the body for a rejection by the function of the next version that has it.
    fn error_body(&mut self, function: &str, shape: &Shape) -> Option<TokenStream> {
        let modules = &self.plan.modules;
        let has = |version: &usize| {
            modules[*version].read.service.error_bodies.iter().find(|one| one.function == function)
        };
        let newer = (self.index + 1..modules.len()).find(|version| has(version).is_some())?;
        let other = &has(&newer)?.shape;
        let (api, name) = (self.api(newer), ident(function));
        let call = quote!(#api::#name(rejection, status));
        if self.is_same(shape, newer, other) {
            return Some(call);
        }
        let components = (shape.held()?, other.held()?);
        let component = modules[self.index].read.components.get(components.0)?;
        if modules[newer].read.components.get(components.1) != Some(component) {
            return None;
        }
        match self.comparison.component(newer, self.index, component).whole() {
            Verdict::Proved => Some(quote! {
                openapi_dropshot::convert(&#call).expect("a proof exists that the value is one")
            }),
            Verdict::Different(first, others) => {
                let (from, to) = ((newer, other), (self.index, shape));
                Some(self.by_parts((&call, false), function, from, to, (first, others)).0)
            }
        }
    }

    /// Notes a function that no operation alone needs.
    fn note(&mut self, what: &str, name: &str, reason: &str) {
        let function = Function { name: name.to_owned(), reason: reason.to_owned() };
        self.others.push(ServedOperation {
            name: what.to_owned(),
            service: Service::Converted(vec![function]),
        });
    }
}
