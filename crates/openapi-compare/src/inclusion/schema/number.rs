//! Sets of numbers, by bounds, divisors and enumerated values (Validation §6.2).
//! All numbers are decimals, because floats are inexact.

use super::enum_values::intersect_scalars;
use super::format;
use bigdecimal::{BigDecimal, RoundingMode, Zero};
use openapi_source::Node;
use std::collections::BTreeMap;

/// A set of numbers: all numbers except those that a field excludes. The bounds of
/// integers are integers and inclusive, so equal sets have equal bounds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers<'d> {
    pub(crate) integer: bool,
    pub(crate) minimum: Option<Limit<'d>>,
    pub(crate) maximum: Option<Limit<'d>>,
    pub(crate) multiples: BTreeMap<BigDecimal, &'d Node>,
    pub(crate) enumerated: Option<BTreeMap<BigDecimal, &'d Node>>,
}

/// A bound, and the keyword that declares it.
#[derive(Clone, Debug)]
pub(crate) struct Limit<'d> {
    pub(crate) value: BigDecimal,
    pub(crate) exclusive: bool,
    /// The format that implies the bound, if a format does.
    pub(crate) format: Option<&'d str>,
    pub(crate) at: &'d Node,
}

impl<'d> Numbers<'d> {
    /// Returns the numbers that the keywords of `schema` allow; `None` if there are
    /// none.
    pub(crate) fn new(schema: &'d Node) -> Option<Numbers<'d>> {
        let limit = |keyword, exclusive| {
            let at = schema.get(keyword)?;
            let value = at.number()?.clone();
            Some(Limit { value, exclusive, format: None, at })
        };
        let mut numbers = Numbers {
            minimum: limit("minimum", false),
            maximum: limit("maximum", false),
            ..Numbers::default()
        };
        numbers.raise(limit("exclusiveMinimum", true));
        numbers.lower(limit("exclusiveMaximum", true));
        if let Some(node) = schema.get("multipleOf")
            && let Some(divisor) = node.number()
        {
            numbers.multiples.insert(divisor.clone(), node);
        }
        if let Some(at) = schema.get("format")
            && let Some(name) = at.string()
            && let Some(range) = format::range(name)
        {
            let inclusive = |value| Some(Limit { value, exclusive: false, format: Some(name), at });
            numbers.raise(inclusive(range.minimum));
            numbers.lower(inclusive(range.maximum));
        }
        numbers.canonical()
    }

    /// Returns the integers of the set; `None` if there are none.
    pub(crate) fn integers(self) -> Option<Numbers<'d>> {
        Numbers { integer: true, ..self }.canonical()
    }

