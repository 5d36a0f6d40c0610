//! The normal form of a schema. It is exact: a normal form allows the same values as the
//! schema. Equivalent schemas can have different ones.

use super::SchemaNode;
use super::array::Arrays;
use super::number::Numbers;
use super::object::Objects;
use super::string::Strings;
use crate::inclusion::effort::spend;
use crate::inclusion::keyword::ValueType;
use openapi_source::Node;
use std::collections::BTreeMap;

/// A union of alternatives. Without alternatives, it allows nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct NormalForm<'d> {
    pub(crate) alternatives: Vec<Alternative<'d>>,
    /// `readOnly`, `writeOnly` and `deprecated` where they are true. They don't
    /// affect the allowed values but matter to a caller.
    pub(crate) annotations: BTreeMap<&'d str, &'d Node>,
}

/// Values of one type that satisfy all constraints.
#[derive(Clone, Debug)]
pub(crate) struct Alternative<'d> {
    pub(crate) values: Values<'d>,
    pub(crate) constraints: Vec<Constraint<'d>>,
    /// The schema with the most specific keywords for it.
    pub(crate) at: &'d Node,
    /// The location of its type: a keyword, or the schema.
    pub(crate) type_at: &'d Node,
    /// The branches that lead to it, outermost first.
    pub(crate) branches: Vec<Branch<'d>>,
}

/// A branch of a union.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Branch<'d> {
    /// The `anyOf` or `oneOf`.
    pub(crate) union: &'d Node,
    pub(crate) at: &'d Node,
}

