//! What a schema refuses in a value.

use std::fmt;

use crate::json_schema::{Fault, token};

/// The maximum length of each text of a violation in bytes, without the `…` at its end: the texts
/// can contain member names, which the sender chooses.
pub(crate) const LONGEST: usize = 256;

/// Returns the beginning of a text, without writing the rest.
fn shortened(text: &impl fmt::Display) -> String {
    struct Beginning(String);

    impl fmt::Write for Beginning {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            let remaining = LONGEST.saturating_sub(self.0.len());
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

    /// Returns the violations of the member of an object whose value has these.
    pub fn of_member(self, name: &str) -> impl Iterator<Item = Violation> {
        let pointer = move |below: &str| format!("/{}{below}", token(name));
        let violations = self.0.into_iter();
        violations.map(move |one| Violation { pointer: pointer(&one.pointer), ..one })
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
        for mut violation in violations.into_iter().take(Self::MOST) {
            violation.pointer = shortened(&violation.pointer);
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
