//! Decides whether branches of a `oneOf` are disjoint, which makes the `oneOf` a
//! plain union. The check is conservative: branches count as disjoint only if that
//! is certain.

use super::comparison::Comparison;
use super::normal_form::{Alternative, NormalForm, Values};
use super::object::Objects;
use crate::inclusion::effort::spend;
use crate::inclusion::keyword::ValueType;
use std::borrow::Borrow;

/// The depth of nested objects that is examined. A discriminating member is near
/// the top.
const MAXIMUM_DEPTH: usize = 4;

impl<'d> Comparison<'d> {
    /// Returns the types with values that may satisfy more than one of `normal_forms`.
    pub(crate) fn overlaps(&mut self, normal_forms: &[NormalForm<'d>]) -> Vec<ValueType> {
        let mut is_shared = |kind: &ValueType| {
            let of_type = normal_forms.iter().map(|normal_form| normal_form.of_type(*kind));
            let of_type: Vec<_> = of_type.collect();
            of_type.iter().enumerate().any(|(index, left)| {
                let mut rest = of_type[index + 1..].iter();
                rest.any(|right| !self.is_disjoint(left, right, 0))
            })
        };
        ValueType::ALL.iter().copied().filter(|kind| is_shared(kind)).collect()
    }

    fn is_disjoint(
        &mut self,
        left: &[impl Borrow<Alternative<'d>>],
        right: &[impl Borrow<Alternative<'d>>],
        depth: usize,
    ) -> bool {
        left.iter().all(|left| {
            let (left, mut right) = (&left.borrow().values, right.iter());
            right.all(|right| self.are_values_disjoint(left, &right.borrow().values, depth))
        })
    }

    pub(super) fn are_values_disjoint(
        &mut self,
        left: &Values<'d>,
        right: &Values<'d>,
        depth: usize,
    ) -> bool {
        spend(4);
        if left.intersect(right).is_none() {
            return true;
        }
        match (left, right) {
            (Values::Object(left), Values::Object(right)) => {
                self.are_objects_disjoint(left, right, depth)
            }
            _ => false,
        }
    }

    /// Returns whether a required member makes the objects disjoint. An object in both sets
    /// has every member that either set requires, with a value that both allow.
    fn are_objects_disjoint(
        &mut self,
        left: &Objects<'d>,
        right: &Objects<'d>,
        depth: usize,
    ) -> bool {
        if depth == MAXIMUM_DEPTH {
            return false;
        }
        left.required.iter().chain(&right.required).any(|(name, at)| {
            spend(1);
            let (left, right) = (left.member(name, at), right.member(name, at));
            let key = (self.classes.key(&left), self.classes.key(&right), depth);
            if let Some(known) = self.disjoint.get(&key) {
                return *known;
            }
            let (left, right) = (self.expand_loosely(&left), self.expand_loosely(&right));
            let is_disjoint = self.is_disjoint(&left.alternatives, &right.alternatives, depth + 1);
            self.disjoint.insert(key, is_disjoint);
            is_disjoint
        })
    }
}
