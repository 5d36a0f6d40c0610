//! The generated client of another document, and its generation.

#![allow(
    clippy::all,
    clippy::unwrap_used,
    dead_code,
    missing_docs,
    unreachable_patterns
)]

include!("../output/client.rs");

/// Generates the code of the client and the embedded document.
pub fn generate() -> (String, String) {
    use progenitor::{GenerationSettings, Generator, HooksMode};
    use quote::quote;

    let path = std::path::Path::new("tests/library/openapi.yaml");
    let document = openapi_model::Document::read(path).unwrap();
    let lowered = openapi_lower::lower(&document).unwrap();
    let mut settings = GenerationSettings::new();
    settings
        .with_inner_type(quote!(::openapi_progenitor::Contract))
        .with_hooks(HooksMode::Expected);
    let client = Generator::new(&settings)
        .generate_tokens(&lowered.document)
        .unwrap();
    let contract = lowered.contract;
    let code = prettyplease::unparse(&syn::parse2(quote!(#client #contract)).unwrap());
    (code, document.embedded())
}
