//! Generates the API from the document.

fn main() -> Result<(), openapi_dropshot::BuildError> {
    openapi_dropshot::Builder::new("../openapi.yaml"){{skip_server}}.build()
}
