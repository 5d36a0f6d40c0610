//! Generates the functions by which a person makes and prints values of a struct.

use proc_macro2::TokenStream;
use quote::quote;

use super::rust::docs;
use super::structs::{Structure, default_function};
use crate::names::{ident, value_name};
use crate::types::{Kind, Shape};

/// The number of arguments from which clippy warns.
const MANY_ARGUMENTS: usize = 8;

impl Structure<'_> {
    /// Returns whether `Default` can be derived: every member may be absent.
    pub fn derives_default(&self) -> bool {
        self.serialized && self.fields.iter().all(|one| !one.required && one.default.is_none())
    }

    /// Generates `new` for a struct with required and other members, so that code which
    /// makes values does not name members that a later version of the document adds.
    pub fn new_function(&self) -> Option<TokenStream> {
        let required: Vec<_> = self.own_fields().filter(|one| one.required).collect();
        let count = self.own_fields().count();
        let all_are_required = required.len() == count && self.additional.is_none();
        let is_literal_enough = all_are_required && !self.is_received();
        if !self.serialized || is_literal_enough || required.is_empty() {
            return None;
        }
        let arguments = required.iter().map(|field| {
            let (name, kind) = (ident(&field.name), self.scope.shape(&field.shape));
            match is_text(&field.shape) {
                true => quote!(#name: impl Into<#kind>),
                false => quote!(#name: #kind),
            }
        });
        let allow = (required.len() >= MANY_ARGUMENTS).then(
            || quote!(#[allow(clippy::too_many_arguments, reason = "every one is required")]),
        );
        let has_defaults = self.fields.iter().any(|field| field.default.is_some());
        let docs = docs(if has_defaults {
            "Returns a value with the required members, and the defaults of the document."
        } else {
            "Returns a value with the required members."
        });
        let members = self.members();
        let variant = self.variant.map(|(name, _)| name);
        let name = ident(&value_name(&format!("new {}", variant.unwrap_or_default())));
        let variant = variant.map(ident).map(|variant| quote!(::#variant));
        Some(quote! {
            #docs
            #allow
            pub fn #name(#(#arguments),*) -> Self { Self #variant { #(#members),* } }
        })
    }

    /// Generates `Default` for a struct without required members, if it cannot be derived.
    pub fn default_impl(&self) -> Option<TokenStream> {
        let is_required = self.fields.iter().any(|one| one.required);
        if !self.serialized || is_required || self.derives_default() {
            return None;
        }
        let (name, members) = (ident(self.name), self.members());
        Some(quote! {
            impl Default for #name {
                fn default() -> Self { Self { #(#members),* } }
            }
        })
    }

    /// Returns the members of a literal that has arguments for the required ones.
    fn members(&self) -> Vec<TokenStream> {
        let members = self.own_fields().map(|field| {
            let member = ident(&field.name);
            if field.required && is_text(&field.shape) {
                quote!(#member: #member.into())
            } else if field.required {
                quote!(#member)
            } else if field.default.is_some() {
                let default = default_function(&field.name);
                quote!(#member: Self::#default())
            } else {
                quote!(#member: None)
            }
        });
        let additional =
            self.additional.map(|_| quote!(additional_members: std::collections::BTreeMap::new()));
        members.chain(additional).collect()
    }

    /// Returns whether a member must not be in a log.
    pub fn has_secret(&self) -> bool {
        self.fields.iter().any(|field| field.is_secret)
            || self.additional.is_some_and(Shape::is_password)
    }

    /// Generates `Debug` for a struct with members that must not be in a log.
    pub fn debug_impl(&self) -> Option<TokenStream> {
        let (text, name) = (self.name, ident(self.name));
        let fields = self.fields.iter().map(|field| (field.name.as_str(), field.is_secret));
        let additional = self.additional.map(|shape| ("additional_members", shape.is_password()));
        let fields = fields.chain(additional).map(|(name, is_secret)| {
            let member = ident(name);
            match is_secret {
                true => quote!(.field(#name, &format_args!("[hidden]"))),
                false => quote!(.field(#name, &self.#member)),
            }
        });
        self.has_secret().then(|| {
            quote! {
                /// Hides passwords and members that are never sent to callers.
                impl std::fmt::Debug for #name {
                    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        formatter.debug_struct(#text) #(#fields)* .finish()
                    }
                }
            }
        })
    }
}

/// Returns whether a value is a `String`, which `new` makes of a `&str`, too.
fn is_text(shape: &Shape) -> bool {
    shape.kind == Kind::String && shape.external.is_none() && !shape.nullable && !shape.boxed
}

/// Generates `Debug` for a type whose values are passwords.
pub fn hidden_debug(name: &str) -> TokenStream {
    let (text, name) = (format!("{name}([hidden])"), ident(name));
    quote! {
        /// Hides passwords.
        impl std::fmt::Debug for #name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(#text)
            }
        }
    }
}
