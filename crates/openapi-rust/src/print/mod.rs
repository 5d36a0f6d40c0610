//! Writes the types of a document as Rust.

use proc_macro2::TokenStream;
use quote::quote;

mod construct;
mod conversions;
mod emitted;
mod enumerations;
mod format;
mod imports;
mod rust;
mod scope;
mod structs;
mod types;
mod union;

pub use conversions::conversions;
pub use emitted::{embedded_schema, form_field};
pub use format::items;
pub use imports::Imports;
pub use rust::{docs, docs_if, path, status_pattern};
pub use scope::Scope;
pub use structs::Structure;
pub use types::{definition, form, parameter_structs, shared, uses};

/// Generates the statement of the generator's version, by which the library of generated code
/// refuses code that it doesn't fit.
pub fn generated_by(library: &TokenStream) -> TokenStream {
    let version = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));
    quote!(#library::generated_by!(#version);)
}
