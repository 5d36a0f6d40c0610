//! Defaults and examples that the schema beside them refuses.

use jsonschema::{Draft, ValidationOptions};
use openapi_document::{Diagnostic, Diagnostics, Document, Schema};
use openapi_rust::operation::syntax;
use openapi_schema::http::Syntax;
use openapi_schema::json_schema::{Fault, Kind, Schemas};
use openapi_source::role::{Role, traverse};
use openapi_source::{Node, Pointer, plain};
use std::collections::HashSet;

/// The URI of the document in references.
const BASE: &str = "urn:openapi:document";

/// A value and its schema.
struct Sample<'d> {
    noun: &'static str,
    value: &'d Node,
    schema: &'d Pointer,
}

/// Adds a warning for each default or example that its schema refuses.
pub(super) fn refused(document: &Document, found: &mut Diagnostics) {
    let samples = samples(document);
    // A schema that does not compile has an error of its own.
    let refusals = refusals(document, &samples).unwrap_or_default();
    for (index, reason) in refusals {
        let Sample { noun, value, .. } = samples[index];
        let message = format!("the schema refuses this {noun}: {reason}");
        found.push(Diagnostic::warning(&value.location, message));
    }
}

/// Returns the samples that are refused by their index, each with the first reason.
fn refusals(document: &Document, samples: &[Sample<'_>]) -> Option<Vec<(usize, String)>> {
    let json = document.embedded();
    let schemas = Schemas::new(BASE, &json, options).ok()?;
    let one_way = one_way(document.root());
    let mut refusals = Vec::new();
    for (index, sample) in samples.iter().enumerate() {
        let value = plain(sample.value);
        let fragment = sample.schema.to_fragment();
        let (Some(at), Ok(_)) = (schemas.resolve(&fragment), schemas.compile(&fragment)) else {
            continue;
        };
        let faults = schemas.explain(&at, &value, true, usize::MAX);
        let mut faults = faults.iter().filter(|fault| !is_of_direction(fault, &one_way));
        refusals.extend(faults.next().map(|fault| (index, reason(fault))));
    }
    Some(refusals)
}

fn options() -> ValidationOptions<'static> {
    jsonschema::options().with_draft(Draft::Draft202012).should_validate_formats(true)
}

fn reason(Fault { pointer, rule, .. }: &Fault<'_>) -> String {
    match pointer.as_str() {
        "" => rule.clone(),
        _ => format!("at {pointer}: {rule}"),
    }
}

/// Returns whether a fault is the lack of a member that only requests or only responses have.
fn is_of_direction(fault: &Fault<'_>, one_way: &HashSet<&str>) -> bool {
    matches!(&fault.kind, Kind::Required(name) if one_way.contains(name.as_str()))
}

/// Returns the names of the members that only requests or only responses have.
fn one_way(root: &Node) -> HashSet<&str> {
    let mut names = HashSet::new();
    traverse(root, Role::Document, &mut |node, role| {
        let properties = node.get("properties").filter(|_| role == Role::Schema);
        for (name, property) in properties.into_iter().flat_map(Node::members) {
            let is_set = |keyword| property.get(keyword).and_then(Node::boolean) == Some(true);
            if is_set("readOnly") || is_set("writeOnly") {
                names.insert(name);
            }
        }
    });
    names
}

fn samples(document: &Document) -> Vec<Sample<'_>> {
    let mut samples = Vec::new();
    traverse(document.root(), Role::Document, &mut |node, role| match role {
        Role::Schema => {
            let schema = &node.location.pointer;
            let examples = node.get("examples").map_or(&[][..], Node::items);
            let examples = node.get("example").into_iter().chain(examples);
            let default = node.get("default").map(|value| ("default", value));
            let all = default.into_iter().chain(examples.map(|value| ("example", value)));
            samples.extend(all.map(|(noun, value)| Sample { noun, value, schema }));
        }
        Role::Parameter | Role::Header | Role::MediaType => {
            let Some(schema) = node.get("schema") else {
                return;
            };
            let media_type = node.location.pointer.last().unwrap_or_default();
            let read = Schema::new(document, schema).ok();
            if role == Role::MediaType && syntax(&media_type, read) != Syntax::Json {
                return;
            }
            let (noun, schema) = ("example", &schema.location.pointer);
            let examples = document.examples(node);
            samples.extend(examples.map(|(_, value)| Sample { noun, value, schema }));
        }
        _ => {}
    });
    samples
}
