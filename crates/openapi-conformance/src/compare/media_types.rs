//! Media types of a body and the schema of each. It must never compare the
//! schemas of two different media types.

use super::context::{Context, SchemaRules};
use crate::document::{Document, Node};
use crate::rule::Rule;
use crate::schema::Schema;

/// Compares the `content` of two request bodies or responses.
pub(super) fn compare<'d>(
    context: &mut Context<'d>,
    rules: SchemaRules,
    part: &str,
    contract: &'d Node,
    emitted: &'d Node,
) {
    let content = |body: &'d Node| body.get("content").into_iter().flat_map(Node::members);
    let place = |body: &'d Node| body.get("content").unwrap_or(body);
    let mut emitted_only: Vec<(&str, &Node)> = content(emitted).collect();
    for (name, left) in content(contract) {
        let part = format!("{part} ({name})");
        let counterpart = emitted_only
            .iter()
            .position(|(other, _)| canonical(other) == canonical(name));
        match counterpart.map(|index| emitted_only.remove(index)) {
            Some((_, right)) => {
                let schemas = (
                    schema(context.contract, name, left),
                    schema(context.emitted, name, right),
                );
                context.compare_schemas(rules, &part, &schemas.0, &schemas.1);
            }
            None => {
                let message = format!("the emitted document doesn't have {name} here");
                let rule = Rule::MediaTypeMissing;
                context.report(rule, &part, message, left, place(emitted));
            }
        }
    }
    for (name, right) in emitted_only {
        let message = format!("the contract doesn't have {name} here");
        let part = format!("{part} ({name})");
        let rule = Rule::MediaTypeUndocumented;
        context.report(rule, &part, message, place(contract), right);
    }
}

/// Types and parameter names have no case (RFC 9110 §8.3.1), and white space
/// around `;` says nothing.
fn canonical(media_type: &str) -> String {
    let parts = media_type.split(';').map(str::trim);
    let lowered = parts.map(|part| match part.split_once('=') {
        Some((name, value)) => format!("{}={value}", name.to_ascii_lowercase()),
        None => part.to_ascii_lowercase(),
    });
    lowered.collect::<Vec<_>>().join(";")
}

/// The schema of a body. One of raw octets has none in 3.1 and `type: string,
/// format: binary` in 3.0 (OpenAPI 3.1.1 §4.8.14.2); both mean any octets.
fn schema<'d>(document: &'d Document, media_type: &str, node: &'d Node) -> Schema<'d> {
    let Some(schema) = node.get("schema") else {
        return Schema::any(node);
    };
    let is_octets = schema.members().count() == 2
        && schema.member_text("type") == Some("string")
        && schema.member_text("format") == Some("binary");
    if is_octets && canonical(media_type) == "application/octet-stream" {
        return Schema::any(schema);
    }
    Schema::new(document, schema)
}
