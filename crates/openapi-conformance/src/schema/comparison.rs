//! Where two schemas differ. It ends on recursive schemas, looks at each pair
//! of schemas once, and must never call a pair equal that it hasn't looked at
//! to the end.

use super::array::Arrays;
use super::difference::{Difference, Differences, Relation};
use super::object::Objects;
use super::shape::{Alternative, Kind, Shape, Values};
use super::{Key, Schema};
use crate::document::Node;
use std::collections::HashMap;
use std::rc::Rc;

/// Compares schemas and remembers what it found.
#[derive(Debug, Default)]
pub(crate) struct Comparison<'d> {
    pub(super) shapes: HashMap<Key, Rc<Shape<'d>>>,
    results: HashMap<(Key, Key), Outcome<'d>>,
    /// The pairs being compared, from the outside in. One that is met again
    /// within itself is taken for equal: if it isn't, what differs is found
    /// elsewhere in it.
    open: Vec<(Key, Key)>,
    /// Results that hold if the open pairs they rest on turn out equal.
    provisional: Vec<(Key, Key)>,
    /// The outermost open pair that was taken for equal since this was reset.
    outermost: usize,
}

#[derive(Clone, Debug)]
struct Outcome<'d> {
    differences: Vec<Difference<'d>>,
    /// The outermost open pair that it rests on, as an index.
    rests_on: usize,
}

/// Resting on no open pair.
const NOTHING: usize = usize::MAX;

impl<'d> Comparison<'d> {
    /// Everything in which `right` differs from `left`; nothing if both allow
    /// the same values.
    pub(crate) fn compare(&mut self, left: &Schema<'d>, right: &Schema<'d>) -> Vec<Difference<'d>> {
        let pair = (left.key(), right.key());
        if pair.0 == pair.1 {
            return Vec::new();
        }
        if let Some(outcome) = self.results.get(&pair) {
            self.outermost = self.outermost.min(outcome.rests_on);
            return outcome.differences.clone();
        }
        if let Some(index) = self.open.iter().position(|open| *open == pair) {
            self.outermost = self.outermost.min(index);
            return Vec::new();
        }

        let depth = self.open.len();
        let first_provisional = self.provisional.len();
        let before = std::mem::replace(&mut self.outermost, NOTHING);
        self.open.push(pair.clone());
        let (left_shape, right_shape) = (self.expand(left), self.expand(right));
        let differences = self.compare_shapes((left, &left_shape), (right, &right_shape));
        self.open.pop();

