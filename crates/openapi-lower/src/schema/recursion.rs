//! Orders the components, which determines where typify boxes recursive types.
//!
//! typify traverses the types in this order and boxes the type at which a cycle
//! closes. If that type is an `Option`, the field becomes a `Box<Option<_>>`, which
//! serde writes as null instead of omitting it. Types with such fields are put
//! first, since their cycles then close at the type itself.

use std::collections::HashSet;

use indexmap::IndexMap;
use openapi_model::{Diagnostic, Location};
use serde_json::Value;

use crate::context::{Context, Object};

type Components<'d> = IndexMap<String, (Object, &'d Location)>;

/// A type: a component, or an `Option` of one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Type<'s> {
    Component(&'s str),
    Optional(&'s str),
}

/// A field that would be a `Box<Option<_>>`.
struct Boxed {
    holder: String,
    property: String,
    held: String,
}

/// Sorts the components so that no optional field is written as null. Adds an error
/// for every field for which no such order exists.
pub(super) fn order(context: &mut Context<'_>) {
    let mut components = std::mem::take(&mut context.types.done);
    components.sort_unstable_keys();
    let mut moved: HashSet<String> = HashSet::new();
    loop {
        let boxed = boxed(&components);
        let Some(next) = boxed.iter().find(|boxed| !moved.contains(&boxed.held)) else {
            for field in boxed {
                report_boxed(context, &components, &field);
            }
            break;
        };
        if let Some(from) = components.get_index_of(&next.held) {
            components.move_index(from, 0);
        }
        moved.insert(next.held.clone());
    }
    context.types.done = components;
}

fn report_boxed(context: &mut Context<'_>, components: &Components<'_>, field: &Boxed) {
    let Some((_, location)) = components.get(&field.holder) else {
        return;
    };
    let message = format!(
        "progenitor can't carry the optional property `{}`, whose type `{}` holds itself in several ways: it would be sent as null",
        field.property, field.held
    );
    context.push(Diagnostic::error(location, message).help("let it be null, or require it"));
}

/// Returns all fields that would be a `Box<Option<_>>` with the components in this
/// order.
fn boxed(components: &Components<'_>) -> Vec<Boxed> {
    let mut traversal = Traversal {
        components,
        visited: HashSet::new(),
        active: Vec::new(),
        boxed: Vec::new(),
    };
    for name in components.keys() {
        traversal.visit(Type::Component(name));
    }
    traversal.boxed
}

struct Traversal<'s, 'd> {
    components: &'s Components<'d>,
    visited: HashSet<Type<'s>>,
    active: Vec<Type<'s>>,
    boxed: Vec<Boxed>,
}

impl<'s> Traversal<'s, '_> {
    fn visit(&mut self, this: Type<'s>) {
        if !self.visited.insert(this) {
            return;
        }
        self.active.push(this);
        match this {
            Type::Optional(name) => self.descend(Type::Component(name)),
            Type::Component(name) => {
                if let Some((schema, _)) = self.components.get(name) {
                    self.members(name, schema);
                }
            }
        }
        self.active.pop();
    }

    fn members(&mut self, name: &'s str, schema: &'s Object) {
        let branches = schema.get("oneOf").and_then(Value::as_array);
        let branches = branches.into_iter().flatten().filter_map(Value::as_object);
        for held in branches.chain([schema]).filter_map(referred) {
            self.descend(Type::Component(held));
        }
        let mut fields = Fields::default();
        fields.collect(self.components, schema, &mut Vec::new());
        // In the order of typify's stack: the last field first.
        let mut down = Vec::new();
        for (property, value) in &fields.properties {
            let Some(held) = held(value) else { continue };
            let nullable = value.get("nullable") == Some(&Value::Bool(true));
            let required = fields.required.contains(property);
            if required && !nullable {
                down.push(Type::Component(held));
            } else if self.active.contains(&Type::Optional(held)) {
                if !nullable {
                    self.boxed.push(Boxed {
                        holder: name.to_owned(),
                        property: (*property).to_owned(),
                        held: held.to_owned(),
                    });
                }
            } else {
                down.push(Type::Optional(held));
            }
        }
        down.into_iter().rev().for_each(|held| self.descend(held));
    }

    fn descend(&mut self, held: Type<'s>) {
        if !self.active.contains(&held) {
            self.visit(held);
        }
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
