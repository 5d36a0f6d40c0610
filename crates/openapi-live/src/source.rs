//! Finds the locations of pointers in the document's text.

use openapi_document::CheckedDocument;
use openapi_source::{Pointer, SourceLocation};

#[derive(Debug)]
pub(crate) struct SourceLocations {
    document: CheckedDocument,
}

impl SourceLocations {
    pub fn new(document: &CheckedDocument) -> Self {
        let document = document.clone();
        Self { document }
    }

    /// Returns the location of a pointer, or of its nearest existing ancestor.
    pub fn of(&self, pointer: &str) -> SourceLocation {
        let whole = Pointer::parse(pointer).unwrap_or_default();
        let mut node = self.document.root();
        let mut known = Pointer::root();
        for token in whole.tokens() {
            let below = known.join(&token);
            let Some(next) = self.document.find(&below) else {
                break;
            };
            (node, known) = (next, below);
        }
        SourceLocation { pointer: known.as_str().to_owned(), ..SourceLocation::of(&node.location) }
    }
}