        let mut rests_on = self.outermost;
        if rests_on >= depth {
            // Nothing further out was taken for equal, so this is settled, and
            // with it what rests on it.
            rests_on = NOTHING;
            for settled in self.provisional.drain(first_provisional..) {
                if !differences.is_empty() {
                    self.results.remove(&settled);
                } else if let Some(outcome) = self.results.get_mut(&settled) {
                    outcome.rests_on = NOTHING;
                }
            }
        } else {
            self.provisional.push(pair.clone());
        }
        self.outermost = before.min(rests_on);
        let outcome = Outcome {
            differences: differences.clone(),
            rests_on,
        };
        self.results.insert(pair, outcome);
        differences
    }

    /// Whether no array and no object is allowed.
    pub(crate) fn is_scalar(&mut self, schema: &Schema<'d>) -> bool {
        let shape = self.expand(schema);
        [Kind::Array, Kind::Object]
            .iter()
            .all(|kind| shape.of_kind(*kind).is_empty())
    }

    fn compare_shapes(
        &mut self,
        left: (&Schema<'d>, &Shape<'d>),
        right: (&Schema<'d>, &Shape<'d>),
    ) -> Vec<Difference<'d>> {
        let mut differences = Differences::default();
        compare_types(left, right, &mut differences);
        for kind in Kind::ALL {
            let (lefts, rights) = (left.1.of_kind(kind), right.1.of_kind(kind));
            if !lefts.is_empty() && !rights.is_empty() {
                differences.extend(self.compare_unions(lefts, rights));
            }
        }
        compare_annotations(left, right, &mut differences);
        differences.into_vec()
    }

    /// Compares two alternatives of one type.
    pub(super) fn compare_alternatives(
        &mut self,
        left: &Alternative<'d>,
        right: &Alternative<'d>,
    ) -> Vec<Difference<'d>> {
        let mut differences = Differences::default();
        let at = (left.at, right.at);
        match (&left.values, &right.values) {
            (Values::Boolean(one), Values::Boolean(other)) => {
                for (value, in_left, in_right) in [
                    ("true", one.with_true, other.with_true),
                    ("false", one.with_false, other.with_false),
                ] {
                    if in_left != in_right {
                        let relation = if in_left {
                            Relation::Narrower
                        } else {
                            Relation::Wider
                        };
                        let allowed = |is| if is { "allowed" } else { "not allowed" };
                        let sides = ((allowed(in_left), at.0), (allowed(in_right), at.1));
                        differences.add(relation, format!("value {value}"), sides.0, sides.1);
                    }
                }
            }
            (Values::Number(numbers), Values::Number(others)) => {
                let type_at = (left.type_at, right.type_at);
                numbers.compare(others, at, type_at, &mut differences);
            }
            (Values::String(left), Values::String(right)) => {
                left.compare(right, at, &mut differences);
            }
            (Values::Array(left), Values::Array(right)) => {
                left.compare(right, at, &mut differences);
                self.compare_items(left, right, at, &mut differences);
            }
            (Values::Object(left), Values::Object(right)) => {
                left.compare(right, at, &mut differences);
                self.compare_members(left, right, at, &mut differences);
            }
            _ => {}
        }
        self.compare_constraints(left, right, &mut differences);
        differences.into_vec()
    }

    fn compare_items(
        &mut self,
        left: &Arrays<'d>,
        right: &Arrays<'d>,
        at: (&'d Node, &'d Node),
        differences: &mut Differences<'d>,
    ) {
        let length = left.prefix_length().max(right.prefix_length());
        // Where one side allows no more items, the lengths have told so.
        let maximum = |arrays: &Arrays| arrays.maximum.map_or(u64::MAX, |maximum| maximum.value);
        let shortest = maximum(left).min(maximum(right));
        for index in (0..=length).take_while(|index| (*index as u64) < shortest) {
            let (one, other) = (left.item(index, at.0), right.item(index, at.1));
            let token = if index == length {
                "*".to_owned()
            } else {
                index.to_string()
            };
            differences.below(&token, self.compare(&one, &other));
        }
    }

    fn compare_members(
        &mut self,
        left: &Objects<'d>,
        right: &Objects<'d>,
        at: (&'d Node, &'d Node),
        differences: &mut Differences<'d>,
    ) {
        let mut names = left.names();
        names.extend(right.names());
        for name in names {
            let here = self.compare_member(name, left, right, at);
            differences.below(name, here);
        }
        let mut patterns = left.patterns();
        patterns.extend(right.patterns());
        for pattern in patterns {
            let (one, other) = (left.matching(pattern, at.0), right.matching(pattern, at.1));
            differences.below("*", self.compare(&one, &other));
        }
        let (one, other) = (left.additional(at.0), right.additional(at.1));
        let deep = self.compare(&one, &other);
        let Some(relation) = Relation::of(&deep) else {
            return;
        };
        let (left_text, right_text) = (self.describe(&one), self.describe(&other));
        if left_text == right_text {
            differences.below("*", deep);
        } else {
            let what = "members that aren't named";
            differences.add(relation, what, (left_text, one.at), (right_text, other.at));
        }
    }

    fn compare_member(
        &mut self,
        name: &str,
        left: &Objects<'d>,
        right: &Objects<'d>,
        at: (&'d Node, &'d Node),
    ) -> Vec<Difference<'d>> {
        let places = (left.place_of(name), right.place_of(name));
        let at = (places.0.unwrap_or(at.0), places.1.unwrap_or(at.1));
        let schemas = (left.member(name, at.0), right.member(name, at.1));
        let required = (
            left.required.contains_key(name),
            right.required.contains_key(name),
        );
        let deep = self.compare(&schemas.0, &schemas.1);
        let by_required = match required {
            (false, true) => Some(Relation::Narrower),
            (true, false) => Some(Relation::Wider),
            _ => None,
        };
        let what = format!("property `{name}`");
        let mut differences = Differences::default();
        if places.0.is_some() && places.1.is_some() {
            if let Some(relation) = by_required {
                let word = |required| if required { "required" } else { "optional" };
                let sides = ((word(required.0), at.0), (word(required.1), at.1));
                differences.add(relation, what, sides.0, sides.1);
            }
            differences.extend(deep);
            return differences.into_vec();
        }
        let refused = (self.is_empty(&schemas.0), self.is_empty(&schemas.1));
        if refused.0 && refused.1 && required.0 == required.1 {
            return Vec::new();
        }
        // One side doesn't mention it. That is a difference even where both
        // allow the same values: a member that was lost isn't noticed
        // otherwise.
        let relation = Relation::of(&deep)
            .into_iter()
            .chain(by_required)
            .reduce(Relation::and);
        let word = |declared: bool, required: bool, refused: bool| match (declared, required) {
            _ if refused => "refused",
            (false, _) => "not declared",
            (true, true) => "required",
            (true, false) => "optional",
        };
        differences.add(
            relation.unwrap_or(Relation::Different),
            what,
            (word(places.0.is_some(), required.0, refused.0), at.0),
            (word(places.1.is_some(), required.1, refused.1), at.1),
        );
        differences.into_vec()
    }

    fn is_empty(&mut self, schema: &Schema<'d>) -> bool {
        self.expand(schema).alternatives.is_empty()
    }

    fn describe(&mut self, schema: &Schema<'d>) -> String {
        self.expand(schema).types()
    }
}

