//! Generates the client from the document.

use openapi_progenitor_build::{BuildError, Builder, DocumentSource};

fn main() -> Result<(), BuildError> {
    let document = DocumentSource::new("../openapi.yaml"){{skip_client}};
    Builder::new(document).builders().build()
}
