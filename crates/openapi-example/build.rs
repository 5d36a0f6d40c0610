//! Generates the API from the document.

fn main() -> Result<(), openapi_dropshot_build::BuildError> {
    openapi_dropshot_build::build("openapi.yaml".as_ref())
}
