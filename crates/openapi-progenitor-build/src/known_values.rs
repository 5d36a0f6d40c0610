//! Writes an enum for each string or integer with known values and possibly others:
//! `x-extensible-enum`.
//!
//! A string has this type. Integers, whose values have names by `x-enum-varnames`, remain
//! integers, which the enum is converted from: components and their properties are searched
//! for them.

use std::collections::{BTreeMap, HashSet};

use openapi_document::{Document, Mapping, Node, Pointer, TypeName, ValueTexts, known_values};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};
use serde_json::Value;
use syn::Item;

use crate::lower::names;
use crate::{Lowered, docs};

/// The variant of all other values.
const OTHER: &str = "Other";

/// A type with known values and possibly others.
#[derive(Clone, Debug)]
pub(crate) struct OpenType {
    pub(crate) name: String,
    description: Option<String>,
    /// The type of all values.
    base: TypeName,
    format: Option<String>,
    variants: Vec<Variant>,
}

#[derive(Clone, Debug)]
struct Variant {
    name: String,
    value: Value,
    description: Option<String>,
}

impl OpenType {
    /// Returns the type of a schema, or nothing if its values have no names.
    pub(crate) fn of(name: &str, schema: &Node, base: TypeName) -> Option<Self> {
        let values = known_values(schema, base).ok().flatten()?;
        let texts = |texts: ValueTexts| texts.of(schema, values.len()).ok().flatten();
        let own_names = || values.iter().map(Value::as_str).collect();
        let wanted = texts(ValueTexts::Names).or_else(own_names)?;
        let descriptions = texts(ValueTexts::Descriptions).unwrap_or_default();
        let mut variants = Vec::<Variant>::new();
        for (index, (value, wanted)) in values.iter().zip(wanted).enumerate() {
            let is_free = |name: &String| {
                let mut known = variants.iter();
                is_identifier(name) && name != OTHER && !known.any(|known| known.name == *name)
            };
            variants.push(Variant {
                name: names::numbered(&names::type_name(wanted), is_free),
                value: value.clone(),
                description: descriptions.get(index).map(|text| (*text).to_owned()),
            });
        }
        let text = |keyword: &str| {
            schema
                .get(keyword)
                .and_then(Node::string)
                .map(str::to_owned)
        };
        Some(Self {
            name: name.to_owned(),
            description: text("description"),
            base,
            format: text("format"),
            variants,
        })
    }
}

/// Generates the module `known_values`; nothing if no integer of the document has known
/// values.
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
    let enums = enums.values().map(tokens);
    quote! {
        /// The known values of integers that may have other values too.
        pub mod known_values {
            #(#enums)*
        }
    }
}

/// Generates the types of strings.
pub(crate) fn text_types(lowered: &Lowered) -> TokenStream {
    docs::only_text(lowered.open_types.iter().map(tokens).collect())
}

/// Returns the names of the types of strings.
pub(crate) fn text_type_names(lowered: &Lowered) -> HashSet<String> {
    let names = lowered.open_types.iter().map(|one| one.name.clone());
    names.collect()
}

/// Removes the items that typify generates for the types with these names. The enum of
/// [`text_types`], which follows them, ends the removal for its name.
pub(crate) fn remove_replaced(item: &mut Item, names: &mut HashSet<String>) {
    let text = |tokens: TokenStream| tokens.to_string().replace(' ', "");
    let is_replaced = match item {
        Item::Struct(item) => names.contains(&item.ident.to_string()),
        Item::Enum(item) => {
            names.remove(&item.ident.to_string());
            false
        }
        Item::Impl(item) => {
            let kind = text(item.self_ty.to_token_stream());
            let of = item
                .trait_
                .as_ref()
                .map(|(_, path, _)| text(path.to_token_stream()));
            let is_from = |name| {
                of.as_ref()
                    .is_some_and(|of| of.ends_with(&format!("From<{name}>")))
            };
            let is_text = kind == "::std::string::String";
            names.contains(&kind) || is_text && names.iter().any(is_from)
        }
        _ => false,
    };
    if is_replaced {
        *item = Item::Verbatim(TokenStream::new());
    }
}

fn members(node: Option<&Node>) -> impl Iterator<Item = (&String, &Node)> {
    node.and_then(Node::mapping)
        .into_iter()
        .flat_map(Mapping::iter)
}

