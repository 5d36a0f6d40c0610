//! Writes an enum for each integer with known values and possibly others:
//! `x-extensible-enum`, named by `x-enum-varnames`.
//!
//! The generated types keep the integer, which the enum is converted from, so that a
//! value that is added to the document later stays readable. Components and their
//! properties are searched.

use std::collections::BTreeMap;

use heck::ToUpperCamelCase;
use openapi_model::{Document, Mapping, Node, Pointer, ValueTexts};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

/// The variant of all other values.
const OTHER: &str = "Other";

/// Generates the module `known_values`; nothing if the document has no known values.
pub(crate) fn items(document: &Document) -> TokenStream {
    let schemas = document.find(&Pointer::root().join("components").join("schemas"));
    let mut enums = BTreeMap::new();
    for (name, schema) in members(schemas) {
        add(&mut enums, name, schema);
        for (property, schema) in members(schema.get("properties")) {
            add(&mut enums, &format!("{name} {property}"), schema);
        }
    }
    if enums.is_empty() {
        return TokenStream::new();
    }
    let enums = enums.into_values();
    quote! {
        /// The known values of integers that may have other values too.
        pub mod known_values {
            #(#enums)*
        }
    }
}

fn members(node: Option<&Node>) -> impl Iterator<Item = (&String, &Node)> {
    node.and_then(Node::mapping)
        .into_iter()
        .flat_map(Mapping::iter)
}

/// Adds the enum of a schema, named by its title or its place in the document. A title
/// that two schemas have names the first.
fn add(enums: &mut BTreeMap<String, TokenStream>, place: &str, schema: &Node) {
    let Some(variants) = variants(schema) else {
        return;
    };
    let title = schema.get("title").and_then(Node::string);
    let names = title.into_iter().chain([place]);
    let mut names = names.map(|name| name.to_upper_camel_case());
    let name = names.find(|name| is_identifier(name) && !enums.contains_key(name));
    if let Some(name) = name {
        let tokens = tokens(&name, schema, &variants);
        enums.insert(name, tokens);
    }
}

struct Variant {
    name: String,
    value: i64,
    description: Option<String>,
}

/// Returns the known values of an integer, or nothing if a value has no name of its
/// own.
fn variants(schema: &Node) -> Option<Vec<Variant>> {
    let list = |keyword: &str| schema.get(keyword).and_then(Node::sequence);
    let values = list("x-extensible-enum").filter(|values| !values.is_empty())?;
    let texts = |texts: ValueTexts| texts.of(schema, values.len()).ok().flatten();
    let names = texts(ValueTexts::Names)?;
    let descriptions = texts(ValueTexts::Descriptions).unwrap_or_default();
    let mut variants = Vec::<Variant>::new();
    for (index, (value, name)) in values.iter().zip(names).enumerate() {
        let name = name.to_upper_camel_case();
        let value = value.to_json().as_i64()?;
        let is_new = |other: &Variant| other.name != name && other.value != value;
        if !is_identifier(&name) || name == OTHER || !variants.iter().all(is_new) {
            return None;
        }
        let description = descriptions.get(index);
        variants.push(Variant {
            name,
            value,
            description: description.map(|text| (*text).to_owned()),
        });
    }
    Some(variants)
}

fn is_identifier(name: &str) -> bool {
    syn::parse_str::<syn::Ident>(name).is_ok()
}

fn tokens(name: &str, schema: &Node, variants: &[Variant]) -> TokenStream {
    let description = schema.get("description").and_then(Node::string);
    let description = description.unwrap_or("Known values").trim_end();
    let (name, other) = (format_ident!("{name}"), format_ident!("{OTHER}"));
    let names: Vec<_> = variants
        .iter()
        .map(|one| format_ident!("{}", one.name))
        .collect();
    let values = variants
        .iter()
        .map(|one| Literal::i64_unsuffixed(one.value));
    let values: Vec<_> = values.collect();
    let integer = match schema.get("format").and_then(Node::string) {
        Some("int32") => quote!(i32),
        _ => quote!(i64),
    };
    let descriptions = variants.iter().map(|one| match &one.description {
        Some(text) => format!("{}: {}", one.value, text.trim_end()),
        None => one.value.to_string(),
    });
    quote! {
        #[doc = #description]
        ///
        /// A value that the document adds later becomes a variant.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum #name {
            #(#[doc = #descriptions] #names,)*
            /// A value that the document does not list.
            #other(#integer),
        }

        impl ::std::convert::From<#integer> for #name {
            fn from(value: #integer) -> Self {
                match value {
                    #(#values => Self::#names,)*
                    other => Self::#other(other),
                }
            }
        }

        impl ::std::convert::From<#name> for #integer {
            fn from(value: #name) -> Self {
                match value {
                    #(#name::#names => #values,)*
                    #name::#other(other) => other,
                }
            }
        }
    }
}
