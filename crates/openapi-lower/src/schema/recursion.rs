//! The order of the components, which decides where typify puts the boxes that
//! types need to hold themselves.
//!
//! It walks the types in this order and boxes what it comes back to. If that is
//! an `Option`, the field becomes a `Box<Option<_>>`, which serde writes as null
//! instead of leaving it out. Types that would suffer so are put first, since
//! what comes back to them then is the type itself.

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

/// Puts the components in an order in which no field is written as null that
/// may only be absent; an error for those that are in any.
pub(super) fn order(context: &mut Context<'_>) {
    let mut components = std::mem::take(&mut context.types.done);
    components.sort_unstable_keys();
    let mut moved: HashSet<String> = HashSet::new();
    loop {
        let boxed = boxed(&components);
        let Some(next) = boxed.iter().find(|boxed| !moved.contains(&boxed.held)) else {
            for field in boxed {
                refuse(context, &components, &field);
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

fn refuse(context: &mut Context<'_>, components: &Components<'_>, field: &Boxed) {
    let Some((_, location)) = components.get(&field.holder) else {
        return;
    };
    let message = format!(
        "progenitor can't carry the optional property `{}`, whose type `{}` holds itself in several ways: it would be sent as null",
        field.property, field.held
    );
    context.push(Diagnostic::error(location, message).help("let it be null, or require it"));
}

/// All fields that would be a `Box<Option<_>>` with the components in this
/// order.
fn boxed(components: &Components<'_>) -> Vec<Boxed> {
    let mut walk = Walk {
        components,
        visited: HashSet::new(),
        active: Vec::new(),
        boxed: Vec::new(),
    };
    for name in components.keys() {
        walk.visit(Type::Component(name));
    }
    walk.boxed
}

struct Walk<'s, 'd> {
    components: &'s Components<'d>,
    visited: HashSet<Type<'s>>,
    active: Vec<Type<'s>>,
    boxed: Vec<Boxed>,
}

impl<'s> Walk<'s, '_> {
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
        // As typify has it on its stack: the last field first.
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

/// The component that a schema refers to.
fn referred(schema: &Object) -> Option<&str> {
    let reference = schema.get("$ref").and_then(Value::as_str)?;
    reference.rsplit('/').next()
}

/// The component that a property holds, itself or beside annotations.
fn held(value: &Object) -> Option<&str> {
    let wrapped = value.get("allOf").and_then(Value::as_array);
    let wrapped = wrapped.filter(|branches| branches.len() == 1);
    let wrapped = wrapped.and_then(|branches| branches[0].as_object());
    referred(wrapped.unwrap_or(value))
}

/// The fields of a struct, those too that it is joined of.
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
