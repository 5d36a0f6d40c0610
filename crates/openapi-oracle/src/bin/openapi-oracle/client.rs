//! Generates the progenitor client with its contract.
//!
//! The oracle generates request bodies, which a client only sends. Therefore the
//! client is generated from a modified document in which every operation responds
//! with 200 and its own request body.

use std::collections::HashSet;

use openapi_model::Document;
use quote::quote;
use serde_json::{Value, json};
use syn::{Attribute, Expr, FnArg, ImplItem, Item, ItemMod, Lit, Meta, Pat, Type};

use openapi_values::document::{Contract, Form, token};

/// A generated client.
pub(super) struct Client {
    /// The code, with a table of the types of bodies.
    pub code: String,
    /// The embedded document.
    pub document: String,
}

impl Client {
    /// Returns the code for a document without client types.
    pub fn none() -> Self {
        let code = "static OPERATIONS: std::sync::LazyLock<Vec<openapi_progenitor::Operation>> =
            std::sync::LazyLock::new(Vec::new);
        pub static CONTRACT: openapi_progenitor::Contract = openapi_progenitor::Contract::new(&OPERATIONS);
        pub const TYPES: &[openapi_oracle::ClientType] = &[];\n";
        Self {
            code: code.to_owned(),
            document: String::new(),
        }
    }
}

/// Generates the client for the bodies of a document.
///
/// # Errors
/// The document can't be lowered, or the client can't be generated.
pub(super) fn client(document: &openapi_values::Document) -> Result<Client, String> {
    let echoing = echoing(document).to_string();
    let document = Document::parse("bodies as answers", &echoing);
    let document = document.map_err(|diagnostics| diagnostics.to_string())?;
    let generated = openapi_progenitor_build::generate(&document)
        .map_err(|diagnostics| diagnostics.to_string())?;
    let file = syn::parse_file(&generated.code).map_err(|error| error.to_string())?;
    let mut types = None;
    let mut rows = Vec::new();
    for item in &file.items {
        match item {
            Item::Mod(module) if module.ident == "types" => types = Some(module),
            Item::Impl(item) => rows.extend(item.items.iter().filter_map(row)),
            _ => {}
        }
    }
    if let Some(name) = types.and_then(duplicate) {
        return Err(format!("two of them are called {name}"));
    }
    let code = quote! {
        #file
        pub const TYPES: &[openapi_oracle::ClientType] = &[#(#rows),*];
    };
    let code = syn::parse2(code).map_err(|error| error.to_string())?;
    Ok(Client {
        code: prettyplease::unparse(&code),
        document: generated.document,
    })
}

/// Returns the document in which every operation with a body responds with this
/// body. The schemas are those of requests, without the annotations that would change
/// them in responses.
fn echoing(document: &openapi_values::Document) -> Value {
    let mut echoing = document.in_requests().root().clone();
    remove_directions(&mut echoing);
    for operation in Contract::read(document).operations {
        let body = operation.body.filter(|body| body.form == Form::Json);
        let Some(body) = body else { continue };
        let path = format!(
            "/paths/{}/{}",
            token(&operation.path),
            operation.method.to_lowercase()
        );
        let reference = format!("#{}", body.schema);
        if let Some(node) = echoing.pointer_mut(&path) {
            node["responses"] = json!({ "200": {
                "description": "Its own body",
                "content": { "application/json": { "schema": { "$ref": reference } } },
            } });
        }
    }
    echoing
}

/// Removes `readOnly` and `writeOnly`. A property of this name has no boolean value.
fn remove_directions(node: &mut Value) {
    match node {
        Value::Object(members) => {
            for annotation in ["readOnly", "writeOnly"] {
                if members.get(annotation).is_some_and(Value::is_boolean) {
                    members.remove(annotation);
                }
            }
            members.values_mut().for_each(remove_directions);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_directions),
        _ => {}
    }
}

/// Returns a name that two types share, which would not compile.
fn duplicate(types: &ItemMod) -> Option<String> {
    let items = types.content.iter().flat_map(|(_, items)| items);
    let mut names = HashSet::new();
    let mut names_of_types = items.filter_map(|item| match item {
        Item::Struct(item) => Some(&item.ident),
        Item::Enum(item) => Some(&item.ident),
        _ => None,
    });
    let duplicate = names_of_types.find(|name| !names.insert(*name));
    duplicate.map(ToString::to_string)
}

/// Returns the table row for a client method that sends a body.
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

/// Returns the operation named in a method's documentation: "Sends a `POST` request
/// to `/things`".
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
