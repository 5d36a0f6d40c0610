//! Generates the types of schemas and of parameters.

use proc_macro2::TokenStream;
use quote::quote;

use super::construct::hidden_debug;
use super::enumerations;
use super::rust::{docs_of, path};
use super::scope::Scope;
use super::structs::Structure;
use super::union::Union;
use crate::names::ident;
use crate::operation::Parameters;
use crate::types::{self, Body, Definition, Shape};

/// Generates a definition with its helper items.
pub fn definition(scope: &Scope<'_>, definition: &Definition) -> TokenStream {
    generated(scope, definition, true)
}

/// Generates a type of a form, which is only decoded.
pub fn form(scope: &Scope<'_>, definition: &Definition) -> TokenStream {
    generated(scope, definition, false)
}

fn generated(scope: &Scope<'_>, definition: &Definition, serialized: bool) -> TokenStream {
    let Definition { name, description, deprecation, body, .. } = definition;
    let docs = docs_of(description.as_deref(), deprecation.as_deref());
    match body {
        Body::Struct { .. } => Structure::of(definition, scope)
            .map(|one| Structure { serialized, ..one })
            .map_or_else(TokenStream::new, |one| one.tokens()),
        Body::Enumeration(values) => enumerations::closed(scope, definition, &docs, values),
        Body::KnownValues { base, values, has_others } => {
            enumerations::converted(scope, name, &docs, base, values, *has_others)
        }
        Body::Union { relation, tag, variants, rules } => {
            let (relation, tag) = (*relation, tag.as_deref());
            Union { name, docs, relation, tag, variants, rules, serialized, scope }.tokens()
        }
        Body::Transparent(shape) => transparent(scope, name, &docs, shape),
        Body::Alias(shape) => {
            let (name, target) = (ident(name), scope.shape(shape));
            quote!(#docs pub type #name = #target;)
        }
    }
}

/// Returns the names of the definitions that a package can have for servers and clients, each with
/// the path of the package's module.
pub fn shared(definitions: &[Definition], package: &str) -> Vec<(String, String)> {
    let shared = types::shared(definitions);
    let names = definitions.iter().map(|one| &one.name).filter(|name| shared.contains(*name));
    names.map(|name| (name.clone(), package.to_owned())).collect()
}

/// Generates the imports of types of other modules, and the attribute of a module with imports.
pub fn uses(shared: &[(String, String)]) -> (TokenStream, Option<TokenStream>) {
    let uses = shared.iter().map(|(name, module)| {
        let (name, module) = (ident(name), path(module));
        quote!(pub use #module::#name;)
    });
    let allow = (!shared.is_empty())
        .then(|| quote!(#[allow(unused_imports, reason = "a program need not use all of them")]));
    (quote!(#(#uses)*), allow)
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
            variant: None,
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
    let (derives, name, inner) = (scope.take_derives(name), ident(name), scope.shape(shape));
    quote! {
        #docs
        #[derive(Clone, #debug PartialEq, serde::Serialize, serde::Deserialize #derives)]
        #[serde(transparent)]
        pub struct #name(pub #inner);

        #json_schema

        #debug_impl
    }
}
