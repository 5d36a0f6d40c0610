//! The document from which the generated server and client take their values.

use std::cell::Cell;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use openapi_document::Operation;
use openapi_values::document::Operations;
use openapi_values::{Document, DocumentError, Values};
use serde_json::Value;

/// A document with its operations, which is never freed.
pub struct Source {
    document: &'static Document,
    operations: Operations<'static>,
    /// The values of responses by the JSON Pointer of the schema, because sampling is slow.
    known: Mutex<HashMap<String, Option<Value>>>,
    /// The seed of all values, at least 1.
    pub(crate) seed: u64,
}

impl Source {
    /// Reads a document, whose values are those of a seed.
    pub fn read(path: &Path, seed: u64) -> Result<Self, DocumentError> {
        let document: &'static Document = Box::leak(Box::new(Document::read(path)?));
        Ok(Self { document, operations: document.operations(), known: Mutex::default(), seed })
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

    /// Returns a value of the schema at a JSON Pointer for which `fits` is true, and keeps it for the
    /// next call. All calls for one pointer have the same `fits`: a schema belongs to a body or to a
    /// header, and not to both.
    pub(crate) fn known(
        &self,
        schema: &str,
        fits: impl Fn(&str) -> bool,
    ) -> Result<Option<Value>, DocumentError> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = known.get(schema) {
            return Ok(value.clone());
        }
        let value = sample(&self.values()?, self.seed, schema, fits);
        known.insert(schema.to_owned(), value.clone());
        Ok(value)
    }

    /// Returns the generator of values.
    pub fn values(&self) -> Result<Values<'static>, DocumentError> {
        Values::new(self.document)
    }
}

/// The length of the longest values of the first seed, which are in reviewed text.
const LONGEST: usize = 1000;

/// Returns a value of the schema, the same at each call: of the values that are found, the one whose
/// number is the seed, or else the first. Undeclared members are removed, because generated types
/// don't have them. Without a schema, returns a string.
pub(crate) fn sample(
    values: &Values<'_>,
    seed: u64,
    schema: &str,
    fits: impl Fn(&str) -> bool,
) -> Option<Value> {
    if !values.has(schema) {
        return Some(Value::from("text")).filter(|text| fits(&text.to_string()));
    }
    let others = Cell::new(seed - 1);
    let is_wanted = |json: &str| {
        let is_next = fits(json) && (seed > 1 || json.len() <= LONGEST);
        let left = others.get();
        others.set(left.saturating_sub(u64::from(is_next)));
        is_next && left == 0
    };
    let wanted = values.valid_where(schema, seed, is_wanted);
    let text = wanted.or_else(|| values.valid_where(schema, seed, fits))?;
    let value = serde_json::from_str(&text).ok()?;
    Some(values.declared(schema, &value))
}

/// Returns the name in lower case without punctuation, because generated names differ from
/// the document's in both.
pub(crate) fn comparable(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}