fn compare_types<'d>(
    left: (&Schema<'d>, &Shape<'d>),
    right: (&Schema<'d>, &Shape<'d>),
    differences: &mut Differences<'d>,
) {
    let only = |own: &Shape<'d>, other: &Shape<'d>| {
        own.alternatives
            .iter()
            .find(|one| other.of_kind(one.values.kind()).is_empty())
            .map(|one| one.type_at)
    };
    let (left_only, right_only) = (only(left.1, right.1), only(right.1, left.1));
    let relation = match (left_only, right_only) {
        (None, None) => return,
        (Some(_), None) => Relation::Narrower,
        (None, Some(_)) => Relation::Wider,
        (Some(_), Some(_)) => Relation::Different,
    };
    let side = |(schema, shape): (&Schema<'d>, &Shape<'d>), own: Option<&'d Node>| {
        let first = shape.alternatives.first().map(|one| one.type_at);
        (shape.types(), own.or(first).unwrap_or(schema.at))
    };
    differences.add(
        relation,
        "type",
        side(left, left_only),
        side(right, right_only),
    );
}

fn compare_annotations<'d>(
    left: (&Schema<'d>, &Shape<'d>),
    right: (&Schema<'d>, &Shape<'d>),
    differences: &mut Differences<'d>,
) {
    let mut names: Vec<&str> = left.1.annotations.keys().copied().collect();
    names.extend(right.1.annotations.keys());
    for name in names {
        let side = |(schema, shape): (&Schema<'d>, &Shape<'d>)| {
            let said = shape.annotations.get(name);
            let word = if said.is_some() { "true" } else { "false" };
            (word, said.copied().unwrap_or(schema.at))
        };
        let (one, other) = (side(left), side(right));
        if one.0 != other.0 {
            differences.add(Relation::Different, format!("`{name}`"), one, other);
        }
    }
}
