//! Generates the client from the document.

use openapi_model::{Document, Selection};
use progenitor::{GenerationSettings, Generator, HooksMode};
use quote::quote;
use std::error::Error;
use std::path::{Path, PathBuf};

/// The operations that the client doesn't have.
const SKIPPED: &[&str] = &{{skipped}};

fn main() -> Result<(), Box<dyn Error>> {
    let path = Path::new("../openapi.yaml");
    println!("cargo::rerun-if-changed={}", path.display());
    let selection = Selection {
        only: Vec::new(),
        skip: SKIPPED.iter().map(ToString::to_string).collect(),
    };
    let document = selection.apply(Document::read(path)?)?;
    let lowered = openapi_lower::lower(&document)?;
    for warning in &lowered.warnings {
        println!("cargo::warning={}", warning.to_string().replace('\n', " "));
    }
    let mut settings = GenerationSettings::new();
    settings
        .with_derive("PartialEq")
        .with_inner_type(quote!(::openapi_progenitor::Contract))
        // A client that doesn't validate what it sends and receives doesn't compile.
        .with_hooks(HooksMode::Expected);
    let client = Generator::new(&settings).generate_tokens(&lowered.document)?;
    let contract = lowered.contract;
    let code = prettyplease::unparse(&syn::parse2(quote!(#client #contract))?);
    let directory = PathBuf::from(std::env::var("OUT_DIR")?);
    std::fs::write(directory.join("openapi.json"), document.embedded())?;
    std::fs::write(directory.join("client.rs"), code)?;
    Ok(())
}
