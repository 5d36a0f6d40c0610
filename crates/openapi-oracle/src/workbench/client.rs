//! The client that progenitor generates, with what holds it to the document.
//!
//! The bodies of operations are what the oracle has, and a client only sends
//! them. So the client is that of another document, in which every operation
//! answers 200 with its own body, and nothing else.

use std::collections::HashSet;

use openapi_lower::Lowered;
use openapi_model::Document;
use progenitor::{GenerationSettings, Generator, HooksMode};
use quote::quote;
use serde_json::{Value, json};
use syn::{Attribute, Expr, FnArg, ImplItem, Item, ItemMod, Lit, Meta, Pat, Type};

use crate::document::token;

/// A generated client.
pub(super) struct Client {
    /// Its code, and a table of the types of bodies.
    pub code: String,
    /// The document that it embeds.
    pub document: String,
}

impl Client {
    /// What stands there when there are no types.
    pub fn none() -> Self {
        let code = "static OPERATIONS: std::sync::LazyLock<Vec<openapi_client::Operation>> =
            std::sync::LazyLock::new(Vec::new);
        pub static CONTRACT: openapi_client::Contract = openapi_client::Contract::new(&OPERATIONS);
        pub const TYPES: &[openapi_oracle::ClientType] = &[];\n";
        Self {
            code: code.to_owned(),
            document: String::new(),
        }
    }
}

/// The client for the bodies of a document.
///
/// # Errors
/// The document can't be lowered, or no client be generated.
pub(super) fn client(document: &crate::Document) -> Result<Client, String> {
    let answering = answering(document).to_string();
    let document = Document::parse("bodies as answers", &answering);
    let document = document.map_err(|diagnostics| diagnostics.to_string())?;
    let lowered = openapi_lower::lower(&document);
    let Lowered {
        document: lowered,
        contract,
        ..
    } = lowered.map_err(|diagnostics| diagnostics.to_string())?;
    let mut settings = GenerationSettings::new();
    settings
        .with_inner_type(quote!(::openapi_client::Contract))
        .with_hooks(HooksMode::Expected);
    let tokens = Generator::new(&settings)
        .generate_tokens(&lowered)
        .map_err(|error| error.to_string())?;
    let file: syn::File =
        syn::parse2(quote!(#tokens #contract)).map_err(|error| error.to_string())?;
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
    let code = quote! {
        #file
        pub const TYPES: &[openapi_oracle::ClientType] = &[#(#rows),*];
    };
    let code = syn::parse2(code).map_err(|error| error.to_string())?;
    Ok(Client {
        code: prettyplease::unparse(&code),
        document: document.embedded(),
    })
}

/// The document in which every operation with a body answers with it.
fn answering(document: &crate::Document) -> Value {
    let mut answering = document.root().clone();
    for operation in document.operations() {
        let path = format!(
            "/paths/{}/{}",
            token(operation.path),
            operation.method.to_lowercase()
        );
        let reference = format!("#{}", operation.body.pointer);
        if let Some(node) = answering.pointer_mut(&path) {
            node["responses"] = json!({ "200": {
                "description": "Its own body",
                "content": { "application/json": { "schema": { "$ref": reference } } },
            } });
        }
    }
    answering
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
    let id = method.sig.ident.to_string();
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
            reads: |body| super::reads::<#body>(#id, body),
            takes: super::takes::<#body>,
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
