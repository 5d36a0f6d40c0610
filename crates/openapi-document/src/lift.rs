//! Lifts a document of OpenAPI 3.0 to 3.1, so that nothing else has to know 3.0.
//!
//! The positions stay those of the text. A schema that allows null beside `allOf`, `anyOf`,
//! `oneOf` or `not` becomes a union, whose first branch has its constraints. References to the
//! schema itself stay right, and those into it then point to nothing: they are not rewritten.
//!
//! `nullable` adds null to the values that the other keywords allow. OpenAPI 3.0.3 says so only
//! beside `type`; schemars and dropshot write it beside `allOf`, and other authors as its last item,
//! with the same intention.
//!
//! dropshot has two forms of its own. A `type` whose `enum` has null alone is the type null,
//! since 3.0 has no other way to write `()`. And `x-json-schema` has the keywords of JSON Schema
//! 2020-12 that 3.0 lacks, which apply to the enclosing schema; `openapi-dropshot` writes it.

use openapi_source::role::{Role, change_children};

use crate::{Diagnostic, Diagnostics, Keyword, Location, Mapping, Node, Value};

/// The extension that has the keywords that 3.0 lacks.
pub(crate) const EXTENSION: &str = "x-json-schema";

/// Lifts a document. Returns warnings about keywords without effect.
pub(crate) fn lift(root: &mut Node) -> Diagnostics {
    let mut warnings = Diagnostics::default();
    each(root, Role::Document, &mut |members| {
        if members.contains_key("$ref") {
            keep_reference(members, &mut warnings);
        }
        exclusive(members, "minimum", "exclusiveMinimum");
        exclusive(members, "maximum", "exclusiveMaximum");
        null_alone(members);
        null_last(members);
        extension(members);
    });
    if let Value::Mapping(members) = &mut root.value
        && let Some(version) = members.get_mut("openapi")
    {
        version.value = Value::String("3.1.0".to_owned());
    }
    warnings
}

/// Replaces `nullable` by the type null in all schemas below a node.
pub(crate) fn nullable(node: &mut Node, role: Role) {
    each(node, role, &mut with_null);
}

/// Changes all schemas below a node, inner ones first.
fn each(node: &mut Node, role: Role, change: &mut impl FnMut(&mut Mapping)) {
    change_children(node, role, |_, child, role| each(child, role, change));
    if let (Role::Schema, Value::Mapping(members)) = (role, &mut node.value) {
        change(members);
    }
}

/// Removes the siblings of `$ref`, which "SHALL be ignored" (OpenAPI 3.0.3 §4.7.23).
fn keep_reference(members: &mut Mapping, warnings: &mut Diagnostics) {
    let reference = members["$ref"].location.clone();
    for name in members.keys() {
        let keyword = Keyword::from_name(name);
        let is_ignored = name == "nullable" || keyword.is_some_and(is_constraint);
        if name != "$ref" && is_ignored {
            let message = format!("`{name}` beside `$ref` has no effect in OpenAPI 3.0");
            warnings.push(
                Diagnostic::warning(&reference, message)
                    .help("write the reference as the only item of `allOf`"),
            );
        }
    }
    members.retain(|name, _| name == "$ref");
}

/// Turns `minimum: 5, exclusiveMinimum: true` into `exclusiveMinimum: 5`.
fn exclusive(members: &mut Mapping, limit: &str, exclusive: &str) {
    let Some(is_exclusive) = members.get(exclusive).and_then(Node::boolean) else {
        return;
    };
    members.shift_remove(exclusive);
    if is_exclusive && let Some(value) = members.shift_remove(limit) {
        members.insert(exclusive.to_owned(), value);
    }
}

/// Turns `type: string, enum: [null]` into `type: "null"`.
fn null_alone(members: &mut Mapping) {
    let is_null = |item: &Node| matches!(item.value, Value::Null);
    let values = members.get("enum").map_or(&[][..], Node::items);
    if !values.is_empty()
        && values.iter().all(is_null)
        && let Some(kind) = members.get_mut("type")
    {
        kind.value = Value::String("null".to_owned());
    }
}

/// Turns `allOf: [A, {nullable: true}]` into `allOf: [A], nullable: true`.
fn null_last(members: &mut Mapping) {
    let is_null = |item: &mut Node| item.flag("nullable") && item.members().count() == 1;
    if let Some(Value::Sequence(items)) = members.get_mut("allOf").map(|node| &mut node.value)
        && items.len() > 1
        && let Some(Node { value: Value::Mapping(null), .. }) = items.pop_if(is_null)
    {
        members.extend(null);
    }
}

