//! The bodies of responses for rejections, where the service doesn't make them itself.

use std::cell::Cell;
use std::collections::HashMap;

use serde_json::{Map, Number, Value};

use crate::types::{Body, Definition, Field, Kind, SelectedBy, Shape};

/// What a member of problem details (RFC 9457 §3.1) says about a rejection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemMember {
    Type,
    Title,
    Status,
    Detail,
}

/// The type of problem details, and what each of its members says.
pub type Problem<'t> = (&'t Definition, Vec<(&'t Field, Option<ProblemMember>)>);

/// Returns the members of a shape and what each says, if it is that of problem details: it has the
/// members `title` and `detail`, and a rejection determines every required member.
pub fn problem<'t>(definitions: &'t [Definition], shape: &Shape) -> Option<Problem<'t>> {
    let name = shape.held().filter(|_| !shape.nullable && !shape.boxed)?;
    let definition = definitions.iter().find(|one| one.name == name)?;
    let Body::Struct { fields, rules, .. } = &definition.body else {
        return None;
    };
    let members: Vec<_> = fields.iter().map(|field| (field, problem_member(field))).collect();
    let has = |wanted| members.iter().any(|(_, member)| *member == Some(wanted));
    let is_determined = members.iter().all(|(field, member)| member.is_some() || !field.required);
    let is_problem = rules.is_empty()
        && is_determined
        && has(ProblemMember::Title)
        && has(ProblemMember::Detail);
    is_problem.then_some((definition, members))
}

/// Returns what a member of problem details says, if its type allows each value.
fn problem_member(field: &Field) -> Option<ProblemMember> {
    let Shape { kind, external: None, nullable: false, boxed: false, rules } = &field.shape else {
        return None;
    };
    let allows = |keyword: &str, value: &Value| match (field.wire_name.as_str(), keyword) {
        ("type", "format") => value == "uri" || value == "uri-reference",
        ("status", "format") => value.is_null(),
        ("status", "minimum") => value.as_f64().is_some_and(|least| least <= 400.0),
        ("status", "maximum") => value.as_f64().is_some_and(|most| most >= 599.0),
        ("status", "exclusiveMaximum") => value.as_f64().is_some_and(|bound| bound >= 600.0),
        _ => false,
    };
    if !rules.iter().all(|(keyword, value)| allows(keyword, value)) {
        return None;
    }
    match (field.wire_name.as_str(), kind) {
        ("type", Kind::String) => Some(ProblemMember::Type),
        ("title", Kind::String) => Some(ProblemMember::Title),
        ("status", Kind::Integer("i32" | "i64" | "u16" | "u32" | "u64") | Kind::Number(_)) => {
            Some(ProblemMember::Status)
        }
        ("detail", Kind::String) => Some(ProblemMember::Detail),
        _ => None,
    }
}

/// What there is to say about a rejection, or placeholders for it.
pub struct Says {
    pub text: Value,
    pub status: Value,
    /// What the status means.
    pub title: Value,
}

/// Examples of values.
pub struct Examples<'t> {
    all: &'t [Definition],
    definitions: HashMap<&'t str, &'t Definition>,
    says: Says,
    /// The number of objects that the example may still have.
    remaining: Cell<usize>,
}

/// The depth from which optional content is left out and recursion ends.
const MAXIMUM_DEPTH: usize = 16;

/// The maximum number of objects of an example. Types that require each other in several
/// ways would double it at each level.
const MAXIMUM_OBJECTS: usize = 100;

impl<'t> Examples<'t> {
    pub fn of(definitions: &'t [Definition], says: Says) -> Self {
        let named = definitions.iter().map(|one| (one.name.as_str(), one)).collect();
        Self { all: definitions, definitions: named, says, remaining: Cell::new(0) }
    }

    /// Returns the body for a rejection: problem details, or an example.
    pub fn failure(&self, shape: &Shape) -> Value {
        let Some((_, members)) = problem(self.all, shape) else {
            return self.body(shape);
        };
        let members = members.into_iter().filter_map(|(field, member)| {
            let value = match member? {
                ProblemMember::Type if field.required => "about:blank".into(),
                ProblemMember::Type => return None,
                ProblemMember::Title => self.says.title.clone(),
                ProblemMember::Status => self.says.status.clone(),
                ProblemMember::Detail => self.says.text.clone(),
            };
            Some((field.wire_name.clone(), value))
        });
        Value::Object(members.collect())
    }

