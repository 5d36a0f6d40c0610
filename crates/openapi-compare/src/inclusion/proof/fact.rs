//! The formulas of a tableau: conditions on a value, between the keywords of schemas
//! and the decision procedures for each type. Nothing is decided here.

use crate::inclusion::schema::{Class, Classes, SchemaNode};
use bigdecimal::BigDecimal;
use openapi_source::{Node, decimal, number, plain};
use serde_json::Value;

/// A schema, or the negation of a schema, as a condition on a value or a part of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Literal<'d> {
    pub(super) part: SchemaNode<'d>,
    pub(super) holds: bool,
}

impl<'d> Literal<'d> {
    pub(super) fn new(part: SchemaNode<'d>, node: &'d Node, holds: bool) -> Literal<'d> {
        Literal { part: SchemaNode { node, ..part }, holds }
    }

    /// Returns the class of the schema, and whether it holds: two literals with the same key are
    /// satisfied by the same values.
    pub(super) fn key(&self, classes: &Classes) -> (Class, bool) {
        (classes.class(self.part.node), self.holds)
    }

    pub(super) fn is_same(&self, other: &Literal) -> bool {
        std::ptr::eq(self.part.node, other.part.node) && self.holds == other.holds
    }

    /// Returns all values that the schema can allow, if it has `const` or `enum`, and if JSON
    /// values can hold them.
    pub(super) fn enumerated(&self) -> Option<impl Iterator<Item = Value> + use<'d>> {
        let SchemaNode { document, node } = self.part;
        let one = node.get("const").map(std::slice::from_ref);
        let listed = one.or_else(|| node.get("enum").map(Node::items))?;
        let null = document.allows_null(node).then_some(Value::Null);
        listed.iter().all(is_exact).then(|| listed.iter().map(plain).chain(null))
    }

    pub(super) fn negated(self) -> Literal<'d> {
        Literal { holds: !self.holds, ..self }
    }
}

/// Returns whether a JSON value can hold the value at `node`. It can't hold each number.
pub(super) fn is_exact(node: &Node) -> bool {
    node.number().is_none_or(|one| decimal(&number(one)) == *one)
        && node.items().iter().all(is_exact)
        && node.members().all(|(_, one)| is_exact(one))
}

/// A condition on a value: a schema, or a fact.
#[derive(Clone, Debug)]
pub(super) enum Condition<'d> {
    Literal(Literal<'d>),
    Fact(Fact<'d>),
}

/// A disjunction of conjunctions; empty means contradiction.
pub(super) type Dnf<'d> = Vec<Vec<Condition<'d>>>;

/// A condition on a value of a known type, in terms of the value itself or of
/// schemas for its parts.
#[derive(Clone, Debug)]
pub(super) enum Fact<'d> {
    /// The value is one of these.
    OneOf(Vec<&'d Node>),
    Not(&'d Node),
    /// The string isn't this one.
    NotText(&'d str),
    /// A bound of a number, and whether the bound is exclusive.
    Above(BigDecimal, bool),
    Below(BigDecimal, bool),
    /// Whether the number is a multiple of this one. Multiples of 1 are integers.
    Multiple(BigDecimal, bool),
    /// A limit on the number of characters, items or members.
    AtLeast(u64),
    AtMost(u64),
    /// Whether the pattern matches in the string.
    Pattern(&'d str, bool),
    /// Whether the string is of this format, one that is validated.
    Format(&'d str, bool),
    /// All items from the first index on, before the second one, satisfy the
    /// literal.
    Items(usize, Option<usize>, Literal<'d>),
    /// Some item from the first index on, before the second one, satisfies the literal.
    SomeItem(usize, Option<usize>, Literal<'d>),
    /// Whether all items are different.
    Unique(bool),
    Present(&'d str),
    Absent(&'d str),
    /// The member, if present, satisfies the literal.
    Member(&'d str, Literal<'d>),
    /// All members with these names satisfy the literal.
    Members(Names<'d>, Literal<'d>),
    /// Some member with one of these names satisfies the literal.
    SomeMember(Names<'d>, Literal<'d>),
    /// The names of all members satisfy the literal, or some name does.
    Names(Literal<'d>),
    SomeName(Literal<'d>),
}

impl Fact<'_> {
    /// Returns whether both facts obviously contradict each other. Most branches are closed
    /// by this check.
    pub(super) fn contradicts(&self, other: &Fact) -> bool {
        match (self, other) {
            (Fact::Present(one), Fact::Absent(other))
            | (Fact::Absent(one), Fact::Present(other)) => one == other,
            _ => false,
        }
    }
}

/// A set of names of members.
#[derive(Clone, Debug, Default)]
pub(super) struct Names<'d> {
    /// The pattern that matches in all of the names.
    pub(super) matching: Option<&'d str>,
    pub(super) except: Vec<&'d str>,
    pub(super) except_matching: Vec<&'d str>,
}

/// Returns the conjunction of `conditions`.
pub(super) fn all<'d>(conditions: impl IntoIterator<Item = Condition<'d>>) -> Vec<Dnf<'d>> {
    vec![vec![conditions.into_iter().collect()]]
}

/// Returns the disjunction of `conditions`.
pub(super) fn any<'d>(conditions: impl IntoIterator<Item = Condition<'d>>) -> Vec<Dnf<'d>> {
    vec![conditions.into_iter().map(|condition| vec![condition]).collect()]
}

/// Returns `fact` if the keyword `holds`, or else `opposite`.
pub(super) fn fact<'d>(holds: bool, fact: Fact<'d>, opposite: Fact<'d>) -> Vec<Dnf<'d>> {
    all([Condition::Fact(if holds { fact } else { opposite })])
}

/// Returns the condition of a keyword that holds for every value. Its negation is a
/// contradiction.
pub(super) fn always<'d>(holds: bool) -> Vec<Dnf<'d>> {
    if holds { Vec::new() } else { vec![Vec::new()] }
}
