//! The document from which the generated server and client take their values.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use openapi_document::Operation;
use openapi_values::document::Operations;
use openapi_values::{Document, DocumentError, Values};
use serde_json::Value;

/// The seed of all values.
const SEED: u64 = 1;

/// A document with its operations, which is never freed.
pub struct Source {
    document: &'static Document,
    operations: Operations<'static>,
    /// The values of responses by the JSON Pointer of the schema, because sampling is slow.
    known: Mutex<HashMap<String, Option<Value>>>,
}

impl Source {
    /// Reads a document.
    pub fn read(path: &Path) -> Result<Self, DocumentError> {
        let document: &'static Document = Box::leak(Box::new(Document::read(path)?));
        Ok(Self { document, operations: document.operations(), known: Mutex::default() })
    }

    /// Returns all operations for which a request can be made.
    pub fn operations(&self) -> &[Operation<'static>] {
        &self.operations.list
    }

    /// Returns a message for each operation for which no request can be made.
    pub fn notes(&self) -> &[String] {
        &self.operations.notes
    }

    /// Returns an operation by its name, such as `GET /things`.
    pub fn operation(&self, name: &str) -> Option<&Operation<'static>> {
        let mut operations = self.operations.list.iter();
        operations.find(|operation| operation.name() == name)
    }

    /// Returns the value of a response body that `fits` accepts.
    pub(crate) fn known(
        &self,
        schema: &str,
        fits: impl Fn(&str) -> bool,
    ) -> Result<Option<Value>, DocumentError> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = known.get(schema) {
            return Ok(value.clone());
        }
        let value = sample(&self.values()?, schema, fits);
        known.insert(schema.to_owned(), value.clone());
        Ok(value)
    }

    /// Returns the generator of values.
    pub fn values(&self) -> Result<Values<'static>, DocumentError> {
        Values::new(self.document)
    }
}

/// The length of the longest values: longer ones only make the output harder to read.
const LONGEST: usize = 1000;

/// Returns a value of the schema, the same at each call. Undeclared members are removed,
/// because generated types don't have them. Without a schema, returns a string.
pub(crate) fn sample(
    values: &Values<'_>,
    schema: &str,
    fits: impl Fn(&str) -> bool,
) -> Option<Value> {
    if !values.has(schema) {
        return Some(Value::from("text")).filter(|text| fits(&text.to_string()));
    }
    let short = values.valid_where(schema, SEED, |json| json.len() <= LONGEST && fits(json));
    let text = short.or_else(|| values.valid_where(schema, SEED, fits))?;
    let value = serde_json::from_str(&text).ok()?;
    Some(values.declared(schema, &value))
}

/// Returns the name in lower case without punctuation, because generated names differ from
/// the document's in both.
pub(crate) fn comparable(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}
