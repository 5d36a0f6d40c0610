//! Sets of numbers, by bounds, divisors and enumerated values (Validation §6.2).
//! All numbers are decimals, because floats are inexact.

use super::difference::{Difference, Differences, Relation, Subject};
use super::enum_values::{self, Enumerated};
use super::format;
use crate::inclusion::keyword::Keyword;
use bigdecimal::{BigDecimal, Zero};
use openapi_source::Node;
use std::collections::BTreeMap;

/// A set of numbers: all numbers except those that a field excludes. Equal sets can have
/// different bounds: those of integers needn't be integers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Numbers<'d> {
    pub(crate) integer: bool,
    pub(crate) minimum: Option<Limit<'d>>,
    pub(crate) maximum: Option<Limit<'d>>,
    pub(crate) multiples: BTreeMap<BigDecimal, &'d Node>,
    pub(crate) enumerated: Enumerated<'d, BigDecimal>,
}

/// A bound, and the keyword that declares it.
#[derive(Clone, Debug, PartialEq)]
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
        *self == Numbers::default()
    }

    pub(crate) fn intersect(&self, other: &Numbers<'d>) -> Option<Numbers<'d>> {
        let mut both = self.clone();
        both.integer |= other.integer;
        both.raise(other.minimum.clone());
        both.lower(other.maximum.clone());
        both.multiples.extend(other.multiples.clone());
        both.enumerated = enum_values::intersect(both.enumerated, &other.enumerated);
        both.canonical()
    }

    /// Adds `other` if the union can be expressed in this form. Returns whether it
    /// can.
    pub(crate) fn absorb(&mut self, other: &Numbers<'d>) -> bool {
        if let (Some(left), Some(right)) = (&mut self.enumerated, &other.enumerated) {
            left.extend(right.clone());
            self.integer &= other.integer;
            return true;
        }
        if other.is_any() {
            *self = other.clone();
        }
        self.is_any()
    }

    fn raise(&mut self, limit: Option<Limit<'d>>) {
        let limits = limit.into_iter().chain(self.minimum.take());
        self.minimum = limits.max_by(|one, other| one.edge(true).cmp(&other.edge(true)));
    }

    fn lower(&mut self, limit: Option<Limit<'d>>) {
        let limits = self.maximum.take().into_iter().chain(limit);
        self.maximum = limits.min_by(|one, other| one.edge(false).cmp(&other.edge(false)));
    }

    /// Returns the set without enumerated numbers that the other keywords reject; `None` if the
    /// set is empty.
    fn canonical(mut self) -> Option<Numbers<'d>> {
        if let Some(mut enumerated) = self.enumerated.take() {
            enumerated.retain(|value, _| self.allows(value));
            return (!enumerated.is_empty()).then(|| Numbers {
                integer: enumerated.keys().all(BigDecimal::is_integer),
                enumerated: Some(enumerated),
                ..Numbers::default()
            });
        }
        let is_empty = matches!((&self.minimum, &self.maximum), (Some(minimum), Some(maximum))
            if minimum.value > maximum.value
                || (minimum.value == maximum.value && (minimum.exclusive || maximum.exclusive)));
        (!is_empty).then_some(self)
    }

    fn allows(&self, value: &BigDecimal) -> bool {
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

    /// Adds the differences between the two sets.
    pub(crate) fn compare(
        &self,
        other: &Numbers<'d>,
        at: (&'d Node, &'d Node),
        type_at: (&'d Node, &'d Node),
        differences: &mut Differences<'d>,
    ) {
        let (left, right) = (self, other);
        let (lefts, rights) = (&left.enumerated, &right.enumerated);
        let is_allowed = |value: &BigDecimal| left.allows(value) && right.allows(value);
        enum_values::compare(lefts, rights, plain, is_allowed, at, differences);
        if lefts.is_some() || rights.is_some() {
            return;
        }
        if left.integer != right.integer {
            let relation = Relation::narrower_if(right.integer);
            let name = |integer| if integer { "integer" } else { "number" };
            let sides = (name(left.integer), name(right.integer));
            differences.add(relation, "type", (sides.0, type_at.0), (sides.1, type_at.1));
        }
        compare_limit("minimum", &left.minimum, &right.minimum, at, differences);
        compare_limit("maximum", &left.maximum, &right.maximum, at, differences);
        if !left.multiples.keys().eq(right.multiples.keys()) {
            let side = |numbers: &Numbers<'d>, at| {
                let text: Vec<String> = numbers.multiples.keys().map(plain).collect();
                let at = numbers.multiples.values().next().copied().unwrap_or(at);
                ((!text.is_empty()).then(|| text.join(" and ")), at)
            };
            let sides = (side(left, at.0), side(right, at.1));
            differences.add_keyword(Relation::Different, "multipleOf", sides.0, sides.1);
        }
    }
}

