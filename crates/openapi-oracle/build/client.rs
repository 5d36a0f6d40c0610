//! Generates a call of each method of a client with sampled arguments.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{File, FnArg, GenericParam, ImplItem, ImplItemFn, Item, Pat, ReturnType, Type};

use crate::code::{docs, path};

/// Generates a function that calls the method of an operation.
pub(crate) fn calls(file: &File) -> TokenStream {
    let methods = file.items.iter().filter_map(|item| match item {
        Item::Impl(item) if item.trait_.is_none() => Some(&item.items),
        _ => None,
    });
    let methods = methods.flatten().filter_map(|item| match item {
        ImplItem::Fn(method) => Some((operation(method)?, method)),
        _ => None,
    });
    let arms = methods.map(|(operation, method)| {
        let call = call(method);
        quote!(#operation => Box::pin(async move { #call }),)
    });
    quote! {
        use super::client::{CONTRACT, Client};

        /// Calls an operation, or returns `None` if the client has no method for it.
        pub fn call<'c>(
            operation: &str,
            base: &str,
            request: &'c crate::Request<'c>,
        ) -> Option<crate::Call<'c>> {
            let client = Client::new_with_client(base, request.http_client(), CONTRACT);
            Some(match operation {
                #(#arms)*
                _ => return None,
            })
        }
    }
}

/// Returns the operation in a method's documentation: "Sends a `POST` request to
/// `/things`".
fn operation(method: &ImplItemFn) -> Option<String> {
    let docs = docs(&method.attrs).join("\n");
    let (_, sentence) = docs.split_once("Sends a `")?;
    let (method, rest) = sentence.split_once("` request to `")?;
    let (path, _) = rest.split_once('`')?;
    Some(format!("{method} {path}"))
}

fn call(method: &ImplItemFn) -> TokenStream {
    let name = &method.sig.ident;
    let arguments = method.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(input) => match &*input.pat {
            Pat::Ident(name) => Some(argument(method, &name.ident.to_string(), &input.ty)),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    let result = quote!(client.#name(#(#arguments),*).await);
    match response(method).as_deref() {
        Some("()") => quote!(crate::client::empty(#result)),
        Some("ByteStream") => quote!(crate::client::bytes(#result).await),
        Some("ItemStream") => quote!(crate::client::items(#result).await),
        _ => quote!(crate::client::json(#result)),
    }
}

fn argument(method: &ImplItemFn, name: &str, kind: &Type) -> TokenStream {
    let name = name.trim_start_matches("r#");
    let is_generic = |kind: &Type| {
        let mut generics = method.sig.generics.params.iter();
        let kind = path(kind).map(|(kind, _)| kind);
        generics.any(|one| matches!(one, GenericParam::Type(one) if Some(&one.ident) == kind))
    };
    if name == "body" {
        return match kind {
            Type::Reference(_) => quote!(&request.body()?),
            kind if is_generic(kind) => quote!(request.bytes()?),
            kind if path(kind).is_some_and(|(kind, _)| kind == "String") => {
                quote!(request.body_text()?)
            }
            _ => quote!(request.body()?),
        };
    }
    match kind {
        Type::Reference(kind) if is_str(&kind.elem) => quote!(&request.text(#name)?),
        Type::Reference(_) => quote!(&request.value(#name)?),
        kind => match path(kind) {
            Some((option, inner)) if option == "Option" => match inner.first() {
                Some(Type::Reference(kind)) if is_str(&kind.elem) => {
                    quote!(request.optional_text(#name).as_deref())
                }
                Some(Type::Reference(_)) => quote!(request.optional(#name)?.as_ref()),
                _ => quote!(request.optional(#name)?),
            },
            _ => quote!(request.value(#name)?),
        },
    }
}

fn is_str(kind: &Type) -> bool {
    path(kind).is_some_and(|(kind, _)| kind == "str")
}

/// Returns the name of `T` in `Result<ResponseValue<T>, Error<E>>`.
fn response(method: &ImplItemFn) -> Option<String> {
    let ReturnType::Type(_, result) = &method.sig.output else {
        return None;
    };
    let (_, inner) = path(result)?;
    let (_, inner) = path(inner.first()?)?;
    match inner.first()? {
        Type::Tuple(_) => Some("()".to_owned()),
        kind => path(kind).map(|(kind, _)| kind.to_string()),
    }
}
