//! The document that the server emits is equivalent to `openapi.yaml`, except for the
//! differences that `accepted.yaml` lists.

use openapi_compare::{Allowed, Document, Report, compare, read_contract};
use std::path::Path;
use {{ident}}_server::{Handlers, api::api_mod};

#[test]
fn the_emitted_document_is_equivalent_to_the_contract() -> Result<(), Box<dyn std::error::Error>> {
    let accepted = Allowed::read::<Report>(Path::new("accepted.yaml"))?;
    for operation in accepted.places("operation-missing") {
        println!("{operation} is left out of the server, and not compared");
    }
    let contract = read_contract(Path::new("../openapi.yaml"), None, &accepted)?;
    let api = api_mod::api_description::<Handlers>()?;
    let emitted = api_mod::emitted_document()?.emit_unversioned(&api)?;
    let emitted = Document::parse("the emitted document", &emitted.to_string())?;
    let mut report = compare(&contract, &emitted);
    let unused = accepted.apply(&mut report);
    assert!(report.is_clean(), "{report}");
    assert!(unused.is_empty(), "{unused:#?}");
    Ok(())
}
