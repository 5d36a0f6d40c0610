//! The document as written, and its operations.
//!
//! It is read by an independent YAML parser as plain data, so that an error of
//! `openapi-model` is not repeated here.

mod body;
mod direction;
mod operations;
mod security;

pub use body::{Body, Encoding, Form};
pub use operations::{Contract, Header, Operation, Parameter, ParameterLocation, Response};
pub use security::{Scheme, SchemeKind, Security};

use std::path::Path;

use percent_encoding::percent_decode_str;
use serde_json::Value;

use crate::schema::Schema;
use crate::validator::prepared;

/// The reason why a document can't be used.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// The file can't be read.
    #[error("{path} can't be read: {source}")]
    Read {
        /// The file.
        path: String,
        /// The cause.
        source: std::io::Error,
    },
    /// The text is neither YAML nor JSON.
    #[error("the document is not YAML: {0}")]
    NotYaml(#[from] serde_yaml_ng::Error),
    /// A schema is invalid.
    #[error("the schema at {pointer} can't be used: {message}")]
    NotASchema {
        /// The JSON Pointer.
        pointer: String,
        /// The cause.
        message: String,
    },
}

/// An OpenAPI 3.1 document.
#[derive(Clone, Debug)]
pub struct Document {
    root: Value,
    /// The document prepared for validation.
    prepared: Value,
}

impl Document {
    /// Reads a file.
    ///
    /// # Errors
    /// The file can't be read, or is neither YAML nor JSON.
    pub fn read(path: &Path) -> Result<Self, DocumentError> {
        let text = std::fs::read_to_string(path).map_err(|source| DocumentError::Read {
            path: path.display().to_string(),
            source,
        })?;
        Self::parse(&text)
    }

    /// Parses a text.
    ///
    /// # Errors
    /// The text is neither YAML nor JSON.
    pub fn parse(text: &str) -> Result<Self, DocumentError> {
        // JSON has its own parser, because YAML has no surrogate pairs.
        let root = match serde_json::from_str(text) {
            Ok(root) => root,
            Err(_) => serde_yaml_ng::from_str(text)?,
        };
        let prepared = prepared(&root);
        Ok(Self { root, prepared })
    }

    /// Returns the whole document.
    pub fn root(&self) -> &Value {
        &self.root
    }

    /// Returns the whole document, prepared for validation.
    pub(crate) fn prepared(&self) -> &Value {
        &self.prepared
    }

    /// Returns the target of a reference within the document, with its pointer.
    pub fn at(&self, reference: &str) -> Option<(String, &Value)> {
        let pointer = percent_decode_str(reference.strip_prefix('#')?)
            .decode_utf8()
            .ok()?;
        let value = self.root.pointer(&pointer)?;
        Some((pointer.into_owned(), value))
    }

    /// Returns the schema at a JSON Pointer, or `None` if the document has no such node.
    pub fn schema(&self, pointer: &str) -> Option<Schema<'_>> {
        let node = self.root.pointer(pointer)?;
        Some(Schema::new(pointer.to_owned(), node))
    }

    /// Returns a node or the target of its reference, with its location.
    pub fn followed<'d>(&'d self, pointer: String, node: &'d Value) -> (String, &'d Value) {
        let mut current = (pointer, node);
        // A limit on chains of references, to end at circular ones.
        for _ in 0..32 {
            let reference = current.1.get("$ref").and_then(Value::as_str);
            match reference.and_then(|reference| self.at(reference)) {
                Some(target) => current = target,
                None => break,
            }
        }
        current
    }
}

/// Escapes a name for a JSON Pointer (RFC 6901 §3).
pub fn token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
