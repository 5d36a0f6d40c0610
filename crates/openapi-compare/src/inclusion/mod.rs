//! Decides inclusion of JSON Schemas: which values one schema allows and another
//! rejects, with a witness or a proof.
//!
//! The schemas are those of OpenAPI 3.0 to 3.2 documents, and can belong to two
//! documents. A schema has a meaning only in its document (`$ref`, `$id`, `nullable`
//! of 3.0), which `openapi-document` reads.
//!
//! ```
//! use openapi_compare::Document;
//! use openapi_compare::inclusion::{Inclusion, Schema, Verdict};
//!
//! let document = Document::parse("api.yaml", "
//! openapi: 3.1.0
//! components:
//!   schemas:
//!     Count: {type: integer, exclusiveMinimum: 0}
//!     Size: {type: number, minimum: 1}
//!     Even: {type: integer, multipleOf: 2}
//! ")?;
//! let schema = |name: &str| {
//!     Schema::at(&document, &format!("#/components/schemas/{name}")).unwrap()
//! };
//! let mut inclusion = Inclusion::new(&[&document]);
//!
//! // Each count is a size.
//! let verdict = inclusion.decide(&schema("Count"), &schema("Size"));
//! assert_eq!(verdict, Verdict::Included);
//!
//! // Not each even number is a count: 0 isn't.
//! let verdict = inclusion.decide(&schema("Even"), &schema("Count"));
//! assert!(matches!(verdict, Verdict::Witness(value) if value == 0));
//! # Ok::<(), openapi_compare::Diagnostics>(())
//! ```
//!
//! # Method
//!
//! - `schema` computes the normal form of a schema and the differences of two.
//! - `proof` proves for a difference that no value shows it (an analytic tableau), or
//!   constructs values from the cases that the proof can't rule out.
//! - `witness` selects the constructed values that show the difference, and validates
//!   them against both schemas with the `jsonschema` crate.
//! - `effort` limits the steps of a comparison by the size of the documents.
//!
//! A keyword that isn't understood is never ignored: two schemas with different values of
//! such a keyword are different, and undecided.

mod effort;
mod keyword;
mod proof;
mod schema;
mod witness;

pub use keyword::{ValueType, is_defined, is_ignored};
pub use schema::{About, Classes, Difference, Presence, Relation, Schema, Side, Subject};

use crate::Document;
use effort::Effort;
use proof::Proofs;
use schema::Comparison;
use serde_json::Value;
use std::rc::Rc;
use witness::Witnesses;

/// Compares schemas, and caches what it finds out about them.
#[derive(Default)]
pub struct Inclusion<'d> {
    comparison: Comparison<'d>,
    witnesses: Witnesses,
    proofs: Proofs,
    effort: Effort,
}

/// The answer to the question whether one schema allows a value that another rejects.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// This value is one of them. An independent validator accepts it for the one
    /// schema and rejects it for the other.
    Witness(Value),
    /// A proof exists that there are none.
    Included,
    /// There is neither a witness nor a proof, or the comparison takes too many steps.
    Undecided,
}

impl<'d> Inclusion<'d> {
    /// Prepares the schemas of `documents`, so that equal ones are recognized without
    /// a comparison. Schemas of other documents can be compared as well.
    pub fn new(documents: &[&Document]) -> Inclusion<'d> {
        let bytes = documents.iter().map(|one| one.size()).sum();
        Inclusion::with_classes(Rc::new(Classes::new(documents, is_ignored)), bytes)
    }

    /// Compares schemas of documents of so many bytes. The classes of their schemas can be those
    /// of more documents, and shared.
    pub fn with_classes(classes: Rc<Classes>, bytes: usize) -> Inclusion<'d> {
        Inclusion {
            comparison: Comparison::new(Rc::clone(&classes)),
            witnesses: Witnesses::new(Rc::clone(&classes)),
            proofs: Proofs::new(classes),
            effort: Effort::of(bytes),
        }
    }

    /// Returns whether `wide` allows every value that `narrow` allows, or a value that
    /// only `narrow` allows.
    pub fn decide(&mut self, narrow: &Schema<'d>, wide: &Schema<'d>) -> Verdict {
        let Some(differences) = self.differences(narrow, wide) else {
            return Verdict::Undecided;
        };
        let mut is_included = true;
        for difference in &differences {
            let is_relevant = difference.about == About::Values
                && difference.relation.sides().contains(&Side::Left);
            if is_relevant {
                match self.verdict(difference, Side::Left) {
                    Verdict::Included => {}
                    Verdict::Undecided => is_included = false,
                    witness @ Verdict::Witness(_) => return witness,
                }
            }
        }
        let proofs = &mut self.proofs;
        let prove = || proofs.shows_inclusion(narrow, wide);
        if is_included || self.effort.within(prove) == Some(true) {
            Verdict::Included
        } else {
            Verdict::Undecided
        }
    }

    /// Returns all differences of `right` from `left` in keywords and annotations; none
    /// if both allow the same values and have the same annotations. Not every
    /// difference of keywords is one of values: see [`verdict`](Inclusion::verdict).
    ///
    /// Returns `None` if the comparison takes too many steps. Their number is limited for
    /// all calls together, by the size of the documents, because a small document can
    /// describe schemas that no computer compares. Equal schemas take none.
    ///
    /// Returns `None`, too, if a schema has a [`dynamic_reference`](Schema::dynamic_reference),
    /// unless both are the same schema of equal documents.
    pub fn differences(
        &mut self,
        left: &Schema<'d>,
        right: &Schema<'d>,
    ) -> Option<Vec<Difference<'d>>> {
        let mut sides = [left, right].into_iter();
        if sides.any(|one| one.dynamic_reference().is_some()) && !left.is_same(right) {
            return None;
        }
        let comparison = &mut self.comparison;
        self.effort.within(|| comparison.compare(left, right))
    }

    /// Returns the verdict on the values that only the side `allowed_by` allows
    /// because of `difference`.
    pub fn verdict(&mut self, difference: &Difference<'d>, allowed_by: Side) -> Verdict {
        let Inclusion { witnesses, proofs, effort, .. } = self;
        let verdict = effort.within(|| {
            // Most proofs fail at the first open branch, so trying one first is cheap.
            if proofs.refute(difference, allowed_by) {
                Verdict::Included
            } else {
                witnesses.of(difference, allowed_by).map_or(Verdict::Undecided, Verdict::Witness)
            }
        });
        verdict.unwrap_or(Verdict::Undecided)
    }

    /// Returns whether `schema` allows any value of the type `kind`. Returns `true` if that
    /// takes too many steps.
    pub fn allows(&mut self, schema: &Schema<'d>, kind: ValueType) -> bool {
        let comparison = &mut self.comparison;
        self.effort.within(|| comparison.allows(schema, kind)).unwrap_or(true)
    }

    /// Returns whether the validator accepts `value`.
    pub(crate) fn accepts(&mut self, schema: &Schema<'d>, value: &Value) -> bool {
        self.witnesses.verifier.verify(schema, value) == Some(true)
    }

    /// Returns whether `difference` is an optional member that only the right schema
    /// declares, and that the left schema allows with any value because none of its
    /// keywords covers the member. Senders that follow the left schema don't send it.
    pub fn is_addition(&mut self, difference: &Difference<'d>) -> bool {
        let comparison = &mut self.comparison;
        self.effort.within(|| comparison.is_addition(difference)).unwrap_or(false)
    }
}
