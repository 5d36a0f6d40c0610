//! Converts objects, which become separate definitions.

use openapi_document::{Diagnostic, Diagnostics, Node, Schema, deprecation};
use serde_json::{Map, Value};

use super::default::of_member;
use super::{Body, Field, Kind, Shape, Site, Types, described, unaliased, uninhabited};
use crate::merge::Merged;
use crate::names::Names;

impl<'d> Types<'d> {
    pub(super) fn object(
        &mut self,
        merged: Merged<'d>,
        rules: Map<String, Value>,
        site: Site<'_, 'd>,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        mention_excluded(&merged, diagnostics);
        let (number, name) = self.define(&merged, site);
        // A form and a base share the types of members with the type of their component.
        let first = merged.schemas.first().filter(|_| site.schemas.is_empty());
        let own = first.and_then(|first| self.components.get(&first.location().pointer));
        let own = own.unwrap_or(&name).clone();
        let keeps_others =
            !merged.is_closed() && (!merged.additional.is_empty() || merged.keeps_others);
        let mut field_names = Names::default();
        if keeps_others {
            field_names.claim_value("additional_members");
        }
        let mut fields = Vec::new();
        let declared = merged.properties.iter().map(|(name, schemas)| (*name, schemas.clone()));
        let untyped = merged.untyped().map(|name| (name, Vec::new()));
        for (wire_name, schemas) in declared.chain(untyped) {
            let required = merged.required.contains(wire_name);
            let shape = match schemas.as_slice() {
                [] => Kind::Any.into(),
                schemas if !required && is_forbidden(schemas, diagnostics) => Shape::never(),
                schemas => self.shape_of_all(schemas, &format!("{own} {wire_name}"), diagnostics),
            };
            let default =
                (!required).then(|| of_member(wire_name, &schemas, &shape, diagnostics)).flatten();
            fields.push(Field {
                name: field_names.claim_value(wire_name),
                wire_name: wire_name.to_owned(),
                description: schemas.iter().find_map(|schema| described(*schema)),
                deprecation: schemas.iter().find_map(|schema| deprecation(schema.node())),
                required,
                is_emitted: required || !schemas.is_empty(),
                null_is_absent: false,
                is_secret: shape.is_password() || schemas.iter().any(is_write_only),
                example: schemas.iter().find_map(example),
                shape,
                default,
            });
        }
        let additional = (!merged.additional.is_empty() && !merged.is_closed())
            .then(|| self.shape_of_all(&merged.additional, &format!("{own} value"), diagnostics))
            .or_else(|| keeps_others.then(|| Kind::Any.into()));
        let body = Body::Struct { fields, additional, closed: merged.is_closed(), rules };
        self.defined(number, name, &merged, body)
    }
}

/// Returns the example of a member, unless it is an object or an array.
fn example(schema: &Schema<'_>) -> Option<Value> {
    let of = |schema: Schema<'_>| {
        let first = schema.keyword("examples").and_then(Node::sequence);
        let first = first.and_then(|examples| examples.first());
        Some(first.or(schema.keyword("example"))?.to_json())
    };
    let example = of(*schema).or_else(|| of(unaliased(*schema)));
    example.filter(|example| !example.is_object() && !example.is_array())
}

/// Returns whether a member is never sent to callers.
fn is_write_only(schema: &Schema<'_>) -> bool {
    let says =
        |schema: Schema<'_>| schema.keyword("writeOnly").and_then(Node::boolean) == Some(true);
    says(*schema) || says(unaliased(*schema))
}

/// Warns about members that `additionalProperties: false` excludes, although another schema
/// of the object declares them.
fn mention_excluded(merged: &Merged<'_>, diagnostics: &mut Diagnostics) {
    for closing in &merged.closing {
        let own = closing.named_schemas("properties").unwrap_or_default();
        let is_own = |name: &&&str| own.iter().any(|(known, _)| known == *name);
        let excluded = merged.properties.keys().filter(|name| !is_own(name));
        let excluded: Vec<_> = excluded.map(|name| format!("`{name}`")).collect();
        if !excluded.is_empty() {
            let message = format!(
                "`additionalProperties: false` excludes {}, which another schema declares",
                excluded.join(", ")
            );
            diagnostics.push(
                Diagnostic::warning(closing.location(), message)
                    .reason("`additionalProperties` knows only the properties beside it")
                    .help("write `unevaluatedProperties: false`, or in OpenAPI 3.0 leave it out"),
            );
        }
    }
}

/// Returns whether the schemas of a member accept nothing, so that no object has it. Warns
/// unless this is what a schema says.
fn is_forbidden(schemas: &[Schema<'_>], diagnostics: &mut Diagnostics) -> bool {
    let merged = Merged::new(schemas, &mut Diagnostics::default());
    let Some(excluding) = merged.excluding() else {
        return false;
    };
    diagnostics.extend(uninhabited(excluding, "objects never have the member"));
    true
}
