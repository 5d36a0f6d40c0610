//! Separates the operations that a generator accepts from those that it refuses, so
//! that one operation with an error doesn't prevent the others from being generated.

use std::collections::HashMap;
use std::fmt;

use untrusted_text::one_line;

use crate::restrict::Needed;
use crate::{Diagnostic, Diagnostics, Document, OperationName, Pointer, Severity};

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
/// as long to check for one operation as for all. If many operations have the same error,
/// such as a reference to nothing in a schema that all of them reach, the others that need
/// its place are refused without a check of their own.
///
/// # Errors
/// All diagnostics, if an error belongs to no operation.
pub fn partition(
    document: Document,
    check: impl Fn(&Document) -> Diagnostics,
) -> Result<Partition, Diagnostics> {
    let whole = check(&document);
    separated(document, whole, check)
}

/// As [`partition`], with the diagnostics of the whole document.
///
/// # Errors
/// As [`partition`].
pub fn separated(
    document: Document,
    whole: Diagnostics,
    check: impl Fn(&Document) -> Diagnostics,
) -> Result<Partition, Diagnostics> {
    if !whole.has_errors() {
        let refused = Vec::new();
        return Ok(Partition { document, refused });
    }
    let operations = document.operations();
    if operations.is_empty()
        || check(&document.restricted(&[])).has_errors()
        || has_error_in_empty_path(&whole, &operations)
    {
        return Err(whole);
    }
    let mut part = document.clone();
    let mut is_whole = true;
    let mut errors = whole.clone().errors();
    let mut refused = Vec::new();
    let mut shared = Shared::default();
    while errors.has_errors() {
        let accepted = part.operations();
        let mut refusals = refusals(&accepted, |operation| {
            let alone = std::slice::from_ref(operation);
            let part = Needed::by(&document, alone);
            let is_needed = |error: &&Diagnostic| {
                let pointer = &error.location.pointer;
                part.contains(pointer) || document.find(pointer).is_none()
            };
            let needed: Vec<_> = (&errors).into_iter().filter(is_needed).collect();
            if needed.is_empty() {
                return Diagnostics::default();
            }
            let known = needed.iter().filter(|error| shared.is_known(error));
            let mut reasons = Diagnostics::default();
            reasons.extend(known.map(|error| (**error).clone()));
            if reasons.has_errors() {
                reasons.extend(located_in(&errors, operation));
                return reasons;
            }
            let found = check(&document.restricted(alone)).errors();
            shared.count(&needed, &found);
            found
        });
        if refusals.is_empty() {
            refusals = self::refusals(&accepted, |operation| located_in(&errors, operation));
        }
        // In the whole document, components that no operation needs can have the errors.
        if refusals.is_empty() && !is_whole {
            return Err(whole);
        }
        is_whole = false;
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

/// Returns whether an error is located in a path without operations, such as one whose reference
/// points to nothing. No part of the document would have it.
fn has_error_in_empty_path(diagnostics: &Diagnostics, operations: &[OperationName]) -> bool {
    let paths = Pointer::root().join("paths");
    let is_in_empty_path = |pointer: &Pointer| {
        let path = pointer.tokens().nth(1);
        let is_of = |path: &str| operations.iter().any(|operation| operation.path == path);
        pointer.is_within(&paths) && path.is_some_and(|path| !is_of(&path))
    };
    let mut diagnostics = diagnostics.into_iter();
    diagnostics
        .any(|one| one.severity == Severity::Error && is_in_empty_path(&one.location.pointer))
}

/// The number of operations that are checked alone for one error.
const MAX_CHECKS: usize = 20;

/// The errors that operations have alone, with the number of these operations; `None` if
/// an operation needs the place of the error and does not have it.
#[derive(Default)]
struct Shared(HashMap<(Pointer, String), Option<usize>>);

impl Shared {
    /// Counts the errors of an operation among those whose places it needs.
    fn count(&mut self, needed: &[&Diagnostic], found: &Diagnostics) {
        for error in needed {
            let count = self.0.entry(Self::key(error)).or_insert(Some(0));
            let is_found = found
                .into_iter()
                .any(|found| Self::key(found) == Self::key(error));
            *count = count.filter(|_| is_found).map(|count| count + 1);
        }
    }

    /// Returns whether enough operations that need the place of an error have it.
    fn is_known(&self, error: &Diagnostic) -> bool {
        let count = self.0.get(&Self::key(error)).copied().flatten();
        count.is_some_and(|count| count >= MAX_CHECKS)
    }

    fn key(error: &Diagnostic) -> (Pointer, String) {
        (error.location.pointer.clone(), error.message.clone())
    }
}

/// Returns the operations that have errors, with their errors.
fn refusals(
    operations: &[OperationName],
    mut errors: impl FnMut(&OperationName) -> Diagnostics,
) -> Vec<Refusal> {
    let refusals = operations.iter().map(|operation| Refusal {
        operation: operation.clone(),
        reasons: errors(operation),
    });
    let refusals = refusals.filter(|refusal| refusal.reasons.has_errors());
    refusals.collect()
}

fn located_in(diagnostics: &Diagnostics, operation: &OperationName) -> Diagnostics {
    let pointer = &operation.location.pointer;
    let own = diagnostics
        .into_iter()
        .filter(|diagnostic: &&Diagnostic| diagnostic.location.pointer.is_within(pointer));
    let mut located = Diagnostics::default();
    located.extend(own.cloned());
    located
}
