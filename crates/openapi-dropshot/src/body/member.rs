//! The members of a form, from which its type is decoded.

use serde_json::{Value, json};

use super::file::FilePart;
use crate::{Schema, SchemaError};

/// A member of the object that a form is decoded from.
pub(super) enum Member {
    Value(Value),
    File(FilePart),
    Files(Vec<FilePart>),
    /// A file that the form does not declare.
    Undeclared(FilePart),
}

impl Member {
    /// Returns the value for the schema of the form. That of a file is a text that the length
    /// keywords treat like one with as many characters as the file has bytes (OpenAPI 3.1.1
    /// §4.8.14.3).
    pub fn to_json(&self, schema: &Schema) -> Result<Value, SchemaError> {
        let text = |file: &FilePart| schema.text_for_length(file.content.len()).map(Value::from);
        match self {
            Self::Value(value) => Ok(value.clone()),
            Self::File(file) | Self::Undeclared(file) => text(file),
            Self::Files(files) => files.iter().map(text).collect(),
        }
    }

    /// Returns the value that is decoded. That of a file is its index in `files`; the type of a
    /// form has no file that the form does not declare.
    pub fn decoded(self, files: &mut Vec<FilePart>) -> Value {
        let mut index = |file| {
            files.push(file);
            Value::from(files.len() - 1)
        };
        match self {
            Self::Value(value) => value,
            Self::File(file) => index(file),
            Self::Files(all) => all.into_iter().map(index).collect(),
            Self::Undeclared(file) => json!({
                "filename": file.filename,
                "content_type": file.content_type,
                "length": file.content.len(),
            }),
        }
    }
}
