//! The errors of reading a document and their messages. Reading reports as many
//! diagnostics as it can find, not only the first.

use crate::node::Source;
use std::fmt;
use std::path::PathBuf;
use untrusted_text::one_line;

/// The reason why a document can't be compared.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file doesn't exist.
    #[error("{}: there is no such file", path.display())]
    NotFound {
        /// The given path.
        path: PathBuf,
    },
    /// The file exists, and reading it failed.
    #[error("{}: can't be read: {source}", path.display())]
    Unreadable {
        /// The given path.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The text was read, and isn't a document that can be compared.
    #[error("{}", lines(name, diagnostics))]
    Invalid {
        /// The document's name as given to the reader.
        name: String,
        /// Every diagnostic, in the order in which they were found; at least one.
        diagnostics: Vec<Diagnostic>,
    },
}

/// One error in a document and its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind of error.
    pub kind: DiagnosticKind,
    /// The line; counts from 1.
    pub line: usize,
    /// The column in characters; counts from 1.
    pub column: usize,
    /// The location as a JSON Pointer (RFC 6901). Empty for the whole document, and
    /// for a syntax error, which has no location in the tree.
    pub pointer: String,
}

/// The kinds of errors in a document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DiagnosticKind {
    /// The text is neither YAML nor JSON.
    #[error("this is not {language}: {reason}")]
    Syntax {
        /// `YAML` or `JSON`.
        language: &'static str,
        /// The parser's message.
        reason: String,
    },
    /// A mapping contains the same name twice (YAML 1.2.2 §3.2.1.3, RFC 7493 §2.3).
    #[error("`{key}` is given twice; keep one")]
    DuplicateKey {
        /// The name.
        key: String,
    },
    /// The text contains YAML that JSON can't express.
    #[error("{what} can't be read: {remedy}")]
    NotJson {
        /// The construct.
        what: &'static str,
        /// The construct to use instead.
        remedy: &'static str,
    },
    /// The document exceeds a limit of the reader.
    #[error("{what} is over the limit of {limit}")]
    TooLarge {
        /// The limited quantity.
        what: &'static str,
        /// The maximum.
        limit: usize,
    },
    /// The `openapi` field is missing.
    #[error("`openapi` is missing; 3.0.x and 3.1.x documents can be compared{}",
        if *swagger { " (this is a Swagger 2.0 document: convert it first)" } else { "" })]
    VersionMissing {
        /// Whether there is a `swagger` field instead.
        swagger: bool,
    },
    /// The version is not supported.
    #[error("OpenAPI {version} is not supported; 3.0.x and 3.1.x are")]
    VersionUnsupported {
        /// The version in the document.
        version: String,
    },
    /// A value has another type than the specification requires.
    #[error("{what} must be {expected}, and is {found}")]
    WrongKind {
        /// The part of the document.
        what: String,
        /// The required type.
        expected: &'static str,
        /// The actual type or value.
        found: String,
    },
    /// A field that the specification requires is missing.
    #[error("{what} has no `{field}`")]
    FieldMissing {
        /// The part of the document.
        what: &'static str,
        /// The field.
        field: &'static str,
    },
    /// A `$ref` has no target.
    #[error("`$ref: {reference}` leads nowhere: {reason}")]
    ReferenceUnresolved {
        /// The reference as written.
        reference: String,
        /// The reason why it can't be resolved.
        reason: &'static str,
    },
    /// A security requirement names no declared scheme (OpenAPI 3.1.1 §4.8.30).
    #[error("`{scheme}` is not among `components/securitySchemes`")]
    SecuritySchemeUnknown {
        /// The name.
        scheme: String,
    },
}

impl ReadError {
    /// Returns the error of a document that was read and is invalid.
    pub fn invalid(name: &str, diagnostics: Vec<Diagnostic>) -> ReadError {
        ReadError::Invalid {
            name: name.to_owned(),
            diagnostics,
        }
    }
}

impl DiagnosticKind {
    /// Returns a diagnostic of this kind at `source`.
    pub fn at(self, source: &Source) -> Diagnostic {
        Diagnostic {
            kind: self,
            line: source.line,
            column: source.column,
            pointer: source.pointer.clone(),
        }
    }
}

impl fmt::Display for Diagnostic {
    /// Writes `line:column (pointer): message`; [`ReadError`] puts the name of the
    /// document in front.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.line, self.column)?;
        if !self.pointer.is_empty() {
            write!(formatter, " ({})", one_line(&self.pointer))?;
        }
        write!(formatter, ": {}", one_line(&self.kind.to_string()))
    }
}

fn lines(name: &str, diagnostics: &[Diagnostic]) -> String {
    let lines: Vec<String> = diagnostics
        .iter()
        .map(|diagnostic| format!("{}:{diagnostic}", one_line(name)))
        .collect();
    lines.join("\n")
}
