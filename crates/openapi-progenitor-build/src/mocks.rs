//! Generates the extension of `httpmock` by which tests of callers prepare responses.

use openapi_model::{Diagnostics, Document};

use crate::{Interface, lower, refused, with_progenitor};

/// Generates the extension for the client with this path, such as `crate`.
pub(crate) fn code(document: &Document, client: &str) -> Result<String, Diagnostics> {
    let lowered = lower(document)?;
    let mocks = with_progenitor(document, &lowered, Interface::Builders, |generator| {
        generator.httpmock(&lowered.document, client)
    })?;
    let file = syn::parse2(mocks).map_err(|error| refused(document, &error))?;
    Ok(prettyplease::unparse(&file))
}
