//! Decides whether branches of a `oneOf` are disjoint, which makes the `oneOf` a
//! plain union. The check is conservative: branches count as disjoint only if that
//! is certain.

use super::comparison::Comparison;
use super::normal_form::{NormalForm, Values};
use super::object::Objects;
use crate::inclusion::effort::spend;
use crate::inclusion::keyword::ValueType;

/// The depth of nested objects that is examined. A discriminating member is near
/// the top.
const MAXIMUM_DEPTH: usize = 4;

impl<'d> Comparison<'d> {
    /// Returns the types with values that may satisfy more than one of `normal_forms`.
    pub(crate) fn overlaps(&mut self, normal_forms: &[NormalForm<'d>]) -> Vec<ValueType> {
        let mut is_shared = |kind: &ValueType| {
            let of_type = normal_forms.iter().map(|normal_form| normal_form.restricted_to(*kind));
            let of_type: Vec<NormalForm<'d>> = of_type.collect();
            of_type.iter().enumerate().any(|(index, left)| {
                let mut rest = of_type[index + 1..].iter();
                rest.any(|right| !self.is_disjoint(left, right, 0))
            })
        };
        ValueType::ALL.iter().copied().filter(|kind| is_shared(kind)).collect()
    }

    fn is_disjoint(&mut self, left: &NormalForm<'d>, right: &NormalForm<'d>, depth: usize) -> bool {
        left.alternatives.iter().all(|left| {
            right
                .alternatives
                .iter()
                .all(|right| self.are_values_disjoint(&left.values, &right.values, depth))
        })
    }

    pub(super) fn are_values_disjoint(
        &mut self,
        left: &Values<'d>,
        right: &Values<'d>,
        depth: usize,
    ) -> bool {
        spend(4);
        match (left, right) {
            (Values::Null, Values::Null) => false,
            (Values::Boolean(left), Values::Boolean(right)) => {
                !(left.with_true && right.with_true || left.with_false && right.with_false)
            }
            (Values::Number(left), Values::Number(right)) => left.intersect(right).is_none(),
            (Values::String(left), Values::String(right)) => left.intersect(right).is_none(),
            (Values::Array(left), Values::Array(right)) => left.intersect(right).is_none(),
            (Values::Object(left), Values::Object(right)) => {
                left.intersect(right).is_none() || self.are_objects_disjoint(left, right, depth)
            }
            // The types differ.
            _ => true,
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
        let names: Vec<&str> = left.required.keys().chain(right.required.keys()).copied().collect();
        names.into_iter().any(|name| {
            let Some(at) = left.location_of(name).or_else(|| right.location_of(name)) else {
                return false;
            };
            let (left, right) = (left.member(name, at), right.member(name, at));
            let key = (self.classes.key(&left), self.classes.key(&right), depth);
            if let Some(known) = self.disjoint.get(&key) {
                return *known;
            }
            let (left, right) = (self.expand_loosely(&left), self.expand_loosely(&right));
            let is_disjoint = self.is_disjoint(&left, &right, depth + 1);
            self.disjoint.insert(key, is_disjoint);
            is_disjoint
        })
    }
}
