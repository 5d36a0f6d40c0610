//! Diagnostics: errors and warnings about a document, with location and help.
//!
//! Every reader of a document collects diagnostics and reports all of them. Nothing
//! here prints or ends a process.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::fmt;
use std::hash::{Hash, Hasher};

use untrusted_text::one_line;

use crate::{Location, Node, Value};

/// Whether a diagnostic prevents output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum Severity {
    /// No output is produced.
    Error,
    /// Output is produced, but it expresses less than the document.
    Warning,
}

/// A defect that a change of the document repairs. `openapi-document` makes the change, which
/// needs no decision about the meaning of the document, unless its variant says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fix {
    /// A path has variables in the notation of other frameworks, `:id`.
    ColonVariables,
    /// The schemas have another dialect than OpenAPI's.
    Dialect,
    /// `allOf`, `anyOf` or `oneOf` is empty.
    EmptyUnion,
    /// `exclusiveMinimum` or `exclusiveMaximum` is a boolean.
    ExclusiveBound,
    /// `items` is an array.
    ItemsArray,
    /// A path parameter is not required.
    OptionalPathParameter,
    /// The variables of the path and the path parameters of an operation differ.
    PathParameters,
    /// A schema has `$recursiveRef`.
    RecursiveReference,
    /// Two operations have one `operationId`.
    RepeatedOperationId,
    /// A response has no `description`.
    ResponseDescription,
    /// A security requirement names a scheme that is not declared. The user decides whether the
    /// change declares the scheme or removes the requirement.
    UndeclaredScheme,
}

/// An error in a document, or a feature of a document that the output can't
/// express.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether the diagnostic prevents output.
    pub severity: Severity,
    /// The message, a lowercase sentence fragment.
    pub message: String,
    /// Why the message matters, unless the message says it.
    pub reason: Option<Box<str>>,
    /// The remedy, unless it is just to remove the element.
    pub help: Option<String>,
    /// The change that repairs the element, if there is one.
    pub fix: Option<Fix>,
    /// The source location.
    pub location: Location,
}

impl Diagnostic {
    /// Creates an error at a location.
    pub fn error(location: &Location, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            message: message.into(),
            reason: None,
            help: None,
            fix: None,
            location: location.clone(),
        }
    }

    /// Creates a warning at a location.
    pub fn warning(location: &Location, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(location, message) }
    }

    /// Creates the error of a value that isn't what is expected there.
    pub fn unexpected(node: &Node, what: &str, expected: &str) -> Self {
        let found = node.value.excerpt();
        let message = format!("{what} must be {expected}, and is {found}");
        let is_scalar = matches!(node.value, Value::Bool(_) | Value::Number(_));
        let help = (is_scalar && expected.starts_with("a string")).then(|| "quote it".to_owned());
        Self { help, ..Self::error(&node.location, message) }
    }

    /// Creates the error of an object without a field that it must have.
    pub fn missing(node: &Node, what: &str, field: &str) -> Self {
        Self::error(&node.location, format!("{what} has no `{field}`"))
    }

    /// Adds the reason why the message matters.
    #[must_use]
    pub fn reason(mut self, reason: impl Into<Box<str>>) -> Self {
        self.reason = Some(reason.into());
        self
    }

    /// Adds the help text.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds the change that repairs the element.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }

    /// Returns whether both have the same text about the same position, in two components or
    /// in the same node: elsewhere the pointer tells which operation it is about.
    pub fn repeats(&self, other: &Self) -> bool {
        self.location.cmp_in_text(&other.location).is_eq()
            && self.severity == other.severity
            && self.message == other.message
            && self.reason == other.reason
            && self.help == other.help
            && self.pointer_outside_of_schemas() == other.pointer_outside_of_schemas()
    }

    /// Returns a hash that is the same for diagnostics that repeat each other.
    pub fn repetition_hash(&self) -> u64 {
        let Location { line, column, .. } = &self.location;
        let mut hasher = DefaultHasher::new();
        (line, column, &self.message, self.pointer_outside_of_schemas()).hash(&mut hasher);
        hasher.finish()
    }

    fn pointer_outside_of_schemas(&self) -> Option<&str> {
        let pointer = self.location.pointer.as_str();
        (!pointer.starts_with("/components/schemas/")).then_some(pointer)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Location { file, line, column, pointer, .. } = &self.location;
        let (file, pointer) = (one_line(file), pointer.to_string());
        write!(
            formatter,
            "{file}:{line}:{column}: {}: {}\n  at {}",
            self.severity,
            one_line(&self.message),
            one_line(&pointer)
        )?;
        if let Some(reason) = &self.reason {
            write!(formatter, "\n  note: {}", one_line(reason))?;
        }
        match &self.help {
            Some(help) => write!(formatter, "\n  help: {}", one_line(help)),
            None => Ok(()),
        }
    }
}

