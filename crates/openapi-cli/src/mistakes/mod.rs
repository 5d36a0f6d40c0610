//! Elements of a document that are legal, and probably mistakes. Each is a warning.

mod overlaps;
mod schemas;
mod scopes;
mod values;

use openapi_document::{Diagnostics, Document};

/// Returns the probable mistakes of a document.
pub(crate) fn mistakes(document: &Document) -> Diagnostics {
    let mut found = openapi_document::lint(document);
    scopes::unknown(document, &mut found);
    schemas::unlikely(document, &mut found);
    values::refused(document, &mut found);
    overlaps::between_branches(document, &mut found);
    found
}
