//! Separates the operations that a generator accepts from those that it refuses, so
//! that one operation with an error doesn't prevent the others from being generated.

use std::fmt;

use untrusted_text::one_line;

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
        let operation = self.operation.to_string();
        write!(formatter, "{}\n{}", one_line(&operation), self.reasons)
    }
}

/// Separates the accepted operations of a document from the refused ones. `check`
/// returns the diagnostics of a generator for a document; an operation is refused if
/// the part of the document that it needs has errors. An operation that is accepted
/// alone, and not together with others, is refused if the error is located in it.
///
/// An operation is checked alone only if an error is located in the part of the document
/// that it needs: a document of hundreds of operations that share recursive schemas takes
/// as long to check for one operation as for all.
///
/// # Errors
/// All diagnostics, if an error belongs to no operation.
pub fn partition(
    document: Document,
    check: impl Fn(&Document) -> Diagnostics,
) -> Result<Partition, Diagnostics> {
    let whole = check(&document);
    if !whole.has_errors() {
        let refused = Vec::new();
        return Ok(Partition { document, refused });
    }
    let operations = document.operations();
    if operations.is_empty() || check(&document.restricted(&[])).has_errors() {
        return Err(whole);
    }
    let mut part = document.clone();
    let mut errors = whole.clone().errors();
    let mut refused = Vec::new();
    while errors.has_errors() {
        let accepted = part.operations();
        let mut refusals = refusals(&accepted, |operation| {
            let alone = document.restricted(std::slice::from_ref(operation));
            let is_suspect = (&errors).into_iter().any(|error| {
                let pointer = &error.location.pointer;
                alone.find(pointer).is_some() || document.find(pointer).is_none()
            });
            if is_suspect {
                check(&alone).errors()
            } else {
                Diagnostics::default()
            }
        });
        if refusals.is_empty() {
            refusals = self::refusals(&accepted, |operation| located_in(&errors, operation));
        }
        if refusals.is_empty() {
            return Err(whole);
        }
        refused.extend(refusals);
        let is_accepted = |operation: &OperationName| {
            let mut refused = refused.iter();
            !refused.any(|refusal: &Refusal| refusal.operation == *operation)
        };
        let accepted: Vec<_> = accepted.into_iter().filter(is_accepted).collect();
        part = document.restricted(&accepted);
        errors = check(&part).errors();
    }
    refused.sort_by_key(|refusal| {
        let mut operations = operations.iter();
        operations.position(|operation| *operation == refusal.operation)
    });
    Ok(Partition {
        document: part,
        refused,
    })
}

/// Returns the operations that have errors, with their errors.
fn refusals(
    operations: &[OperationName],
    errors: impl Fn(&OperationName) -> Diagnostics,
) -> Vec<Refusal> {
    let refusals = operations.iter().map(|operation| Refusal {
        operation: operation.clone(),
        reasons: errors(operation),
    });
    let refusals = refusals.filter(|refusal| refusal.reasons.has_errors());
    refusals.collect()
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
