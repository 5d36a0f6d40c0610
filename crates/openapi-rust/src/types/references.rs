//! References in the keywords that no type expresses: a schema that contains itself can't
//! be written out.

use openapi_document::{Diagnostic, Diagnostics, Pointer, Schema};
use serde_json::{Map, Value};

use super::Types;
use crate::keywords::EXTENSION;
use crate::merge::Merged;

/// Where an emitted document has its types.
const TYPES: &str = "#/components/schemas/";

impl<'d> Types<'d> {
    /// Returns the keywords with references to types in place of those to schemas of the
    /// document.
    pub fn referring(
        &mut self,
        mut rules: Map<String, Value>,
        merged: &Merged<'d>,
        diagnostics: &mut Diagnostics,
    ) -> Map<String, Value> {
        let mut references = Vec::new();
        if let Some(keywords) = rules.get_mut(EXTENSION) {
            collect(keywords, &mut references);
        }
        for reference in references {
            let Some(first) = merged.schemas.first() else {
                continue;
            };
            let document = first.document();
            let pointer = reference.as_str().and_then(Pointer::from_reference);
            let node = pointer.and_then(|pointer| document.find(&pointer));
            let schema = node.and_then(|node| Schema::new(document, node).ok());
            let shape = schema.map(|schema| self.shape(schema, "Schema", diagnostics));
            match shape.as_ref().and_then(|shape| shape.held()) {
                Some(name) => *reference = format!("{TYPES}{name}").into(),
                None => {
                    let message = "a schema that contains itself can't stand here";
                    diagnostics.push(Diagnostic::error(first.location(), message));
                }
            }
        }
        rules
    }
}

/// Returns the names of the types that keywords refer to.
pub fn referred(rules: &Map<String, Value>) -> Vec<String> {
    let mut keywords = rules.get(EXTENSION).cloned().unwrap_or_default();
    let mut references = Vec::new();
    collect(&mut keywords, &mut references);
    let names = references.into_iter().filter_map(|reference| {
        let name = reference.as_str()?.strip_prefix(TYPES)?;
        Some(name.to_owned())
    });
    let mut names: Vec<_> = names.collect();
    names.sort();
    names.dedup();
    names
}

fn collect<'v>(value: &'v mut Value, references: &mut Vec<&'v mut Value>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match name.as_str() {
                    "$ref" if member.is_string() => references.push(member),
                    _ => collect(member, references),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| collect(item, references)),
        _ => {}
    }
}
