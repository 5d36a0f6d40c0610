//! Generates the API from the document.

use openapi_dropshot_build::{BuildError, Builder, DocumentSource};

fn main() -> Result<(), BuildError> {
    let document = DocumentSource::new("../openapi.yaml"){{skip_server}};
    Builder::new(document).build()
}
