//! Schemas of other dialects than that of OpenAPI 3.1.

use openapi_source::Pointer;
use openapi_source::role::{Role, traverse};

use super::action::{Action, Change, object, text};
use crate::{Keyword, Node, Value, lift};

/// The dialects whose keywords mean the same as those of 2020-12, or are repaired, except for
/// the ones that [`other_meaning`] finds.
const DIALECTS: [&str; 4] = [
    "json-schema.org/draft-04/schema",
    "json-schema.org/draft-06/schema",
    "json-schema.org/draft-07/schema",
    "json-schema.org/draft/2019-09/schema",
];

/// Removes `$schema` or `jsonSchemaDialect`.
pub(super) fn dialect(root: &Node, pointer: &Pointer) -> Change {
    let uri = root.at(pointer).and_then(Node::string).unwrap_or_default();
    let name = uri.trim_end_matches('#');
    let name = name.trim_start_matches("https://").trim_start_matches("http://");
    if !DIALECTS.contains(&name) {
        return Err("the keywords of this dialect are not known".to_owned());
    }
    let (above, role) = match pointer.last().as_deref() {
        Some("jsonSchemaDialect") => (root, Role::Document),
        _ => {
            let schema = pointer.parent().and_then(|schema| root.at(&schema));
            (schema.unwrap_or(root), Role::Schema)
        }
    };
    let mut other = None;
    let ignores_siblings = !name.contains("2019-09");
    traverse(above, role, &mut |node, role| {
        if role == Role::Schema && other.is_none() {
            other = other_meaning(node, ignores_siblings);
        }
    });
    if let Some(keyword) = other {
        let message = format!("{keyword} has another meaning in this dialect than in 2020-12");
        return Err(message);
    }
    let reason = format!("the keywords of {name} that are used here mean the same in 2020-12");
    Ok(vec![Action::remove(root, pointer, reason)])
}

/// Returns a keyword of a schema that means something else in an older dialect.
fn other_meaning(schema: &Node, ignores_siblings: bool) -> Option<String> {
    let is_other = |name: &str, value: &Node| match name {
        "dependencies" => true,
        // Of draft 4; later it is a name without meaning.
        "id" => value.string().is_some(),
        _ => {
            let keyword = Keyword::from_name(name).filter(|keyword| *keyword != Keyword::Ref);
            let is_sibling = ignores_siblings && schema.get("$ref").is_some();
            is_sibling && keyword.is_some_and(lift::is_constraint)
        }
    };
    let mut members = schema.members();
    let (name, value) = members.find(|(name, value)| is_other(name, value))?;
    Some(format!("`{name}` on line {}", value.location.line))
}

/// Removes `allOf`, `anyOf` or `oneOf` without schemas.
pub(super) fn empty_union(root: &Node, pointer: &Pointer) -> Vec<Action> {
    let keyword = pointer.last().unwrap_or_default();
    let reason = format!("`{keyword}` has no schemas");
    vec![Action::remove(root, pointer, reason)]
}

/// Makes `minimum: 5, exclusiveMinimum: true` to `minimum: 5, exclusiveMinimum: 5`.
pub(super) fn exclusive_bound(root: &Node, pointer: &Pointer) -> Vec<Action> {
    let keyword = pointer.last().unwrap_or_default();
    let inclusive = if keyword == "exclusiveMinimum" { "minimum" } else { "maximum" };
    let schema = pointer.parent().unwrap_or_default();
    let is_exclusive = root.at(pointer).and_then(Node::boolean) == Some(true);
    let bound = root.at(&schema).and_then(|schema| schema.get(inclusive));
    let bound = bound.filter(|bound| is_exclusive && bound.number().is_some());
    let reason =
        format!("`{keyword}` is a bound in OpenAPI 3.1, and not a property of `{inclusive}`");
    vec![match bound {
        Some(bound) => {
            let update = object([(&*keyword, bound.clone())]);
            Action::update(root, &schema, update, reason)
        }
        None => Action::remove(root, pointer, reason),
    }]
}

/// Makes `items` to `prefixItems`, and `additionalItems` to `items`.
pub(super) fn items_array(root: &Node, pointer: &Pointer) -> Change {
    if root.member_text("openapi").is_some_and(|version| version.starts_with("3.0")) {
        return Err("OpenAPI 3.0 has no `prefixItems`".to_owned());
    }
    let above = pointer.parent().unwrap_or_default();
    let schema = root.at(&above).ok_or("the schema is not found")?;
    if schema.get("prefixItems").is_some() {
        return Err("the schema has `prefixItems`, too".to_owned());
    }
    let mut actions = Vec::new();
    let mut rename = |from: &str, to: &str| {
        let Some(value) = schema.get(from) else {
            return;
        };
        let is_empty = value.sequence().is_some_and(<[Node]>::is_empty);
        let reason = match is_empty {
            true => format!("`{from}` has no schemas"),
            false => format!("what was `{from}` is `{to}` in 2020-12"),
        };
        let removed = Action::remove(root, &above.join(from), reason.clone());
        actions.push(removed);
        if !is_empty {
            let update = object([(to, value.clone())]);
            actions.push(Action::update(root, &above, update, reason));
        }
    };
    rename("items", "prefixItems");
    rename("additionalItems", "items");
    Ok(actions)
}

/// Makes `$recursiveRef` to a `$ref` to the schema that contains it.
pub(super) fn recursive_reference(root: &Node, pointer: &Pointer) -> Change {
    let mut anchors = 0;
    traverse(root, Role::Document, &mut |node, role| {
        anchors += usize::from(role == Role::Schema && node.flag("$recursiveAnchor"));
    });
    if anchors > 1 {
        let reason = "several schemas have `$recursiveAnchor`, so that the target depends on the \
                      references that lead here";
        return Err(reason.to_owned());
    }
    let above = pointer.parent().unwrap_or_default();
    let schema = root.at(&above).ok_or("the schema is not found")?;
    if root.at(pointer).and_then(Node::string) != Some("#") || schema.get("$ref").is_some() {
        return Err("only `$recursiveRef: '#'` without `$ref` has a form in 2020-12".to_owned());
    }
    let reason =
        "`$recursiveRef` is `$ref` in 2020-12 where only one schema is the target".to_owned();
    let update = object([("$ref", text(&resource(root, &above)))]);
    Ok(vec![
        Action::remove(root, pointer, reason.clone()),
        Action::update(root, &above, update, reason),
    ])
}

/// Returns the reference to the schema that `#` means in a schema: the nearest one with
/// `$id`, or the outermost one.
fn resource(root: &Node, schema: &Pointer) -> String {
    let (mut node, mut role, mut pointer) = (root, Role::Document, Pointer::root());
    let mut outermost = None;
    let mut tokens = schema.tokens();
    loop {
        if role == Role::Schema {
            if node.get("$id").is_some() {
                return "#".to_owned();
            }
            outermost.get_or_insert_with(|| pointer.to_fragment());
        }
        let Some(token) = tokens.next() else { break };
        role = match node.value {
            Value::Sequence(_) => role.item(),
            _ => role.child(&token),
        };
        pointer = pointer.join(&token);
        match root.at(&pointer) {
            Some(below) => node = below,
            None => break,
        }
    }
    outermost.unwrap_or_else(|| schema.to_fragment())
}
