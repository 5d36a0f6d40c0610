//! Generates the adapter of an older version: the trait with the conversions that the
//! service writes, and the implementation of the version's `Api` by the newer versions.

mod common;
mod functions;
mod request;
mod response;
mod root;

use std::collections::HashMap;

use openapi_model::OperationName;
use proc_macro2::TokenStream;
use quote::quote;

use super::rust::docs;
use super::scope::Scope;
use super::security::principal_type;
use super::service::arguments;
use crate::names::ident;
use crate::operation::{
    Alternative, Content, Endpoint, Format, Principals, Scheme, Service as Operations,
};
use crate::types::Shape;
use crate::versions::{
    Comparison, Counterpart, Function, Matching, Module, ServedOperation, Service, Shared,
};
use functions::Functions;
pub(crate) use root::root;

/// The adapter of a version to the newer ones.
pub(crate) struct Adapter<'a> {
    modules: &'a [Module],
    index: usize,
    matching: &'a Matching,
    shared: &'a Shared,
    comparison: &'a mut dyn Comparison,
    functions: Functions,
    /// How each operation is served, by method and path.
    pub served: HashMap<String, Service>,
    /// The functions that no operation alone needs.
    pub others: Vec<ServedOperation>,
}

/// An operation of the older version, and the one that serves it.
struct Pair<'p> {
    old: &'p Endpoint,
    new: &'p Endpoint,
    old_name: &'p OperationName,
    counterpart: Counterpart<'p>,
    /// The types of the newer version.
    scope: Scope<'static>,
}

impl<'a> Adapter<'a> {
    pub fn new(
        modules: &'a [Module],
        index: usize,
        matching: &'a Matching,
        shared: &'a Shared,
        comparison: &'a mut dyn Comparison,
    ) -> Self {
        Self {
            modules,
            index,
            matching,
            shared,
            comparison,
            functions: Functions::default(),
            served: HashMap::new(),
            others: Vec::new(),
        }
    }

