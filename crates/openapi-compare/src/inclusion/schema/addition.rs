//! Recognizes members that only the right schema declares and the left schema
//! leaves open. A member isn't open if the left schema declares or restricts it
//! anywhere for the same object.

use super::Schema;
use super::comparison::Comparison;
use super::difference::{Difference, Presence, Subject};
use super::normal_form::{Alternative, Constraint, Values};
use crate::inclusion::keyword::ValueType;
use openapi_source::Node;

impl<'d> Comparison<'d> {
    /// Returns whether `difference` is an optional member that only the right
    /// schema declares, and that the left schema allows with any value because none
    /// of its keywords covers the member. Senders that follow the left schema don't
    /// send it.
    pub(crate) fn is_addition(&mut self, difference: &Difference<'d>) -> bool {
        match (&difference.subject, difference.levels.last()) {
            (
                Subject::Member { name, left: Presence::NotDeclared, right: Presence::Optional },
                Some(level),
            ) => self.is_open_at(&level.left, difference.left_at, name),
            _ => false,
        }
    }

    /// Returns whether the alternative of `schema` at `at` leaves the member open
    /// and shares no object with an alternative that doesn't leave it open.
    fn is_open_at(&mut self, schema: &Schema<'d>, at: &Node, name: &str) -> bool {
        let normal_form = self.expand(schema);
        let objects = normal_form.of_type(ValueType::Object);
        let (open, others): (Vec<_>, Vec<_>) =
            objects.into_iter().partition(|alternative| alternative.leaves_open(name));
        let mut own = open.into_iter().filter(|own| std::ptr::eq(own.at, at)).peekable();
        own.peek().is_some()
            && own.all(|own| {
                others.iter().all(|other| self.are_values_disjoint(&own.values, &other.values, 0))
            })
    }
}

impl Alternative<'_> {
    /// Returns whether certainly no keyword covers the member `name`.
    fn leaves_open(&self, name: &str) -> bool {
        // Each branch of a union is an alternative of its own.
        let is_union = |one: &Constraint| {
            self.branches.iter().any(|branch| std::ptr::eq(branch.union, one.part.node))
        };
        self.constraints.iter().all(is_union)
            && matches!(&self.values, Values::Object(objects) if objects.leaves_open(name))
    }
}
