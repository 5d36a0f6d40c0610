//! Makes the documentation in generated code only documentation.

use openapi_document::doc_lines;
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::quote;
use syn::{Expr, ExprLit, Lit, MetaNameValue};

/// Writes each run of attributes `#[doc = "…"]` as one attribute for each line, in which
/// no code block is a test.
pub(crate) fn only_text(tokens: TokenStream) -> TokenStream {
    let mut written = TokenStream::new();
    let mut docs = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let doc = match tokens.peek() {
            Some(TokenTree::Group(attribute)) if is_hash(&token) => doc(attribute),
            _ => None,
        };
        if let Some(text) = doc {
            tokens.next();
            docs.push(text);
            continue;
        }
        flush(&mut docs, &mut written);
        written.extend([match token {
            TokenTree::Group(group) => {
                Group::new(group.delimiter(), only_text(group.stream())).into()
            }
            other => other,
        }]);
    }
    flush(&mut docs, &mut written);
    written
}

fn is_hash(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == '#')
}

/// Returns the text of an attribute `doc = "…"`.
fn doc(attribute: &Group) -> Option<String> {
    let meta = syn::parse2::<MetaNameValue>(attribute.stream()).ok()?;
    match meta.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if meta.path.is_ident("doc") => {
            let text = text.value();
            // The space after `///`.
            Some(text.strip_prefix(' ').unwrap_or(&text).to_owned())
        }
        _ => None,
    }
}

/// Writes the docs of an item.
fn flush(docs: &mut Vec<String>, written: &mut TokenStream) {
    if !docs.is_empty() {
        let lines = doc_lines(&docs.join("\n"));
        written.extend(quote!(#(#[doc = #lines])*));
        docs.clear();
    }
}