    /// Generates the trait, the adapter and its implementation of `Api`.
    pub fn items(&mut self) -> Vec<TokenStream> {
        let modules = self.modules;
        let service = &modules[self.index].read.service;
        // Functions that have the names of those of `Api`.
        let operations = service.endpoints.iter().map(|one| &one.value_name);
        let schemes = service.schemes.iter().map(|one| &one.value_name);
        let errors = service.error_bodies.iter().map(|one| &one.function);
        for name in operations.chain(schemes).chain(errors) {
            self.functions.claim(name);
        }
        for (name, _) in service.error_responses() {
            self.functions.claim(name);
        }
        let newest = self.newest();
        let newest_name = ident(&self.modules[newest].name);
        let (own, schemes): (Vec<_>, Vec<_>) =
            service.schemes.iter().map(|one| self.scheme(one)).unzip();
        let methods: Vec<_> = service
            .endpoints
            .iter()
            .map(|endpoint| self.method(service, endpoint))
            .collect();
        let errors = self.errors(service);
        let hooks = self.hooks(service);
        let newer = (self.index + 1..newest).map(|newer| {
            let name = ident(&self.modules[newer].name);
            quote!(+ super::#name::Compatibility)
        });
        let functions = self.functions.declared();
        let title = docs(&format!(
            "What version {} needs beside the implementation of the newer versions.",
            service.version
        ));
        let (empty, name) = (functions.is_empty(), quote!(Served<A>));
        let nothing = empty.then(|| docs("\nNothing: each difference is proved to be compatible."));
        vec![
            quote! {
                #title
                #nothing
                pub trait Compatibility: super::#newest_name::Api #(#newer)* {
                    #(#own)*
                    #(#functions)*
                }
            },
            quote! {
                /// Serves this version by the newer ones.
                pub struct Served<A>(std::marker::PhantomData<fn() -> A>);

                impl<A: Compatibility> Api for #name {
                    type Context = <A as super::#newest_name::Api>::Context;
                    #(#schemes)*
                    #hooks
                    #(#errors)*
                    #(#methods)*
                }
            },
        ]
    }

    fn newest(&self) -> usize {
        self.modules.len() - 1
    }

    fn newest_service(&self) -> &'a Operations {
        &self.modules[self.newest()].read.service
    }

    /// Returns the implementation of `Api` for a version: that of the service, or an adapter.
    fn api(&self, version: usize) -> TokenStream {
        let module = ident(&self.modules[version].name);
        if version == self.newest() {
            quote!(<A as super::#module::Api>)
        } else {
            quote!(<super::#module::Served<A> as super::#module::Api>)
        }
    }

    /// Returns whether two shapes are the same Rust type.
    fn is_same(&self, old: &Shape, newer: usize, new: &Shape) -> bool {
        let old = self.shared.canonical(self.index, old);
        let new = self.shared.canonical(newer, new);
        let scope = Scope::root();
        scope.shape(&old).to_string() == scope.shape(&new).to_string()
    }

    /// Returns the scope of the types of another version.
    fn scope(&self, version: usize) -> Scope<'static> {
        let module = ident(&self.modules[version].name);
        Scope::at(quote!(super::#module::types::))
    }

    /// Generates the function of an operation.
    fn method(&mut self, service: &Operations, endpoint: &Endpoint) -> TokenStream {
        let (method, path) = (endpoint.method.to_string(), endpoint.path.as_str());
        let matching = self.matching;
        let modules = self.modules;
        let text = format!("{method} {path}");
        let counterpart = matching.counterpart(self.index, &method, path);
        let old_name = matching.name(self.index, &method, path);
        let pair = counterpart
            .zip(old_name)
            .and_then(|(counterpart, old_name)| {
                let mut others = modules[counterpart.version].read.service.endpoints.iter();
                let new = others.find(|one| {
                    one.path == counterpart.name.path && one.method == counterpart.name.method
                })?;
                Some(Pair {
                    old: endpoint,
                    new,
                    old_name,
                    scope: self.scope(counterpart.version),
                    counterpart,
                })
            });
        let reason = match &pair {
            None => "The newer versions do not have this operation.".to_owned(),
            Some(pair) => match self.converted(service, pair) {
                Ok((item, functions)) => {
                    let service = match functions.is_empty() {
                        true => Service::Compatible,
                        false => Service::Converted(functions),
                    };
                    self.served.insert(text, service);
                    return item;
                }
                Err(reason) => reason,
            },
        };
        let function = Function {
            name: endpoint.value_name.clone(),
            reason: reason.clone(),
        };
        self.served.insert(text, Service::Implemented(function));
        self.implemented(service, endpoint, &reason)
    }

    /// Generates an operation that a function of the trait implements.
    fn implemented(
        &mut self,
        service: &Operations,
        endpoint: &Endpoint,
        reason: &str,
    ) -> TokenStream {
        let scope = Scope::root();
        let (name, response) = (
            ident(&endpoint.value_name),
            scope.named(&endpoint.response_name),
        );
        let own = arguments(&scope, service, endpoint);
        let (names, kinds): (Vec<_>, Vec<_>) = own.into_iter().unzip();
        let mut declared = kinds.clone();
        if let Some(index) = endpoint.security {
            let api = quote!(<Served<Self> as Api>);
            declared[0] = principal_type(&scope, service, &service.requirements[index], &api);
        }
        let newest = ident(&self.modules[self.newest()].name);
        let docs = docs(&format!(
            "`{} {}`\n\n{reason} `before_operation` is not called.",
            endpoint.method, endpoint.path
        ));
        self.functions.add_declared(quote! {
            #docs
            fn #name(
                rqctx: &dropshot::RequestContext<<Self as super::#newest::Api>::Context>,
                #(#names: #declared),*
            ) -> impl Future<Output = Result<#response, openapi_runtime::Rejection>> + Send;
        });
        quote! {
            async fn #name(
                rqctx: &dropshot::RequestContext<Self::Context>,
                #(#names: #kinds),*
            ) -> Result<#response, openapi_runtime::Rejection> {
                <A as Compatibility>::#name(rqctx, #(#names),*).await
            }
        }
    }

    /// Generates an operation by that of a newer version, with the functions it needs.
    /// Returns the reason if it can't be converted.
    fn converted(
        &mut self,
        service: &Operations,
        pair: &Pair<'_>,
    ) -> Result<(TokenStream, Vec<Function>), String> {
        let version = pair.counterpart.version;
        let target = &self.modules[version];
        let module = ident(&target.name);
        let other = &target.read.service;
        let scheme = same_principal((service, pair.old), (other, pair.new))
            .ok_or("The newer version asks for other credentials.")?;
        let mut functions = Vec::new();
        let (request, needed) = self.request(pair);
        functions.extend(needed);
        let (arms, needed) = self.response(pair);
        functions.extend(needed);
        let mut before = vec![quote!(rqctx)];
        let mut call = vec![quote!(rqctx)];
        if pair.new.security.is_some() {
            call.push(quote!(principal));
        }
        if !other.schemes.is_empty() {
            let rest = (other.schemes.len() > usize::from(scheme.is_some()))
                .then(|| quote!(..Default::default()));
            let known = scheme.map(|(scheme, is_optional)| {
                let field = ident(&scheme.value_name);
                match is_optional {
                    true => quote!(#field: principal.as_ref(),),
                    false => quote!(#field: Some(&principal),),
                }
            });
            before.push(quote!(super::#module::Principals { #known #rest }));
        }
        let variant = ident(&pair.new.variant);
        let locations = pair.new.parameters.iter();
        let locations: Vec<_> = locations
            .map(|one| super::service::argument(one.location))
            .collect();
        let fields = (!locations.is_empty()).then(|| quote!({ #(#locations: &#locations),* }));
        before.push(quote!(super::#module::Call::#variant #fields));
        call.extend(locations);
        call.extend(pair.new.body.iter().map(|_| quote!(body)));
        let scope = Scope::root();
        let (name, kind) = (
            ident(&pair.old.value_name),
            scope.named(&pair.old.response_name),
        );
        let (names, kinds): (Vec<_>, Vec<_>) =
            arguments(&scope, service, pair.old).into_iter().unzip();
        let (api, function) = (self.api(version), ident(&pair.new.value_name));
        let response = pair.scope.named(&pair.new.response_name);
        let item = quote! {
            async fn #name(
                rqctx: &dropshot::RequestContext<Self::Context>,
                #(#names: #kinds),*
            ) -> Result<#kind, openapi_runtime::Rejection> {
                #request
                #api::before_operation(#(#before),*).await?;
                let response = #api::#function(#(#call),*).await?;
                type Newer = #response;
                Ok(match response { #(#arms)* })
            }
        };
        Ok((item, functions))
    }
}

/// Returns the JSON of a body that has no other media type.
fn json(content: &Content) -> Option<&Alternative> {
    let [only] = content.alternatives.as_slice() else {
        return None;
    };
    let is_json = matches!(only.format, Format::Json) && !only.has_content_type();
    is_json.then_some(only)
}

/// Returns whether two bodies are any bytes of the same media type, which need no conversion.
fn are_bytes(old: &Content, new: &Content) -> bool {
    let bytes = |content: &Content| match content.alternatives.as_slice() {
        [only] if matches!(only.format, Format::Binary) => Some(only.media_type.clone()),
        _ => None,
    };
    bytes(old).is_some_and(|old| bytes(new) == Some(old))
}

/// Returns the scheme of the principal that two operations receive, if it is the same, and
/// whether it is optional; `None` if neither receives one.
fn same_principal<'s>(
    (old, old_endpoint): (&Operations, &Endpoint),
    (new, new_endpoint): (&'s Operations, &Endpoint),
) -> Option<Option<(&'s Scheme, bool)>> {
    let (old_index, new_index) = match (old_endpoint.security, new_endpoint.security) {
        (None, None) => return Some(None),
        (Some(old), Some(new)) => (old, new),
        _ => return None,
    };
    let (one, other) = (&old.requirements[old_index], &new.requirements[new_index]);
    let (Principals::One(old_scheme), Principals::One(new_scheme)) =
        (&one.principals, &other.principals)
    else {
        return None;
    };
    let (old_scheme, new_scheme) = (&old.schemes[*old_scheme], &new.schemes[*new_scheme]);
    let is_same = one.is_optional == other.is_optional
        && old_scheme.name == new_scheme.name
        && old_scheme.kind == new_scheme.kind
        && old_scheme.has_scopes == new_scheme.has_scopes;
    is_same.then_some(Some((new_scheme, one.is_optional)))
}
