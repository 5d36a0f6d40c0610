//! Corrects the optional fields by which a type contains itself: typify may generate
//! `Box<Option<_>>` for them, which serde writes as null instead of omitting it.

use std::collections::VecDeque;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::{Field, Fields, Item, parse_quote};

/// Replaces `Box<Option<_>>` by `Option<Box<_>>` wherever it stands.
pub(crate) fn unboxed(tokens: TokenStream) -> TokenStream {
    let outer: Vec<String> = texts(quote!(::std::boxed::Box<::std::option::Option<));
    let mut window: VecDeque<TokenTree> = VecDeque::new();
    let mut output = Vec::new();
    for token in tokens {
        let token = match token {
            TokenTree::Group(group) => {
                let content = unboxed(group.stream());
                let mut changed = proc_macro2::Group::new(group.delimiter(), content);
                changed.set_span(group.span());
                changed.into()
            }
            other => other,
        };
        window.push_back(token);
        if window.len() > outer.len() {
            output.extend(window.pop_front());
        }
        if window
            .iter()
            .map(ToString::to_string)
            .eq(outer.iter().cloned())
        {
            window.clear();
            output.extend(quote!(::std::option::Option<::std::boxed::Box<));
        }
    }
    output.extend(window);
    output.into_iter().collect()
}

fn texts(tokens: TokenStream) -> Vec<String> {
    tokens.into_iter().map(|token| token.to_string()).collect()
}

/// Omits the fields of a struct that [`unboxed`] changed where they are absent: typify
/// gives them a default, which other optional fields don't have.
pub(crate) fn omit_absent(item: &mut Item) {
    let Item::Struct(item) = item else { return };
    let Fields::Named(fields) = &mut item.fields else {
        return;
    };
    for field in &mut fields.named {
        let kind = &field.ty;
        let kind = quote!(#kind).to_string();
        let boxed = quote!(::std::option::Option<::std::boxed::Box<).to_string();
        if kind.starts_with(&boxed) && has_default(field) {
            field.attrs.push(parse_quote!(
                #[serde(skip_serializing_if = "::std::option::Option::is_none")]
            ));
        }
    }
}

/// Returns whether serde has a default for a field, and always writes it.
fn has_default(field: &Field) -> bool {
    has_attribute(field, "default") && !has_attribute(field, "skip_serializing_if")
}

/// Returns whether a field has an attribute of serde.
pub(crate) fn has_attribute(field: &Field, name: &str) -> bool {
    let attributes = field
        .attrs
        .iter()
        .filter(|one| one.path().is_ident("serde"));
    let texts = attributes.flat_map(|one| match &one.meta {
        syn::Meta::List(list) => texts(list.tokens.clone()),
        _ => Vec::new(),
    });
    texts.into_iter().any(|text| text == name)
}
