//! Recognizes members that only the right schema declares and the left schema
//! leaves open. A member isn't open if the left schema declares or restricts it
//! anywhere for the same object.

use super::comparison::Comparison;
use super::difference::{Difference, Presence, Subject};
use super::normal_form::{Alternative, ValueType, Values};
use super::string::matches;
use super::{Schema, SchemaNode};
use crate::Document;
use openapi_source::Node;

impl<'d> Comparison<'d> {
    /// Returns whether `difference` is an optional member that only the right
    /// schema declares, and that the left schema allows with any value because none
    /// of its keywords covers the member. Senders that follow the left schema don't
    /// send it.
    pub(crate) fn is_addition(&mut self, difference: &Difference<'d>) -> bool {
        let Subject::Member { name, left: Presence::NotDeclared, right: Presence::Optional } =
            &difference.subject
        else {
            return false;
        };
        let Some(level) = difference.levels.last() else {
            return false;
        };
        difference.is_directly_within_its_levels()
            && (!declares(&level.left, name)
                || self.is_open_at(&level.left, difference.left_at, name))
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
                let mut others = others.iter();
                others.all(|other| self.are_values_disjoint(&own.values, &other.values, 0))
            })
    }
}

impl Difference<'_> {
    /// Returns whether the difference is one step, the one to its member, away from
    /// its innermost level. Within a keyword such as `not` it can be more steps.
    fn is_directly_within_its_levels(&self) -> bool {
        let steps = self.levels.iter().filter_map(|level| level.step.as_ref());
        let around: String = steps.map(ToString::to_string).collect();
        let rest = self.path.strip_prefix(&around);
        rest.is_some_and(|rest| rest.matches('/').count() == 1)
    }
}

impl Alternative<'_> {
    /// Returns whether no keyword covers the member `name`.
    fn leaves_open(&self, name: &str) -> bool {
        let covers = |keyword: &str, part: SchemaNode| match keyword {
            // The value of this constraint is a schema.
            "$ref" | "allOf" => schema_declares(part.document, part.node, name, &mut Vec::new()),
            _ => keyword_declares(part.document, keyword, part.node, name, &mut Vec::new()),
        };
        let Values::Object(objects) = &self.values else {
            return false;
        };
        let mut constraints = self.constraints.iter();
        objects.leaves_open(name) && !constraints.any(|one| covers(one.keyword, one.part))
    }
}

/// Returns whether a keyword of `schema` covers the member `name`.
fn declares(schema: &Schema, name: &str) -> bool {
    let mut parts = schema.parts.iter();
    parts.any(|part| schema_declares(part.document, part.node, name, &mut Vec::new()))
}

/// Returns the same for one schema and the subschemas that apply to the same value.
/// `seen` ends cycles.
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
        "patternProperties" => {
            value.members().any(|(pattern, _)| matches(pattern, name) != Some(false))
        }
        "additionalProperties" | "unevaluatedProperties" => !value.allows_everything(),
        "required" => value.items().iter().any(|item| item.string() == Some(name)),
        // These enumerate whole objects, or restrict the names of all members.
        "const" | "enum" => true,
        "propertyNames" | "dependentRequired" => true,
        "allOf" | "anyOf" | "oneOf" => {
            value.items().iter().any(|schema| schema_declares(document, schema, name, seen))
        }
        "not" | "if" | "then" | "else" => schema_declares(document, value, name, seen),
        "dependentSchemas" => value
            .members()
            .any(|(key, schema)| key == name || schema_declares(document, schema, name, seen)),
        _ => false,
    }
}
