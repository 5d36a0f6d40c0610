//! Compares texts for people: tags, titles, summaries and descriptions of the document, of its
//! servers and security schemes, of paths, of operations and of their parts (for schemas see
//! `annotations`), and the dates until which they can be relied on.
//! Differences in white space are ignored. A text that dropshot has no field for is
//! not a difference.

use super::Conventions;
use super::context::Context;
use super::operation_part::OperationPart;
use crate::limit::Limit;
use crate::rule::Rule;
use openapi_source::Node;

/// The date (RFC 3339) until which something deprecated can be relied on. dropshot has no such field.
pub(super) const SUNSET: &str = "x-sunset";

/// The text fields of a schema.
pub(super) const OF_SCHEMAS: [&str; 3] = ["title", "description", SUNSET];

/// Compares these text fields of both nodes, which can be references.
pub(super) fn compare(
    context: &mut Context,
    part: &OperationPart,
    base: &Node,
    candidate: &Node,
    fields: &[&str],
) {
    for field in fields {
        // A text beside a `$ref` replaces that of the target (OpenAPI 3.1.1 §4.8.23).
        let sides = [(context.base, base), (context.candidate, candidate)];
        let [base, candidate] = sides.map(|(document, node)| match node.get(field) {
            Some(_) => node,
            None => document.resolve(node),
        });
        let (left, right) = (base.get(field), candidate.get(field));
        let (left_text, right_text) = (text(left), text(right));
        let is_compared = match (context.conventions, part) {
            (Conventions::None, _) => true,
            (Conventions::Dropshot, _) if *field == SUNSET => false,
            (Conventions::Dropshot, OperationPart::Operation) => !left_text.is_empty(),
            (Conventions::Dropshot, _) => !left_text.is_empty() && !right_text.is_empty(),
        };
        if left_text == right_text || !is_compared {
            continue;
        }
        let (rule, message) = match *field {
            SUNSET => {
                let date = |text: String| if text.is_empty() { "none".to_owned() } else { text };
                let message = context.contrast(field, &date(left_text), &date(right_text));
                (Rule::SunsetDifferent, message)
            }
            _ => (Rule::TextDifferent, format!("{field}: the texts differ")),
        };
        let locations = (left.unwrap_or(base), right.unwrap_or(candidate));
        context.report(rule, part, message, locations);
    }
}

pub(super) fn compare_document<'d>(context: &mut Context<'d>) {
    let (base, candidate) = (context.base.root(), context.candidate.root());
    if let (Some(left), Some(right)) = (base.get("info"), candidate.get("info")) {
        let fields: &[&str] = match context.conventions {
            Conventions::Dropshot => &["title"],
            Conventions::None => &["title", "summary", "description", SUNSET],
        };
        compare(context, &OperationPart::Document, left, right, fields);
        if context.conventions == Conventions::Dropshot {
            note_limits(context, left);
        }
    }
    let components = |root: &'d Node| root.get("components").unwrap_or(root);
    let schemes = (components(base), components(candidate));
    for (owners, field, key) in [
        ((base, candidate), "tags", "name"),
        ((base, candidate), "servers", "url"),
        (schemes, "securitySchemes", ""),
    ] {
        compare_elements(context, &OperationPart::Document, owners, field, key);
    }
}

/// Compares the texts of the elements in `field` by their names, which the elements of a list have
/// in `key`. Names may repeat: the first is paired with the first.
pub(super) fn compare_elements<'d>(
    context: &mut Context,
    part: &OperationPart,
    owners: (&'d Node, &'d Node),
    field: &str,
    key: &str,
) {
    let elements = |owner: &'d Node| {
        let all = owner.get(field);
        let listed = all.map_or(&[][..], Node::items).iter();
        let listed = listed.map(move |element| (element.member_text(key), element));
        let named = all.into_iter().flat_map(Node::members);
        listed.chain(named.map(|(name, element)| (Some(name), element)))
    };
    let mut unpaired: Vec<_> = elements(owners.1).collect();
    for (name, left) in elements(owners.0) {
        if let Some(index) = unpaired.iter().position(|(other, _)| *other == name) {
            let (_, right) = unpaired.remove(index);
            compare(context, part, left, right, &["summary", "description"]);
        }
    }
}

/// Notes the fields of `info` that OpenAPI 3.0.3 doesn't have.
fn note_limits(context: &mut Context, info: &Node) {
    let identifier = info.get("license").and_then(|license| license.get("identifier"));
    let limits =
        [(Limit::InfoSummary, info.get("summary")), (Limit::LicenseIdentifier, identifier)];
    for (limit, _) in limits.into_iter().filter(|(_, field)| field.is_some()) {
        context.note(limit, "the document".to_owned());
    }
}

/// Compares the texts of two operations, each given with its path item.
pub(super) fn compare_operation(
    context: &mut Context,
    (base_item, base): (&Node, &Node),
    (item, candidate): (&Node, &Node),
) {
    // dropshot emits no text of a path item.
    if context.conventions == Conventions::None {
        let fields = ["summary", "description"];
        compare(context, &OperationPart::Operation, base_item, item, &fields);
    }
    let fields = ["summary", "description", SUNSET];
    compare(context, &OperationPart::Operation, base, candidate, &fields);
    let (left, right) = (base.get("tags"), candidate.get("tags"));
    let (left_names, right_names) = (names(left), names(right));
    if left_names != right_names {
        let listed = |names: &[&str]| {
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        };
        let message = context.contrast("tags", &listed(&left_names), &listed(&right_names));
        let locations = (left.unwrap_or(base), right.unwrap_or(candidate));
        let rule = Rule::TagsDifferent;
        context.report(rule, &OperationPart::Operation, message, locations);
    }
}

fn text(node: Option<&Node>) -> String {
    node.and_then(Node::string).unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn names(tags: Option<&Node>) -> Vec<&str> {
    let tags = tags.map_or(&[][..], Node::items);
    let mut names: Vec<&str> = tags.iter().filter_map(Node::string).collect();
    names.sort_unstable();
    names
}
