//! Generates the module that checks the credentials of requests.

use heck::ToShoutySnakeCase;
use openapi_document::CredentialKind;
use openapi_rust::names::ident;
use openapi_rust::operation::{Principals, Requirement, Scheme, Service};
use openapi_rust::print::{Scope, docs};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::parameters;

/// Generates the module, with a type for each distinct requirement.
pub(super) fn security_module(scope: &Scope<'_>, service: &Service) -> TokenStream {
    if service.requirements.is_empty() {
        return TokenStream::new();
    }
    let schemes = service.schemes.iter().map(scheme_const);
    let requirements = service
        .requirements
        .iter()
        .map(|requirement| requirement_type(scope, service, requirement));
    quote! {
        /// The credentials that operations require.
        mod security {
            use super::*;

            #(#schemes)*
            #(#requirements)*
        }
    }
}

/// Generates the enum for one of several principals.
pub(super) fn principals(service: &Service) -> Vec<TokenStream> {
    let mut generated: Vec<&str> = Vec::new();
    let mut items = Vec::new();
    for requirement in &service.requirements {
        let Principals::Several { name, variants } = &requirement.principals else {
            continue;
        };
        if generated.contains(&name.as_str()) {
            continue;
        }
        generated.push(name);
        let schemes = distinct(variants);
        let parameter = |scheme: &usize| ident(&service.schemes[*scheme].type_name);
        let parameters = schemes.iter().map(parameter);
        let variants = variants.iter().map(|(variant, set)| {
            let (variant, principals) = (ident(variant), set.iter().map(parameter));
            quote!(#variant(#(#principals),*))
        });
        let name = ident(name);
        items.push(quote! {
            /// The principal of a request: one of the alternatives of `security`.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum #name<#(#parameters),*> { #(#variants),* }
        });
    }
    items
}

/// Returns the type of a requirement's principal, for an implementation `api` of the
/// trait.
pub(super) fn principal_type(
    scope: &Scope<'_>,
    service: &Service,
    requirement: &Requirement,
    api: &TokenStream,
) -> TokenStream {
    let associated = |scheme: &usize| {
        let name = ident(&service.schemes[*scheme].type_name);
        quote!(#api::#name)
    };
    let principal = match &requirement.principals {
        Principals::One(scheme) => associated(scheme),
        Principals::Several { name, variants } => {
            let schemes = distinct(variants);
            let (name, arguments) = (scope.named(name), schemes.iter().map(associated));
            quote!(#name<#(#arguments),*>)
        }
    };
    if requirement.is_optional { quote!(Option<#principal>) } else { principal }
}

/// Returns the schemes of all variants, each once.
fn distinct(variants: &[(String, Vec<usize>)]) -> Vec<usize> {
    let mut schemes = Vec::new();
    for scheme in variants.iter().flat_map(|(_, set)| set) {
        if !schemes.contains(scheme) {
            schemes.push(*scheme);
        }
    }
    schemes
}

pub(super) fn requirement_path(requirement: &Requirement) -> TokenStream {
    let name = ident(&requirement.name);
    quote!(security::#name)
}

fn const_name(scheme: &Scheme) -> Ident {
    format_ident!("{}_SCHEME", scheme.value_name.to_shouty_snake_case())
}

fn scheme_const(scheme: &Scheme) -> TokenStream {
    let (constant, name, object) = (const_name(scheme), &scheme.name, &scheme.object);
    let docs = docs(&format!("The security scheme `{name}`."));
    let kind = match &scheme.credential {
        CredentialKind::Http(name) => quote!(Http(#name)),
        CredentialKind::ApiKey(location, field) => {
            let location = parameters::location(*location);
            quote!(ApiKey(#location, #field))
        }
    };
    quote! {
        #docs
        const #constant: openapi_dropshot::SecurityScheme = openapi_dropshot::SecurityScheme {
            name: #name,
            credential: openapi_dropshot::CredentialKind::#kind,
            object: #object,
        };
    }
}

/// Returns the method of `Credentials` that extracts a credential, and its type.
pub(super) fn credential(scheme: &Scheme) -> (TokenStream, TokenStream) {
    let (method, credential) = match &scheme.credential {
        CredentialKind::Http(name) => match name.as_str() {
            CredentialKind::BASIC => (quote!(basic), quote!(BasicCredentials)),
            CredentialKind::BEARER => (quote!(bearer), quote!(BearerToken<'_>)),
            _ => (quote!(http), quote!(HttpCredential<'_>)),
        },
        CredentialKind::ApiKey(..) => (quote!(api_key), quote!(ApiKey<'_>)),
    };
    (method, quote!(openapi_dropshot::#credential))
}

fn requirement_type(
    scope: &Scope<'_>,
    service: &Service,
    requirement: &Requirement,
) -> TokenStream {
    let name = ident(&requirement.name);
    let alternatives = requirement.alternatives.iter().map(|alternative| {
        let required = alternative.iter().map(|(scheme, scopes)| {
            let scheme = const_name(&service.schemes[*scheme]);
            quote! {
                openapi_dropshot::RequiredScheme { scheme: &#scheme, scopes: &[#(#scopes),*] }
            }
        });
        quote!(&[#(#required),*])
    });
    let principal = principal_type(scope, service, requirement, &quote!(A));
    let steps = requirement
        .alternatives
        .iter()
        .filter(|alternative| !alternative.is_empty())
        .map(|alternative| step(scope, service, requirement, alternative));
    let by_scheme = by_scheme(scope, service, requirement);
    let end = if requirement.is_optional {
        quote!(credentials.anonymous().map(|()| None))
    } else {
        quote!(Err(credentials.rejection()))
    };
    quote! {
        /// A `security` of operations.
        pub(super) enum #name {}

        impl openapi_dropshot::SecurityRequirements for #name {
            const ALTERNATIVES: &'static [&'static [openapi_dropshot::RequiredScheme]] =
                &[#(#alternatives),*];
        }

        impl #name {
            /// Returns the principal of a request, or the rejection of a request
            /// without an accepted credential.
            pub(super) async fn authorize<A: Api>(
                rqctx: &dropshot::RequestContext<A::Context>,
            ) -> Result<#principal, openapi_dropshot::Rejection> {
                let mut credentials = openapi_dropshot::Credentials::of::<Self, _>(rqctx, A::REALM);
                #(#steps)*
                #end
            }

            #by_scheme
        }
    }
}

/// Generates the check of an alternative, which returns if all its credentials are
/// accepted.
fn step(
    scope: &Scope<'_>,
    service: &Service,
    requirement: &Requirement,
    alternative: &[(usize, Vec<String>)],
) -> TokenStream {
    let variables: Vec<_> = (1..=alternative.len())
        .map(|number| match alternative.len() {
            1 => (quote!(credential), quote!(principal)),
            _ => {
                let (credential, principal) =
                    (format_ident!("credential{number}"), format_ident!("principal{number}"));
                (quote!(#credential), quote!(#principal))
            }
        })
        .collect();
    let set: Vec<_> = alternative.iter().map(|(scheme, _)| *scheme).collect();
    let names = variables.iter().map(|(_, principal)| principal);
    let mut accepted = match &requirement.principals {
        Principals::One(_) => quote!(principal),
        Principals::Several { name, variants } => {
            let variant = variants.iter().find(|(_, known)| *known == set);
            let variant = variant.map(|(variant, _)| ident(variant));
            let name = scope.named(name);
            quote!(#name::#variant(#(#names),*))
        }
    };
    if requirement.is_optional {
        accepted = quote!(Some(#accepted));
    }
    let mut step = quote!(return Ok(#accepted););
    for ((scheme, scopes), (credential, principal)) in alternative.iter().zip(&variables).rev() {
        let scheme = &service.schemes[*scheme];
        let function = ident(&scheme.value_name);
        let scopes = scheme.has_scopes.then(|| quote!(, &[#(#scopes),*]));
        step = quote! {
            let verified = A::#function(rqctx, #credential #scopes).await;
            if let Some(#principal) = credentials.accepted(verified)? {
                #step
            }
        };
    }
    let sent = alternative.iter().map(|(scheme, _)| {
        let scheme = &service.schemes[*scheme];
        let constant = const_name(scheme);
        let (method, _) = credential(scheme);
        quote!(credentials.#method(&#constant))
    });
    let credentials = variables.iter().map(|(credential, _)| credential);
    match alternative.len() {
        1 => quote!(if let #(Some(#credentials))* = #(#sent)* { #step }),
        _ => quote!(if let (#(Some(#credentials)),*) = (#(#sent),*) { #step }),
    }
}

/// Generates the function that returns the principals of a request with this requirement.
fn by_scheme(scope: &Scope<'_>, service: &Service, requirement: &Requirement) -> TokenStream {
    let body = principals_of(scope, service, requirement, &quote!(principal), &quote!());
    let principal = principal_type(scope, service, requirement, &quote!(A));
    quote! {
        /// Returns the principals of a request, by security scheme.
        pub(super) fn principals<A: Api>(principal: &#principal) -> Principals<'_, A> { #body }
    }
}

/// Generates the principals by security scheme of `principal`, a reference. `path` is that of
/// the module of their type.
pub(super) fn principals_of(
    scope: &Scope<'_>,
    service: &Service,
    requirement: &Requirement,
    principal: &TokenStream,
    path: &TokenStream,
) -> TokenStream {
    let name = |scheme: &usize| ident(&service.schemes[*scheme].value_name);
    let with = |fields: Vec<TokenStream>| {
        let is_complete = fields.len() == service.schemes.len();
        let rest = (!is_complete).then(|| quote!(..#path Principals::default()));
        quote!(#path Principals { #(#fields,)* #rest })
    };
    match &requirement.principals {
        Principals::One(scheme) => {
            let name = name(scheme);
            let principal = match requirement.is_optional {
                true => quote!(principal.as_ref()),
                false => quote!(Some(#principal)),
            };
            with(vec![quote!(#name: #principal)])
        }
        Principals::Several { name: kind, variants } => {
            let kind = scope.named(kind);
            let arms = variants.iter().map(|(variant, known)| {
                let variant = ident(variant);
                let names: Vec<_> = known.iter().map(name).collect();
                let fields = names.iter().map(|name| quote!(#name: Some(#name)));
                let principals = with(fields.collect());
                let variant = quote!(#kind::#variant(#(#names),*));
                match requirement.is_optional {
                    true => quote!(Some(#variant) => #principals,),
                    false => quote!(#variant => #principals,),
                }
            });
            let absent =
                requirement.is_optional.then(|| quote!(None => #path Principals::default(),));
            quote!(match #principal { #(#arms)* #absent })
        }
    }
}
