//! Generates enums for unions of schemas.

use heck::ToShoutySnakeCase;
use openapi_document::TypeName;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use serde_json::{Map, Value};

use super::construct::hidden_debug;
use super::emitted::with_rules;
use super::rust::{docs_if, path};
use super::scope::Scope;
use super::structs::Structure;
use crate::names::ident;
use crate::types::{Relation, SelectedBy, UnionVariant};

/// A union to be generated.
pub struct Union<'u> {
    pub name: &'u str,
    pub docs: TokenStream,
    pub relation: Relation,
    /// The member whose value selects the variant, or says which one is meant.
    pub tag: Option<&'u str>,
    pub variants: &'u [UnionVariant],
    /// Keywords that apply to the whole union.
    pub rules: &'u Map<String, Value>,
    /// Whether it is serialized too. The union of a form is decided by the whole form, since a file
    /// is no value.
    pub serialized: bool,
    pub scope: &'u Scope<'u>,
}

impl Union<'_> {
    pub fn tokens(&self) -> TokenStream {
        let (docs, name) = (&self.docs, ident(self.name));
        let variants = self.variants.iter().map(|variant| {
            let structure = self.structure(variant);
            structure.map_or_else(|| self.with_value(variant), |one| one.variant(&variant.name))
        });
        let new = |variant| self.structure(variant)?.new_function();
        let functions: Vec<_> = self.variants.iter().filter_map(new).collect();
        let functions = (!functions.is_empty()).then(|| quote!(impl #name { #(#functions)* }));
        let tagged = self.tagged();
        let is_derived = tagged.is_none() && self.serialized;
        let derive = is_derived.then(|| quote!(, serde::Serialize));
        let untagged = is_derived.then(|| quote!(#[serde(untagged)]));
        let code = tagged.unwrap_or_else(|| self.deserialize());
        let json_schema = self.scope.json_schema(self.name, &self.schema());
        let is_secret = self.variants.iter().any(|one| one.shape.is_password());
        let debug_impl = is_secret.then(|| hidden_debug(self.name));
        let debug = (!is_secret).then(|| quote!(Debug,));
        let derives = self.scope.take_derives(self.name);
        quote! {
            #docs
            #[derive(Clone, #debug PartialEq #derive #derives)]
            #untagged
            pub enum #name { #(#variants),* }

            #functions

            #code

            #json_schema

            #debug_impl
        }
    }

    fn with_value(&self, variant: &UnionVariant) -> TokenStream {
        let docs = docs_if(variant.description.as_deref());
        let (variant, inner) = (ident(&variant.name), self.scope.shape(&variant.shape));
        quote!(#docs #variant(#inner))
    }

    /// Returns the members that a variant has itself.
    fn structure<'s>(&'s self, variant: &'s UnionVariant) -> Option<Structure<'s>> {
        let (members, tag) = variant.members.as_ref().zip(self.tag)?;
        Some(Structure {
            name: self.name,
            variant: Some((&variant.name, tag)),
            ..Structure::of(members, self.scope)?
        })
    }

    /// Generates the implementations of serde's traits, if the tag selects each variant.
    fn tagged(&self) -> Option<TokenStream> {
        let (mut with_value, mut with_members) = (Vec::new(), Vec::new());
        for variant in self.variants {
            let SelectedBy::Tag(tags) = &variant.selected_by else {
                return None;
            };
            let (name, tags) = (ident(&variant.name), tags.iter().map(tag_literal));
            match self.structure(variant) {
                Some(structure) => {
                    let only = structure.closed.then(|| quote!(only));
                    let members = structure.members_of_macro();
                    with_members.push(quote!(#(#tags)* => #name #only { #(#members),* }));
                }
                None => with_value.push(quote!(#(#tags)|* => #name)),
            }
        }
        let (library, name, tag) = (self.scope.library(), ident(self.name), self.tag);
        Some(quote! {
            #library::tagged! {
                #name by #tag { #(#with_value),* }
                #(#with_members)*
            }
        })
    }

    /// Generates the selection of the variant of a value by its type or by schemas, and the
    /// schemas.
    fn deserialize(&self) -> TokenStream {
        let candidates = format_ident!("{}_VARIANTS", self.name.to_shouty_snake_case());
        let (err, library) = (self.scope.prelude("Err"), self.scope.library());
        let mut schemas = Vec::new();
        let mut meant = Vec::new();
        let mut arms = Vec::new();
        for (index, variant) in self.variants.iter().enumerate() {
            let name = ident(&variant.name);
            let pattern = match &variant.selected_by {
                SelectedBy::Tag(_) => continue,
                SelectedBy::Type(type_name) => value_pattern(*type_name),
                SelectedBy::Schema(pointer, tags) => {
                    let pointer = pointer.to_fragment();
                    schemas.push(quote!(#library::Schema::at(&super::DOCUMENT, #pointer)));
                    let index = proc_macro2::Literal::usize_unsuffixed(index);
                    if !tags.is_empty() {
                        let tags = tags.iter().map(tag_literal);
                        meant.push(quote!(Some(#(#tags)|*) => Some(#index)));
                    }
                    quote!(Some(#index))
                }
            };
            arms.push(quote! {
                #pattern => #library::union::decode(value).map(Self::#name),
            });
        }
        let tag = self.tag.map(|tag| self.tag_value(tag));
        let prepare = (!meant.is_empty()).then(|| {
            quote! {
                let meant = match #tag { #(#meant,)* _ => None };
            }
        });
        let meant = if meant.is_empty() { quote!(None) } else { quote!(meant) };
        let selector = match (schemas.is_empty(), self.serialized) {
            (true, _) => quote!(&value),
            (false, true) => quote!(#library::union::accepting(&#candidates, &value, #meant)),
            (false, false) => quote!(#library::accepting_form(&#candidates, #meant)),
        };
        let count = proc_macro2::Literal::usize_unsuffixed(schemas.len());
        let candidates = (!schemas.is_empty()).then(|| {
            quote! {
                static #candidates: [#library::Schema; #count] = [#(#schemas),*];
            }
        });
        let (text, name) = (self.name, ident(self.name));
        quote! {
            #candidates

            impl<'de> serde::Deserialize<'de> for #name {
                fn deserialize<D: serde::Deserializer<'de>>(
                    deserializer: D,
                ) -> Result<Self, D::Error> {
                    let value = <serde_json::Value as serde::Deserialize>::deserialize(deserializer)?;
                    #prepare
                    match #selector {
                        #(#arms)*
                        _ => #err(#library::union::no_variant(#text)),
                    }
                }
            }
        }
    }

    /// Returns an expression for the value of the tag.
    fn tag_value(&self, tag: &str) -> TokenStream {
        let first = self.variants.iter().find_map(|one| match &one.selected_by {
            SelectedBy::Schema(_, tags) => tags.first(),
            _ => None,
        });
        let read = match first {
            Some(Value::Bool(_)) => "as_bool",
            Some(Value::Number(_)) => "as_i64",
            _ => "as_str",
        };
        let read = ident(read);
        quote!(value.get(#tag).and_then(serde_json::Value::#read))
    }

    fn schema(&self) -> TokenStream {
        let scope = self.scope;
        let schemas = self.variants.iter().map(|one| match self.structure(one) {
            Some(structure) => structure.schema(),
            None => scope.schema(&one.shape),
        });
        if self.relation == Relation::Extended {
            let base = self.variants.first().map(|one| scope.shape(&one.shape));
            let subtypes = schemas.skip(1);
            return quote! {
                openapi_dropshot::shape::extended(
                    <#base>::json_schema(generator),
                    [#(#subtypes),*],
                )
            };
        }
        let combine = match self.relation {
            Relation::One => quote!(openapi_dropshot::shape::one_of),
            _ => quote!(openapi_dropshot::shape::any_of),
        };
        let vec = scope.prelude("Vec");
        let combined = quote!(#combine(#vec::from([#(#schemas),*])));
        with_rules(scope, combined, self.rules)
    }
}

fn tag_literal(tag: &Value) -> TokenStream {
    match tag {
        Value::Bool(tag) => quote!(#tag),
        Value::Number(tag) => {
            let tag = tag.as_i64().map(proc_macro2::Literal::i64_unsuffixed);
            quote!(#tag)
        }
        _ => {
            let tag = tag.as_str();
            quote!(#tag)
        }
    }
}

fn value_pattern(type_name: TypeName) -> TokenStream {
    let variant = match type_name {
        TypeName::Array => "Array(_)",
        TypeName::Boolean => "Bool(_)",
        TypeName::Integer | TypeName::Number => "Number(_)",
        TypeName::Null => "Null",
        TypeName::Object => "Object(_)",
        TypeName::String => "String(_)",
    };
    path(&format!("serde_json::Value::{variant}"))
}
