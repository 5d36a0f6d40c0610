//! Members that only the right schema declares, of objects that the left schema
//! leaves open. What the left schema declares or restricts anywhere for the same
//! object must never count as open.

use super::comparison::Comparison;
use super::difference::{Difference, NOT_DECLARED, OPTIONAL, Subject};
use super::shape::{Alternative, Kind, Values};
use super::string::matches;
use super::{Part, Schema};
use crate::document::{Document, Node};

impl<'d> Comparison<'d> {
    /// Returns whether `difference` is an optional member that the right schema
    /// declares, and that the left schema allows with any value because no keyword
    /// of it is about the member. Values that the left schema describes don't have
    /// the member.
    pub(crate) fn is_addition(&mut self, difference: &Difference<'d>) -> bool {
        let Subject::Member(name) = &difference.subject else {
            return false;
        };
        let Some(level) = difference.levels.last() else {
            return false;
        };
        let is_optional_now = difference.left == NOT_DECLARED && difference.right == OPTIONAL;
        is_optional_now
            && difference.is_directly_within_its_levels()
            && (!declares(&level.left, name)
                || self.is_open_where_it_stands(&level.left, difference.left_at, name))
    }

    /// Returns whether the alternative of `schema` that stands at `at` leaves the
    /// member open, and no object of that alternative is one of another alternative
    /// that doesn't.
    fn is_open_where_it_stands(&mut self, schema: &Schema<'d>, at: &Node, name: &str) -> bool {
        let shape = self.expand(schema);
        let objects = shape.of_kind(Kind::Object);
        let (open, others): (Vec<_>, Vec<_>) = objects
            .into_iter()
            .partition(|alternative| alternative.leaves_open(name));
        let mut own = open
            .into_iter()
            .filter(|own| std::ptr::eq(own.at, at))
            .peekable();
        own.peek().is_some()
            && own.all(|own| {
                let mut others = others.iter();
                others.all(|other| self.are_values_disjoint(&own.values, &other.values, 0))
            })
    }
}

impl Difference<'_> {
    /// Returns whether no step leads from the innermost of its levels to its place
    /// but the one to the member that the difference is about. Within a keyword
    /// (`not`, say) there can be more.
    fn is_directly_within_its_levels(&self) -> bool {
        let steps = self.levels.iter().filter_map(|level| level.step.as_ref());
        let around: String = steps.map(ToString::to_string).collect();
        let rest = self.path.strip_prefix(&around);
        rest.is_some_and(|rest| rest.matches('/').count() == 1)
    }
}

impl Alternative<'_> {
    /// Returns whether no keyword is about the member `name`.
    fn leaves_open(&self, name: &str) -> bool {
        let is_about_it = |keyword: &str, part: Part| match keyword {
            // The constraint holds the schema itself.
            "$ref" | "allOf" => schema_declares(part.document, part.node, name, &mut Vec::new()),
            _ => keyword_declares(part.document, keyword, part.node, name, &mut Vec::new()),
        };
        let Values::Object(objects) = &self.values else {
            return false;
        };
        let mut constraints = self.constraints.iter();
        objects.leaves_open(name) && !constraints.any(|one| is_about_it(one.keyword, one.part))
    }
}

/// Returns whether a keyword of `schema` is about the member `name`.
fn declares(schema: &Schema, name: &str) -> bool {
    let mut parts = schema.parts.iter();
    parts.any(|part| schema_declares(part.document, part.node, name, &mut Vec::new()))
}

/// The same for one schema and those that are about the same value. `seen` ends
/// circles.
fn schema_declares(
    document: &Document,
    schema: &Node,
    name: &str,
    seen: &mut Vec<*const Node>,
) -> bool {
    if seen.contains(&std::ptr::from_ref(schema)) {
        return false;
    }
    seen.push(schema);
    let target = document.target(schema);
    target.is_some_and(|target| schema_declares(document, target, name, seen))
        || schema
            .members()
            .any(|(keyword, value)| keyword_declares(document, keyword, value, name, seen))
}

fn keyword_declares(
    document: &Document,
    keyword: &str,
    value: &Node,
    name: &str,
    seen: &mut Vec<*const Node>,
) -> bool {
    match keyword {
        "properties" => value.get(name).is_some(),
        "patternProperties" => value
            .members()
            .any(|(pattern, _)| matches(pattern, name) != Some(false)),
        "additionalProperties" | "unevaluatedProperties" => !value.allows_everything(),
        "required" => value.items().iter().any(|item| item.text() == Some(name)),
        // Whole objects are listed, or the names of all members are restricted.
        "const" | "enum" => true,
        "propertyNames" | "dependentRequired" => true,
        "allOf" | "anyOf" | "oneOf" => value
            .items()
            .iter()
            .any(|schema| schema_declares(document, schema, name, seen)),
        "not" | "if" | "then" | "else" => schema_declares(document, value, name, seen),
        "dependentSchemas" => value
            .members()
            .any(|(key, schema)| key == name || schema_declares(document, schema, name, seen)),
        _ => false,
    }
}
