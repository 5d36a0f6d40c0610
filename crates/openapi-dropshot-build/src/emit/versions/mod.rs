//! Generates the adapter of an older version: the trait with the conversions that the
//! service writes, and the implementation of the version's `Api` by the newer versions.

mod common;
mod functions;
mod part;
mod request;
mod response;
mod root;

use std::collections::HashMap;
use std::mem::discriminant;

use openapi_document::OperationName;
use openapi_rust::names::ident;
use openapi_rust::operation::{
    Alternative, BodyKind, Content, Endpoint, Format, Principals, Scheme, Service as Operations,
};
use openapi_rust::print::{Scope, docs};
use openapi_rust::types::Shape;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::parameters::argument;
use super::security::{principal_type, principals_of};
use super::service::{arguments, inputs};
use crate::versions::{
    Comparison, Counterpart, Function, Plan, ServedOperation, Service, is_named,
};
use functions::Functions;
pub(crate) use root::root;

/// The adapter of a version to the newer ones.
pub(crate) struct Adapter<'a> {
    plan: &'a Plan,
    index: usize,
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
    pub fn new(plan: &'a Plan, index: usize, comparison: &'a mut dyn Comparison) -> Self {
        Self {
            plan,
            index,
            comparison,
            functions: Functions::default(),
            served: HashMap::new(),
            others: Vec::new(),
        }
    }

    /// Generates the trait, if the version needs a function, and the adapter with its
    /// implementation of `Api`. `newer` is the trait that the service implements for the newer
    /// versions, as the root names it.
    pub fn items(&mut self, newer: &TokenStream) -> (Option<TokenStream>, TokenStream) {
        let service = &self.plan.modules[self.index].read.service;
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
        let newest = ident(&self.plan.modules[self.newest()].name);
        let (own, schemes): (Vec<_>, Vec<_>) =
            service.schemes.iter().map(|one| self.scheme(one)).unzip();
        let methods: Vec<_> =
            service.endpoints.iter().map(|endpoint| self.method(service, endpoint)).collect();
        let errors = self.errors(service);
        let hooks = self.hooks(service);
        let (own_hook, hook) = self.before_operation(service).unzip();
        let own = own.into_iter().flatten().chain(own_hook);
        let own: Vec<_> = own.chain(self.functions.declared.drain(..)).collect();
        let title = docs(&format!(
            "What version {} needs beside the implementation of the newer versions.",
            service.version
        ));
        let asked = quote!(#title pub trait Compatibility: super::#newer { #(#own)* });
        let (asked, bound) = match own.is_empty() {
            true => (None, quote!(super::#newer)),
            false => (Some(asked), quote!(Compatibility)),
        };
        let served = quote! {
            /// Serves this version by the newer ones.
            pub struct Served<A>(std::marker::PhantomData<fn() -> A>);

            impl<A: #bound> Api for Served<A> {
                type Context = <A as super::#newest::Api>::Context;
                #(#schemes)*
                #hooks
                #hook
                #(#errors)*
                #(#methods)*
            }
        };
        (asked, served)
    }

    fn newest(&self) -> usize {
        self.plan.modules.len() - 1
    }

    fn version(&self, index: usize) -> &'a str {
        &self.plan.modules[index].version
    }

    /// Returns the implementation of `Api` for a version: that of the service, or an adapter.
    fn api(&self, version: usize) -> TokenStream {
        let module = ident(&self.plan.modules[version].name);
        if version == self.newest() {
            quote!(<A as super::#module::Api>)
        } else {
            quote!(<super::#module::Served<A> as super::#module::Api>)
        }
    }

    /// Returns the type of the state, in the trait.
    fn context(&self) -> TokenStream {
        let newest = ident(&self.plan.modules[self.newest()].name);
        quote!(<Self as super::#newest::Api>::Context)
    }

    /// Returns whether two shapes are the same Rust type.
    fn is_same(&self, old: &Shape, newer: usize, new: &Shape) -> bool {
        let old = self.plan.shared.canonical(self.index, old);
        let new = self.plan.shared.canonical(newer, new);
        let scope = Scope::root();
        scope.shape(&old).to_string() == scope.shape(&new).to_string()
    }

    /// Returns the scope of the types of another version.
    fn scope(&self, version: usize) -> Scope<'static> {
        let module = ident(&self.plan.modules[version].name);
        Scope::at(quote!(super::#module::types::))
    }

    /// Generates the function of an operation.
    fn method(&mut self, service: &Operations, endpoint: &Endpoint) -> TokenStream {
        let converted = match &self.pair(endpoint) {
            Some(pair) => self.converted(service, pair),
            None => Err("The newer versions do not have this operation.".to_owned()),
        };
        let (body, served) =
            converted.unwrap_or_else(|reason| self.implemented(service, endpoint, reason));
        let operation = format!("{} {}", endpoint.method, endpoint.path);
        self.served.insert(operation, served);
        let scope = Scope::root();
        let name = ident(&endpoint.value_name);
        let (names, kinds): (Vec<_>, Vec<_>) =
            arguments(&scope, service, endpoint).into_iter().unzip();
        let response = scope.named(&endpoint.response_name);
        quote! {
            async fn #name(
                rqctx: &dropshot::RequestContext<Self::Context>,
                #(#names: #kinds),*
            ) -> Result<#response, openapi_dropshot::Rejection> { #body }
        }
    }

    /// Returns an operation and the one that serves it.
    fn pair<'p>(&self, old: &'p Endpoint) -> Option<Pair<'p>>
    where
        'a: 'p,
    {
        let (old_name, counterpart) = self.plan.matching.counterpart(self.index, old)?;
        let service = &self.plan.modules[counterpart.version].read.service;
        let is_new = |one: &&Endpoint| is_named(one, counterpart.name);
        Some(Pair {
            old,
            new: service.endpoints.iter().find(is_new)?,
            old_name,
            scope: self.scope(counterpart.version),
            counterpart,
        })
    }

    /// Generates the body of an operation that a function of the trait implements.
    fn implemented(
        &mut self,
        service: &Operations,
        endpoint: &Endpoint,
        reason: String,
    ) -> (TokenStream, Service) {
        let scope = Scope::root();
        let principal = endpoint.security.map(|index| {
            let requirement = &service.requirements[index];
            let api = quote!(<Served<Self> as Api>);
            let kind = principal_type(&scope, service, requirement, &api);
            (quote!(principal), kind)
        });
        let inputs = principal.into_iter().chain(inputs(&scope, endpoint));
        let (names, kinds): (Vec<_>, Vec<_>) = inputs.unzip();
        let (context, response) = (self.context(), scope.named(&endpoint.response_name));
        let text = format!("`{} {}`\n\n{reason}", endpoint.method, endpoint.path);
        let name = endpoint.value_name.clone();
        let signature = quote! {
            (rqctx: &dropshot::RequestContext<#context>, #(#names: #kinds),*)
            -> impl Future<Output = Result<#response, openapi_dropshot::Rejection>> + Send
        };
        self.functions.declare(&name, &text, &signature);
        let function = ident(&name);
        let body = quote!(<A as Compatibility>::#function(rqctx, #(#names),*).await);
        (body, Service::Implemented(Function { name, reason }))
    }

    /// Generates the body of an operation by that of a newer version, with the functions it
    /// needs. Returns the reason if it can't be converted.
    fn converted(
        &mut self,
        service: &Operations,
        pair: &Pair<'_>,
    ) -> Result<(TokenStream, Service), String> {
        let version = pair.counterpart.version;
        let target = &self.plan.modules[version];
        let module = ident(&target.name);
        let other = &target.read.service;
        let principal = principal(pair, service, other)
            .ok_or("The newer version asks for other credentials.")?;
        let path = quote!(super::#module::);
        let principals = (!other.schemes.is_empty()).then(|| match pair.new.security {
            Some(index) => {
                let requirement = &other.requirements[index];
                principals_of(&pair.scope, other, requirement, &quote!(&principal), &path)
            }
            None => quote!(#path Principals::default()),
        });
        let principals = principals.iter();
        let (request, mut functions) = self.request(pair);
        let (arms, others) = self.response(pair);
        functions.extend(others);
        let locations = pair.new.parameters.iter().map(|one| argument(one.location));
        let locations: Vec<_> = locations.collect();
        let fields = (!locations.is_empty()).then(|| quote!({ #(#locations: &#locations),* }));
        let passed = pair.new.security.map(|_| quote!(principal,));
        let inputs = inputs(&pair.scope, pair.new).into_iter().map(|(name, _)| name);
        let (api, function) = (self.api(version), ident(&pair.new.value_name));
        let variant = ident(&pair.new.variant);
        let response = pair.scope.named(&pair.new.response_name);
        let body = quote! {
            #request
            #principal
            let call = super::#module::Call::#variant #fields;
            #api::before_operation(rqctx, #(#principals,)* call).await?;
            let response = #api::#function(rqctx, #passed #(#inputs),*).await?;
            type Newer = #response;
            Ok(match response { #(#arms)* })
        };
        let service = match functions.is_empty() {
            true => Service::Compatible,
            false => Service::Converted(functions),
        };
        Ok((body, service))
    }
}

/// Why a body is not converted.
const UNCONVERTED: &str = "has no conversion: both versions need JSON as the only media type, or \
                           the same stream or bytes.";

/// Returns the alternatives of two bodies between which there is a conversion: JSON, or a stream
/// or bytes of the same media type.
fn convertible<'c>(
    old: &'c Content,
    new: &'c Content,
) -> Option<(&'c Alternative, &'c Alternative)> {
    let ([old], [new]) = (old.alternatives.as_slice(), new.alternatives.as_slice()) else {
        return None;
    };
    let is_json = |one: &Alternative| matches!(one.format, Format::Json) && !one.has_content_type();
    let is_same = !matches!(old.format.kind(), BodyKind::Value)
        && discriminant(&old.format) == discriminant(&new.format)
        && old.media_type == new.media_type;
    (is_same || is_json(old) && is_json(new)).then_some((old, new))
}

/// Generates the conversion of the principal of an operation to that of a newer one, if each
/// alternative of the older has one with the same schemes in the newer.
fn principal(pair: &Pair<'_>, service: &Operations, newer: &Operations) -> Option<TokenStream> {
    let (old, new) = match (pair.old.security, pair.new.security) {
        (None, None) => return Some(TokenStream::new()),
        (Some(old), Some(new)) => (&service.requirements[old], &newer.requirements[new]),
        _ => return None,
    };
    if old.is_optional && !new.is_optional {
        return None;
    }
    let mut arms = Vec::new();
    for (variant, set) in alternatives(&old.principals) {
        let bound = |scheme: &Scheme| {
            let mut olds = set.iter().map(|index| &service.schemes[*index]);
            let found = olds.find(|one| one.is_same(scheme))?;
            Some(ident(&found.value_name))
        };
        let mut news = alternatives(&new.principals).into_iter();
        let (target, names) = news.find_map(|(target, others)| {
            let names = others.iter().map(|index| bound(&newer.schemes[*index]));
            let names: Vec<_> = names.collect::<Option<_>>()?;
            (names.len() == set.len()).then_some((target, names))
        })?;
        let olds = set.iter().map(|index| ident(&service.schemes[*index].value_name));
        let pattern = alternative(&Scope::root(), variant, &olds.collect::<Vec<_>>());
        let value = alternative(&pair.scope, target, &names);
        arms.push(match (old.is_optional, new.is_optional) {
            (true, _) => quote!(Some(#pattern) => Some(#value),),
            (false, true) => quote!(#pattern => Some(#value),),
            (false, false) => quote!(#pattern => #value,),
        });
    }
    let none = old.is_optional.then(|| quote!(None => None,));
    let is_one = |principals: &Principals| matches!(principals, Principals::One(_));
    let is_same =
        is_one(&old.principals) && is_one(&new.principals) && old.is_optional == new.is_optional;
    Some(match is_same {
        true => TokenStream::new(),
        false => quote!(let principal = match principal { #(#arms)* #none };),
    })
}

/// A set of schemes, with the names of an enum and its variant unless the principal is that of
/// one scheme.
type SchemeSet<'p> = (Option<(&'p str, &'p str)>, &'p [usize]);

fn alternatives(principals: &Principals) -> Vec<SchemeSet<'_>> {
    match principals {
        Principals::One(scheme) => vec![(None, std::slice::from_ref(scheme))],
        Principals::Several { name, variants } => variants
            .iter()
            .map(|(variant, set)| (Some((name.as_str(), variant.as_str())), set.as_slice()))
            .collect(),
    }
}

/// Generates the pattern or the value of an alternative.
fn alternative(scope: &Scope<'_>, variant: Option<(&str, &str)>, names: &[Ident]) -> TokenStream {
    match variant {
        None => quote!(#(#names)*),
        Some((kind, variant)) => {
            let (kind, variant) = (scope.named(kind), ident(variant));
            quote!(#kind::#variant(#(#names),*))
        }
    }
}
