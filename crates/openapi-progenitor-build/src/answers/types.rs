//! Writes the types of responses.

use std::collections::BTreeSet;

use openapi_document::Status;
use openapi_rust::names::ident;
use openapi_rust::print::{Scope, docs as docs_of, status_pattern};
use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::quote;

use crate::Lowered;
use crate::lower::answers::{AnswerType, Variant};

/// Returns the types, for a module in this scope.
pub(crate) fn definitions(lowered: &Lowered, scope: &Scope<'_>) -> Vec<TokenStream> {
    let mut shared = BTreeSet::new();
    let mut items = Vec::new();
    for (id, answer) in super::typed(&lowered.answers) {
        let side = if answer.is_failure { "failures" } else { "successes" };
        let docs = format!("The {side} of [`{id}`](super::Client::{id}).");
        let Some(name) = &answer.shared else {
            items.push(definition(&answer.name, &docs, answer, scope));
            continue;
        };
        if shared.insert(name) {
            let docs = "The failures of several operations.";
            items.push(definition(name, docs, answer, scope));
        }
        let (own, name, docs) = (ident(&answer.name), ident(name), docs_of(&docs));
        items.push(quote! {
            #docs
            pub type #own = #name;
        });
    }
    items
}

fn definition(name: &str, docs: &str, answer: &AnswerType, scope: &Scope<'_>) -> TokenStream {
    let (name, derives) = (ident(name), scope.take_derives(name));
    let derive = quote!(#[derive(Clone, Debug, PartialEq #derives)]);
    let status = status(answer);
    let body = body(answer, scope);
    let impls = quote! {
        impl #name {
            #status
            #body
        }
    };
    if let (true, [only]) = (answer.is_struct(), answer.variants.as_slice()) {
        let docs = self::docs(&only.description, &label(only));
        let fields = fields(only, &quote!(pub), scope);
        let codec = codec(only);
        return quote! {
            #docs
            #derive
            pub struct #name {
                #(#fields),*
            }
            #impls
            openapi_progenitor::answers! { #name { _ => Self { #codec } } }
        };
    }
    let docs = docs_of(docs);
    let variants = answer.variants.iter().map(|variant| {
        let name = ident(&variant.name);
        let docs = self::docs(&variant.description, &label(variant));
        let fields = fields(variant, &TokenStream::new(), scope);
        if fields.is_empty() { quote!(#docs #name) } else { quote!(#docs #name { #(#fields),* }) }
    });
    let mut specific_first: Vec<_> = answer.variants.iter().collect();
    specific_first.sort_by_key(|variant| variant.status);
    let arms = specific_first.into_iter().map(|variant| {
        let (name, codec) = (ident(&variant.name), codec(variant));
        let status = status_pattern(variant.status);
        quote!(#status => Self::#name { #codec })
    });
    let failure = answer.is_failure.then(|| {
        quote! {
            impl std::fmt::Display for #name {
                fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    openapi_progenitor::write_failure(formatter, self)
                }
            }
            impl std::error::Error for #name {}
        }
    });
    quote! {
        #docs
        #derive
        #[non_exhaustive]
        pub enum #name {
            #(#variants),*
        }
        #impls
        #failure
        openapi_progenitor::answers! { #name { #(#arms),* } }
    }
}

/// Returns the documentation of a response: its status and its description.
fn docs(description: &str, label: &str) -> TokenStream {
    docs_of(&match description.is_empty() {
        true => format!("{label}."),
        false => format!("{label}: {description}"),
    })
}

fn label(variant: &Variant) -> String {
    match variant.status {
        Status::Default => "Any other status".to_owned(),
        status => status.to_string(),
    }
}

fn has_status(variant: &Variant) -> bool {
    !matches!(variant.status, Status::Code(_))
}

fn fields(variant: &Variant, visibility: &TokenStream, scope: &Scope<'_>) -> Vec<TokenStream> {
    let status = has_status(variant).then(|| quote!(#visibility status: u16));
    let body = variant.body.as_ref().map(|body| {
        let kind = scope.shape(body);
        quote!(#visibility body: #kind)
    });
    let headers = variant.headers.iter().map(|header| {
        let field = ident(&header.field);
        let kind = scope.shape(&header.shape);
        let kind = if header.is_optional() { scope.option(&kind) } else { kind };
        let docs = docs_of(&format!("`{}`", header.name));
        quote!(#docs #visibility #field: #kind)
    });
    status.into_iter().chain(body).chain(headers).collect()
}

/// Returns the fields as the macro `answers!` takes them.
fn codec(variant: &Variant) -> TokenStream {
    let status = has_status(variant).then(|| quote!(status));
    let body = variant.body.is_some().then(|| quote!(body));
    let headers = variant.headers.iter().map(|header| {
        let (field, name) = (ident(&header.field), &header.name);
        quote!(#field: #name)
    });
    let fields = status.into_iter().chain(body).chain(headers);
    quote!(#(#fields),*)
}

/// Returns the method that returns the status.
fn status(answer: &AnswerType) -> TokenStream {
    let status = |variant: &Variant| match variant.status {
        Status::Code(code) => Literal::u16_unsuffixed(code).into(),
        Status::Class(_) | Status::Default => TokenTree::from(ident("status")),
    };
    let value = match answer.variants.as_slice() {
        [only] if answer.is_struct() && has_status(only) => quote!(self.status),
        [only] if answer.is_struct() => status(only).into(),
        variants => {
            let arms = variants.iter().map(|variant| {
                let name = ident(&variant.name);
                match variant.status {
                    Status::Code(code) => {
                        let code = Literal::u16_unsuffixed(code);
                        quote!(Self::#name { .. } => #code)
                    }
                    _ => quote!(Self::#name { status, .. } => *status),
                }
            });
            quote!(match self { #(#arms),* })
        }
    };
    quote! {
        /// Returns the status.
        pub fn status(&self) -> u16 {
            #value
        }
    }
}

/// Returns the method that returns the body, if each failure has the same type of body.
fn body(answer: &AnswerType, scope: &Scope<'_>) -> Option<TokenStream> {
    let [first, others @ ..] = answer.variants.as_slice() else {
        return None;
    };
    let body = first.body.as_ref()?;
    if !answer.is_failure || others.iter().any(|other| other.body != first.body) {
        return None;
    }
    let kind = scope.shape(body);
    let variants = answer.variants.iter().map(|variant| ident(&variant.name));
    Some(quote! {
        /// Returns the body.
        pub fn body(&self) -> &#kind {
            match self {
                #(Self::#variants { body, .. })|* => body
            }
        }
    })
}
