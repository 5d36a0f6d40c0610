//! Generates the client for `openapi.yaml` into `OUT_DIR/client.rs`: the document
//! is lowered to the version that progenitor reads, and the formatted client is
//! written together with the contract that validates against the document. The
//! embedded document goes to `openapi.json` in the same directory.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use openapi_model::Document;
use progenitor::{GenerationSettings, Generator, HooksMode};
use quote::quote;

fn main() -> ExitCode {
    match generate(Path::new("../../openapi.yaml")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn generate(document: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", document.display());
    let document = Document::read(document)?;
    let lowered = openapi_lower::lower(&document)?;
    for warning in &lowered.warnings {
        println!("cargo::warning={}", warning.to_string().replace('\n', " "));
    }
    let mut settings = GenerationSettings::new();
    settings
        .with_derive("PartialEq")
        .with_inner_type(quote!(::openapi_progenitor::Contract))
        // A client without the contract then doesn't compile.
        .with_hooks(HooksMode::Expected);
    let client = Generator::new(&settings).generate_tokens(&lowered.document)?;
    let contract = lowered.contract;
    let code = prettyplease::unparse(&syn::parse2(quote!(#client #contract))?);
    let directory = PathBuf::from(std::env::var("OUT_DIR")?);
    std::fs::write(directory.join("openapi.json"), document.embedded())?;
    std::fs::write(directory.join("client.rs"), code)?;
    Ok(())
}
