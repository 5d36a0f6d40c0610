//! Orders the components, which determines where typify boxes recursive types.
//!
//! typify traverses the types in this order and boxes the type at which a cycle
//! closes. If that type is an `Option`, the field becomes a `Box<Option<_>>`, which
//! serde writes as null instead of omitting it. Types with such fields are put
//! first, since their cycles then close at the type itself. For types that hold each other
//! in several ways there may be no such order; `openapi-progenitor-build` corrects the
//! generated code then.

use std::collections::HashSet;

use indexmap::IndexMap;
use openapi_document::{Diagnostic, Location};
use serde_json::Value;

use crate::lower::context::{Context, Object};

type Components<'d> = IndexMap<String, (Object, &'d Location)>;

/// A type: the number of a component, or an `Option` of it.
#[derive(Clone, Copy)]
enum Type {
    Component(usize),
    Optional(usize),
}

/// The components that a component refers to.
struct Members<'s> {
    /// The components that it is or chooses from.
    branches: Vec<usize>,
    fields: Vec<Field<'s>>,
}

/// A field whose type is a component.
struct Field<'s> {
    property: &'s str,
    held: usize,
    is_required: bool,
    is_nullable: bool,
}

/// A field that would be a `Box<Option<_>>`.
struct Boxed<'s> {
    holder: usize,
    property: &'s str,
    held: usize,
}

/// The maximum number of components that are moved to the front, each after a traversal of
/// all components.
const MAX_MOVES: usize = 100;

/// Sorts the components so that no optional field is written as null. Adds a warning
/// for every field for which no such order is found.
pub(super) fn order(context: &mut Context<'_>) {
    let mut components = std::mem::take(&mut context.types.done);
    components.sort_unstable_keys();
    let members: Vec<_> = components
        .values()
        .map(|(schema, _)| Members::of(&components, schema))
        .collect();
    let mut order: Vec<_> = (0..members.len()).collect();
    let mut is_moved = vec![false; members.len()];
    for moves in 0.. {
        let boxed = boxed(&members, &order);
        let next = boxed.iter().find(|boxed| !is_moved[boxed.held]);
        let Some(next) = next.filter(|_| moves < MAX_MOVES) else {
            for field in boxed {
                report_boxed(context, &components, &field);
            }
            break;
        };
        order.retain(|component| *component != next.held);
        order.insert(0, next.held);
        is_moved[next.held] = true;
    }
    drop(members);
    let mut components: Vec<_> = components.into_iter().map(Some).collect();
    context.types.done = order
        .into_iter()
        .filter_map(|component| components[component].take())
        .collect();
}

fn report_boxed(context: &mut Context<'_>, components: &Components<'_>, field: &Boxed<'_>) {
    let (_, (_, location)) = &components
        .get_index(field.holder)
        .expect("numbers of components");
    let (held, _) = components
        .get_index(field.held)
        .expect("numbers of components");
    let message = format!(
        "progenitor alone sends the optional property `{}` as null if it is absent: its type `{held}` holds itself in several ways",
        field.property
    );
    context
        .sent_as_null
        .push(Diagnostic::warning(location, message).help("let it be null, or require it"));
}

impl<'s> Members<'s> {
    fn of(components: &'s Components<'_>, schema: &'s Object) -> Self {
        let number = |name| components.get_index_of(name);
        let branches = schema.get("oneOf").and_then(Value::as_array);
        let branches = branches.into_iter().flatten().filter_map(Value::as_object);
        let branches = branches.chain([schema]).filter_map(referred);
        let mut fields = Fields::default();
        fields.collect(components, schema, &mut Vec::new());
        let field = |(property, value): (&&'s str, &&'s Object)| {
            Some(Field {
                property,
                held: held(value).and_then(number)?,
                is_required: fields.required.contains(property),
                is_nullable: value.get("nullable") == Some(&Value::Bool(true)),
            })
        };
        Self {
            branches: branches.filter_map(number).collect(),
            fields: fields.properties.iter().filter_map(field).collect(),
        }
    }
}

