//! Converts enumerations, which become separate definitions: closed ones, and those that
//! `x-extensible-enum` leaves open.

use std::collections::HashMap;

use indexmap::IndexSet;
use openapi_document::{Diagnostic, Diagnostics, Node, Schema, TypeName, ValueTexts, known_values};
use serde_json::Value;

use super::{Body, EnumeratedValue, Kind, Shape, Site, Types, default};
use crate::merge::{Merged, listed};
use crate::names::{self, variant_names};

impl<'d> Types<'d> {
    /// Converts a string whose values are listed: a variant for each that the lengths allow.
    pub(super) fn enumeration(
        &mut self,
        merged: &Merged<'d>,
        site: Site<'_, 'd>,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        let mut allowed = IndexSet::new();
        let named = texts_by_value(merged, ValueTexts::Names, diagnostics);
        let described = texts_by_value(merged, ValueTexts::Descriptions, diagnostics);
        let nodes = merged.values.iter().flatten();
        for (node, value) in nodes.filter_map(|node| Some((node, node.string()?))) {
            match excluded_by_length(value, node, merged) {
                None => _ = allowed.insert(value),
                Some(warning) => diagnostics.push(warning),
            }
        }
        if allowed.is_empty() {
            let message = "no value is left: nothing is accepted";
            diagnostics.push(Diagnostic::warning(merged.schemas[0].location(), message));
            return Shape::never();
        }
        let names = allowed.iter().map(|value| named.get(value).unwrap_or(value));
        let names: Vec<_> = names.copied().collect();
        let values = variant_names(&names).into_iter().zip(allowed);
        let values = values.map(|(variant, value)| EnumeratedValue {
            variant,
            value: value.into(),
            description: described.get(value).map(|text| (*text).to_owned()),
        });
        let values = values.collect();
        let (number, name) = self.define(merged, site);
        self.defined(number, name, merged, Body::Enumeration(values))
    }

    /// Converts a string or an integer of which the document names values: a variant for each, and
    /// one for all others if the schema accepts others. An integer without names for its values
    /// remains an integer.
    pub(super) fn known_values(
        &mut self,
        merged: &Merged<'d>,
        base: Shape,
        site: Site<'_, 'd>,
        diagnostics: &mut Diagnostics,
    ) -> Shape {
        let type_name = match base.kind {
            Kind::String => TypeName::String,
            _ => TypeName::Integer,
        };
        let mut schemas = merged.schemas.iter().map(Schema::node);
        let declared = || {
            schemas
                .find_map(|node| Some((node, diagnostics.report(known_values(node, type_name))??)))
        };
        let Some((node, values)) = merged.known.clone().or_else(declared) else {
            return base;
        };
        let has = |value: &&Value| default::fits_kind(value, &base.kind);
        if let Some(value) = values.iter().find(|value| !has(value)) {
            let message = format!(
                "`{value}` is never accepted: the format excludes it; all values stay integers \
                 without names"
            );
            diagnostics.push(Diagnostic::warning(&node.location, message));
            return base;
        }
        let texts = values.iter().filter_map(Value::as_str);
        diagnostics.extend(texts.filter_map(|text| excluded_by_length(text, node, merged)));
        let mut texts =
            |texts: ValueTexts| diagnostics.report(texts.of(node, values.len())).flatten();
        let names = texts(ValueTexts::Names);
        let descriptions = texts(ValueTexts::Descriptions).unwrap_or_default();
        let own_names = || values.iter().map(Value::as_str).collect();
        let Some(names) = names.or_else(own_names) else {
            return base;
        };
        let listed = merged.values.as_deref().unwrap_or_default().iter();
        let listed: Vec<_> = listed.map(|node| node.to_json()).collect();
        let has_others = listed.is_empty() || !listed.iter().all(|value| values.contains(value));
        let names = names.into_iter().map(|name| match names::type_name(name).as_str() {
            // The variant for all other values.
            "Other" if has_others => format!("{name} value"),
            _ => name.to_owned(),
        });
        let names: Vec<_> = names.collect();
        let named = variant_names(&names).into_iter().zip(&values).enumerate();
        let named = named.filter(|(_, (_, value))| listed.is_empty() || listed.contains(value));
        let values = named.map(|(index, (variant, value))| EnumeratedValue {
            variant,
            value: value.clone(),
            description: descriptions.get(index).map(|text| (*text).to_owned()),
        });
        let values = values.collect();
        let (number, name) = self.define(merged, site);
        self.defined(number, name, merged, Body::KnownValues { base, values, has_others })
    }
}

/// Returns the names or the descriptions of the values of a string: the title or the description
/// of the branch of a union that lists the value, or what an extension beside `enum` says, which
/// takes precedence. Of several schemas the last one counts.
fn texts_by_value<'d>(
    merged: &Merged<'d>,
    texts: ValueTexts,
    diagnostics: &mut Diagnostics,
) -> HashMap<&'d str, &'d str> {
    let mut by_value = HashMap::new();
    for branch in &merged.constants {
        let values = listed(branch).unwrap_or_default();
        let text = match texts {
            ValueTexts::Names => branch.text("title").filter(|_| values.len() == 1),
            ValueTexts::Descriptions => branch.text("description"),
        };
        by_value.extend(values.iter().filter_map(|value| Some((value.string()?, text?))));
    }
    for schema in merged.constants.iter().chain(&merged.schemas) {
        let values = schema.keyword("enum").and_then(Node::sequence);
        let Some(values) = values else { continue };
        let texts = diagnostics.report(texts.of(schema.node(), values.len())).flatten();
        let values = values.iter().zip(texts.into_iter().flatten());
        by_value.extend(values.filter_map(|(value, text)| Some((value.string()?, text))));
    }
    by_value
}

/// Returns a warning if the length of a value is not allowed. This crate evaluates no patterns and
/// formats: the validator finds what else excludes a value, when it is sent.
fn excluded_by_length(value: &str, at: &Node, merged: &Merged<'_>) -> Option<Diagnostic> {
    let bound = |keyword: &str| merged.rules.get(keyword).and_then(Value::as_u64);
    let length = value.chars().count() as u64;
    let is_allowed = bound("minLength").is_none_or(|least| least <= length)
        && bound("maxLength").is_none_or(|most| length <= most);
    let message = format!("`{value}` is never accepted: `minLength` or `maxLength` excludes it");
    (!is_allowed).then(|| Diagnostic::warning(&at.location, message))
}
