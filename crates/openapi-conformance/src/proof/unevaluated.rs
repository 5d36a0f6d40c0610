//! The members and items that a schema leaves to `unevaluatedProperties` and
//! `unevaluatedItems` (Core §11). Where that depends on which of its branches a
//! value takes, it must leave the question open.

use super::fact::Names;
use crate::document::{Content, Node};
use crate::schema::Part;

/// Schemas within each other that are looked into.
const MAXIMUM_DEPTH: usize = 16;

/// Keywords by which a schema applies others to the same value in any case, and
/// those by which it depends.
const ALWAYS: [&str; 2] = ["$ref", "allOf"];
const DEPENDING: [&str; 7] = [
    "$dynamicRef",
    "anyOf",
    "oneOf",
    "if",
    "then",
    "else",
    "dependentSchemas",
];

/// Names beside those that `schema` itself tells.
pub(super) fn unnamed<'d>(schema: Part<'d>) -> Names<'d> {
    let told = |keyword| {
        let members = schema.node.get(keyword).into_iter().flat_map(Node::members);
        members.map(|(name, _)| name).collect()
    };
    Names {
        matching: None,
        except: told("properties"),
        except_matching: told("patternProperties"),
    }
}

/// The names of members that are left; `None` if that depends, and within it `None`
/// if none are.
pub(super) fn members<'d>(schema: Part<'d>) -> Option<Option<Names<'d>>> {
    let mut names = Names::default();
    for part in applied(schema)? {
        let is_own = std::ptr::eq(part.node, schema.node);
        let rest = ["additionalProperties", "unevaluatedProperties"];
        let mut rest = rest.iter().take(if is_own { 1 } else { 2 });
        if rest.any(|keyword| part.node.get(keyword).is_some()) {
            return Some(None);
        }
        let told = unnamed(part);
        names.except.extend(told.except);
        names.except_matching.extend(told.except_matching);
    }
    Some(Some(names))
}

/// The index from which on items are left; `None` if that depends, and within it
/// `None` if none are.
pub(super) fn items(schema: Part) -> Option<Option<usize>> {
    let mut prefix = 0;
    for part in applied(schema)? {
        let is_own = std::ptr::eq(part.node, schema.node);
        if part.node.get("contains").is_some() {
            return None;
        }
        if part.node.get("items").is_some()
            || !is_own && part.node.get("unevaluatedItems").is_some()
        {
            return Some(None);
        }
        let own = part
            .node
            .get("prefixItems")
            .map_or(0, |all| all.items().len());
        prefix = prefix.max(own);
    }
    Some(Some(prefix))
}

/// `schema` and all that it applies to the same value; `None` if that depends.
fn applied(schema: Part<'_>) -> Option<Vec<Part<'_>>> {
    let mut found = Vec::new();
    let mut rest = vec![schema];
    while let Some(part) = rest.pop() {
        if found.len() == MAXIMUM_DEPTH {
            return None;
        }
        found.push(part);
        let at = |node| Part { node, ..part };
        for keyword in DEPENDING {
            let value = part.node.get(keyword);
            if value.is_some_and(|value| !says_nothing(keyword, value)) {
                return None;
            }
        }
        for keyword in ALWAYS {
            let Some(value) = part.node.get(keyword) else {
                continue;
            };
            match keyword {
                "$ref" => rest.push(at(part.document.target(part.node)?)),
                _ => rest.extend(value.items().iter().map(at)),
            }
        }
    }
    Some(found)
}

/// Whether no schema in the value of `keyword` looks at any member or item.
fn says_nothing(keyword: &str, value: &Node) -> bool {
    let is_plain = |schema: &Node| {
        let is_empty = matches!(&schema.content, Content::Mapping(all) if all.is_empty());
        schema.boolean().is_some() || is_empty
    };
    match keyword {
        "anyOf" | "oneOf" => value.items().iter().all(is_plain),
        "dependentSchemas" => value.members().all(|(_, schema)| is_plain(schema)),
        _ => is_plain(value),
    }
}
