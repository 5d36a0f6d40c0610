//! The last word on a witness: the `jsonschema` crate, on the whole schema. It
//! must never fetch anything, nor take a schema that it can't compile for one
//! that allows or refuses a value.

use super::export::export;
use crate::schema::{Key, Schema};
use jsonschema::{Draft, Validator};
use serde_json::Value;
use std::collections::HashMap;

/// Schemas that were compiled; `None` for one that can't be.
#[derive(Default)]
pub(super) struct Verifier {
    validators: HashMap<Key, Option<Validator>>,
}

impl Verifier {
    /// Whether `schema` allows `value`; `None` if it can't be compiled.
    pub(super) fn verify(&mut self, schema: &Schema, value: &Value) -> Option<bool> {
        let validator = self.validators.entry(schema.key()).or_insert_with(|| {
            let options = jsonschema::options()
                .with_draft(Draft::Draft202012)
                .offline();
            let options = options.should_validate_formats(true);
            options.build(&export(schema)).ok()
        });
        Some(validator.as_ref()?.is_valid(value))
    }
}
