//! Pieces of the code that describes operations.

use std::fmt::Debug;

use openapi_document::Schema;
use openapi_rust::types::unaliased;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

/// Returns a field with a slice, unless that is empty.
pub(crate) fn list(field: &str, values: Vec<TokenStream>) -> Option<TokenStream> {
    let field = format_ident!("{field}");
    (!values.is_empty()).then(|| quote!(#field: &[#(#values),*]))
}

/// Returns the name of a variant, which the library has, too.
pub(crate) fn variant(value: impl Debug) -> Ident {
    format_ident!("{}", format!("{value:?}"))
}

/// Returns an `Option`.
pub(crate) fn option(value: Option<impl ToTokens>) -> TokenStream {
    value.map_or_else(|| quote!(None), |value| quote!(Some(#value)))
}

/// Returns the place of a schema, or of the one that it only refers to.
pub(crate) fn pointer(schema: Schema<'_>) -> String {
    unaliased(schema).location().pointer.to_fragment()
}
