//! The document that the server emits is equivalent to `openapi.yaml`, except for the
//! differences that `accepted.yaml` lists.

use openapi_conformance::{Allowed, Document, Report, compare};
use std::path::Path;
use {{ident}}_server::{Handlers, api::api_mod};

#[test]
fn the_emitted_document_is_equivalent_to_the_contract() -> Result<(), Box<dyn std::error::Error>> {
    let contract = Document::read(Path::new("../openapi.yaml"))?;
    let api = api_mod::api_description::<Handlers>()?;
    let emitted = api_mod::emitted_document()?.emit_unversioned(&api)?;
    let emitted = Document::parse("the emitted document", &emitted.to_string())?;
    let mut report = compare(&contract, &emitted);
    let accepted = Allowed::read::<Report>(Path::new("accepted.yaml"))?;
    let unused = accepted.apply(&mut report);
    assert!(report.is_clean(), "{report}");
    assert!(unused.is_empty(), "{unused:#?}");
    Ok(())
}
