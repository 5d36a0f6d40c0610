//! Compares one pair of normal forms: types, annotations and, for each type, the
//! alternatives. Pairs of members and items are returned as successors.

use super::Schema;
use super::array::Arrays;
use super::comparison::{Comparison, PairResult};
use super::difference::{Differences, Presence, Relation, Side};
use super::level::Step;
use super::normal_form::{Alternative, Booleans, NormalForm, Values};
use super::object::Objects;
use super::union::missing;
use crate::inclusion::effort::spend;
use crate::inclusion::keyword::ValueType;
use openapi_source::Node;

type Locations<'d> = (&'d Node, &'d Node);

impl<'d> Comparison<'d> {
    pub(super) fn compare_normal_forms(
        &mut self,
        left: (&Schema<'d>, &NormalForm<'d>),
        right: (&Schema<'d>, &NormalForm<'d>),
        ahead: usize,
    ) -> PairResult<'d> {
        let mut found = PairResult::default();
        compare_types(left, right, &mut found.differences);
        // If one side allows anything, the difference of types covers all others:
        // each keyword of the other side would be reported again.
        let is_reported =
            left.0.is_open() != right.0.is_open() && !found.differences.list.is_empty();
        for kind in ValueType::ALL.iter().copied().filter(|_| !is_reported) {
            let (lefts, rights) = (left.1.of_type(kind), right.1.of_type(kind));
            if lefts.is_empty() || rights.is_empty() {
                continue;
            }
            found.extend(self.compare_unions((left.0, right.0), lefts, rights, ahead));
        }
        compare_annotations(left, right, &mut found.differences);
        found
    }

    /// Compares two alternatives of one type.
    pub(super) fn compare_alternatives(
        &mut self,
        left: &Alternative<'d>,
        right: &Alternative<'d>,
        ahead: usize,
    ) -> PairResult<'d> {
        spend(16);
        let mut found = PairResult::default();
        let at = (left.at, right.at);
        let differences = &mut found.differences;
        match (&left.values, &right.values) {
            (Values::Boolean(one), Values::Boolean(other)) => {
                compare_booleans(*one, *other, at, differences);
            }
            (Values::Number(one), Values::Number(other)) => {
                one.compare(other, at, (left.type_at, right.type_at), differences);
            }
            (Values::String(one), Values::String(other)) => one.compare(other, at, differences),
            (Values::Array(one), Values::Array(other)) => {
                one.compare(other, at, differences);
                self.compare_items(one, other, at, &mut found);
            }
            (Values::Object(one), Values::Object(other)) => {
                one.compare(other, at, differences);
                self.compare_members(one, other, at, ahead, &mut found);
            }
            _ => {}
        }
        self.compare_constraints(left, right, &mut found);
        found
    }

    fn compare_items(
        &mut self,
        left: &Arrays<'d>,
        right: &Arrays<'d>,
        at: Locations<'d>,
        found: &mut PairResult<'d>,
    ) {
        let length = left.prefix_length().max(right.prefix_length());
        // Items beyond the smaller `maxItems` are covered by the comparison of
        // lengths.
        let maximum = |arrays: &Arrays| arrays.maximum.map_or(u64::MAX, |maximum| maximum.value);
        let shortest = maximum(left).min(maximum(right));
        for index in (0..=length).take_while(|index| (*index as u64) < shortest) {
            let pair = self.pair(&left.item(index, at.0), &right.item(index, at.1));
            let step = if index == length { Step::Items(index) } else { Step::Item(index) };
            found.follow(step, pair);
        }
    }

    fn compare_members(
        &mut self,
        left: &Objects<'d>,
        right: &Objects<'d>,
        at: Locations<'d>,
        ahead: usize,
        found: &mut PairResult<'d>,
    ) {
        let mut names = left.names();
        names.extend(right.names());
        for name in names {
            match (left.location_of(name), right.location_of(name)) {
                (Some(one), Some(other)) => {
                    compare_required(name, left, right, (one, other), &mut found.differences);
                    let pair = self.pair(&left.member(name, one), &right.member(name, other));
                    found.follow(Step::Member(name.to_owned()), pair);
                }
                (one, other) => {
                    let at = (one.unwrap_or(at.0), other.unwrap_or(at.1));
                    self.compare_undeclared(name, left, right, at, ahead, &mut found.differences);
                }
            }
        }
        let mut patterns = left.patterns();
        patterns.extend(right.patterns());
        for pattern in patterns {
            let pair = self.pair(&left.matching(pattern, at.0), &right.matching(pattern, at.1));
            found.follow(Step::Matching(pattern.to_owned()), pair);
        }
        self.compare_additional(left, right, at, ahead, found);
    }

    /// Compares a member that only one side declares. It is a difference even if
    /// both sides allow the same values, because a lost member would go unnoticed
    /// otherwise.
    fn compare_undeclared(
        &mut self,
        name: &str,
        left: &Objects<'d>,
        right: &Objects<'d>,
        at: Locations<'d>,
        ahead: usize,
        differences: &mut Differences<'d>,
    ) {
        let schemas = (left.member(name, at.0), right.member(name, at.1));
        let mut is_refused = |schema| self.expand(schema).alternatives.is_empty();
        let refused = (is_refused(&schemas.0), is_refused(&schemas.1));
        if refused.0 && refused.1 && left.requires(name) == right.requires(name) {
            return;
        }
        let pair = self.pair(&schemas.0, &schemas.1);
        let relation = self
            .probe(pair, ahead.saturating_sub(1))
            .relation
            .into_iter()
            .chain(relation_by_required(name, left, right))
            .reduce(Relation::and);
        let presence = |objects: &Objects, refused: bool| match objects.location_of(name) {
            _ if refused => Presence::Refused,
            None => Presence::NotDeclared,
            Some(_) if objects.requires(name) => Presence::Required,
            Some(_) => Presence::Optional,
        };
        differences.add_member(
            name,
            relation,
            (presence(left, refused.0), at.0),
            (presence(right, refused.1), at.1),
        );
    }

    fn compare_additional(
        &mut self,
        left: &Objects<'d>,
        right: &Objects<'d>,
        at: Locations<'d>,
        ahead: usize,
        found: &mut PairResult<'d>,
    ) {
        let (one, other) = (left.additional(at.0), right.additional(at.1));
        let Some(pair) = self.pair(&one, &other) else {
            return;
        };
        let texts = (self.expand(&one).types(), self.expand(&other).types());
        match self.probe(Some(pair), ahead.saturating_sub(1)).relation {
            Some(relation) if texts.0 != texts.1 => {
                let what = "members that aren't named";
                found.differences.add(relation, what, (texts.0, one.at), (texts.1, other.at));
            }
            _ => found.follow(Step::Additional, Some(pair)),
        }
    }
}

