//! What makes a document unreadable, and the words for it. It must never stop
//! at the first problem where the next can be found too.

use super::node::Source;
use std::fmt;
use std::path::PathBuf;

/// Why a document can't be compared.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// There is no such file.
    #[error("{}: there is no such file", path.display())]
    NotFound {
        /// The path that was asked for.
        path: PathBuf,
    },
    /// The file is there, and reading it failed.
    #[error("{}: can't be read: {source}", path.display())]
    Unreadable {
        /// The path that was asked for.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The text was read, and is not a document that can be compared.
    #[error("{}", lines(name, problems))]
    Invalid {
        /// The document's name as given to [`Document::parse`](crate::Document::parse).
        name: String,
        /// Everything that is wrong, in the order in which it was found; at
        /// least one.
        problems: Vec<Problem>,
    },
}

/// One fault of a document and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong.
    pub fault: Fault,
    /// Counts from 1.
    pub line: usize,
    /// In characters; counts from 1.
    pub column: usize,
    /// The place as a JSON Pointer (RFC 6901). Empty for the whole document,
    /// and for a syntax error, which has no place in the tree.
    pub pointer: String,
}

/// What can be wrong with a document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Neither YAML nor JSON.
    #[error("this is not {language}: {reason}")]
    Syntax {
        /// `YAML` or `JSON`.
        language: &'static str,
        /// What the parser said.
        reason: String,
    },
    /// A mapping says the same name twice (YAML 1.2.2 §3.2.1.3, RFC 7493 §2.3).
    #[error("`{key}` is given twice; keep one")]
    DuplicateKey {
        /// The name.
        key: String,
    },
    /// YAML that JSON has no counterpart for.
    #[error("{what} can't be read: {remedy}")]
    NotJson {
        /// The construct.
        what: &'static str,
        /// What to write instead.
        remedy: &'static str,
    },
    /// Larger than this reader is willing to hold.
    #[error("{what} is over the limit of {limit}")]
    TooLarge {
        /// What is counted.
        what: &'static str,
        /// How many there may be.
        limit: usize,
    },
    /// The `openapi` field is missing.
    #[error("`openapi` is missing; 3.0.x and 3.1.x documents can be compared{}",
        if *swagger { " (this is a Swagger 2.0 document: convert it first)" } else { "" })]
    VersionMissing {
        /// Whether a `swagger` field stands there instead.
        swagger: bool,
    },
    /// A version that this crate doesn't know.
    #[error("OpenAPI {version} is not supported; 3.0.x and 3.1.x are")]
    VersionUnsupported {
        /// What the document says.
        version: String,
    },
    /// A value of another kind than the specification asks for.
    #[error("{what} must be {expected}, and is {found}")]
    WrongKind {
        /// The part of the document.
        what: String,
        /// The kind the specification asks for.
        expected: &'static str,
        /// The kind, or the value, that stands there.
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
    /// A `$ref` that leads nowhere.
    #[error("`$ref: {reference}` leads nowhere: {reason}")]
    ReferenceUnresolved {
        /// The reference as written.
        reference: String,
        /// Why it can't be followed.
        reason: &'static str,
    },
    /// A security requirement that names no scheme (OpenAPI 3.1.1 §4.8.30).
    #[error("`{scheme}` is not among `components/securitySchemes`")]
    SecuritySchemeUnknown {
        /// The name.
        scheme: String,
    },
}

impl Fault {
    pub(crate) fn at(self, source: &Source) -> Problem {
        Problem {
            fault: self,
            line: source.line,
            column: source.column,
            pointer: source.pointer.clone(),
        }
    }
}

impl fmt::Display for Problem {
    /// `line:column (pointer): what is wrong`; [`ReadError`] puts the name in
    /// front.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.line, self.column)?;
        if !self.pointer.is_empty() {
            write!(formatter, " ({})", self.pointer)?;
        }
        write!(formatter, ": {}", self.fault)
    }
}

fn lines(name: &str, problems: &[Problem]) -> String {
    let lines: Vec<String> = problems
        .iter()
        .map(|problem| format!("{name}:{problem}"))
        .collect();
    lines.join("\n")
}