/// Adds the enum of an integer, named by its title or its place in the document. A title
/// that two schemas have names the first.
fn add(enums: &mut BTreeMap<String, OpenType>, place: &str, schema: &Node) {
    let title = schema.get("title").and_then(Node::string);
    let names = title.into_iter().chain([place]);
    let mut names = names.map(names::type_name);
    let name = names.find(|name| is_identifier(name) && !enums.contains_key(name));
    let open = name.and_then(|name| OpenType::of(&name, schema, TypeName::Integer));
    if let Some(open) = open {
        enums.insert(open.name.clone(), open);
    }
}

fn is_identifier(name: &str) -> bool {
    syn::parse_str::<syn::Ident>(name).is_ok()
}

fn tokens(open: &OpenType) -> TokenStream {
    let description = open.description.as_deref();
    let description = description.unwrap_or("Known values").trim_end();
    let (name, other) = (format_ident!("{}", open.name), format_ident!("{OTHER}"));
    let names: Vec<_> = open
        .variants
        .iter()
        .map(|one| format_ident!("{}", one.name))
        .collect();
    let descriptions = open.variants.iter().map(|one| {
        let value = one
            .value
            .as_str()
            .map_or(one.value.to_string(), str::to_owned);
        let description = one.description.as_deref().unwrap_or_default();
        format!("{value}: {description}")
            .trim_end_matches([' ', ':', '\n'])
            .to_owned()
    });
    let (derive, base, impls) = match open.base {
        TypeName::String => of_text(&name, &other, &names, &open.variants),
        _ => of_integer(&name, &other, &names, open),
    };
    quote! {
        #[doc = #description]
        ///
        /// A value that the document adds later becomes a variant.
        #derive
        #[non_exhaustive]
        pub enum #name {
            #(#[doc = #descriptions] #names,)*
            /// A value that the document does not list.
            #other(#base),
        }

        #impls
    }
}

/// Returns the attributes, the type of all values and the implementations of an integer.
fn of_integer(
    name: &Ident,
    other: &Ident,
    names: &[Ident],
    open: &OpenType,
) -> (TokenStream, TokenStream, TokenStream) {
    let values = open.variants.iter().filter_map(|one| one.value.as_i64());
    let values: Vec<_> = values.map(Literal::i64_unsuffixed).collect();
    let integer = match open.format.as_deref() {
        Some("int32") => quote!(i32),
        _ => quote!(i64),
    };
    let impls = quote! {
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
    };
    (
        quote!(#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]),
        integer,
        impls,
    )
}

/// Returns the attributes, the type of all values and the implementations of a string, which
/// has the traits of the type that typify generates for a string.
fn of_text(
    name: &Ident,
    other: &Ident,
    names: &[Ident],
    variants: &[Variant],
) -> (TokenStream, TokenStream, TokenStream) {
    let values = variants.iter().filter_map(|one| one.value.as_str());
    let values: Vec<_> = values.collect();
    let string = quote!(::std::string::String);
    let derive = quote! {
        #[derive(
            ::serde::Deserialize, ::serde::Serialize, Clone, Debug, Eq, Hash, Ord, PartialEq,
            PartialOrd
        )]
        #[serde(from = "::std::string::String", into = "::std::string::String")]
    };
    let impls = quote! {
        impl #name {
            /// Returns the value as text.
            pub fn as_str(&self) -> &str {
                match self {
                    #(Self::#names => #values,)*
                    Self::#other(other) => other,
                }
            }
        }

        impl ::std::convert::From<#string> for #name {
            fn from(value: #string) -> Self {
                match value.as_str() {
                    #(#values => Self::#names,)*
                    _ => Self::#other(value),
                }
            }
        }

        impl ::std::convert::From<&str> for #name {
            fn from(value: &str) -> Self {
                Self::from(value.to_owned())
            }
        }

        impl ::std::convert::From<&#name> for #name {
            fn from(value: &#name) -> Self {
                value.clone()
            }
        }

        impl ::std::convert::From<#name> for #string {
            fn from(value: #name) -> Self {
                match value {
                    #name::#other(other) => other,
                    known => known.as_str().to_owned(),
                }
            }
        }

        impl ::std::str::FromStr for #name {
            type Err = ::std::convert::Infallible;

            fn from_str(value: &str) -> ::std::result::Result<Self, Self::Err> {
                Ok(Self::from(value))
            }
        }

        impl ::std::fmt::Display for #name {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }
    };
    (derive, string, impls)
}
