//! Compares two sets of numbers.

use super::difference::{Differences, Relation, Subject};
use super::enum_values::compare_scalars;
use super::number::{Limit, Numbers, divides};
use bigdecimal::BigDecimal;
use openapi_source::Node;

impl<'d> Numbers<'d> {
    /// Adds the differences between the two sets.
    pub(crate) fn compare(
        &self,
        other: &Numbers<'d>,
        at: (&'d Node, &'d Node),
        type_at: (&'d Node, &'d Node),
        differences: &mut Differences<'d>,
    ) {
        let (left, right) = (self, other);
        if let (Some(enumerated_left), Some(enumerated_right)) =
            (&left.enumerated, &right.enumerated)
        {
            compare_scalars(enumerated_left, enumerated_right, plain, at, differences);
            return;
        }
        if left.enumerated.is_some() || right.enumerated.is_some() {
            let relation = if left.is_within(right) {
                Relation::Wider
            } else if right.is_within(left) {
                Relation::Narrower
            } else {
                Relation::Different
            };
            let side = |numbers: &Numbers, at| (numbers.describe(), at);
            differences.add(relation, "values", side(left, at.0), side(right, at.1));
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
        left.compare_multiples(right, at, differences);
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
            of.multiples.keys().all(|divisor| {
                (by.integer && divides(divisor, &1.into()))
                    || by.multiples.keys().any(|value| divides(divisor, value))
            })
        };
        let relation = match (implied(self, other), implied(other, self)) {
            (true, true) => return,
            (true, _) => Relation::Wider,
            (_, true) => Relation::Narrower,
            _ => Relation::Different,
        };
        let side = |numbers: &Numbers<'d>, at| {
            let text: Vec<String> = numbers.multiples.keys().map(plain).collect();
            let at = numbers.multiples.values().next().copied().unwrap_or(at);
            (or_none(text.join(" and ")), at)
        };
        differences.add(relation, "`multipleOf`", side(self, at.0), side(other, at.1));
    }

    fn describe(&self) -> String {
        match &self.enumerated {
            Some(enumerated) => format!("only {}", values(enumerated.keys())),
            None => "not listed".to_owned(),
        }
    }
}

impl Limit<'_> {
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
            Relation::narrower_if(grows == is_minimum)
        }
    };
    let side = |limit: &Option<Limit<'d>>, at| match limit {
        Some(limit) => (limit.describe(), limit.at),
        None => ("none".to_owned(), at),
    };
    let values = [left, right].map(|limit| limit.as_ref().map(|limit| limit.value.clone()));
    let values = values.into_iter().flatten();
    // The stricter limit of both sides.
    let beyond = if is_minimum {
        values.max().map(Subject::Below)
    } else {
        values.min().map(Subject::Above)
    };
    differences.add_limit(
        (relation, beyond.unwrap_or(Subject::Keyword)),
        &format!("`{keyword}`"),
        side(left, at.0),
        side(right, at.1),
    );
}

/// Formats a number, with an exponent only if more than 24 digits are needed
/// otherwise.
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
    if text.is_empty() { "none".to_owned() } else { text }
}
