//! Verifies witnesses by the `jsonschema` crate, against whole schemas. References
//! are never fetched, and a schema that doesn't compile neither accepts nor rejects
//! a value.

use crate::inclusion::schema::{Key, Schema};
use jsonschema::{Draft, PatternOptions, Validator};
use serde_json::Value;
use std::collections::HashMap;

/// The steps that the validator may go back to match a pattern in one text.
const BACKTRACKS: usize = 1 << 16;

/// A cache of compiled schemas; `None` for a schema that doesn't compile.
#[derive(Default)]
pub(crate) struct Verifier {
    validators: HashMap<Key, Option<Validator>>,
}

impl Verifier {
    /// Returns whether `schema` allows `value`; `None` if the schema doesn't compile.
    pub(crate) fn verify(&mut self, schema: &Schema, value: &Value) -> Option<bool> {
        let validator = self.validators.entry(schema.key()).or_insert_with(|| {
            let options = jsonschema::options()
                .with_draft(Draft::Draft202012)
                .with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(BACKTRACKS))
                .offline();
            options.should_validate_formats(true).build(&schema.to_json_schema()).ok()
        });
        Some(validator.as_ref()?.is_valid(value))
    }
}
