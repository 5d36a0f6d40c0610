//! What is wrong with a document, where, and what to do about it.
//!
//! Everything that reads a document collects these and reports all of them;
//! nothing here prints or ends a process.

use std::fmt;

use crate::Location;

/// Whether a diagnostic stops the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing is produced.
    Error,
    /// Something is produced that says less than the document.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

/// One thing that is wrong with a document, or that can't be carried on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether it stops the work.
    pub severity: Severity,
    /// What is wrong, as a lowercase sentence fragment.
    pub message: String,
    /// What to do, if there is something better than to leave it out.
    pub help: Option<String>,
    /// Where.
    pub location: Location,
}

impl Diagnostic {
    /// An error at that place.
    pub fn error(location: &Location, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            message: message.into(),
            help: None,
            location: location.clone(),
        }
    }

    /// A warning at that place.
    pub fn warning(location: &Location, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(location, message)
        }
    }

    /// The same, with what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Location {
            file,
            line,
            column,
            pointer,
        } = &self.location;
        write!(
            formatter,
            "{file}:{line}:{column}: {}: {}\n  at {pointer}",
            self.severity, self.message
        )?;
        match &self.help {
            Some(help) => write!(formatter, "\n  help: {help}"),
            None => Ok(()),
        }
    }
}

/// Everything that was found, each thing once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        // The same node may be reached on several ways, through references.
        if !self.0.contains(&diagnostic) {
            self.0.push(diagnostic);
        }
    }

    /// Whether one of them stops the work.
    pub fn has_errors(&self) -> bool {
        self.0
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// The same in the order of the text.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.0
            .sort_by_key(|diagnostic| (diagnostic.location.line, diagnostic.location.column));
        self
    }

    /// Puts them in the order of the document.
    pub fn sort(&mut self) {
        self.0
            .sort_by_key(|diagnostic| (diagnostic.location.line, diagnostic.location.column));
    }

    /// `value`, unless one of them stops the work.
    ///
    /// # Errors
    /// All of them, in the order of the text.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.has_errors() {
            Err(self.sorted())
        } else {
            Ok(value)
        }
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        diagnostics
            .into_iter()
            .for_each(|diagnostic| self.push(diagnostic));
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'d> IntoIterator for &'d Diagnostics {
    type Item = &'d Diagnostic;
    type IntoIter = std::slice::Iter<'d, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.0.iter().enumerate() {
            if index > 0 {
                formatter.write_str("\n")?;
            }
            write!(formatter, "{diagnostic}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}
