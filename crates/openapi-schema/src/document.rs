//! The embedded document, and the options with which its schemas are compiled.

use std::sync::OnceLock;

use jsonschema::{Draft, PatternOptions, ValidationOptions};
use serde_json::Value;

use crate::error::SchemaError;
use crate::exact;
use crate::json_schema::Schemas;

/// The maximum number of backtracking steps of a pattern with a back-reference or a
/// lookaround per text. Other patterns take time linear in the length of the text.
/// With the default of `jsonschema`, a million, a text of 45 bytes can cost 145 ms.
/// A text that needs more steps is rejected.
const BACKTRACKS: usize = 10_000;

const BASE: &str = "urn:openapi:document";

/// An embedded document with schemas.
pub struct Document {
    text: &'static str,
    json: OnceLock<Value>,
    schemas: OnceLock<Schemas<'static>>,
    pub(crate) lengths: OnceLock<Vec<usize>>,
}

impl Document {
    /// Creates a document from its JSON text, which is parsed at first use.
    pub const fn new(text: &'static str) -> Self {
        Self { text, json: OnceLock::new(), schemas: OnceLock::new(), lengths: OnceLock::new() }
    }

    /// Returns the whole document.
    ///
    /// # Errors
    /// The text is not JSON.
    pub fn json(&self) -> Result<&Value, SchemaError> {
        if let Some(json) = self.json.get() {
            return Ok(json);
        }
        let json: Value = serde_json::from_str(self.text)
            .map_err(|error| SchemaError::NotJson(error.to_string()))?;
        Ok(self.json.get_or_init(|| json))
    }

    pub(crate) fn text(&self) -> &'static str {
        self.text
    }

    pub(crate) fn schemas(&'static self) -> Result<&'static Schemas<'static>, SchemaError> {
        if let Some(schemas) = self.schemas.get() {
            return Ok(schemas);
        }
        let schemas = Schemas::new(BASE, self.json()?, options)
            .map_err(|message| SchemaError::NotASchema { pointer: "#", message })?;
        Ok(self.schemas.get_or_init(|| schemas))
    }
}

/// Returns the options of all validators.
pub(crate) fn options() -> ValidationOptions<'static> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(BACKTRACKS))
        .with_keyword(exact::KEYWORD, exact::integer)
}