/// A set of diagnostics, without duplicates.
#[derive(Clone, Default, thiserror::Error)]
#[error("{}", list.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("\n"))]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    /// The indices in the list by [`Diagnostic::repetition_hash`]: a large document has
    /// thousands of diagnostics. Empty after a change of the order.
    known: HashMap<u64, Vec<usize>>,
}

impl Diagnostics {
    /// Returns the value of a result, or adds its diagnostic.
    pub fn report<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        result.map_err(|diagnostic| self.push(diagnostic)).ok()
    }

    /// Adds a diagnostic, unless an equal diagnostic is present.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.known.is_empty() {
            for (index, diagnostic) in self.list.iter().enumerate() {
                self.known.entry(diagnostic.repetition_hash()).or_default().push(index);
            }
        }
        // Several references may lead to the same node, and a component that differs by
        // direction is read twice.
        let same_hash = self.known.entry(diagnostic.repetition_hash()).or_default();
        let mut known = same_hash.iter();
        match known.find(|index| self.list[**index].repeats(&diagnostic)) {
            None => {
                same_hash.push(self.list.len());
                self.list.push(diagnostic);
            }
            Some(index) if diagnostic.location.pointer < self.list[*index].location.pointer => {
                self.list[*index] = diagnostic;
            }
            Some(_) => {}
        }
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns whether any diagnostic is an error.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Returns the number of errors that a change of the document repairs, with those whose change
    /// needs a decision.
    pub fn repairable(&self) -> usize {
        let errors = self.list.iter();
        let is_repairable =
            |one: &&Diagnostic| one.severity == Severity::Error && one.fix.is_some();
        errors.filter(is_repairable).count()
    }

    /// Returns the errors, without the warnings.
    #[must_use]
    pub fn errors(mut self) -> Self {
        self.known.clear();
        self.list.retain(|diagnostic| diagnostic.severity == Severity::Error);
        self
    }

    /// Returns the diagnostics sorted by position in the text.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.sort();
        self
    }

    /// Sorts the diagnostics by position in the text.
    pub fn sort(&mut self) {
        self.known.clear();
        self.list.sort_by(|left, right| left.location.cmp_in_text(&right.location));
    }

    /// Returns `value` without the warnings, unless there is an error.
    ///
    /// # Errors
    /// All diagnostics, sorted by position in the text.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.has_errors() { Err(self.sorted()) } else { Ok(value) }
    }
}

impl PartialEq for Diagnostics {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl Eq for Diagnostics {}

impl fmt::Debug for Diagnostics {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list.fmt(formatter)
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { list: vec![diagnostic], known: HashMap::new() }
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        diagnostics.into_iter().for_each(|diagnostic| self.push(diagnostic));
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(diagnostics: I) -> Self {
        let mut all = Self::default();
        all.extend(diagnostics);
        all
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'d> IntoIterator for &'d Diagnostics {
    type Item = &'d Diagnostic;
    type IntoIter = std::slice::Iter<'d, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}