fn compare_required<'d>(
    name: &str,
    left: &Objects<'d>,
    right: &Objects<'d>,
    at: Locations<'d>,
    differences: &mut Differences<'d>,
) {
    if let Some(relation) = relation_by_required(name, left, right) {
        let presence = |objects: &Objects| {
            if objects.requires(name) { Presence::Required } else { Presence::Optional }
        };
        let sides = ((presence(left), at.0), (presence(right), at.1));
        differences.add_member(name, Some(relation), sides.0, sides.1);
    }
}

fn relation_by_required(name: &str, left: &Objects, right: &Objects) -> Option<Relation> {
    match (left.requires(name), right.requires(name)) {
        (false, true) => Some(Relation::Narrower),
        (true, false) => Some(Relation::Wider),
        _ => None,
    }
}

fn compare_booleans<'d>(
    left: Booleans,
    right: Booleans,
    at: Locations<'d>,
    differences: &mut Differences<'d>,
) {
    for (value, in_left, in_right) in
        [("true", left.with_true, right.with_true), ("false", left.with_false, right.with_false)]
    {
        if in_left != in_right {
            let side = if in_left { Side::Left } else { Side::Right };
            differences.add_value(side, value.to_owned(), at.0, at.1);
        }
    }
}

fn compare_types<'d>(
    left: (&Schema<'d>, &NormalForm<'d>),
    right: (&Schema<'d>, &NormalForm<'d>),
    differences: &mut Differences<'d>,
) {
    let (left_only, right_only) =
        (first_of_missing_type(left.1, right.1), first_of_missing_type(right.1, left.1));
    let relation = match (left_only, right_only) {
        (None, None) => return,
        (Some(_), None) => Relation::Narrower,
        (None, Some(_)) => Relation::Wider,
        (Some(_), Some(_)) => Relation::Different,
    };
    let type_at = |(schema, normal_form): (&Schema<'d>, &NormalForm<'d>),
                   own: Option<&Alternative<'d>>| {
        let one = own.or(normal_form.alternatives.first());
        one.map_or(schema.at, |one| one.type_at)
    };
    let at = match (left_only, right_only) {
        (Some(one), None) => type_locations(one, left.1, right),
        (None, Some(one)) => {
            let (own, other) = type_locations(one, right.1, left);
            (other, own)
        }
        _ => (type_at(left, left_only), type_at(right, right_only)),
    };
    differences.add(relation, "type", (left.1.types(), at.0), (right.1.types(), at.1));
}

/// Returns the first alternative whose type the other side doesn't allow.
fn first_of_missing_type<'a, 'd>(
    own: &'a NormalForm<'d>,
    other: &NormalForm<'d>,
) -> Option<&'a Alternative<'d>> {
    own.alternatives.iter().find(|one| other.of_type(one.values.value_type()).is_empty())
}

/// Returns the location of `one`, whose type the other side doesn't allow, and the
/// location where the other side declares its types.
fn type_locations<'d>(
    one: &Alternative<'d>,
    own: &NormalForm<'d>,
    (schema, normal_form): (&Schema<'d>, &NormalForm<'d>),
) -> Locations<'d> {
    let own = own.alternatives.iter();
    let pairs: Vec<(&Alternative, &Alternative)> = own
        .flat_map(|own| {
            normal_form.of_type(own.values.value_type()).into_iter().map(move |other| (own, other))
        })
        .collect();
    let missing = missing(one, &pairs, schema).filter(|missing| !missing.is_changed);
    let missing = missing.map(|missing| (missing.at, missing.other_at));
    missing.unwrap_or_else(|| {
        let is_beside = |own: &Alternative| std::ptr::eq(own.type_at, one.type_at);
        let beside = pairs.iter().find(|(own, _)| is_beside(own));
        let other = beside.map(|(_, other)| *other).or(normal_form.alternatives.first());
        (one.type_at, other.map_or(schema.at, |other| other.type_at))
    })
}

fn compare_annotations<'d>(
    left: (&Schema<'d>, &NormalForm<'d>),
    right: (&Schema<'d>, &NormalForm<'d>),
    differences: &mut Differences<'d>,
) {
    let mut names: Vec<&str> = left.1.annotations.keys().copied().collect();
    names.extend(right.1.annotations.keys());
    for name in names {
        let side = |(schema, normal_form): (&Schema<'d>, &NormalForm<'d>)| {
            let annotation = normal_form.annotations.get(name);
            let text = annotation.is_some().to_string();
            (Some(text), annotation.copied().unwrap_or(schema.at))
        };
        let (one, other) = (side(left), side(right));
        if one.0 != other.0 {
            differences.annotate(name, one, other);
        }
    }
}
