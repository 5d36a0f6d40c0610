//! The types of the client that progenitor generates, for the bodies of
//! operations. The client itself, which needs a whole HTTP stack, is left out.

use std::collections::HashSet;

use openapi_lower::Lowered;
use openapi_model::Document;
use progenitor::{GenerationSettings, Generator};
use quote::quote;
use syn::{Attribute, Expr, FnArg, ImplItem, Item, ItemMod, Lit, Meta, Pat, Type};

/// What stands there when there are no types.
pub(super) const NONE: &str = "pub const TYPES: &[openapi_oracle::ClientType] = &[];\n";

/// The module of types, and the table of those of bodies.
///
/// # Errors
/// The document can't be lowered, or no client be generated.
pub(super) fn types(document: &Document) -> Result<String, String> {
    let Lowered { document, .. } =
        openapi_lower::lower(document).map_err(|diagnostics| diagnostics.to_string())?;
    let tokens = Generator::new(&GenerationSettings::new())
        .generate_tokens(&document)
        .map_err(|error| error.to_string())?;
    let file: syn::File = syn::parse2(tokens).map_err(|error| error.to_string())?;
    let mut types = None;
    let mut rows = Vec::new();
    for item in &file.items {
        match item {
            Item::Mod(module) if module.ident == "types" => types = Some(module),
            Item::Impl(item) => rows.extend(item.items.iter().filter_map(row)),
            _ => {}
        }
    }
    if let Some(name) = types.and_then(twice) {
        return Err(format!("two of them are called {name}"));
    }
    let table = quote! {
        #types
        pub const TYPES: &[openapi_oracle::ClientType] = &[#(#rows),*];
    };
    let table = syn::parse2(table).map_err(|error| error.to_string())?;
    Ok(prettyplease::unparse(&table))
}

/// A name that two types have, which would not compile.
fn twice(types: &ItemMod) -> Option<String> {
    let items = types.content.iter().flat_map(|(_, items)| items);
    let mut names = HashSet::new();
    let mut names_of_types = items.filter_map(|item| match item {
        Item::Struct(item) => Some(&item.ident),
        Item::Enum(item) => Some(&item.ident),
        _ => None,
    });
    let twice = names_of_types.find(|name| !names.insert(*name));
    twice.map(ToString::to_string)
}

/// The row for a method of the client that sends a body.
fn row(item: &ImplItem) -> Option<proc_macro2::TokenStream> {
    let ImplItem::Fn(method) = item else {
        return None;
    };
    let operation = method.attrs.iter().find_map(operation)?;
    let body = method
        .sig
        .inputs
        .iter()
        .find_map(|argument| match argument {
            FnArg::Typed(argument) => match (&*argument.pat, &*argument.ty) {
                (Pat::Ident(name), Type::Reference(body)) if name.ident == "body" => {
                    Some(&*body.elem)
                }
                _ => None,
            },
            FnArg::Receiver(_) => None,
        })?;
    Some(quote! {
        openapi_oracle::ClientType {
            operation: #operation,
            takes: |body| serde_json::from_slice::<#body>(body).is_ok(),
        }
    })
}

/// The operation that a method's documentation says it calls: "Sends a `POST`
/// request to `/things`".
fn operation(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(documentation) = &attribute.meta else {
        return None;
    };
    let Expr::Lit(text) = &documentation.value else {
        return None;
    };
    let Lit::Str(text) = &text.lit else {
        return None;
    };
    let text = text.value();
    let (_, sentence) = text.split_once("Sends a `")?;
    let (method, rest) = sentence.split_once("` request to `")?;
    let (path, _) = rest.split_once('`')?;
    Some(format!("{method} {path}"))
}
