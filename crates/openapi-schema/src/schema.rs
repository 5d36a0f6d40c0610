//! Compiles the document's schemas to validators.
//!
//! The validators decide which values are accepted, with every keyword of JSON
//! Schema 2020-12, including keywords that Rust types and the emitted 3.0 document
//! cannot express. Types are decoded only from values that a schema has accepted.
//! The crate `jsonschema` decides about formats; `tests/formats.rs` has a row for each edge.

use std::fmt;
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use crate::DecodeError;
use crate::document::{Document, SchemaError};
use crate::json_schema::{Compiled, Fault, judge};
use crate::plan::Plan;

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
        match self.accepts(value)? {
            true => Ok(()),
            false => Err(self.violations(value, true)?.into()),
        }
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

    /// Returns whether the schema accepts a value.
    ///
    /// # Errors
    /// The schema does not compile.
    pub fn accepts(&self, value: &Value) -> Result<bool, SchemaError> {
        Ok(judge(self.compile()?, value))
    }
}

/// The maximum length of a violation's pointer and rule in bytes: both can contain
/// member names, which the sender chooses.
const LONGEST: usize = 256;

/// Returns the beginning of a text, without writing the rest.
pub(crate) fn shortened(text: &impl fmt::Display) -> String {
    struct Beginning(String);

    impl fmt::Write for Beginning {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            let remaining = LONGEST - self.0.len();
            if text.len() <= remaining {
                self.0.push_str(text);
                return Ok(());
            }
            let end = (0..=remaining).rev().find(|end| text.is_char_boundary(*end));
            self.0.push_str(&text[..end.unwrap_or(0)]);
            self.0.push('…');
            Err(fmt::Error)
        }
    }

    let mut beginning = Beginning(String::new());
    // An error means that the limit is reached.
    let _ = fmt::write(&mut beginning, format_args!("{text}"));
    beginning.0
}

/// A violation: its location in the value, and the violated rule of the schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The JSON Pointer (RFC 6901) of the invalid part; empty for the whole value.
    pub pointer: String,
    /// The rule of the schema.
    pub rule: String,
    /// The locations of the violated keywords in the document, as JSON Pointers in URI
    /// fragment form: more than one if several branches of an `allOf` have the rule. Empty
    /// if no keyword is violated: the type of the generated code cannot hold the value, for
    /// example.
    pub keywords: Vec<String>,
}

impl From<Fault<'_>> for Violation {
    fn from(fault: Fault<'_>) -> Self {
        Self {
            pointer: shortened(&fault.pointer),
            rule: shortened(&fault.rule),
            keywords: vec![shortened(&fault.keyword)],
        }
    }
}

/// The violations of a value, at least one and at most [`Violations::MOST`].
///
/// ```
/// # use openapi_schema::{DecodeError, Document, Schema};
/// static DOCUMENT: Document = Document::new(r#"{ "Age": { "minimum": 0, "multipleOf": 1 } }"#);
/// static AGE: Schema = Schema::at(&DOCUMENT, "#/Age");
///
/// let Err(DecodeError::Invalid(violations)) = AGE.validate(&(-0.5).into()) else {
///     panic!("an age is not negative");
/// };
/// assert_eq!(violations.len(), 2);
/// for violation in &violations {
///     assert_eq!(violation.pointer, "");
///     println!("{}: {}", violation.rule, violation.keywords.join(", "));
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violations(Vec<Violation>);

impl Violations {
    /// The maximum number of reported violations.
    pub const MOST: usize = 16;

    /// Creates a single violation.
    pub fn one(pointer: impl Into<String>, rule: impl fmt::Display) -> Self {
        Self(vec![Violation {
            pointer: shortened(&pointer.into()),
            rule: shortened(&rule),
            keywords: Vec::new(),
        }])
    }

    /// Returns the violations in the order in which they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Violation> {
        self.0.iter()
    }

    /// Returns the number of violations.
    #[expect(clippy::len_without_is_empty, reason = "there is at least one")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the locations of the violated keywords in the document, for a log. Empty
    /// if no keyword is violated.
    pub fn keywords(&self) -> String {
        let mut distinct: Vec<&str> = Vec::new();
        for keyword in self.0.iter().flat_map(|found| &found.keywords) {
            if !distinct.contains(&keyword.as_str()) {
                distinct.push(keyword);
            }
        }
        distinct.join(", ")
    }
}

impl FromIterator<Violation> for Violations {
    fn from_iter<I: IntoIterator<Item = Violation>>(violations: I) -> Self {
        // Several branches of an `allOf` may report the same violation.
        let mut distinct: Vec<Violation> = Vec::new();
        for violation in violations.into_iter().take(Self::MOST) {
            let equal = distinct
                .iter_mut()
                .find(|known| known.pointer == violation.pointer && known.rule == violation.rule);
            match equal {
                Some(known) => known.keywords.extend(violation.keywords),
                None => distinct.push(violation),
            }
        }
        Self(distinct)
    }
}

impl<'v> IntoIterator for &'v Violations {
    type Item = &'v Violation;
    type IntoIter = std::slice::Iter<'v, Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Violations {
    type Item = Violation;
    type IntoIter = std::vec::IntoIter<Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl fmt::Display for Violations {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Violation { pointer, rule, .. }) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(formatter, "{separator}at {pointer:?} {rule}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::json;

    use super::{DecodeError, Document, LONGEST, Schema, Violations};

    static DOCUMENT: Document = Document::new(
        r##"{
            "Closed": { "properties": { "a": {} }, "additionalProperties": false },
            "Inner": { "additionalProperties": { "type": "string" } },
            "Late": { "pattern": "^(?:(a+)(a+)(a+)\\1c|a+b)$" }
        }"##,
    );
    static CLOSED: Schema = Schema::at(&DOCUMENT, "#/Closed");
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
