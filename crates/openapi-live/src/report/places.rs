//! Where in the document's text something stands. It must never be asked what
//! the document says.

use crate::error::Error;
use openapi_model::{Document, Pointer};
use serde::Serialize;
use std::path::Path;

/// A place in the document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The document's name as it was given.
    pub file: String,
    /// Counts from 1.
    pub line: usize,
    /// In characters; counts from 1.
    pub column: usize,
    /// RFC 6901; empty for the whole document.
    pub pointer: String,
}

#[derive(Debug)]
pub(crate) struct Places {
    document: Document,
}

impl Places {
    pub fn read(path: &Path) -> Result<Self, Error> {
        let document = Document::read(path).map_err(Error::Document)?;
        Ok(Self { document })
    }

    /// The place of a pointer; the nearest one there is, if nothing is there.
    pub fn of(&self, pointer: &str) -> Place {
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
        Place {
            file: node.location.file.to_string(),
            line: node.location.line,
            column: node.location.column,
            pointer: at.to_owned(),
        }
    }
}
