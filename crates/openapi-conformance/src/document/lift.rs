//! Turns a 3.0 document into a 3.1 one, so that both sides of a comparison
//! speak JSON Schema 2020-12. It must never lose anything, nor move a place:
//! what it rewrites still points at the text it came from.
//!
//! One keyword stays: `nullable`. Written out it would move what stands beside
//! it one level down, and references to it would lead nowhere; see
//! `Document::allows_null`.
//!
//! One reading goes beyond the letter of OpenAPI 3.0.3 and is what dropshot
//! means: a `type` whose `enum` holds nothing but null is null itself. It has
//! no other way to write `()`.
//!
//! What 3.0 has no keyword for, a server can show under the extension
//! `x-json-schema`: keywords of JSON Schema 2020-12, which say more about the
//! schema that they stand in.

use super::node::{Content, Node};
use super::role::Role;
use indexmap::IndexMap;

/// Where a 3.0 schema shows keywords that 3.0 does not have.
const EXTENSION: &str = "x-json-schema";

/// Lifts `node`, which is a `role` of a 3.0 document, and everything below it.
pub(crate) fn lift(node: &mut Node, role: Role) {
    if role == Role::Data {
        return;
    }
    if role.may_refer() {
        drop_siblings(node);
    }
    match &mut node.content {
        Content::Mapping(members) => {
            for (key, child) in members.iter_mut() {
                lift(child, role.child(key));
            }
        }
        Content::Sequence(items) => {
            for item in items {
                lift(item, role.item());
            }
        }
        _ => {}
    }
    if role == Role::Schema {
        lift_schema(node);
    }
}

/// "This object cannot be extended with additional properties, and any
/// properties added SHALL be ignored" (OpenAPI 3.0.3 §4.7.23).
fn drop_siblings(node: &mut Node) {
    if let Content::Mapping(members) = &mut node.content
        && members.contains_key("$ref")
    {
        members.retain(|key, _| key == "$ref");
    }
}

fn lift_schema(schema: &mut Node) {
    let Content::Mapping(members) = &mut schema.content else {
        return;
    };
    lift_exclusive(members, "minimum", "exclusiveMinimum");
    lift_exclusive(members, "maximum", "exclusiveMaximum");
    if let Some(example) = members.shift_remove("example") {
        let source = example.source.clone();
        let content = Content::Sequence(vec![example]);
        members.insert("examples".to_owned(), Node { source, content });
    }
    lift_null(members);
    lift_extension(members);
}

/// The keywords under `x-json-schema` become keywords of the schema.
fn lift_extension(members: &mut IndexMap<String, Node>) {
    let Some(Content::Mapping(keywords)) = members.shift_remove(EXTENSION).map(|node| node.content)
    else {
        return;
    };
    for (keyword, value) in keywords {
        match (members.get_mut(&keyword), value) {
            (
                Some(Node {
                    content: Content::Sequence(known),
                    ..
                }),
                Node {
                    content: Content::Sequence(more),
                    ..
                },
            ) if keyword == "allOf" => known.extend(more),
            (_, value) => {
                members.insert(keyword, value);
            }
        }
    }
}

/// `minimum: 5, exclusiveMinimum: true` becomes `exclusiveMinimum: 5`.
fn lift_exclusive(members: &mut IndexMap<String, Node>, limit: &str, exclusive: &str) {
    let is_exclusive = members
        .shift_remove(exclusive)
        .is_some_and(|flag| flag.boolean() == Some(true));
    if is_exclusive && let Some(value) = members.shift_remove(limit) {
        members.insert(exclusive.to_owned(), value);
    }
}

/// `type: string, enum: [null]` becomes `type: "null"`.
fn lift_null(members: &mut IndexMap<String, Node>) {
    let only_null = members.get("enum").is_some_and(|values| {
        !values.items().is_empty()
            && values
                .items()
                .iter()
                .all(|value| value.content == Content::Null)
    });
    if only_null && let Some(kind) = members.get_mut("type") {
        kind.content = Content::String("null".to_owned());
    }
}
