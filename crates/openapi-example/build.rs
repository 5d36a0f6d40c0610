//! Generates the API from the document.

fn main() -> Result<(), openapi_dropshot::BuildError> {
    openapi_dropshot::build("openapi.yaml".as_ref())
}