/// Returns all fields that would be a `Box<Option<_>>` with the components in this
/// order.
fn boxed<'s>(members: &[Members<'s>], order: &[usize]) -> Vec<Boxed<'s>> {
    let mut traversal = Traversal {
        members,
        visited: Types::new(members.len()),
        active: Types::new(members.len()),
        boxed: Vec::new(),
    };
    for component in order {
        traversal.visit(Type::Component(*component));
    }
    traversal.boxed
}

/// A set of types.
struct Types {
    components: Vec<bool>,
    optional: Vec<bool>,
}

impl Types {
    fn new(components: usize) -> Self {
        Self {
            components: vec![false; components],
            optional: vec![false; components],
        }
    }

    fn flag(&mut self, this: Type) -> &mut bool {
        match this {
            Type::Component(number) => &mut self.components[number],
            Type::Optional(number) => &mut self.optional[number],
        }
    }
}

struct Traversal<'m, 's> {
    members: &'m [Members<'s>],
    visited: Types,
    active: Types,
    boxed: Vec<Boxed<'s>>,
}

impl Traversal<'_, '_> {
    fn visit(&mut self, this: Type) {
        if *self.active.flag(this) || *self.visited.flag(this) {
            return;
        }
        *self.visited.flag(this) = true;
        *self.active.flag(this) = true;
        match this {
            Type::Optional(held) => self.visit(Type::Component(held)),
            Type::Component(holder) => self.visit_members(holder),
        }
        *self.active.flag(this) = false;
    }

    fn visit_members(&mut self, holder: usize) {
        let members = &self.members[holder];
        for branch in &members.branches {
            self.visit(Type::Component(*branch));
        }
        // In the order of typify's stack: the last field first.
        let mut down = Vec::new();
        for field in &members.fields {
            let held = field.held;
            if field.is_required && !field.is_nullable {
                down.push(Type::Component(held));
            } else if *self.active.flag(Type::Optional(held)) {
                if !field.is_nullable {
                    self.boxed.push(Boxed {
                        holder,
                        property: field.property,
                        held,
                    });
                }
            } else {
                down.push(Type::Optional(held));
            }
        }
        down.into_iter().rev().for_each(|held| self.visit(held));
    }
}

/// Returns the name of the component that a schema refers to.
fn referred(schema: &Object) -> Option<&str> {
    let reference = schema.get("$ref").and_then(Value::as_str)?;
    reference.rsplit('/').next()
}

/// Returns the name of the component that a property refers to, directly or in an
/// `allOf` beside annotations.
fn held(value: &Object) -> Option<&str> {
    let wrapped = value.get("allOf").and_then(Value::as_array);
    let wrapped = wrapped.filter(|branches| branches.len() == 1);
    let wrapped = wrapped.and_then(|branches| branches[0].as_object());
    referred(wrapped.unwrap_or(value))
}

/// The fields of a struct, including those of the schemas in its `allOf`.
#[derive(Default)]
struct Fields<'s> {
    properties: IndexMap<&'s str, &'s Object>,
    required: HashSet<&'s str>,
}

impl<'s> Fields<'s> {
    fn collect(
        &mut self,
        components: &'s Components<'_>,
        schema: &'s Object,
        seen: &mut Vec<&'s str>,
    ) {
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, value) in properties.into_iter().flatten() {
            if let Some(value) = value.as_object() {
                self.properties.insert(name, value);
            }
        }
        let required = schema.get("required").and_then(Value::as_array);
        self.required
            .extend(required.into_iter().flatten().filter_map(Value::as_str));
        let branches = schema.get("allOf").and_then(Value::as_array);
        for branch in branches.into_iter().flatten().filter_map(Value::as_object) {
            self.collect(components, branch, seen);
            let name = referred(branch).filter(|name| !seen.contains(name));
            if let Some((name, (target, _))) = name.and_then(|name| components.get_key_value(name))
            {
                seen.push(name);
                self.collect(components, target, seen);
            }
        }
    }
}
