//! Operations that a user selects by name.

use std::collections::BTreeSet;
use std::fmt;

use untrusted_text::one_line;

use crate::fields::nearest;
use crate::{Document, OperationName};

/// A selection of operations. A name is an `operationId`, a method and a path such as
/// `GET /trees/{id}`, a tag, or an extension that is `true`, such as `x-internal`; each name
/// has to match an operation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The operations to keep; empty for all.
    pub only: Vec<String>,
    /// The operations to leave out, of those that `only` keeps.
    pub skip: Vec<String>,
}

/// Names that match no operation of a document, each with a similar name that does.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct UnknownOperations(Vec<(String, Option<String>)>);

impl fmt::Display for UnknownOperations {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, near)) in self.0.iter().enumerate() {
            if index > 0 {
                formatter.write_str("\n")?;
            }
            write!(
                formatter,
                "`{}` is no operationId, no method and path, no tag, and no extension of an operation",
                one_line(name)
            )?;
            if let Some(near) = near {
                write!(formatter, "; did you mean `{}`?", one_line(near))?;
            }
        }
        Ok(())
    }
}

impl Selection {
    /// Returns the part of a document with the selected operations.
    ///
    /// # Errors
    /// All names that match no operation.
    pub fn apply(&self, document: Document) -> Result<Document, UnknownOperations> {
        if self.only.is_empty() && self.skip.is_empty() {
            return Ok(document);
        }
        let operations = document.operations();
        self.check(&operations)?;
        Ok(self.part(&document, operations))
    }

    /// Returns the same parts of several versions of a document. A name has to match an
    /// operation of one of them.
    ///
    /// # Errors
    /// All names that match no operation of any.
    pub fn apply_to_all(&self, documents: &mut [Document]) -> Result<(), UnknownOperations> {
        if self.only.is_empty() && self.skip.is_empty() {
            return Ok(());
        }
        let operations = documents.iter().flat_map(Document::operations);
        self.check(&operations.collect::<Vec<_>>())?;
        for document in documents {
            *document = self.part(document, document.operations());
        }
        Ok(())
    }

    fn part(&self, document: &Document, mut operations: Vec<OperationName>) -> Document {
        let is_in = |names: &[String], operation: &OperationName| {
            names.iter().any(|name| matches(name, operation))
        };
        operations.retain(|operation| {
            (self.only.is_empty() || is_in(&self.only, operation)) && !is_in(&self.skip, operation)
        });
        document.restricted(&operations)
    }

    fn check(&self, operations: &[OperationName]) -> Result<(), UnknownOperations> {
        let unknown: Vec<_> = self
            .only
            .iter()
            .chain(&self.skip)
            .filter(|name| !operations.iter().any(|known| matches(name, known)))
            .map(|name| (name.clone(), suggestion(name, operations)))
            .collect();
        if unknown.is_empty() { Ok(()) } else { Err(UnknownOperations(unknown)) }
    }
}

fn matches(name: &str, operation: &OperationName) -> bool {
    let is_endpoint = name.split_once(' ').is_some_and(|(method, path)| {
        method.eq_ignore_ascii_case(operation.method.as_str()) && path.trim() == operation.path
    });
    is_endpoint
        || operation.id.as_deref() == Some(name)
        || operation.tags.iter().any(|tag| tag == name)
        || operation.extensions.iter().any(|one| one == name)
}

fn suggestion(name: &str, operations: &[OperationName]) -> Option<String> {
    let mut known = BTreeSet::new();
    for operation in operations {
        known.insert(format!("{} {}", operation.method, operation.path));
        known.extend(operation.id.clone());
        known.extend(operation.tags.iter().cloned());
        known.extend(operation.extensions.iter().cloned());
    }
    nearest(name, known.iter().map(String::as_str)).map(str::to_owned)
}
