//! A document as JSON, with its operations. Values are generated from its schemas and validated by
//! them.

pub use crate::operations::Operations;
pub use openapi_source::token;

use std::collections::BTreeMap;
use std::path::Path;

use openapi_document::{CheckedDocument, Diagnostics, Direction, Discriminator, Pointer};
use serde_json::Value;

use crate::schema::Schema;

/// The reason why a document can't be used.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// The document can't be read, or has errors.
    #[error("{0}")]
    Invalid(#[from] Diagnostics),
    /// A schema is invalid.
    #[error("the schema at #{pointer} can't be used: {message}")]
    InvalidSchema {
        /// The JSON Pointer, which is empty for the whole document.
        pointer: String,
        /// The fault.
        message: String,
    },
}

/// An OpenAPI document. `nullable` of 3.0 is the type `null`, as in 3.1: a schema that has it may be
/// a union in [`Document::root`], and what is below it then has another pointer there than in
/// [`Document::located`].
#[derive(Clone, Debug)]
pub struct Document {
    located: CheckedDocument,
    root: Value,
    /// By the pointers of their schemas.
    discriminators: BTreeMap<Pointer, Discriminator>,
    /// The direction of all its values, unless it applies to both.
    pub(crate) direction: Option<Direction>,
}

impl Document {
    /// Reads a file, and the files below its directory that it refers to.
    ///
    /// # Errors
    /// A file can't be read, or the document has errors.
    pub fn read(path: &Path) -> Result<Self, DocumentError> {
        Self::read_below(path, None)
    }

    /// Reads a file, and the files that it refers to below a directory, or below its own if `None`.
    ///
    /// # Errors
    /// As for [`Document::read`].
    pub fn read_below(path: &Path, directory: Option<&Path>) -> Result<Self, DocumentError> {
        Self::new(CheckedDocument::read_below(path, directory)?)
    }

    /// Parses a text. Errors show `name` as the file.
    ///
    /// # Errors
    /// The text is not an OpenAPI document, or has errors.
    pub fn parse(name: &str, text: &str) -> Result<Self, DocumentError> {
        Self::new(CheckedDocument::parse(name, text)?)
    }

    fn new(located: CheckedDocument) -> Result<Self, DocumentError> {
        // Refused, because without such a keyword a schema accepts what the keyword refuses.
        let unreadable: Diagnostics = located.diagnostics().iter().cloned().collect();
        unreadable.or(())?;
        Ok(Self::of(located))
    }

    /// Returns a document that has been checked. Unlike in [`Document::parse`], a keyword whose
    /// value can't be read is as one that is absent.
    pub fn of(located: CheckedDocument) -> Self {
        Self {
            root: located.with_null_types().to_json(),
            discriminators: located.discriminators(),
            located,
            direction: None,
        }
    }

    /// Returns the document as it applies to requests. Pointers remain valid.
    #[must_use]
    pub fn in_requests(&self) -> Self {
        self.in_direction(Direction::Request)
    }

    /// Returns the document as it applies to responses. Pointers remain valid.
    #[must_use]
    pub fn in_responses(&self) -> Self {
        self.in_direction(Direction::Response)
    }

    fn in_direction(&self, direction: Direction) -> Self {
        let document = self.located.in_direction(direction);
        let document = document.map_or_else(|| self.clone(), Self::of);
        Self { direction: Some(direction), ..document }
    }

    /// Returns the document with the locations of its values.
    pub fn located(&self) -> &CheckedDocument {
        &self.located
    }

    /// Returns the document as JSON.
    pub fn root(&self) -> &Value {
        &self.root
    }

    /// Returns the discriminator of a schema.
    pub(crate) fn discriminator(&self, schema: &Schema<'_>) -> Option<&Discriminator> {
        // Most schemas have none. One can have that of a schema that it extends.
        schema.keyword("discriminator").or_else(|| schema.keyword("allOf"))?;
        self.discriminators.get(&Pointer::parse(&schema.pointer)?)
    }

    /// Returns the operations of all paths.
    pub fn operations(&self) -> Operations<'_> {
        Operations::new(&self.located)
    }

    /// Returns the target of a `$ref`, or `None` if it is not a JSON Pointer to a node of this
    /// document.
    pub fn at(&self, reference: &str) -> Option<Schema<'_>> {
        self.schema(Pointer::from_reference(reference)?.as_str())
    }

    /// Returns the schema at a JSON Pointer, or `None` if the document has no such node.
    pub fn schema(&self, pointer: &str) -> Option<Schema<'_>> {
        let node = self.root.pointer(pointer)?;
        Some(Schema::new(pointer.to_owned(), node))
    }
}
