//! The document that the server emits is equivalent to `openapi.yaml`, except for the
//! differences that `accepted.yaml` lists, and the server accepts the requests that
//! `openapi.yaml` accepts.

use openapi_compare::{Allowed, Document, Report, compare, read_contract};
use openapi_dropshot::testing;
use openapi_live::{Error, Rule, Settings, check};
use std::collections::BTreeSet;
use std::path::Path;
use {{ident}}_server::{Handlers, api::api_mod};

/// The operations for which no request can be made: `openapi-dropshot live` says why. Nothing is
/// known of them.
const UNSENT: &[&str] = &{{unsent}};

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

/// The handlers need not be implemented: a request that an operation does not carry out is
/// accepted. Of an operation whose credential is refused nothing more is known, so replace the
/// token when a function for a security scheme accepts one.
#[tokio::test(flavor = "multi_thread")]
async fn no_valid_request_is_refused_as_invalid() -> Result<(), Box<dyn std::error::Error>> {
    let accepted = Allowed::read::<Report>(Path::new("accepted.yaml"))?;
    let left_out = accepted.places("operation-missing");
    let skip: BTreeSet<_> = left_out.iter().chain(UNSENT).map(|name| (*name).to_owned()).collect();
    let skipped = skip.len();
    let settings = Settings {
        tokens: vec!["token".to_owned()],
        skip: skip.into_iter().collect(),
        ..Settings::default()
    };
    let server = testing::serve(api_mod::api_description::<Handlers>()?, ())?;
    let url = format!("http://{}", server.local_addr());
    let checking = move || check(Path::new("../openapi.yaml"), &url, &settings);
    let report = match tokio::task::spawn_blocking(checking).await? {
        Err(Error::Document(errors)) => {
            println!("no request is made from a document with errors:\n{errors}");
            return Ok(());
        }
        // There is a note for each operation, and all are skipped.
        Err(Error::NothingToSend { notes }) if notes.len() == skipped => return Ok(()),
        report => report?,
    };
    assert!(report.left_out.is_empty(), "add to `UNSENT`: {:?}\n{report}", report.left_out);
    let faults = [Rule::ValidRequestRefused, Rule::NothingSent];
    let mut findings = report.findings.iter();
    assert!(!findings.any(|one| faults.contains(&one.rule)), "{report}");
    Ok(())
}
