//! Finds the locations of pointers in the document's text.

use openapi_document::CheckedDocument;
use openapi_source::{Pointer, SourceLocation};

/// Returns the location of a pointer, or of its nearest existing ancestor.
pub(crate) fn location(document: &CheckedDocument, pointer: &str) -> SourceLocation {
    let whole = Pointer::parse(pointer).unwrap_or_default();
    let mut node = document.root();
    let mut known = Pointer::root();
    for token in whole.tokens() {
        let below = known.join(&token);
        let Some(next) = document.find(&below) else {
            break;
        };
        (node, known) = (next, below);
    }
    SourceLocation { pointer: known.as_str().to_owned(), ..SourceLocation::of(&node.location) }
}
