//! Lowers strings: lengths, patterns and formats.

use openapi_document::{Node, Schema, TypeName, known_values};
use serde_json::json;

use super::assertions::{copy_count, mention_narrowing};
use crate::lower::context::{Context, Object};

pub(super) fn lower(context: &mut Context<'_>, schema: Schema<'_>) -> Object {
    let mut lowered = Object::new();
    copy_count(context, schema, "minLength", &mut lowered);
    copy_count(context, schema, "maxLength", &mut lowered);
    if let Some(node) = schema.keyword("pattern") {
        match node.string().map(regress::Regex::new) {
            // The contract still validates it.
            Some(Ok(_)) if node.string().is_some_and(needs_unicode_mode) => {}
            Some(Ok(_)) => {
                lowered.insert("pattern".to_owned(), node.to_json());
            }
            Some(Err(error)) => {
                let message = format!("not a regular expression of ECMA-262, left out: {error}");
                context.warn(&node.location, message);
            }
            None => not_a_string(context, "pattern", node),
        }
    }
    if let Some(format) = format(context, schema) {
        lowered.insert("format".to_owned(), json!(format));
    }
    mention_narrowing(context, schema, &["contentSchema"]);
    if let Err(warning) = known_values(schema.node(), TypeName::String) {
        context.push(warning);
    }
    lowered
}

/// Returns whether a pattern has another meaning without the Unicode mode of
/// ECMA-262, which JSON Schema recommends (Core §6.4) and typify's code does not
/// use: without it `\p{Lu}` is the letter p, and `\u{61}` is the letter u 61 times.
fn needs_unicode_mode(pattern: &str) -> bool {
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        if character == '\\' {
            match characters.next() {
                Some('p' | 'P') => return true,
                Some('u') if characters.as_str().starts_with('{') => return true,
                _ => {}
            }
        }
    }
    false
}

/// Returns `format`, or the equivalent of the content keywords in 3.0 (OpenAPI
/// 3.1.0 §4.8.14.1).
fn format<'d>(context: &mut Context<'_>, schema: Schema<'d>) -> Option<&'d str> {
    for keyword in ["format", "contentEncoding", "contentMediaType"] {
        if let Some(node) = schema
            .keyword(keyword)
            .filter(|node| node.string().is_none())
        {
            not_a_string(context, keyword, node);
        }
    }
    schema
        .text("format")
        .or_else(|| schema.text("contentEncoding").map(|_| "byte"))
        .or_else(|| schema.text("contentMediaType").map(|_| "binary"))
}

fn not_a_string(context: &mut Context<'_>, keyword: &str, node: &Node) {
    let message = format!("`{keyword}` is a string, this is {}", node.type_name());
    context.error(&node.location, message);
}
