//! Separates the operations that a generator accepts from those that it refuses, so
//! that one operation with an error doesn't prevent the others from being generated.

use std::collections::{HashMap, HashSet};
use std::fmt;

use untrusted_text::one_line;

use crate::restrict::{Needed, place};
use crate::{Diagnostic, Diagnostics, Document, Method, OperationName, Pointer, Severity, work_at};

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
/// as long to check for one operation as for all. After the first ones, the others are refused
/// for the errors in their parts without a check of their own.
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
    let mut checked = Checked::default();
    while errors.has_errors() {
        let accepted = part.operations();
        let mut errors_at: HashMap<_, Vec<&Diagnostic>> = HashMap::new();
        for error in &errors {
            let pointer = &error.location.pointer;
            let place = document.find(pointer).and_then(|_| place(pointer));
            errors_at.entry(place).or_default().push(error);
        }
        let mut refusals = refusals(&accepted, |operation| {
            work_at(&operation.location);
            let alone = std::slice::from_ref(operation);
            let part = Needed::by(&document, alone);
            let mut needed = errors_at.get(&None).cloned().unwrap_or_default();
            for place in part.places() {
                let errors = errors_at.get(&Some(place)).into_iter().flatten();
                needed.extend(errors.filter(|error| part.contains(&error.location.pointer)));
            }
            if needed.is_empty() {
                return Diagnostics::default();
            }
            let known = needed.iter().filter(|error| checked.is_known(error));
            let mut reasons = Diagnostics::default();
            reasons.extend(known.map(|error| (**error).clone()));
            if reasons.has_errors() {
                reasons.extend(located_in(&errors, operation));
                return reasons.sorted();
            }
            let found = check(&document.restricted(alone)).errors();
            checked.add(&needed, &found);
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
        let known: HashSet<_> = refused.iter().map(key).collect();
        let is_accepted =
            |operation: &OperationName| !known.contains(&(&operation.path, &operation.method));
        let accepted: Vec<_> = accepted.into_iter().filter(is_accepted).collect();
        part = document.restricted(&accepted);
        errors = check(&part).errors();
    }
    // The errors are those of a part of the document. Their help comes from the whole document, which
    // has the component that was meant.
    let with_help: HashMap<_, _> = whole.into_iter().map(|one| (Checked::key(&one), one)).collect();
    for refusal in &mut refused {
        let reasons = std::mem::take(&mut refusal.reasons).into_iter();
        let known = reasons.map(|one| with_help.get(&Checked::key(&one)).cloned().unwrap_or(one));
        refusal.reasons = known.collect();
    }
    let positions = operations.iter().enumerate();
    let positions: HashMap<_, _> = positions
        .map(|(position, operation)| ((&operation.path, &operation.method), position))
        .collect();
    refused.sort_by_key(|refusal| positions.get(&key(refusal)).copied());
    Ok(Partition { document: part, refused })
}

/// Returns whether an error is located in a path without operations, such as one whose reference
/// points to nothing. No part of the document would have it.
fn has_error_in_empty_path(diagnostics: &Diagnostics, operations: &[OperationName]) -> bool {
    let paths = Pointer::root().join("paths");
    let served: HashSet<_> = operations.iter().map(|operation| &operation.path).collect();
    let is_in_empty_path = |pointer: &Pointer| {
        let path = pointer.tokens().nth(1);
        pointer.is_within(&paths) && path.is_some_and(|path| !served.contains(&path))
    };
    let mut diagnostics = diagnostics.into_iter();
    diagnostics
        .any(|one| one.severity == Severity::Error && is_in_empty_path(&one.location.pointer))
}

/// Returns the path and the method of a refused operation, which no other one has.
fn key(refusal: &Refusal) -> (&String, &Method) {
    (&refusal.operation.path, &refusal.operation.method)
}

/// The number of operations that are checked alone. Beyond it, an operation is refused for
/// each error in the part that it needs, unless another one needs the same place without it.
const MAX_CHECKS: usize = 20;

/// The number of operations that were checked alone, and the errors that they do not have.
#[derive(Default)]
struct Checked {
    count: usize,
    /// The errors whose places operations need without having them.
    absent: HashSet<(Pointer, String)>,
}

impl Checked {
    /// Adds the errors of an operation among those whose places it needs.
    fn add(&mut self, needed: &[&Diagnostic], found: &Diagnostics) {
        self.count += 1;
        let found: HashSet<_> = found.into_iter().map(Self::key).collect();
        let needed = needed.iter().map(|error| Self::key(error));
        self.absent.extend(needed.filter(|key| !found.contains(key)));
    }

    /// Returns whether operations that need the place of an error have it without a check.
    fn is_known(&self, error: &Diagnostic) -> bool {
        self.count >= MAX_CHECKS && !self.absent.contains(&Self::key(error))
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
    let refusals = operations
        .iter()
        .map(|operation| Refusal { operation: operation.clone(), reasons: errors(operation) });
    refusals.filter(|refusal| refusal.reasons.has_errors()).collect()
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
