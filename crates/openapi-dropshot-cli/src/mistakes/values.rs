//! Defaults and examples that the schema beside them refuses.

use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, Registry, ValidationError};
use openapi_document::{Role, traverse};
use openapi_model::{Diagnostic, Diagnostics, Document};
use openapi_source::{Node, Pointer, plain};
use openapi_validation::http::is_json;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};

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
    let samples = samples(document.root());
    // A schema that does not compile has an error of its own.
    let refusals = refusals(document, &samples).unwrap_or_default();
    for (index, reason) in refusals {
        let Sample { noun, value, .. } = samples[index];
        let message = format!("the schema refuses this {noun}: {reason}");
        found.push(Diagnostic::warning(&value.location, message));
    }
}

/// Returns the samples that are refused by their index, each with the first reason. All samples
/// are the items of one array, so that schemas that many of them refer to are compiled once.
fn refusals(document: &Document, samples: &[Sample<'_>]) -> Option<BTreeMap<usize, String>> {
    let json: Value = serde_json::from_str(&document.embedded()).ok()?;
    let registry = Registry::new().draft(Draft::Draft202012);
    let registry = registry.add(BASE, &json).ok()?.prepare().ok()?;
    let reference = |sample: &Sample<'_>| {
        let fragment = sample.schema.to_fragment();
        json!({ "$ref": format!("{BASE}{fragment}") })
    };
    let schema = json!({ "prefixItems": samples.iter().map(reference).collect::<Value>() });
    let validator = jsonschema::options()
        .with_draft(Draft::Draft202012)
        .with_registry(&registry)
        .should_validate_formats(true)
        .build(&schema)
        .ok()?;
    let values: Value = samples.iter().map(|sample| plain(sample.value)).collect();
    let one_way = one_way(document.root());
    let mut refusals = BTreeMap::new();
    for error in validator.iter_errors(&values) {
        let path = error.instance_path().as_str();
        let mut tokens = path.split('/').skip(1);
        let Some(index) = tokens.next().and_then(|index| index.parse().ok()) else {
            continue;
        };
        if !is_of_direction(&error, &one_way) {
            let rest: Vec<_> = tokens.collect();
            refusals
                .entry(index)
                .or_insert_with(|| reason(&rest, &error));
        }
    }
    Some(refusals)
}

fn reason(path: &[&str], error: &ValidationError<'_>) -> String {
    let error = error.masked();
    match path {
        [] => error.to_string(),
        _ => format!("at /{}: {error}", path.join("/")),
    }
}

/// Returns whether an error is the lack of a member that only requests or only responses have.
fn is_of_direction(error: &ValidationError<'_>, one_way: &HashSet<&str>) -> bool {
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            property.as_str().is_some_and(|name| one_way.contains(name))
        }
        _ => false,
    }
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

fn samples(root: &Node) -> Vec<Sample<'_>> {
    let mut samples = Vec::new();
    traverse(root, Role::Document, &mut |node, role| match role {
        Role::Schema => {
            let schema = &node.location.pointer;
            let examples = node.get("examples").map_or(&[][..], Node::items);
            let examples = node.get("example").into_iter().chain(examples);
            let default = node.get("default").map(|value| ("default", value));
            let all = default
                .into_iter()
                .chain(examples.map(|value| ("example", value)));
            samples.extend(all.map(|(noun, value)| Sample {
                noun,
                value,
                schema,
            }));
        }
        Role::Parameter | Role::Header | Role::MediaType => {
            let Some(schema) = node.get("schema") else {
                return;
            };
            let media_type = node.location.pointer.last().unwrap_or_default();
            if role == Role::MediaType && !is_json(&media_type) {
                return;
            }
            let named = node.get("examples").into_iter().flat_map(Node::members);
            let named = named.filter_map(|(_, example)| example.get("value"));
            let all = node.get("example").into_iter().chain(named);
            samples.extend(all.map(|value| Sample {
                noun: "example",
                value,
                schema: &schema.location.pointer,
            }));
        }
        _ => {}
    });
    samples
}