fn with_null(members: &mut Mapping) {
    let is_nullable = members.get("nullable").and_then(Node::boolean) == Some(true);
    let location = match members.shift_remove("nullable") {
        Some(flag) if is_nullable => flag.location,
        Some(_) | None => return,
    };
    let null = |location: &Location| Node {
        value: Value::String("null".to_owned()),
        location: location.clone(),
    };
    let applies_to_null = |keyword: Keyword| {
        use Keyword::{AllOf, AnyOf, Const, DynamicRef, If, Not, OneOf};
        matches!(keyword, AllOf | AnyOf | Const | DynamicRef | If | Not | OneOf)
    };
    let mut keywords = members.keys().filter_map(|name| Keyword::from_name(name));
    if keywords.any(applies_to_null) {
        return union(members, null(&location));
    }
    if let Some(kind) = members.get_mut("type") {
        let mut kinds = match &kind.value {
            Value::Sequence(kinds) => kinds.clone(),
            _ => vec![kind.clone()],
        };
        if !kinds.iter().any(|kind| kind.string() == Some("null")) {
            kinds.push(null(&location));
            kind.value = Value::Sequence(kinds);
        }
    }
    if let Some(Value::Sequence(values)) = members.get_mut("enum").map(|node| &mut node.value)
        && !values.iter().any(|item| matches!(item.value, Value::Null))
    {
        let value = Value::Null;
        values.push(Node { value, location });
    }
}

/// Turns a schema into the union of its constraints and null. The annotations stay.
fn union(members: &mut Mapping, null: Node) {
    let location = null.location.clone();
    let located = |value| Node { value, location: location.clone() };
    let mut constraints = Mapping::new();
    for (name, value) in std::mem::take(members) {
        match Keyword::from_name(&name) {
            Some(keyword) if is_constraint(keyword) => constraints.insert(name, value),
            _ => members.insert(name, value),
        };
    }
    let branch = match constraints.get("allOf").map(Node::items) {
        Some([only]) if constraints.len() == 1 => only.clone(),
        _ => located(Value::Mapping(constraints)),
    };
    let null = located(Value::Mapping(Mapping::from([("type".to_owned(), null)])));
    let branches = located(Value::Sequence(vec![branch, null]));
    members.insert("anyOf".to_owned(), branches);
}

/// Makes the keywords under [`EXTENSION`] keywords of the schema. The schema's own value of the
/// same keyword still applies, in `allOf`, unless it allows everything: that is how 3.0 writes
/// untyped members, which would evaluate all of them.
fn extension(members: &mut Mapping) {
    let Some(Value::Mapping(keywords)) = members.shift_remove(EXTENSION).map(|node| node.value)
    else {
        return;
    };
    let lifts = |name: &str| keywords.contains_key(name);
    let (has_items, has_members) = (lifts("unevaluatedItems"), lifts("unevaluatedProperties"));
    members.retain(|name, value| {
        let is_evaluated = match name.as_str() {
            "items" => has_items,
            "additionalProperties" => has_members,
            _ => false,
        };
        !(is_evaluated && value.allows_everything())
    });
    for (name, value) in keywords {
        let location = value.location.clone();
        let Some(known) = members.insert(name.clone(), value) else {
            continue;
        };
        if ["items", "additionalProperties"].contains(&name.as_str()) && known.allows_everything() {
            continue;
        }
        let more = match (name.as_str(), known.value) {
            ("allOf", Value::Sequence(schemas)) => schemas,
            (_, value) => {
                let location = known.location;
                let known = Mapping::from([(name, Node { value, location: location.clone() })]);
                let value = Value::Mapping(known);
                vec![Node { value, location }]
            }
        };
        let all = members
            .entry("allOf".to_owned())
            .or_insert_with(|| Node { value: Value::Sequence(Vec::new()), location });
        if let Value::Sequence(schemas) = &mut all.value {
            schemas.extend(more);
        }
    }
}

/// Returns whether a keyword restricts values.
pub(crate) fn is_constraint(keyword: Keyword) -> bool {
    use Keyword::{
        Anchor, Comment, Default, Defs, Deprecated, Description, DynamicAnchor, Example, Examples,
        ExternalDocs, Id, ReadOnly, Schema, Title, Vocabulary, WriteOnly, Xml,
    };
    !matches!(
        keyword,
        Anchor
            | Comment
            | Default
            | Defs
            | Deprecated
            | Description
            | DynamicAnchor
            | Example
            | Examples
            | ExternalDocs
            | Id
            | ReadOnly
            | Schema
            | Title
            | Vocabulary
            | WriteOnly
            | Xml
    )
}
