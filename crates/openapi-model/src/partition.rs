//! Separates the operations that a generator accepts from those that it refuses, so
//! that one operation with an error doesn't prevent the others from being generated.

use std::fmt;

use crate::{Diagnostic, Diagnostics, Document, OperationName};

/// A document whose operations are all accepted, and the operations that are not.
#[derive(Clone, Debug)]
pub struct Partition {
    /// The part of the document with the accepted operations.
    pub document: Document,
    /// The refused operations, in the order of the document.
    pub refused: Vec<Refusal>,
}

/// An operation that a generator refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The operation.
    pub operation: OperationName,
    /// The reasons: all errors of the operation, at least one.
    pub reasons: Diagnostics,
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}\n{}", self.operation, self.reasons)
    }
}

/// Separates the accepted operations of a document from the refused ones. `check`
/// returns the diagnostics of a generator for a document; an operation is refused if
/// the part of the document that it needs has errors. An operation that is accepted
/// alone, and not together with others, is refused if the error is located in it.
///
/// A document without errors is checked once, any other once for each operation.
///
/// # Errors
/// All diagnostics, if an error belongs to no operation.
pub fn partition(
    document: Document,
    check: impl Fn(&Document) -> Diagnostics,
) -> Result<Partition, Diagnostics> {
    let whole = check(&document);
    let mut refused = Vec::new();
    if !whole.has_errors() {
        return Ok(Partition { document, refused });
    }
    let operations = document.operations();
    if operations.is_empty() || check(&document.restricted(&[])).has_errors() {
        return Err(whole);
    }
    let mut accepted = Vec::new();
    for operation in &operations {
        let part = document.restricted(std::slice::from_ref(operation));
        let reasons = check(&part).errors();
        if reasons.has_errors() {
            let operation = operation.clone();
            refused.push(Refusal { operation, reasons });
        } else {
            accepted.push(operation.clone());
        }
    }
    loop {
        let part = document.restricted(&accepted);
        let errors = check(&part).errors();
        if !errors.has_errors() {
            let index = |refusal: &Refusal| {
                let position = operations.iter().position(|one| *one == refusal.operation);
                position.unwrap_or_default()
            };
            refused.sort_by_key(index);
            return Ok(Partition {
                document: part,
                refused,
            });
        }
        let before = accepted.len();
        accepted.retain(|operation| {
            let reasons = located_in(&errors, operation);
            let is_accepted = !reasons.has_errors();
            if !is_accepted {
                let operation = operation.clone();
                refused.push(Refusal { operation, reasons });
            }
            is_accepted
        });
        if accepted.len() == before {
            return Err(whole);
        }
    }
}

/// Returns the diagnostics that are located in an operation.
fn located_in(diagnostics: &Diagnostics, operation: &OperationName) -> Diagnostics {
    let pointer = &operation.location.pointer;
    let own = diagnostics
        .into_iter()
        .filter(|diagnostic: &&Diagnostic| diagnostic.location.pointer.is_within(pointer));
    let mut located = Diagnostics::default();
    located.extend(own.cloned());
    located
}
