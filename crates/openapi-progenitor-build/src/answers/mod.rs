//! The types of responses: [`types`] writes them.
//!
//! progenitor sees one response with the type for all statuses of a side. The client of
//! `openapi-progenitor` writes each response in the form from which the type is decoded.

mod types;

use std::collections::BTreeMap;

use proc_macro2::{Group, Literal, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{ImplItem, Item};

use crate::Lowered;
use crate::lower::answers::{AnswerType, Answers, Side};
use crate::lower::names;

pub(crate) use types::definitions;

/// Returns the types of responses with the operations that declare them.
fn typed(answers: &BTreeMap<String, Answers>) -> impl Iterator<Item = (&str, &AnswerType)> {
    answers.iter().flat_map(|(id, answers)| {
        let sides = [&answers.successes, &answers.failures];
        sides.into_iter().filter_map(move |side| match side {
            Side::Typed(answer) => Some((id.as_str(), answer)),
            Side::Plain(_) | Side::Stream | Side::Never => None,
        })
    })
}

/// Returns the names of the types of responses.
pub(crate) fn names(lowered: &Lowered) -> impl Iterator<Item = &str> {
    typed(&lowered.answers).map(|(_, answer)| answer.name.as_str())
}

/// Makes a redirection a success in the methods of the operations that declare one, for
/// which progenitor has no response: `200..=299` becomes `200..=399`.
pub(crate) fn accept_redirections(item: &mut Item, lowered: &Lowered) {
    let Item::Impl(implementation) = item else {
        return;
    };
    let declares = |name: &str| {
        let mut operations = lowered.operations.iter();
        operations.any(|operation| operation.declares_redirections() && operation.id == name)
    };
    let builder = implementation.self_ty.to_token_stream().to_string();
    let builder = names::field_name(builder.split_whitespace().next().unwrap_or_default());
    for item in &mut implementation.items {
        let ImplItem::Fn(method) = item else {
            continue;
        };
        let name = method.sig.ident.to_string();
        if name == "new"
            && let Ok(block) = syn::parse2(without_redirections(method.block.to_token_stream()))
        {
            method.block = block;
        }
        let is_sent = declares(&name) || name == "send" && declares(&builder);
        if is_sent && let Ok(block) = syn::parse2(widened(method.block.to_token_stream())) {
            method.block = block;
        }
    }
}

/// Lets the HTTP client of `Client::new` follow no redirection: a declared one is a success,
/// and reqwest sends keys in headers of their own to other hosts.
fn without_redirections(tokens: TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Group(group) => {
                let content = without_redirections(group.stream());
                TokenTree::from(Group::new(group.delimiter(), content)).into()
            }
            TokenTree::Ident(name) if name == "connect_timeout" => {
                quote!(redirect(::reqwest::redirect::Policy::none()).#name)
            }
            token => TokenStream::from(token),
        })
        .collect()
}

fn widened(tokens: TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => {
                Group::new(group.delimiter(), widened(group.stream())).into()
            }
            TokenTree::Literal(literal) if literal.to_string() == "299" => {
                Literal::u16_unsuffixed(399).into()
            }
            token => token,
        })
        .collect()
}