impl Limit<'_> {
    /// Returns where the allowed numbers begin or end: an exclusive minimum is above an inclusive
    /// one of the same value, and an exclusive maximum below.
    fn edge(&self, is_minimum: bool) -> (&BigDecimal, bool) {
        (&self.value, self.exclusive == is_minimum)
    }

    fn describe(&self) -> String {
        let value = plain(&self.value);
        match (self.format, self.exclusive) {
            (Some(format), _) => format!("{value} ({format})"),
            (None, true) => format!("{value} (exclusive)"),
            (None, false) => value,
        }
    }
}

fn compare_limit<'d>(
    keyword: &str,
    left: &Option<Limit<'d>>,
    right: &Option<Limit<'d>>,
    at: (&'d Node, &'d Node),
    differences: &mut Differences<'d>,
) {
    let is_minimum = keyword == "minimum";
    let relation = match (left, right) {
        (None, None) => return,
        (None, Some(_)) => Relation::Narrower,
        (Some(_), None) => Relation::Wider,
        (Some(left), Some(right)) => {
            let (left, right) = (left.edge(is_minimum), right.edge(is_minimum));
            if left == right {
                return;
            }
            Relation::narrower_if((left < right) == is_minimum)
        }
    };
    let side = |limit: &Option<Limit<'d>>, at| match limit {
        Some(limit) => (Some(limit.describe()), limit.at),
        None => (None, at),
    };
    let values = [left, right].map(|limit| limit.as_ref().map(|limit| limit.value.clone()));
    let values = values.into_iter().flatten();
    // The stricter limit of both sides.
    let beyond = if is_minimum {
        values.max().map(Subject::Below)
    } else {
        values.min().map(Subject::Above)
    };
    let sides = (side(left, at.0), side(right, at.1));
    differences.insert(Difference {
        subject: beyond.unwrap_or(Subject::Keyword),
        ..Difference::of_keyword(relation, keyword, sides.0, sides.1)
    });
}

/// Formats a number, with an exponent only if more than 24 digits are needed
/// otherwise.
fn plain(value: &BigDecimal) -> String {
    let value = value.normalized();
    let digits = value.to_plain_string();
    if digits.len() > 24 {
        value.with_prec(17).normalized().to_scientific_notation()
    } else {
        digits
    }
}

/// Returns whether `value` satisfies the keywords of a schema for numbers.
pub(super) fn satisfies<'e>(get: impl Fn(Keyword) -> Option<&'e Node>, value: &BigDecimal) -> bool {
    let limit = |keyword| get(keyword).and_then(Node::number);
    let range = get(Keyword::Format).and_then(Node::string).and_then(format::range);
    range.is_none_or(|range| range.minimum <= *value && *value <= range.maximum)
        && limit(Keyword::Minimum).is_none_or(|limit| value >= limit)
        && limit(Keyword::Maximum).is_none_or(|limit| value <= limit)
        && limit(Keyword::ExclusiveMinimum).is_none_or(|limit| value > limit)
        && limit(Keyword::ExclusiveMaximum).is_none_or(|limit| value < limit)
        && limit(Keyword::MultipleOf).is_none_or(|divisor| divides(divisor, value))
}

/// Returns whether `value` is an integer multiple of `divisor`.
pub(crate) fn divides(divisor: &BigDecimal, value: &BigDecimal) -> bool {
    (value % divisor).is_zero()
}
