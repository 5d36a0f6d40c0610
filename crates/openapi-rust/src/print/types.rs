//! Generates the types of schemas and of parameters.

use proc_macro2::TokenStream;
use quote::quote;

use super::construct::hidden_debug;
use super::enumerations;
use super::rust::docs_of;
use super::scope::Scope;
use super::structs::Structure;
use super::union::Union;
use crate::names::ident;
use crate::operation::Parameters;
use crate::types::{Body, Definition, Shape};

/// Generates a definition with its helper items.
pub fn definition(scope: &Scope<'_>, definition: &Definition) -> TokenStream {
    let Definition {
        name,
        description,
        deprecation,
        body,
    } = definition;
    let (description, deprecation) = (description.as_deref(), deprecation.as_deref());
    let docs = docs_of(description, deprecation);
    match body {
        Body::Struct {
            fields,
            additional,
            closed,
            rules,
        } => Structure {
            name,
            description,
            deprecation,
            fields,
            additional: additional.as_ref(),
            closed: *closed,
            rules: Some(rules).filter(|rules| !rules.is_empty()),
            serialized: true,
            scope,
        }
        .tokens(),
        Body::Enumeration(values) => enumerations::closed(scope, definition, &docs, values),
        Body::OpenEnumeration { base, values } => {
            enumerations::open(scope, name, &docs, base, values)
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
pub fn parameter_structs(
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
            deprecation: None,
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
