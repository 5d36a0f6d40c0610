//! Generates structs, enumerations and unions.

use heck::ToShoutySnakeCase;
use openapi_model::TypeName;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use serde_json::{Map, Value};

use super::rust::{
    docs, docs_if, embedded_schema, path, schema, schema_names, shape_type, with_rules,
};
use super::structs::Structure;
use crate::names::ident;
use crate::operation::Endpoint;
use crate::types::{Body, Definition, OpenValue, Shape};
use crate::union::{SelectedBy, UnionVariant};

/// Generates a definition with its helper items.
pub(super) fn definition(definition: &Definition) -> TokenStream {
    let Definition {
        name,
        description,
        body,
    } = definition;
    let docs = docs_if(description.as_deref());
    match body {
        Body::Struct {
            fields,
            additional,
            closed,
            rules,
        } => Structure {
            name,
            docs,
            fields,
            additional: additional.as_ref(),
            closed: *closed,
            rules: Some(rules).filter(|rules| !rules.is_empty()),
            serialized: true,
        }
        .tokens(),
        Body::Enumeration(values) => {
            let name = ident(name);
            let variants = values.iter().map(|(variant, value)| {
                let variant = ident(variant);
                let rename = (variant != value).then(|| quote!(#[serde(rename = #value)]));
                quote!(#rename #variant)
            });
            quote! {
                #docs
                #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
                pub enum #name { #(#variants),* }
            }
        }
        Body::OpenEnumeration { integer, values } => open_enumeration(name, &docs, integer, values),
        Body::Union {
            exclusive,
            tag,
            variants,
            rules,
        } => union(name, &docs, *exclusive, tag.as_deref(), variants, rules),
        Body::Transparent(shape) => transparent(name, &docs, shape),
    }
}

/// Generates the structs that parameters are decoded into.
pub(super) fn parameters(endpoint: &Endpoint) -> Vec<TokenStream> {
    let structs = endpoint.parameters.iter().map(|parameters| {
        let location = parameters.location;
        let docs = docs(&format!("The {location} parameters of `{}`", endpoint.id));
        Structure {
            name: &parameters.type_name,
            docs,
            fields: &parameters.fields,
            additional: None,
            closed: false,
            rules: None,
            serialized: false,
        }
        .tokens()
    });
    structs.collect()
}

fn transparent(name: &str, docs: &TokenStream, shape: &Shape) -> TokenStream {
    let names = schema_names(name);
    let name = ident(name);
    let inner = shape_type(shape);
    let schema = schema(shape);
    quote! {
        #docs
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct #name(pub #inner);

        impl JsonSchema for #name {
            #names

            fn json_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
                #schema
            }
        }
    }
}

fn open_enumeration(
    name: &str,
    docs: &TokenStream,
    integer: &Shape,
    values: &[OpenValue],
) -> TokenStream {
    let text = name;
    let name = ident(name);
    let schema = schema(integer);
    let integer = shape_type(integer);
    let integer_text = integer.to_string();
    let variants = values.iter().map(
        |OpenValue {
             variant,
             value,
             description,
         }| {
            let description = description.as_deref().unwrap_or_default();
            let docs = super::rust::docs(format!("{value}: {description}").trim_end_matches(": "));
            let variant = ident(variant);
            quote!(#docs #variant)
        },
    );
    let arms = |arm: fn(TokenStream, TokenStream) -> TokenStream| {
        let arms = values.iter().map(move |OpenValue { variant, value, .. }| {
            let variant = ident(variant);
            let value = proc_macro2::Literal::i64_unsuffixed(*value);
            arm(quote!(#variant), quote!(#value))
        });
        arms.collect::<Vec<_>>()
    };
    let from = arms(|variant, value| quote!(#value => Self::#variant,));
    let into = arms(|variant, value| quote!(#variant => #value,))
        .into_iter()
        .map(|arm| quote!(#name::#arm));
    quote! {
        #docs
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(from = #integer_text, into = #integer_text)]
        pub enum #name {
            #(#variants,)*
            /// A value that the document does not list.
            Other(#integer),
        }

        impl From<#integer> for #name {
            fn from(value: #integer) -> Self {
                match value { #(#from)* other => Self::Other(other) }
            }
        }

        impl From<#name> for #integer {
            fn from(value: #name) -> Self {
                match value { #(#into)* #name::Other(other) => other }
            }
        }

        impl JsonSchema for #name {
            fn schema_name() -> String { #text.to_owned() }

            fn is_referenceable() -> bool { false }

            fn json_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
                #schema
            }
        }
    }
}

fn union(
    name: &str,
    docs: &TokenStream,
    exclusive: bool,
    tag: Option<&str>,
    variants: &[UnionVariant],
    rules: &Map<String, Value>,
) -> TokenStream {
    let (text, names) = (name, schema_names(name));
    let candidates = format_ident!("{}_VARIANTS", name.to_shouty_snake_case());
    let name = ident(name);
    let members = variants.iter().map(|variant| {
        let docs = docs_if(variant.description.as_deref());
        let (variant, inner) = (ident(&variant.name), shape_type(&variant.shape));
        quote!(#docs #variant(#inner))
    });
    let mut pointers = Vec::new();
    let mut arms = Vec::new();
    for (index, variant) in variants.iter().enumerate() {
        let name = ident(&variant.name);
        let pattern = match &variant.selected_by {
            SelectedBy::Tag(values) => quote!(Some(#(#values)|*)),
            SelectedBy::Type(type_name) => value_pattern(*type_name),
            SelectedBy::Schema(pointer) => {
                pointers.push(embedded_schema(pointer));
                let index = proc_macro2::Literal::usize_unsuffixed(index);
                quote!(Some(#index))
            }
        };
        arms.push(quote!(#pattern => shape::decode(value).map(Self::#name),));
    }
    let selector = match (tag, pointers.is_empty()) {
        (Some(tag), _) => quote!(value.get(#tag).and_then(serde_json::Value::as_str)),
        (None, false) => quote!(shape::first_accepting(&#candidates, &value)),
        (None, true) => quote!(&value),
    };
    let count = proc_macro2::Literal::usize_unsuffixed(pointers.len());
    let candidates = (!pointers.is_empty()).then(|| {
        quote! {
            static #candidates: [Schema; #count] = [#(#pointers),*];
        }
    });
    let schemas = variants.iter().map(|variant| schema(&variant.shape));
    let combine = if exclusive {
        quote!(shape::one_of)
    } else {
        quote!(shape::any_of)
    };
    let combined = with_rules(quote!(#combine(Vec::from([#(#schemas),*]))), rules);
    quote! {
        #docs
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum #name { #(#members),* }

        #candidates

        impl<'de> Deserialize<'de> for #name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = serde_json::Value::deserialize(deserializer)?;
                match #selector {
                    #(#arms)*
                    _ => Err(shape::no_variant(#text)),
                }
            }
        }

        impl JsonSchema for #name {
            #names

            fn json_schema(generator: &mut SchemaGenerator) -> schemars::schema::Schema {
                #combined
            }
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
