//! Sets of numbers: bounds, divisors and listed values (Validation §6.2). It
//! must never calculate with floats.

use super::difference::{Differences, Relation};
use super::format;
use crate::document::Node;
use bigdecimal::{BigDecimal, RoundingMode, Zero};
use std::collections::BTreeMap;

/// All numbers, less what the fields exclude. For integers the bounds are
/// integers and inclusive, so that equal sets have equal bounds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers<'d> {
    pub(crate) integer: bool,
    pub(crate) minimum: Option<Limit<'d>>,
    pub(crate) maximum: Option<Limit<'d>>,
    pub(crate) multiples: BTreeMap<BigDecimal, &'d Node>,
    pub(crate) listed: Option<BTreeMap<BigDecimal, &'d Node>>,
}

/// A bound and where it is said.
#[derive(Clone, Debug)]
pub(crate) struct Limit<'d> {
    pub(crate) value: BigDecimal,
    pub(crate) exclusive: bool,
    /// The format that implies it, if one does.
    pub(crate) format: Option<&'d str>,
    pub(crate) at: &'d Node,
}

impl<'d> Numbers<'d> {
    /// The numbers that the keywords of `schema` allow; `None` if there are
    /// none.
    pub(crate) fn new(schema: &'d Node) -> Option<Numbers<'d>> {
        let limit = |keyword, exclusive| {
            let at = schema.get(keyword)?;
            let value = at.number()?.clone();
            Some(Limit {
                value,
                exclusive,
                format: None,
                at,
            })
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
            && let Some(name) = at.text()
            && let Some(range) = format::range(name)
        {
            let inclusive = |value| {
                Some(Limit {
                    value,
                    exclusive: false,
                    format: Some(name),
                    at,
                })
            };
            numbers.raise(inclusive(range.minimum));
            numbers.lower(inclusive(range.maximum));
        }
        numbers.canonical()
    }

    /// The integers among `self`.
    pub(crate) fn integers(self) -> Option<Numbers<'d>> {
        Numbers {
            integer: true,
            ..self
        }
        .canonical()
    }

    /// Exactly one number.
    pub(crate) fn one(value: &BigDecimal, at: &'d Node) -> Numbers<'d> {
        Numbers {
            listed: Some(BTreeMap::from([(value.clone(), at)])),
            ..Numbers::default()
        }
    }

    pub(crate) fn is_any(&self) -> bool {
        !self.integer
            && self.minimum.is_none()
            && self.maximum.is_none()
            && self.multiples.is_empty()
            && self.listed.is_none()
    }

    pub(crate) fn intersect(&self, other: &Numbers<'d>) -> Option<Numbers<'d>> {
        let mut both = self.clone();
        both.integer |= other.integer;
        both.raise(other.minimum.clone());
        both.lower(other.maximum.clone());
        both.multiples.extend(other.multiples.clone());
        both.listed = match (both.listed, &other.listed) {
            (Some(mut left), Some(right)) => {
                left.retain(|value, _| right.contains_key(value));
                Some(left)
            }
            (left, right) => left.or_else(|| right.clone()),
        };
        both.canonical()
    }

    /// Takes `other` in, if the union is a set of this form too.
    pub(crate) fn absorb(&mut self, other: &Numbers<'d>) -> bool {
        if other.is_within(self) {
            return true;
        }
        if self.is_within(other) {
            *self = other.clone();
            return true;
        }
        match (&mut self.listed, &other.listed) {
            (Some(left), Some(right)) => {
                left.extend(right.clone());
                self.integer &= other.integer;
                true
            }
            _ => false,
        }
    }

    /// Whether no number is in both sets, as far as that can be told.
    pub(crate) fn is_disjoint(&self, other: &Numbers<'d>) -> bool {
        self.intersect(other).is_none()
    }

    /// Adds where the two sets differ.
    pub(crate) fn compare(
        &self,
        other: &Numbers<'d>,
        at: (&'d Node, &'d Node),
        type_at: (&'d Node, &'d Node),
        differences: &mut Differences<'d>,
    ) {
        let (left, right) = (self.written_out(other), other.written_out(self));
        if let (Some(listed_left), Some(listed_right)) = (&left.listed, &right.listed) {
            compare_listed(listed_left, listed_right, at, differences);
            return;
        }
        if left.listed.is_some() || right.listed.is_some() {
            let relation = if left.is_within(&right) {
                Relation::Wider
            } else if right.is_within(&left) {
                Relation::Narrower
            } else {
                Relation::Different
            };
            let side = |numbers: &Numbers, at| (numbers.describe(), at);
            differences.add(relation, "values", side(&left, at.0), side(&right, at.1));
            return;
        }
        if left.integer != right.integer {
            let relation = if right.integer {
                Relation::Narrower
            } else {
                Relation::Wider
            };
            let name = |integer| if integer { "integer" } else { "number" };
            let sides = (name(left.integer), name(right.integer));
            differences.add(relation, "type", (sides.0, type_at.0), (sides.1, type_at.1));
        }
        compare_limit("minimum", &left.minimum, &right.minimum, at, differences);
        compare_limit("maximum", &left.maximum, &right.maximum, at, differences);
        left.compare_multiples(&right, at, differences);
    }

    fn compare_multiples(
        &self,
        other: &Numbers<'d>,
        at: (&'d Node, &'d Node),
        differences: &mut Differences<'d>,
    ) {
        if self.multiples.keys().eq(other.multiples.keys()) {
            return;
        }
        let implied = |by: &Numbers, of: &Numbers| {
            of.multiples
                .keys()
                .all(|divisor| by.multiples.keys().any(|value| divides(divisor, value)))
        };
        let relation = match (implied(self, other), implied(other, self)) {
            (true, _) => Relation::Wider,
            (_, true) => Relation::Narrower,
            _ => Relation::Different,
        };
        let side = |numbers: &Numbers<'d>, at| {
            let text: Vec<String> = numbers.multiples.keys().map(plain).collect();
            let at = numbers.multiples.values().next().copied().unwrap_or(at);
            (or_none(text.join(" and ")), at)
        };
        differences.add(
            relation,
            "`multipleOf`",
            side(self, at.0),
            side(other, at.1),
        );
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

    /// The same set in its one form; `None` if it is empty.
    fn canonical(mut self) -> Option<Numbers<'d>> {
        // What is a multiple of a whole number is whole.
        self.integer |= self.multiples.keys().any(BigDecimal::is_integer);
        if self.integer {
            self.multiples
                .retain(|divisor, _| !divides(divisor, &1.into()));
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
        self.multiples
            .retain(|divisor, _| !implied.contains(divisor));
        if let Some(mut listed) = self.listed.take() {
            listed.retain(|value, _| self.allows(value));
            return (!listed.is_empty()).then(|| Numbers {
                integer: listed.keys().all(BigDecimal::is_integer),
                listed: Some(listed),
                ..Numbers::default()
            });
        }
        let is_empty = match (&self.minimum, &self.maximum) {
            (Some(minimum), Some(maximum)) => {
                minimum.value > maximum.value
                    || (minimum.value == maximum.value && (minimum.exclusive || maximum.exclusive))
            }
            _ => false,
        };
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
            && self
                .listed
                .as_ref()
                .is_none_or(|listed| listed.contains_key(value))
    }

    /// Whether every number of `self` is in `other`, as far as that can be
    /// told.
    fn is_within(&self, other: &Numbers) -> bool {
        if let Some(listed) = &self.listed {
            return listed.keys().all(|value| other.allows(value));
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
        other.listed.is_none()
            && (self.integer || !other.integer)
            && other.minimum.as_ref().is_none_or(at_least)
            && other.maximum.as_ref().is_none_or(at_most)
            && other
                .multiples
                .keys()
                .all(|divisor| self.multiples.keys().any(|own| divides(divisor, own)))
    }

    /// With the values listed, if those of `other` are and these are integers
    /// within bounds that hold few: `1 ≤ x ≤ 3` is the same set as 1, 2, 3.
    fn written_out(&self, other: &Numbers<'d>) -> Numbers<'d> {
        let (Some(minimum), Some(maximum), Some(listed)) =
            (&self.minimum, &self.maximum, &other.listed)
        else {
            return self.clone();
        };
        let count = &maximum.value - &minimum.value + BigDecimal::from(1);
        if !self.integer || count > listed.len() as u64 + 1_000 {
            return self.clone();
        }
        let mut values = BTreeMap::new();
        let mut value = minimum.value.clone();
        while value <= maximum.value {
            if self.allows(&value) {
                values.insert(value.clone(), minimum.at);
            }
            value += BigDecimal::from(1);
        }
        Numbers {
            integer: true,
            listed: Some(values),
            ..Numbers::default()
        }
    }

    fn describe(&self) -> String {
        match &self.listed {
            Some(listed) => format!("only {}", values(listed.keys())),
            None => "not listed".to_owned(),
        }
    }
}

impl Limit<'_> {
    /// For integers: `> 0.5` and `> 0` are both `>= 1`.
    fn make_inclusive(&mut self, rounding: RoundingMode, step: i8) {
        if self.exclusive || !self.value.is_integer() {
            self.value = self.value.with_scale_round(0, rounding) + BigDecimal::from(step);
            self.exclusive = false;
        }
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
            if left.value == right.value && left.exclusive == right.exclusive {
                return;
            }
            let grows = if left.value == right.value {
                right.exclusive == is_minimum
            } else {
                right.value > left.value
            };
            if grows == is_minimum {
                Relation::Narrower
            } else {
                Relation::Wider
            }
        }
    };
    let side = |limit: &Option<Limit<'d>>, at| match limit {
        Some(limit) => (limit.describe(), limit.at),
        None => ("none".to_owned(), at),
    };
    differences.add(
        relation,
        format!("`{keyword}`"),
        side(left, at.0),
        side(right, at.1),
    );
}

fn compare_listed<'d>(
    left: &BTreeMap<BigDecimal, &'d Node>,
    right: &BTreeMap<BigDecimal, &'d Node>,
    at: (&'d Node, &'d Node),
    differences: &mut Differences<'d>,
) {
    for (value, node) in left {
        if !right.contains_key(value) {
            let what = format!("value {}", plain(value));
            let sides = (("allowed", *node), ("not allowed", at.1));
            differences.add(Relation::Narrower, what, sides.0, sides.1);
        }
    }
    for (value, node) in right {
        if !left.contains_key(value) {
            let what = format!("value {}", plain(value));
            let sides = (("not allowed", at.0), ("allowed", *node));
            differences.add(Relation::Wider, what, sides.0, sides.1);
        }
    }
}

/// Whether `value` is a whole multiple of `divisor`.
fn divides(divisor: &BigDecimal, value: &BigDecimal) -> bool {
    (value % divisor).is_zero()
}

/// A number without an exponent, or with one where that is much shorter.
fn plain(value: &BigDecimal) -> String {
    let value = value.normalized();
    let digits = value.to_plain_string();
    if digits.len() > 24 {
        let rounded = value.with_prec(17).normalized();
        rounded.to_scientific_notation()
    } else {
        digits
    }
}

fn values<'a>(values: impl Iterator<Item = &'a BigDecimal>) -> String {
    values.map(plain).collect::<Vec<_>>().join(", ")
}

fn or_none(text: String) -> String {
    if text.is_empty() {
        "none".to_owned()
    } else {
        text
    }
}
