//! Branches of `oneOf` that are of no use, because another branch accepts their values.

use openapi_document::{
    Diagnostic, Diagnostics, Direction, Document, Node, Operation, Pointer, Schema,
};
use openapi_values::wire::at;
use openapi_values::{Overlap, Values};
use std::collections::BTreeMap;

/// The length of a value in a message.
const MOST: usize = 200;

/// Adds a warning for each `oneOf` that refuses what one of its branches accepts.
pub(super) fn between_branches(document: &Document, found: &mut Diagnostics) {
    let mut has_unions = false;
    document.root().for_each(&mut |node| has_unions |= node.get("oneOf").is_some());
    if !has_unions {
        return;
    }
    // A document with errors has other diagnostics.
    for (overlap, place) in overlaps(document).unwrap_or_default() {
        let branch = Pointer::parse(&overlap.branch).and_then(|pointer| document.find(&pointer));
        let Some(branch) = branch else {
            continue;
        };
        let mut value = overlap.value.to_string();
        if value.len() > MOST {
            value = format!("{}…", value.chars().take(MOST).collect::<String>());
        }
        let other = named(document, &overlap.other);
        let message = format!(
            "`oneOf` refuses the values of this branch, such as {value}{place}, because {other} \
             accepts them, too"
        );
        let help = "give the branches a required member with a `const` each, or write `anyOf`";
        let mut warning = Diagnostic::warning(&branch.location, message).help(help);
        let union = Pointer::parse(&overlap.branch).and_then(|branch| branch.parent()?.parent());
        let union = union.and_then(|union| document.find(&union));
        if union.is_some_and(|union| union.get("discriminator").is_some()) {
            warning = warning.reason("a discriminator does not change what the schemas accept");
        }
        found.push(warning);
    }
}

/// Returns the overlaps, each with where they are if not in both directions.
fn overlaps(document: &Document) -> Option<Vec<(Overlap, &'static str)>> {
    let mut json = document.embedded();
    // The keywords are those of 3.1.
    json["openapi"] = "3.1.0".into();
    let document = openapi_values::Document::parse("", &json.to_string()).ok()?;
    let values = Values::new(&document).ok()?;
    let api = document.located().api();
    let outgoing = api.outgoing.iter().filter_map(|one| Some(&one.operation.as_ref().ok()?.0));
    let received = api.operations.iter().flat_map(requests);
    let received = received.chain(outgoing.clone().flat_map(Operation::response_schemas));
    let sent = api.operations.iter().flat_map(Operation::response_schemas);
    let sent = sent.chain(outgoing.flat_map(requests));
    let mut found = BTreeMap::new();
    for overlap in values.overlaps(received.map(at), Direction::Request) {
        found.insert(overlap.branch.clone(), (overlap, " in what the service receives"));
    }
    for overlap in values.overlaps(sent.map(at), Direction::Response) {
        let is_known = found.contains_key(&overlap.branch);
        let place = if is_known { "" } else { " in what the service sends" };
        found.insert(overlap.branch.clone(), (overlap, place));
    }
    Some(found.into_values().collect())
}

fn requests<'d>(operation: &Operation<'d>) -> impl Iterator<Item = Option<Schema<'d>>> {
    let parameters = operation.parameters.iter().map(|one| one.schema);
    let content = operation.request_body.iter().flat_map(|body| &body.content);
    parameters.chain(content.map(|one| one.schema))
}

/// Returns the name of a branch's component, or the place of the branch.
fn named(document: &Document, branch: &str) -> String {
    let branch = Pointer::parse(branch).unwrap_or_default();
    let node = document.find(&branch);
    let reference = node.and_then(|node| node.get("$ref")).and_then(Node::string);
    let component = reference.and_then(Pointer::from_reference).and_then(|to| to.last());
    match component {
        Some(name) => format!("`{name}`"),
        None => format!("the branch {}", branch.last().unwrap_or_default()),
    }
}
