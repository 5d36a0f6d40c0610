//! Maps pointers to locations in the document's text, and nothing else: the content
//! is read by `document`.

use crate::error::Error;
use openapi_findings::SourceLocation;
use openapi_model::{Document, Pointer};
use std::path::Path;

#[derive(Debug)]
pub(crate) struct SourceLocations {
    document: Document,
}

impl SourceLocations {
    pub fn read(path: &Path) -> Result<Self, Error> {
        let document = Document::read(path).map_err(Error::Document)?;
        Ok(Self { document })
    }

    /// Returns the location of a pointer, or of its nearest existing ancestor.
    pub fn of(&self, pointer: &str) -> SourceLocation {
        let (mut node, mut known, mut at) = (self.document.root(), Pointer::root(), "");
        for (end, _) in pointer
            .match_indices('/')
            .skip(1)
            .chain([(pointer.len(), "")])
        {
            let token = pointer[at.len()..end].trim_start_matches('/');
            let below = known.join(&token.replace("~1", "/").replace("~0", "~"));
            let Some(next) = self.document.find(&below) else {
                break;
            };
            (node, known, at) = (next, below, &pointer[..end]);
        }
        SourceLocation {
            pointer: at.to_owned(),
            ..SourceLocation::of(&node.location)
        }
    }
}
