//! Annotations: keywords that document a type or a field without asserting
//! anything.

use openapi_document::{Node, Schema, deprecation};
use serde_json::json;

use crate::lower::context::{Context, Object};
use crate::lower::head;

/// Adds the annotations of a named schema's type.
pub(super) fn of_type(schema: Schema<'_>, lowered: &mut Object) {
    if lowered.contains_key("$ref") {
        return;
    }
    let description = head::described(schema.text("description"), deprecation(schema.node()));
    for (keyword, text) in [
        ("title", schema.text("title").map(str::to_owned)),
        ("description", description),
    ] {
        lowered.extend(text.map(|text| (keyword.to_owned(), json!(text))));
    }
    lowered.extend(head::extensions(schema.node()));
    let write_only = schema.keyword("writeOnly").and_then(Node::boolean);
    lowered.extend(write_only.map(|is_secret| ("writeOnly".to_owned(), json!(is_secret))));
}

/// Adds the annotations of a usage of a schema.
pub(super) fn of_usage(context: &mut Context<'_>, schema: Schema<'_>, site: &mut Object) {
    let default = schema
        .keyword("default")
        .map(|value| format!("Default: `{}`", value.to_json()));
    let description = head::described(schema.text("description"), default);
    let description = head::described(description.as_deref(), deprecation(schema.node()));
    site.extend(description.map(|text| ("description".to_owned(), json!(text))));
    for keyword in ["deprecated", "readOnly", "writeOnly"] {
        match schema.keyword(keyword).map(|node| (node, node.boolean())) {
            Some((_, Some(true))) => {
                site.insert(keyword.to_owned(), json!(true));
            }
            Some((node, None)) => {
                let message = format!("`{keyword}` is a boolean, this is {}", node.type_name());
                context.error(&node.location, message);
            }
            _ => {}
        }
    }
    let examples = schema.keyword("examples").and_then(Node::sequence);
    let example = examples
        .and_then(|examples| examples.first())
        .or(schema.keyword("example"));
    if let Some(example) = example {
        site.insert("example".to_owned(), example.to_json());
    }
}
