//! Generates the types of schemas and of parameters.

use proc_macro2::TokenStream;
use quote::quote;

use super::construct::hidden_debug;
use super::rust::{docs_if, schema_description};
use super::scope::Scope;
use super::structs::Structure;
use super::union::Union;
use crate::names::ident;
use crate::operation::Parameters;
use crate::types::{Body, Definition, OpenValue, Shape};

/// Generates a definition with its helper items.
pub(super) fn definition(scope: &Scope<'_>, definition: &Definition) -> TokenStream {
    let Definition {
        name,
        description,
        body,
    } = definition;
    let description = description.as_deref();
    let docs = docs_if(description);
    match body {
        Body::Struct {
            fields,
            additional,
            closed,
            rules,
        } => Structure {
            name,
            description,
            fields,
            additional: additional.as_ref(),
            closed: *closed,
            rules: Some(rules).filter(|rules| !rules.is_empty()),
            serialized: true,
            scope,
        }
        .tokens(),
        Body::Enumeration(values) => {
            let (name, description) = (ident(name), schema_description(description));
            let variants = values.iter().map(|(variant, value)| {
                let variant = ident(variant);
                let rename = (variant != value).then(|| quote!(#[schemars(rename = #value)]));
                quote!(#rename #variant)
            });
            let texts = values.iter().map(|(variant, value)| {
                let variant = ident(variant);
                quote!(#variant = #value)
            });
            quote! {
                #docs
                #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, schemars::JsonSchema)]
                #description
                pub enum #name { #(#variants),* }

                openapi_runtime::texts! { #name { #(#texts),* } }
            }
        }
        Body::OpenEnumeration { integer, values } => {
            open_enumeration(scope, name, &docs, integer, values)
        }
        Body::Union {
            exclusive,
            tag,
            variants,
            rules,
        } => Union {
            name,
            docs,
            exclusive: *exclusive,
            tag: tag.as_deref(),
            variants,
            rules,
            scope,
        }
        .tokens(),
        Body::Transparent(shape) => transparent(scope, name, &docs, shape),
    }
}

/// Generates the structs that parameters are decoded into, or serialized from.
pub(super) fn parameter_structs(
    scope: &Scope<'_>,
    parameters: &[Parameters],
    operation: &str,
    serialized: bool,
) -> Vec<TokenStream> {
    let structs = parameters.iter().map(|parameters| {
        let location = parameters.location;
        let description = format!("The {location} parameters of {operation}.");
        Structure {
            name: &parameters.type_name,
            description: Some(&description),
            fields: &parameters.fields,
            additional: None,
            closed: false,
            rules: None,
            serialized,
            scope,
        }
        .tokens()
    });
    structs.collect()
}

fn transparent(scope: &Scope<'_>, name: &str, docs: &TokenStream, shape: &Shape) -> TokenStream {
    let json_schema = scope.json_schema(name, &scope.schema(shape));
    let debug_impl = shape.is_password().then(|| hidden_debug(name));
    let debug = debug_impl.is_none().then(|| quote!(Debug,));
    let (name, inner) = (ident(name), scope.shape(shape));
    quote! {
        #docs
        #[derive(Clone, #debug PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct #name(pub #inner);

        #json_schema

        #debug_impl
    }
}

fn open_enumeration(
    scope: &Scope<'_>,
    name: &str,
    docs: &TokenStream,
    integer: &Shape,
    values: &[OpenValue],
) -> TokenStream {
    let json_schema = scope.inline_json_schema(name, &scope.schema(integer));
    let (name, from_trait) = (ident(name), scope.prelude("From"));
    let integer = scope.shape(integer);
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
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize
        )]
        #[serde(from = #integer_text, into = #integer_text)]
        pub enum #name {
            #(#variants,)*
            /// A value that the document does not list.
            Other(#integer),
        }

        impl #from_trait<#integer> for #name {
            fn from(value: #integer) -> Self {
                match value { #(#from)* other => Self::Other(other) }
            }
        }

        impl #from_trait<#name> for #integer {
            fn from(value: #name) -> Self {
                match value { #(#into)* #name::Other(other) => other }
            }
        }

        #json_schema
    }
}
