//! Generates an implementation of a server's trait that answers with sampled values.

use std::collections::HashMap;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{Fields, File, FnArg, ImplItem, Item, ItemEnum, Pat};
use syn::{TraitItem, TraitItemFn, Type, Variant};

use crate::code::{docs, path};

/// Generates the implementation. Its bodies of errors are those of the skeleton.
pub(crate) fn handlers(file: &File, skeleton: &File) -> TokenStream {
    let enums = enums(file);
    let methods = file.items.iter().filter_map(|item| match item {
        Item::Trait(item) if item.ident == "Api" => Some(&item.items),
        _ => None,
    });
    let mut items = Vec::new();
    let mut operations = Vec::new();
    for item in methods.flatten() {
        match item {
            TraitItem::Type(principal) if principal.ident == "Context" => {}
            TraitItem::Type(principal) => {
                let name = &principal.ident;
                items.push(quote!(type #name = String;));
            }
            TraitItem::Const(constant) if constant.default.is_none() => {
                let name = &constant.ident;
                items.push(quote!(const #name: &'static str = "calls";));
            }
            TraitItem::Fn(method) if method.default.is_none() => {
                let operation = operation(method);
                items.push(match &operation {
                    Some(operation) => handler(&enums, method, operation),
                    None => hook(method, skeleton),
                });
                operations.extend(operation);
            }
            _ => {}
        }
    }
    quote! {
        use super::*;

        /// The operations of the server.
        pub const OPERATIONS: &[&str] = &[#(#operations),*];

        /// Returns the endpoints.
        pub fn api() -> dropshot::ApiDescription<crate::State> {
            api_mod::api_description::<Handlers>().expect("dropshot accepts the endpoints")
        }

        /// Answers each request with sampled values.
        pub enum Handlers {}

        impl Api for Handlers {
            type Context = crate::State;
            #(#items)*
        }
    }
}

/// Returns the enums of the module `types`.
fn enums(file: &File) -> HashMap<&Ident, &ItemEnum> {
    let modules = file.items.iter().filter_map(|item| match item {
        Item::Mod(module) if module.ident == "types" => module.content.as_ref(),
        _ => None,
    });
    let items = modules.flat_map(|(_, items)| items);
    let enums = items.filter_map(|item| match item {
        Item::Enum(item) => Some((&item.ident, item)),
        _ => None,
    });
    enums.collect()
}

/// Returns the operation of a method, whose documentation begins with it.
fn operation(method: &TraitItemFn) -> Option<String> {
    let docs = docs(&method.attrs);
    let quoted = docs.iter().find_map(|line| line.strip_prefix('`'))?;
    let (operation, _) = quoted.split_once('`')?;
    operation.contains(" /").then(|| operation.to_owned())
}

/// Generates a method that verifies a credential, or that makes the body of an error.
fn hook(method: &TraitItemFn, skeleton: &File) -> TokenStream {
    let signature = &method.sig;
    let (name, inputs) = (&signature.ident, &signature.inputs);
    if inputs.len() == 1 {
        let mut methods = skeleton.items.iter().flat_map(|item| match item {
            Item::Impl(item) => item.items.as_slice(),
            _ => &[],
        });
        let method =
            methods.find(|item| matches!(item, ImplItem::Fn(method) if method.sig.ident == *name));
        return quote!(#method);
    }
    let kinds = inputs.iter().filter_map(|input| match input {
        FnArg::Typed(input) => Some(&input.ty),
        FnArg::Receiver(_) => None,
    });
    let kinds: Vec<_> = kinds.skip(1).collect();
    let (credential, scopes) = kinds.split_first().expect("a hook has a credential");
    quote! {
        async fn #name(
            _: &RequestContext<crate::State>,
            credential: #credential,
            #(_: #scopes),*
        ) -> Result<Option<String>, Rejection> {
            Ok(crate::known(credential.reveal()))
        }
    }
}

fn handler(
    enums: &HashMap<&Ident, &ItemEnum>,
    method: &TraitItemFn,
    operation: &str,
) -> TokenStream {
    let name = &method.sig.ident;
    let mut arguments = Vec::new();
    let mut streams = Vec::new();
    for input in method.sig.inputs.iter().skip(1) {
        let FnArg::Typed(input) = input else { continue };
        let (Pat::Ident(argument), kind) = (&*input.pat, &*input.ty) else {
            continue;
        };
        let argument = &argument.ident;
        arguments.push((argument, kind));
        match path(kind) {
            Some((kind, _)) if kind == "BodyStream" => {
                streams.push(quote!(let #argument = #argument.bytes().await?;));
            }
            Some((kind, inner)) if kind == "Option" && is_stream(&inner) => {
                streams.push(quote! {
                    let #argument = match #argument {
                        Some(stream) => Some(stream.bytes().await?),
                        None => None,
                    };
                });
            }
            _ => {}
        }
    }
    let inputs = arguments.iter().map(|(name, kind)| quote!(#name: #kind));
    let shown = arguments.iter().map(|(name, _)| {
        let text = format!("{name}: {{:?}}");
        quote!(format!(#text, #name))
    });
    let response = response_type(method);
    let item = enums.get(response).expect("each response is an enum");
    let (variant, status) = chosen(item);
    let answer = answer(enums, variant, &status);
    quote! {
        async fn #name(
            rqctx: &RequestContext<crate::State>,
            #(#inputs),*
        ) -> Result<types::#response, Rejection> {
            #(#streams)*
            let arguments = Vec::from([#(#shown),*]);
            #[allow(unused)]
            let answer = rqctx.context().answer(#operation, #status, arguments)?;
            Ok(types::#response::#answer)
        }
    }
}

fn is_stream(inner: &[&Type]) -> bool {
    let inner = inner.first().and_then(|kind| path(kind));
    inner.is_some_and(|(kind, _)| kind == "BodyStream")
}

/// Returns the name of the response enum in `impl Future<Output = Result<…>> + Send`.
fn response_type(method: &TraitItemFn) -> &Ident {
    let output = match &method.sig.output {
        syn::ReturnType::Type(_, kind) => &**kind,
        syn::ReturnType::Default => panic!("an operation has a response"),
    };
    let Type::ImplTrait(future) = output else {
        panic!("an operation returns a future");
    };
    let outputs = future.bounds.iter().filter_map(|bound| match bound {
        syn::TypeParamBound::Trait(bound) => bound.path.segments.last(),
        _ => None,
    });
    let mut types = outputs.filter_map(|segment| match &segment.arguments {
        syn::PathArguments::AngleBracketed(arguments) => {
            arguments.args.iter().find_map(|argument| match argument {
                syn::GenericArgument::AssocType(output) => Some(&output.ty),
                _ => None,
            })
        }
        _ => None,
    });
    let result = types.next().and_then(path);
    let response = result.and_then(|(_, inner)| path(inner.first().copied()?));
    response.expect("an operation returns a result").0
}

/// Returns the variant of a success, or else the first one, and its status as declared.
fn chosen(item: &ItemEnum) -> (&Variant, String) {
    let variants = item.variants.iter().map(|variant| {
        let docs = docs(&variant.attrs);
        let status = docs.first().and_then(|line| line.split_once(':'));
        let status = status.map(|(status, _)| status.to_owned());
        (variant, status.unwrap_or_default())
    });
    let variants: Vec<_> = variants.collect();
    let is_success = |(_, status): &&(_, String)| status.starts_with('2');
    let is_default = |(_, status): &&(_, String)| status == "default";
    let mut candidates = variants.iter();
    let success = candidates.find(is_success);
    let chosen = success.or_else(|| variants.iter().find(is_default));
    let chosen = chosen.or(variants.first());
    chosen.cloned().expect("each operation has a response")
}

/// Generates the variant with its fields.
fn answer(enums: &HashMap<&Ident, &ItemEnum>, variant: &Variant, status: &str) -> TokenStream {
    let name = &variant.ident;
    match &variant.fields {
        Fields::Unit => quote!(#name),
        Fields::Unnamed(fields) => {
            let bodies = fields.unnamed.iter().map(|field| body(enums, &field.ty));
            quote!(#name(#(#bodies),*))
        }
        Fields::Named(fields) => {
            let fields = fields.named.iter().map(|field| {
                let name = field.ident.as_ref().expect("a named field has a name");
                let value = match name.to_string().as_str() {
                    "status" => self::status(status),
                    "body" => body(enums, &field.ty),
                    header => {
                        let header = header.trim_start_matches("r#");
                        quote!(answer.header(#header)?)
                    }
                };
                quote!(#name: #value)
            });
            quote!(#name { #(#fields),* })
        }
    }
}

fn status(declared: &str) -> TokenStream {
    match declared.strip_suffix("XX") {
        Some(class) => {
            let class: u16 = class.parse().expect("a range begins with a digit");
            let code = class * 100;
            quote!(openapi_runtime::RangeStatus::<#class>::of::<#code>())
        }
        None => quote!(http::StatusCode::OK),
    }
}

/// Generates a body of a type. Of several media types, JSON is sent, which a client
/// prefers.
fn body(enums: &HashMap<&Ident, &ItemEnum>, kind: &Type) -> TokenStream {
    let (name, inner) = path(kind).expect("a body has a named type");
    let method = match name.to_string().as_str() {
        "Body" => "bytes",
        "EventStream" => "events",
        "JsonLines" => "lines",
        "WithContentType" => {
            let content = body(enums, inner.first().expect("it has a content"));
            return quote! {
                openapi_runtime::WithContentType {
                    content_type: answer.content_type(),
                    content: #content,
                }
            };
        }
        _ => match enums.get(name).filter(|item| is_choice(item)) {
            Some(item) => return choice(enums, item),
            None => "body",
        },
    };
    let method = format_ident!("{method}");
    quote!(answer.#method()?)
}

/// Returns whether an enum is a choice of media types.
fn is_choice(item: &ItemEnum) -> bool {
    let docs = docs(&item.attrs);
    docs.iter().any(|line| line.ends_with("by media type."))
}

fn choice(enums: &HashMap<&Ident, &ItemEnum>, item: &ItemEnum) -> TokenStream {
    let media_type = |variant: &Variant| {
        let docs = docs(&variant.attrs);
        let line = docs.first().map(|line| line.replace('`', ""));
        line.unwrap_or_default()
    };
    let mut variants = item.variants.iter();
    let json = variants.find(|variant| media_type(variant).ends_with("json"));
    let variant = json.or(item.variants.first()).expect("it has a variant");
    let (name, media_type) = (&item.ident, media_type(variant));
    let variant = answer(enums, variant, "");
    quote!({
        let answer = answer.of(#media_type);
        types::#name::#variant
    })
}
