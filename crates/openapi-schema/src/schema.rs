//! Compiles the document's schemas to validators.
//!
//! The validators decide which values are accepted, with every keyword of JSON
//! Schema 2020-12, including keywords that Rust types and the emitted 3.0 document
//! cannot express. Types are decoded only from values that a schema has accepted.
//! The crate `jsonschema` decides about formats; `tests/formats.rs` has a row for each edge.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use crate::document::Document;
use crate::error::{DecodeError, SchemaError};
use crate::json_schema::{Compiled, Fault, judge};
use crate::plan::Plan;
use crate::scalar::Scalar;
use crate::violation::{Violation, Violations};

/// A schema of a document.
pub struct Schema {
    document: &'static Document,
    pointer: &'static str,
    target: OnceLock<Arc<Compiled>>,
    plan: OnceLock<Option<Plan>>,
}

impl Schema {
    /// Creates the schema at a JSON Pointer in URI fragment form.
    pub const fn at(document: &'static Document, pointer: &'static str) -> Self {
        Self { document, pointer, target: OnceLock::new(), plan: OnceLock::new() }
    }

    /// Compiles the schema, unless it is already compiled.
    ///
    /// # Errors
    /// The schema does not compile.
    pub fn compile(&self) -> Result<&Compiled, SchemaError> {
        if let Some(target) = self.target.get() {
            return Ok(target);
        }
        let target = self
            .document
            .schemas()?
            .compile(self.pointer)
            .map_err(|message| SchemaError::NotASchema { pointer: self.pointer, message })?;
        Ok(self.target.get_or_init(|| target))
    }

    /// Validates a value.
    ///
    /// # Errors
    /// [`DecodeError::Invalid`] with all violations, up to [`Violations::MOST`], and
    /// [`DecodeError::Schema`].
    pub fn validate(&self, value: &Value) -> Result<(), DecodeError> {
        if self.accepts(value)? { Ok(()) } else { Err(self.violations(value, true)?.into()) }
    }

    /// Returns the violations of a value that the schema refuses.
    pub(crate) fn violations(
        &self,
        value: &Value,
        is_meant: bool,
    ) -> Result<Violations, SchemaError> {
        let found = self.faults(value, is_meant, Violations::MOST)?;
        Ok(found.into_iter().map(Violation::from).collect())
    }

    /// Returns why the schema refuses a value.
    pub(crate) fn faults(
        &self,
        value: &Value,
        is_meant: bool,
        most: usize,
    ) -> Result<Vec<Fault<'static>>, SchemaError> {
        let schemas = self.document.schemas()?;
        let root = schemas.resolve(self.pointer);
        Ok(root.map_or_else(Vec::new, |root| schemas.explain(&root, value, is_meant, most)))
    }

    pub(crate) fn document(&self) -> &'static Document {
        self.document
    }

    pub(crate) fn pointer(&self) -> &'static str {
        self.pointer
    }

    /// Returns the plan, unless the schema has too few keywords that a plan knows.
    pub(crate) fn plan(&self) -> Option<&Plan> {
        let plan = || Plan::compile(self.document, self.pointer);
        self.plan.get_or_init(plan).as_ref()
    }

    /// Returns the value that [`Schema::validate_text`] returns for a text, if that is certain
    /// without a search: the schema accepts the string, or no string and the boolean or
    /// integer that the text spells.
    pub fn scalar<'t>(&self, text: Cow<'t, str>) -> Option<Scalar<'t>> {
        self.plan()?.scalar(text)
    }

    /// Returns whether the schema accepts a value.
    ///
    /// # Errors
    /// The schema does not compile.
    pub fn accepts(&self, value: &Value) -> Result<bool, SchemaError> {
        Ok(judge(self.compile()?, value))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::json;

    use super::{DecodeError, Document, Schema, Violations};
    use crate::Texts;
    use crate::violation::LONGEST;

    static DOCUMENT: Document = Document::new(
        r##"{
            "Closed": { "properties": { "a": {} }, "additionalProperties": false },
            "Numbers": { "additionalProperties": { "type": "number" } },
            "Inner": { "additionalProperties": { "type": "string" } },
            "Late": { "pattern": "^(?:(a+)(a+)(a+)\\1c|a+b)$" }
        }"##,
    );
    static CLOSED: Schema = Schema::at(&DOCUMENT, "#/Closed");
    static NUMBERS: Schema = Schema::at(&DOCUMENT, "#/Numbers");
    static INNER: Schema = Schema::at(&DOCUMENT, "#/Inner");
    static LATE: Schema = Schema::at(&DOCUMENT, "#/Late");

    #[test]
    fn member_names_chosen_by_the_sender_do_not_make_a_message_long() {
        let name = "é".repeat(1 << 20);
        for schema in [&CLOSED, &INNER] {
            let error = schema.validate(&json!({ &name: 1 })).unwrap_err();
            let message = error.to_string();
            assert!(message.len() < Violations::MOST * 4 * LONGEST, "{}", message.len());
            assert!(message.contains('…'), "{message}");
        }
        // A float can't hold the number, which is found after the validation.
        let number = [(name, Texts::One("1e999".to_owned()))];
        let found = NUMBERS.validate_texts(&Texts::Members(number.into())).unwrap_err();
        assert!(found.to_string().len() < 4 * LONGEST, "{}", found.to_string().len());
    }

    #[test]
    fn a_violation_names_the_keyword_in_the_document() {
        let Err(DecodeError::Invalid(violations)) = INNER.validate(&json!({ "a": 1 })) else {
            panic!("the value is accepted");
        };
        assert_eq!(violations.keywords(), "#/Inner/additionalProperties/type");
    }

    #[test]
    fn a_pattern_that_needs_too_many_backtracking_steps_rejects_the_text() {
        assert!(LATE.accepts(&json!("aaaab")).unwrap());
        // This text matches too, after more steps than the limit and fewer than the
        // default of `jsonschema`.
        let text = format!("{}b", "a".repeat(60));
        assert!(!LATE.accepts(&json!(text)).unwrap());
    }
}
