//! Converts objects and enumerations, which become separate definitions.

use std::collections::HashMap;

use openapi_model::{Diagnostic, Diagnostics, Node, Schema, ValueTexts};
use serde_json::{Map, Value};

use super::default::of_member;
use super::{Body, Field, Kind, OpenValue, Shape, Site, Types, described, unaliased, uninhabited};
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
        let mut field_names = Names::default();
        let mut fields = Vec::new();
        let unlisted = merged
            .required
            .iter()
            .filter(|name| !merged.properties.contains_key(*name));
        let unlisted: Vec<_> = unlisted.map(|name| (*name, Vec::new())).collect();
        for (wire_name, schemas) in merged
            .properties
            .iter()
            .map(|(name, schemas)| (*name, schemas.clone()))
            .chain(unlisted)
        {
            let required = merged.required.contains(wire_name);
            let shape = match schemas.as_slice() {
                [] => Kind::Any.into(),
                schemas if !required && is_forbidden(schemas, diagnostics) => Shape::never(),
                schemas => self.shape_of_all(schemas, &format!("{name} {wire_name}"), diagnostics),
            };
            let default = (!required)
                .then(|| of_member(wire_name, &schemas, &shape, diagnostics))
                .flatten();
            fields.push(Field {
                name: field_names.claim_value(wire_name),
                wire_name: wire_name.to_owned(),
                description: schemas.iter().find_map(|schema| described(*schema)),
                required,
                is_secret: shape.is_password() || schemas.iter().any(is_write_only),
                shape,
                default,
            });
        }
        let additional = (!merged.additional.is_empty() && !merged.is_closed())
            .then(|| self.shape_of_all(&merged.additional, &format!("{name} value"), diagnostics))
            .or_else(|| (merged.keeps_others && !merged.is_closed()).then(|| Kind::Any.into()));
        let body = Body::Struct {
            fields,
            additional,
            closed: merged.is_closed(),
            rules,
        };
        self.defined(number, name, &merged, body)
    }

    pub(super) fn enumeration(
        &mut self,
        merged: &Merged<'d>,
        site: Site<'_, 'd>,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        let mut variants = Names::default();
        let mut values = Vec::new();
        let named = variant_names(merged, diagnostics);
        let nodes = merged.values.iter().flatten();
        for (node, value) in nodes.filter_map(|node| Some((node, node.string()?))) {
            if has_allowed_length(value, merged) {
                let wanted = named.get(value).copied().unwrap_or(value);
                values.push((variants.claim_type(wanted), value.to_owned()));
            } else {
                let message =
                    format!("`{value}` is never accepted: `minLength` or `maxLength` excludes it");
                diagnostics.push(Diagnostic::warning(&node.location, message));
            }
        }
        if values.is_empty() {
            let message = "no value is left: nothing is accepted";
            diagnostics.push(Diagnostic::warning(merged.schemas[0].location(), message));
            return Shape::never();
        }
        let (number, name) = self.define(merged, site);
        self.defined(number, name, merged, Body::Enumeration(values))
    }

    /// Converts `x-extensible-enum` with `x-enum-varnames`: known values of an
    /// integer that may have others too. Without names it remains an integer.
    pub(super) fn open_enumeration(
        &mut self,
        merged: &Merged<'d>,
        integer: &Shape,
        site: Site<'_, 'd>,
    ) -> Option<Shape> {
        let list = |name: &str| {
            let node = merged
                .schemas
                .iter()
                .find_map(|schema| schema.keyword(name));
            node.and_then(Node::sequence).unwrap_or_default()
        };
        let numbers = list("x-extensible-enum")
            .iter()
            .map(|node| node.to_json().as_i64());
        let numbers: Vec<_> = numbers.collect::<Option<_>>()?;
        let texts = |texts: ValueTexts| {
            let mut nodes = merged.schemas.iter().map(Schema::node);
            nodes.find_map(|node| texts.of(node, numbers.len()).ok().flatten())
        };
        let names = texts(ValueTexts::Names).filter(|_| !numbers.is_empty())?;
        let (number, name) = self.define(merged, site);
        let mut variants = Names::default();
        variants.claim_type("Other");
        let descriptions = texts(ValueTexts::Descriptions).unwrap_or_default();
        let values = numbers
            .into_iter()
            .zip(names)
            .enumerate()
            .map(|(index, (value, name))| OpenValue {
                variant: variants.claim_type(name),
                value,
                description: descriptions.get(index).map(|text| (*text).to_owned()),
            });
        let body = Body::OpenEnumeration {
            integer: integer.clone(),
            values: values.collect(),
        };
        Some(self.defined(number, name, merged, body))
    }
}

/// Returns the names that an extension gives to the values of a string.
fn variant_names<'d>(
    merged: &Merged<'d>,
    diagnostics: &mut Diagnostics,
) -> HashMap<&'d str, &'d str> {
    let mut named = HashMap::new();
    for schema in &merged.schemas {
        let values = schema.keyword("enum").and_then(Node::sequence);
        let Some(values) = values else { continue };
        match ValueTexts::Names.of(schema.node(), values.len()) {
            Ok(names) => {
                let values = values.iter().zip(names.into_iter().flatten());
                named.extend(values.filter_map(|(value, name)| Some((value.string()?, name))));
            }
            Err(warning) => diagnostics.push(warning),
        }
    }
    named
}

/// Returns whether a member is never sent to callers.
fn is_write_only(schema: &Schema<'_>) -> bool {
    let says = |schema: Schema<'_>| {
        let keyword = schema.keyword("writeOnly");
        keyword.and_then(Node::boolean) == Some(true)
    };
    says(*schema) || says(unaliased(*schema))
}

fn has_allowed_length(value: &str, merged: &Merged<'_>) -> bool {
    let bound = |keyword: &str| merged.rules.get(keyword).and_then(Value::as_u64);
    let length = value.chars().count() as u64;
    bound("minLength").is_none_or(|least| least <= length)
        && bound("maxLength").is_none_or(|most| length <= most)
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
                    .help("write `unevaluatedProperties: false`"),
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
