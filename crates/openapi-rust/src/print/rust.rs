//! Converts paths and docs to tokens.

use openapi_document::{Status, doc_lines};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

/// Parses a path.
pub fn path(text: &str) -> TokenStream {
    text.parse().expect("paths are written by hand, or checked when they are read")
}

/// Returns the pattern for the statuses of a response. More specific responses come first.
pub fn status_pattern(status: Status) -> TokenStream {
    let number = Literal::u16_unsuffixed;
    match status {
        Status::Code(code) => number(code).into_token_stream(),
        Status::Class(class) => {
            let first = number(class * 100);
            let last = number(class * 100 + 99);
            quote!(#first..=#last)
        }
        Status::Default => quote!(_),
    }
}

/// Returns doc attributes, one per line, which are printed as `///`. The code blocks of
/// the text are no tests.
pub fn docs(text: &str) -> TokenStream {
    let lines = doc_lines(text);
    quote!(#(#[doc = #lines])*)
}

pub fn docs_if(text: Option<&str>) -> TokenStream {
    text.map(docs).unwrap_or_default()
}

/// Returns the docs of an element, with the paragraph about its deprecation.
pub fn docs_of(description: Option<&str>, deprecation: Option<&str>) -> TokenStream {
    let parts: Vec<_> = description.into_iter().chain(deprecation).collect();
    docs_if((!parts.is_empty()).then(|| parts.join("\n\n")).as_deref())
}

/// Returns the attribute with the description for `derive(JsonSchema)`, where schemars
/// would read another one from the docs.
pub fn schema_description(text: Option<&str>, deprecation: Option<&str>) -> Option<TokenStream> {
    if deprecation.is_some() {
        let text = text.unwrap_or_default();
        return Some(quote!(#[schemars(description = #text)]));
    }
    let text = text?;
    let lines = doc_lines(text).join(" ");
    let is_same = lines.split_whitespace().eq(text.split_whitespace());
    // schemars reads a title after `#`, and omits `*`.
    let is_read = is_same && !text.trim_start().starts_with(['#', '*']);
    (!is_read).then(|| quote!(#[schemars(description = #text)]))
}