    /// Returns the set of one number.
    pub(crate) fn one(value: &BigDecimal, at: &'d Node) -> Numbers<'d> {
        Numbers { enumerated: Some(BTreeMap::from([(value.clone(), at)])), ..Numbers::default() }
    }

    pub(crate) fn is_any(&self) -> bool {
        !self.integer
            && self.minimum.is_none()
            && self.maximum.is_none()
            && self.multiples.is_empty()
            && self.enumerated.is_none()
    }

    pub(crate) fn intersect(&self, other: &Numbers<'d>) -> Option<Numbers<'d>> {
        let mut both = self.clone();
        both.integer |= other.integer;
        both.raise(other.minimum.clone());
        both.lower(other.maximum.clone());
        both.multiples.extend(other.multiples.clone());
        both.enumerated = intersect_scalars(both.enumerated, &other.enumerated);
        both.canonical()
    }

    /// Adds `other` if the union can be expressed in this form. Returns whether it
    /// can.
    pub(crate) fn absorb(&mut self, other: &Numbers<'d>) -> bool {
        if other.is_within(self) {
            return true;
        }
        if self.is_within(other) {
            *self = other.clone();
            return true;
        }
        match (&mut self.enumerated, &other.enumerated) {
            (Some(left), Some(right)) => {
                left.extend(right.clone());
                self.integer &= other.integer;
                true
            }
            _ => false,
        }
    }

    /// Returns whether the sets are certainly disjoint.
    pub(crate) fn is_disjoint(&self, other: &Numbers<'d>) -> bool {
        self.intersect(other).is_none()
    }

    fn raise(&mut self, limit: Option<Limit<'d>>) {
        let Some(limit) = limit else { return };
        let tighter = self
            .minimum
            .as_ref()
            .is_none_or(|known| (&limit.value, limit.exclusive) > (&known.value, known.exclusive));
        if tighter {
            self.minimum = Some(limit);
        }
    }

    fn lower(&mut self, limit: Option<Limit<'d>>) {
        let Some(limit) = limit else { return };
        let tighter = self.maximum.as_ref().is_none_or(|known| {
            (&limit.value, !limit.exclusive) < (&known.value, !known.exclusive)
        });
        if tighter {
            self.maximum = Some(limit);
        }
    }

    /// Returns the canonical form of the set; `None` if the set is empty.
    fn canonical(mut self) -> Option<Numbers<'d>> {
        // Multiples of an integer are integers.
        self.integer |= self.multiples.keys().any(BigDecimal::is_integer);
        if self.integer {
            self.multiples.retain(|divisor, _| !divides(divisor, &1.into()));
            if let Some(limit) = &mut self.minimum {
                limit.make_inclusive(RoundingMode::Floor, 1);
            }
            if let Some(limit) = &mut self.maximum {
                limit.make_inclusive(RoundingMode::Ceiling, -1);
            }
        }
        let implied: Vec<BigDecimal> = self
            .multiples
            .keys()
            .filter(|divisor| {
                let others = self.multiples.keys().filter(|other| other != divisor);
                others.into_iter().any(|other| divides(divisor, other))
            })
            .cloned()
            .collect();
        self.multiples.retain(|divisor, _| !implied.contains(divisor));
        if let Some(mut enumerated) = self.enumerated.take() {
            enumerated.retain(|value, _| self.allows(value));
            return (!enumerated.is_empty()).then(|| Numbers {
                integer: enumerated.keys().all(BigDecimal::is_integer),
                enumerated: Some(enumerated),
                ..Numbers::default()
            });
        }
        let is_empty = match (&self.minimum, &self.maximum) {
            (Some(minimum), Some(maximum)) => {
                minimum.value > maximum.value
                    || (minimum.value == maximum.value && (minimum.exclusive || maximum.exclusive))
                    || self.multiples.keys().any(|divisor| !has_multiple(divisor, minimum, maximum))
            }
            _ => false,
        };
        (!is_empty).then_some(self)
    }

    pub(super) fn allows(&self, value: &BigDecimal) -> bool {
        let above = self.minimum.as_ref().is_none_or(|limit| {
            *value > limit.value || (!limit.exclusive && *value == limit.value)
        });
        let below = self.maximum.as_ref().is_none_or(|limit| {
            *value < limit.value || (!limit.exclusive && *value == limit.value)
        });
        above
            && below
            && (!self.integer || value.is_integer())
            && self.multiples.keys().all(|divisor| divides(divisor, value))
            && self.enumerated.as_ref().is_none_or(|enumerated| enumerated.contains_key(value))
    }

    /// Returns whether `self` is certainly a subset of `other`.
    pub(super) fn is_within(&self, other: &Numbers) -> bool {
        if let Some(enumerated) = &self.enumerated {
            return enumerated.keys().all(|value| other.allows(value));
        }
        let at_least = |limit: &Limit| {
            self.minimum
                .as_ref()
                .is_some_and(|own| (&own.value, own.exclusive) >= (&limit.value, limit.exclusive))
        };
        let at_most = |limit: &Limit| {
            self.maximum
                .as_ref()
                .is_some_and(|own| (&own.value, !own.exclusive) <= (&limit.value, !limit.exclusive))
        };
        other.enumerated.is_none()
            && (self.integer || !other.integer)
            && other.minimum.as_ref().is_none_or(at_least)
            && other.maximum.as_ref().is_none_or(at_most)
            && other
                .multiples
                .keys()
                .all(|divisor| self.multiples.keys().any(|own| divides(divisor, own)))
    }
}

impl Limit<'_> {
    /// Rounds a bound of integers: `> 0.5` and `> 0` are both `>= 1`.
    fn make_inclusive(&mut self, rounding: RoundingMode, step: i8) {
        if self.exclusive || !self.value.is_integer() {
            self.value = self.value.with_scale_round(0, rounding) + BigDecimal::from(step);
            self.exclusive = false;
        }
    }
}

/// Returns whether a multiple of `divisor` is within the limits.
fn has_multiple(divisor: &BigDecimal, minimum: &Limit, maximum: &Limit) -> bool {
    let mut first = (&minimum.value / divisor).with_scale_round(0, RoundingMode::Ceiling) * divisor;
    if minimum.exclusive && first == minimum.value {
        first += divisor;
    }
    first < maximum.value || (!maximum.exclusive && first == maximum.value)
}

/// Returns whether `value` is an integer multiple of `divisor`.
pub(crate) fn divides(divisor: &BigDecimal, value: &BigDecimal) -> bool {
    (value % divisor).is_zero()
}