#[derive(Clone, Debug)]
pub(crate) enum Values<'d> {
    Null,
    Boolean(Booleans),
    Number(Numbers<'d>),
    String(Strings<'d>),
    Array(Arrays<'d>),
    Object(Objects<'d>),
}

/// A set of booleans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Booleans {
    pub(crate) with_true: bool,
    pub(crate) with_false: bool,
}

/// A keyword that a normal form can't express, with its value.
#[derive(Clone, Debug)]
pub(crate) struct Constraint<'d> {
    pub(crate) keyword: &'d str,
    pub(crate) part: SchemaNode<'d>,
}

impl Booleans {
    pub(crate) const BOTH: Booleans = Booleans { with_true: true, with_false: true };
}

impl<'d> NormalForm<'d> {
    /// Returns the normal form that allows everything, with the location `at`.
    pub(crate) fn any(at: &'d Node) -> NormalForm<'d> {
        let all = ValueType::ALL.iter();
        NormalForm {
            alternatives: all.map(|kind| Alternative::new(Values::any(*kind), at)).collect(),
            annotations: BTreeMap::new(),
        }
    }

    /// Intersects two normal forms. Returns `None` if the result has too many
    /// alternatives.
    pub(crate) fn intersect(&self, other: &NormalForm<'d>) -> Option<NormalForm<'d>> {
        /// `allOf` over `anyOf` multiplies the alternatives. A union may be as
        /// large as in the document, but a product of unions is limited.
        const MAXIMUM_PRODUCT: usize = 64;
        let limit = MAXIMUM_PRODUCT.max(self.alternatives.len()).max(other.alternatives.len());
        let mut result =
            NormalForm { alternatives: Vec::new(), annotations: self.annotations.clone() };
        result.annotations.extend(&other.annotations);
        for left in &self.alternatives {
            spend(other.alternatives.len());
            for right in &other.alternatives {
                result.alternatives.extend(left.intersect(right));
            }
            if result.alternatives.len() > limit {
                return None;
            }
        }
        Some(result)
    }

    /// Unites the normal form with `other`.
    pub(crate) fn unite(&mut self, other: NormalForm<'d>) {
        self.annotations.extend(other.annotations);
        for alternative in other.alternatives {
            self.add(alternative);
        }
    }

    /// Adds a constraint to all alternatives.
    pub(crate) fn constrain(&mut self, keyword: &'d str, part: SchemaNode<'d>) {
        for alternative in &mut self.alternatives {
            alternative.constrain(keyword, part);
        }
    }

    pub(crate) fn of_type(&self, kind: ValueType) -> Vec<&Alternative<'d>> {
        self.alternatives
            .iter()
            .filter(|alternative| alternative.values.value_type() == kind)
            .collect()
    }

    /// Returns the names of the types, for people, with `integer` instead of `number` if all numbers
    /// are integers.
    pub(crate) fn types(&self) -> String {
        let is_integer = |one: &&Alternative| match &one.values {
            Values::Number(numbers) => numbers.integer,
            _ => false,
        };
        let present = ValueType::ALL.iter().map(|kind| (kind, self.of_type(*kind)));
        let present = present.filter(|(_, alternatives)| !alternatives.is_empty());
        let names = present.map(|(kind, alternatives)| match alternatives.iter().all(is_integer) {
            true => "integer",
            false => kind.into(),
        });
        let names: Vec<&str> = names.collect();
        match names[..] {
            [] => "nothing".to_owned(),
            _ if names.iter().copied().eq(ValueType::ALL.iter().map(<&str>::from)) => {
                "anything".to_owned()
            }
            _ => names.join(" or "),
        }
    }

    /// Adds an alternative, merged with another one if possible.
    pub(super) fn add(&mut self, new: Alternative<'d>) {
        spend(1 + self.alternatives.len() / 8);
        for known in &mut self.alternatives {
            if known.absorb(&new) {
                return;
            }
        }
        self.alternatives.push(new);
    }
}

impl<'d> Alternative<'d> {
    /// Returns these values at one place, without constraints.
    pub(super) fn new(values: Values<'d>, at: &'d Node) -> Alternative<'d> {
        Alternative { values, constraints: Vec::new(), at, type_at: at, branches: Vec::new() }
    }

    pub(crate) fn constrain(&mut self, keyword: &'d str, part: SchemaNode<'d>) {
        let known = self
            .constraints
            .iter()
            .any(|constraint| constraint.keyword == keyword && constraint.part.is_same(part));
        if !known {
            self.constraints.push(Constraint { keyword, part });
        }
    }

    /// Intersects two alternatives. Returns `None` if the result is empty.
    fn intersect(&self, other: &Alternative<'d>) -> Option<Alternative<'d>> {
        // The location of the side that restricts its values.
        let (at, type_at) = if self.is_unrestricted() {
            (other.at, other.type_at)
        } else {
            (self.at, self.type_at)
        };
        let mut result = Alternative {
            values: self.values.intersect(&other.values)?,
            constraints: self.constraints.clone(),
            at,
            type_at,
            branches: [&self.branches[..], &other.branches[..]].concat(),
        };
        for constraint in &other.constraints {
            result.constrain(constraint.keyword, constraint.part);
        }
        Some(result)
    }

    /// Merges `other` if one alternative can express the union. Returns whether it
    /// can.
    fn absorb(&mut self, other: &Alternative<'d>) -> bool {
        if !self.constraints.is_empty() || !other.constraints.is_empty() {
            return false;
        }
        match (&mut self.values, &other.values) {
            (Values::Null, Values::Null) => true,
            (Values::Boolean(left), Values::Boolean(right)) => {
                left.with_true |= right.with_true;
                left.with_false |= right.with_false;
                true
            }
            (Values::Number(left), Values::Number(right)) => left.absorb(right),
            (Values::String(left), Values::String(right)) => left.absorb(right),
            _ => false,
        }
    }

    /// Returns whether it allows every value of its type.
    pub(crate) fn is_unrestricted(&self) -> bool {
        self.constraints.is_empty()
            && match &self.values {
                Values::Null => true,
                Values::Boolean(booleans) => *booleans == Booleans::BOTH,
                Values::Number(numbers) => numbers.is_any(),
                Values::String(strings) => strings.is_any(),
                Values::Array(arrays) => arrays.is_any(),
                Values::Object(objects) => objects.is_any(),
            }
    }
}

impl<'d> Values<'d> {
    pub(crate) fn any(kind: ValueType) -> Values<'d> {
        match kind {
            ValueType::Null => Values::Null,
            ValueType::Boolean => Values::Boolean(Booleans::BOTH),
            ValueType::Number => Values::Number(Numbers::default()),
            ValueType::String => Values::String(Strings::default()),
            ValueType::Array => Values::Array(Arrays::default()),
            ValueType::Object => Values::Object(Objects::default()),
        }
    }

    pub(crate) fn value_type(&self) -> ValueType {
        match self {
            Values::Null => ValueType::Null,
            Values::Boolean(_) => ValueType::Boolean,
            Values::Number(_) => ValueType::Number,
            Values::String(_) => ValueType::String,
            Values::Array(_) => ValueType::Array,
            Values::Object(_) => ValueType::Object,
        }
    }

    /// Intersects two sets of values. Returns `None` if the result is empty.
    pub(super) fn intersect(&self, other: &Values<'d>) -> Option<Values<'d>> {
        Some(match (self, other) {
            (Values::Null, Values::Null) => Values::Null,
            (Values::Boolean(left), Values::Boolean(right)) => {
                let with_true = left.with_true && right.with_true;
                let with_false = left.with_false && right.with_false;
                if !with_true && !with_false {
                    return None;
                }
                Values::Boolean(Booleans { with_true, with_false })
            }
            (Values::Number(left), Values::Number(right)) => Values::Number(left.intersect(right)?),
            (Values::String(left), Values::String(right)) => Values::String(left.intersect(right)?),
            (Values::Array(left), Values::Array(right)) => Values::Array(left.intersect(right)?),
            (Values::Object(left), Values::Object(right)) => Values::Object(left.intersect(right)?),
            _ => return None,
        })
    }
}
