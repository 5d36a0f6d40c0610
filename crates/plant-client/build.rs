//! Writes the client that `openapi.yaml` describes to `OUT_DIR/client.rs`:
//! lowered to what progenitor reads, generated, and laid out for reading.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use openapi_lower::Lowered;
use openapi_model::Document;
use progenitor::{GenerationSettings, Generator};

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
    let Lowered { document, warnings } = openapi_lower::lower(&Document::read(document)?)?;
    for warning in &warnings {
        println!("cargo::warning={}", warning.to_string().replace('\n', " "));
    }
    let mut settings = GenerationSettings::new();
    settings.with_derive("PartialEq");
    let tokens = Generator::new(&settings).generate_tokens(&document)?;
    let client = PathBuf::from(std::env::var("OUT_DIR")?).join("client.rs");
    Ok(std::fs::write(
        client,
        prettyplease::unparse(&syn::parse2(tokens)?),
    )?)
}
