//! Lifts a 3.0 document to 3.1, so that both sides of a comparison use JSON Schema
//! 2020-12. Lifting loses nothing and keeps source locations: rewritten values
//! still point at the original text.
//!
//! One keyword stays: `nullable`. Expanding it would move its sibling keywords one
//! level down and break references to them; see `Document::allows_null`.
//!
//! One interpretation goes beyond the text of OpenAPI 3.0.3 and is what dropshot
//! means: a `type` whose `enum` contains only null is the type null. dropshot has
//! no other way to write `()`.
//!
//! Keywords that 3.0 doesn't have can appear under the extension `x-json-schema`:
//! an object of keywords of JSON Schema 2020-12 that apply to the enclosing schema.
//! They are lifted beside the schema's own keywords and not below an `allOf`,
//! because some keywords depend on their siblings (`items` on `prefixItems`,
//! `unevaluatedProperties` on all).

use indexmap::IndexMap;
use openapi_source::role::{Role, change_children};
use openapi_source::{Node, Value};

/// The extension that holds keywords which 3.0 doesn't have.
pub(crate) const EXTENSION: &str = "x-json-schema";

/// Lifts `node`, which has the role `role` in a 3.0 document, and everything below
/// it.
pub(crate) fn lift(node: &mut Node, role: Role) {
    if role.may_refer() {
        drop_siblings(node);
    }
    change_children(node, role, |_, child, role| lift(child, role));
    if role == Role::Schema {
        lift_schema(node);
    }
}

/// Removes the siblings of a `$ref`: "This object cannot be extended with
/// additional properties, and any properties added SHALL be ignored" (OpenAPI 3.0.3
/// §4.7.23).
fn drop_siblings(node: &mut Node) {
    if let Value::Mapping(members) = &mut node.value
        && members.contains_key("$ref")
    {
        members.retain(|key, _| key == "$ref");
    }
}

fn lift_schema(schema: &mut Node) {
    let Value::Mapping(members) = &mut schema.value else {
        return;
    };
    lift_exclusive(members, "minimum", "exclusiveMinimum");
    lift_exclusive(members, "maximum", "exclusiveMaximum");
    if let Some(example) = members.shift_remove("example") {
        let location = example.location.clone();
        let value = Value::Sequence(vec![example]);
        members.insert("examples".to_owned(), Node { value, location });
    }
    lift_null(members);
    lift_extension(members);
}

/// The keywords with which a 3.0 schema of an untyped list or map allows any
/// members.
const MEMBERS: [&str; 2] = ["items", "additionalProperties"];

/// Makes the keywords under `x-json-schema` keywords of the schema. The schema's
/// own value of the same keyword still applies: it moves to `allOf`, unless it
/// allows any members. Beside `unevaluatedItems` or `unevaluatedProperties` such a
/// value is removed, because it evaluates all members.
fn lift_extension(members: &mut IndexMap<String, Node>) {
    let Some(Value::Mapping(mut keywords)) = members.shift_remove(EXTENSION).map(|node| node.value)
    else {
        return;
    };
    for (keyword, unevaluated) in MEMBERS
        .into_iter()
        .zip(["unevaluatedItems", "unevaluatedProperties"])
    {
        let allows_any = members.get(keyword).is_some_and(Node::allows_everything);
        if allows_any && keywords.contains_key(unevaluated) {
            members.shift_remove(keyword);
        }
    }
    let more = keywords.shift_remove("allOf");
    for (keyword, value) in keywords {
        let known = members.insert(keyword.clone(), value);
        let allows_any =
            |known: &Node| MEMBERS.contains(&keyword.as_str()) && known.allows_everything();
        if let Some(known) = known.filter(|known| !allows_any(known)) {
            let location = known.location.clone();
            let value = Value::Mapping(IndexMap::from([(keyword, known)]));
            require(members, Node { value, location });
        }
    }
    let more = more.map(|node| node.value);
    if let Some(Value::Sequence(schemas)) = more {
        for schema in schemas {
            require(members, schema);
        }
    }
}

/// Adds `schema` to the schema's `allOf`.
fn require(members: &mut IndexMap<String, Node>, schema: Node) {
    let all = members.entry("allOf".to_owned()).or_insert_with(|| Node {
        location: schema.location.clone(),
        value: Value::Sequence(Vec::new()),
    });
    if let Value::Sequence(schemas) = &mut all.value {
        schemas.push(schema);
    }
}

/// Turns `minimum: 5, exclusiveMinimum: true` into `exclusiveMinimum: 5`. A number, which 3.0
/// does not have here and many documents do, means what it means in 3.1.
fn lift_exclusive(members: &mut IndexMap<String, Node>, limit: &str, exclusive: &str) {
    let Some(is_exclusive) = members.get(exclusive).and_then(Node::boolean) else {
        return;
    };
    members.shift_remove(exclusive);
    if is_exclusive && let Some(value) = members.shift_remove(limit) {
        members.insert(exclusive.to_owned(), value);
    }
}

/// Turns `type: string, enum: [null]` into `type: "null"`.
fn lift_null(members: &mut IndexMap<String, Node>) {
    let only_null = members.get("enum").is_some_and(|values| {
        !values.items().is_empty()
            && values
                .items()
                .iter()
                .all(|value| value.value == Value::Null)
    });
    if only_null && let Some(kind) = members.get_mut("type") {
        kind.value = Value::String("null".to_owned());
    }
}
