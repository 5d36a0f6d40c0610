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
//! `x-json-schema`: an object of keywords of JSON Schema 2020-12, which say
//! more about the schema that they stand in. They are lifted to stand beside
//! its own keywords and not below an `allOf`, because some look at their
//! siblings (`items` at `prefixItems`, `unevaluatedProperties` at all).

use super::node::{Content, Node};
use super::role::Role;
use indexmap::IndexMap;

/// Where a 3.0 schema shows keywords that 3.0 does not have.
pub(crate) const EXTENSION: &str = "x-json-schema";

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

/// The keywords by which a 3.0 schema of an untyped list or map says that its
/// values may be anything.
const MEMBERS: [&str; 2] = ["items", "additionalProperties"];

/// The keywords under `x-json-schema` become keywords of the schema. What the
/// schema says by the same keyword still counts: it moves to `allOf`, unless
/// it only says that its members may be anything.
fn lift_extension(members: &mut IndexMap<String, Node>) {
    let Some(Content::Mapping(mut keywords)) =
        members.shift_remove(EXTENSION).map(|node| node.content)
    else {
        return;
    };
    let more = keywords.shift_remove("allOf");
    for (keyword, value) in keywords {
        let known = members.insert(keyword.clone(), value);
        let says_nothing =
            |known: &Node| MEMBERS.contains(&keyword.as_str()) && known.allows_everything();
        if let Some(known) = known.filter(|known| !says_nothing(known)) {
            let source = known.source.clone();
            let content = Content::Mapping(IndexMap::from([(keyword, known)]));
            require(members, Node { source, content });
        }
    }
    let more = more.map(|node| node.content);
    if let Some(Content::Sequence(schemas)) = more {
        for schema in schemas {
            require(members, schema);
        }
    }
}

/// Adds `schema` to those that all must hold.
fn require(members: &mut IndexMap<String, Node>, schema: Node) {
    let all = members.entry("allOf".to_owned()).or_insert_with(|| Node {
        source: schema.source.clone(),
        content: Content::Sequence(Vec::new()),
    });
    if let Content::Sequence(schemas) = &mut all.content {
        schemas.push(schema);
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