    /// Returns an example with the required members, and with those that describe a failure.
    pub fn body(&self, shape: &Shape) -> Value {
        self.remaining.set(MAXIMUM_OBJECTS);
        self.value(shape, 0)
    }

    fn value(&self, shape: &Shape, depth: usize) -> Value {
        let listed = shape.rules.get("enum").and_then(|values| values.get(0));
        if let Some(value) = shape.rules.get("const").or(listed) {
            return value.clone();
        }
        if depth > MAXIMUM_DEPTH {
            return Value::Null;
        }
        match &shape.kind {
            // A response has no file.
            Kind::Any | Kind::Null | Kind::File => Value::Null,
            Kind::Object | Kind::Map(_) => Value::Object(Map::new()),
            Kind::Boolean => false.into(),
            Kind::Integer(_) | Kind::Number(_) => {
                let bound = |name: &str| shape.rules.get(name).filter(|value| value.is_number());
                let above = bound("exclusiveMinimum").and_then(Value::as_i64);
                let least =
                    above.map(|bound| bound.saturating_add(1).into()).or(bound("minimum").cloned());
                least.unwrap_or_else(|| Number::from(0).into())
            }
            Kind::String => match shape.rules.get("format").and_then(Value::as_str) {
                Some("uri" | "uri-reference" | "iri" | "iri-reference") => "about:blank".into(),
                Some("email") => "nobody@example.org".into(),
                _ => self.says.text.clone(),
            },
            Kind::DateTime => "1970-01-01T00:00:00Z".into(),
            Kind::Date => "1970-01-01".into(),
            Kind::Uuid => "00000000-0000-0000-0000-000000000000".into(),
            Kind::Array(items) => {
                let count = shape.rules.get("minItems").and_then(Value::as_u64);
                let item = || self.value(items, depth + 1);
                (0..count.unwrap_or(0).min(4)).map(|_| item()).collect()
            }
            Kind::Named(name) => {
                let Some(remaining) = self.remaining.get().checked_sub(1) else {
                    return Value::Null;
                };
                self.remaining.set(remaining);
                let definition = self.definitions.get(name.as_str());
                definition.map_or(Value::Null, |one| self.of_definition(one, depth + 1))
            }
        }
    }

    /// Returns the value of a member that is required, or that says what the rejection is.
    fn member(&self, field: &Field, depth: usize) -> Option<Value> {
        let Field { wire_name, shape, .. } = field;
        let is_one_of = |names: &[&str]| shape.external.is_none() && names.contains(&&**wire_name);
        match shape.kind {
            Kind::String if is_one_of(&TEXT_NAMES) && shape.rules.is_empty() => {
                Some(self.says.text.clone())
            }
            Kind::Integer("i32" | "i64" | "u16" | "u32" | "u64")
                if is_one_of(&STATUS_NAMES) && shape.rules.keys().all(|name| name == "format") =>
            {
                Some(self.says.status.clone())
            }
            _ => field.required.then(|| self.value(shape, depth)),
        }
    }

    fn of_definition(&self, definition: &Definition, depth: usize) -> Value {
        match &definition.body {
            Body::Struct { fields, .. } => {
                let members = fields.iter().filter_map(|field| {
                    Some((field.wire_name.clone(), self.member(field, depth)?))
                });
                Value::Object(members.collect())
            }
            Body::Enumeration(values) | Body::KnownValues { values, .. } => {
                values.first().map_or(Value::Null, |known| known.value.clone())
            }
            Body::Transparent(shape) | Body::Alias(shape) => self.value(shape, depth),
            Body::Union { tag, variants, .. } => {
                let Some(first) = variants.first() else {
                    return Value::Null;
                };
                let mut value = match &first.members {
                    Some(members) => self.of_definition(members, depth),
                    None => self.value(&first.shape, depth),
                };
                if let (Some(tag), SelectedBy::Tag(values)) = (tag, &first.selected_by)
                    && let (Value::Object(members), Some(selected)) = (&mut value, values.first())
                {
                    members.insert(tag.clone(), selected.clone());
                }
                value
            }
        }
    }
}

/// The names of members that usually have the text, and of those that have the status.
const TEXT_NAMES: [&str; 5] = ["detail", "error", "message", "msg", "title"];
const STATUS_NAMES: [&str; 4] = ["code", "status", "statusCode", "status_code"];
