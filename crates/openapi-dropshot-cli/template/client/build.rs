//! Generates the client from the document.

fn main() -> Result<(), openapi_progenitor_build::BuildError> {
    openapi_progenitor_build::Builder::new("../openapi.yaml"){{skip_client}}.build()
}
