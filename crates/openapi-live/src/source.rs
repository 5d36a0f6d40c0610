//! Maps pointers to locations in the document's text, and nothing else: the content
//! is read by `document`.

use crate::error::Error;
use openapi_findings::SourceLocation;
use openapi_model::{Document, Pointer};
use openapi_values::DocumentError;
use std::path::Path;

#[derive(Debug)]
pub(crate) struct SourceLocations {
    document: Document,
    text: String,
}

impl SourceLocations {
    pub fn read(path: &Path) -> Result<Self, Error> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|source| DocumentError::Read {
            path: name.clone(),
            source,
        })?;
        let text = text.trim_start_matches('\u{feff}').to_owned();
        let document = Document::parse(&name, &text).map_err(Error::Document)?;
        Ok(Self { document, text })
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
        let location = &node.location;
        SourceLocation::new(
            &self.text,
            &location.file,
            location.line,
            location.column,
            at,
        )
    }
}
