//! The live check and the generated server agree on each request: parameters in every
//! style, bodies of every form, and credentials, valid or with one violation.

use std::path::Path;
use std::time::Duration;

use libtest_mimic::Failed;
use openapi_document::{CredentialKind, SecurityScheme};
use openapi_live::{Rule, Settings, check};
use tokio::runtime::Runtime;

use crate::server::Server;
use crate::{BASIC, CREDENTIAL, Generated};

/// The rule of the findings that are expected: the generator warned that no declared
/// response fits, and the server sends a status without a body.
const EXPLAINED: Rule = Rule::StatusUndeclared;

/// The parameters and bodies that the check does not send to the servers of the
/// project's documents, and the links without a value.
const GAPS: [&str; 8] = [
    // The Specification does not define `expand[]`, `within[a][b]` and `herd[0][a]`.
    "GET /lists: the parameter `expand` is not sent, because no value was found that can be written in the style deepObject",
    "GET /lists: the parameter `within` is not sent, because no value was found that can be written in the style deepObject",
    "GET /lists: the parameter `herd` is not sent, because no value was found that can be written in the style deepObject",
    "GET /v1/charges: the parameter `expand` is not sent, because no value was found that can be written in the style deepObject",
    // The server answers with arbitrary values.
    "GET /items/{id}: the parameter `id` has an arbitrary value, because the link `item` of POST /subscriptions gives none",
    "POST /either: bodies of text/plain, image/* are not sent, only of application/json",
    "POST /notes: bodies of text/plain, text/json are not sent, only of application/json",
    "POST /markdown: bodies of text/plain, text/x-markdown are not sent, only of application/json",
];

pub fn the_live_check_agrees(document: &Generated) -> Result<(), Failed> {
    let runtime = Runtime::new()?;
    let server = runtime.block_on(async { Server::start(document) })?;
    let operations = server.source.operations().iter();
    let alternatives = operations.flat_map(|operation| &operation.security);
    let schemes = alternatives.flat_map(|alternative| &alternative.schemes);
    let settings = Settings {
        tokens: schemes.map(|(scheme, _)| token(scheme)).collect(),
        seed: Some(1),
        timeout: Duration::from_secs(60),
        max_time: Duration::from_secs(3600),
        ..Settings::default()
    };
    let mut report = check(Path::new(document.path), &server.url(), &settings)?;
    report.findings.retain(|finding| finding.rule != EXPLAINED);
    if !report.is_clean() {
        return Err(format!("{report}").into());
    }
    let gaps = report.notes.iter().filter(|note| !GAPS.contains(&note.as_str()));
    let gaps: String = gaps.map(|note| format!("{note}\n")).collect();
    if document.is_own && !gaps.is_empty() {
        return Err(gaps.into());
    }
    Ok(())
}

/// Returns the value of `--token` for a security scheme.
fn token(scheme: &SecurityScheme<'_>) -> String {
    let credential = match scheme.credential_kind() {
        Ok(CredentialKind::Http(name)) if name == CredentialKind::BASIC => BASIC,
        _ => CREDENTIAL,
    };
    format!("{}={credential}", scheme.name)
}
