//! Gives a type to streams of items, which progenitor returns as bytes.

use syn::{GenericArgument, ImplItem, ImplItemFn, Item, ItemImpl, PathArguments};
use syn::{ReturnType, Type, parse_quote};

use crate::Lowered;

/// Changes the methods of an implementation whose responses are streams of items.
pub(crate) fn give_types(item: &mut Item, lowered: &Lowered) {
    let Item::Impl(ItemImpl {
        trait_: None,
        items,
        ..
    }) = item
    else {
        return;
    };
    let methods = items.iter_mut().filter_map(|item| match item {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    });
    for method in methods {
        if let Some(item) = lowered.item_types.get(&method.sig.ident.to_string()) {
            give_type(method, item);
        }
    }
}

/// Changes the type `ByteStream` of a successful response.
fn give_type(method: &mut ImplItemFn, item: &str) {
    let Ok(item) = syn::parse_str::<Type>(item) else {
        return;
    };
    let ReturnType::Type(_, result) = &mut method.sig.output else {
        return;
    };
    let Some(success) = first_argument(result).and_then(first_argument) else {
        return;
    };
    *success = parse_quote!(::openapi_progenitor::ItemStream<#item>);
}

/// Returns the first type between the angle brackets of a type.
fn first_argument(kind: &mut Type) -> Option<&mut Type> {
    let Type::Path(path) = kind else { return None };
    let PathArguments::AngleBracketed(arguments) = &mut path.path.segments.last_mut()?.arguments
    else {
        return None;
    };
    arguments
        .args
        .iter_mut()
        .find_map(|argument| match argument {
            GenericArgument::Type(kind) => Some(kind),
            _ => None,
        })
}
