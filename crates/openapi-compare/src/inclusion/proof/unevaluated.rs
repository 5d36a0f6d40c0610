//! Determines the members that `unevaluatedProperties` applies to (Core §11.3). If that depends
//! on the branch of a value, the result is unknown.

use super::fact::Names;
use crate::inclusion::schema::SchemaNode;
use openapi_source::{Node, Value};

/// The number of schemas for the same value that are examined.
const MAXIMUM_DEPTH: usize = 16;

/// Keywords that always apply a subschema to the same value, and keywords that apply
/// subschemas depending on the value.
const ALWAYS: [&str; 2] = ["$ref", "allOf"];
const CONDITIONAL: [&str; 6] = ["anyOf", "oneOf", "if", "then", "else", "dependentSchemas"];

/// Returns the names that `properties` and `patternProperties` of `schema` itself
/// don't cover.
pub(super) fn other_names<'d>(schema: SchemaNode<'d>) -> Names<'d> {
    let covered = |keyword| {
        let members = schema.node.get(keyword).into_iter().flat_map(Node::members);
        members.map(|(name, _)| name).collect()
    };
    Names {
        matching: None,
        except: covered("properties"),
        except_matching: covered("patternProperties"),
    }
}

/// Returns the names of unevaluated members. The outer `None` means that they
/// depend on the value, the inner `None` that there are none.
pub(super) fn members<'d>(schema: SchemaNode<'d>) -> Option<Option<Names<'d>>> {
    let mut names = Names::default();
    for part in applied(schema)? {
        let is_own = std::ptr::eq(part.node, schema.node);
        let rest = ["additionalProperties", "unevaluatedProperties"];
        let mut rest = rest.iter().take(if is_own { 1 } else { 2 });
        if rest.any(|keyword| part.node.get(keyword).is_some()) {
            return Some(None);
        }
        let covered = other_names(part);
        names.except.extend(covered.except);
        names.except_matching.extend(covered.except_matching);
    }
    Some(Some(names))
}

/// Returns `schema` and all subschemas that it applies to the same value. Returns
/// `None` if these depend on the value.
fn applied(schema: SchemaNode<'_>) -> Option<Vec<SchemaNode<'_>>> {
    let mut found = Vec::new();
    let mut rest = vec![schema];
    while let Some(part) = rest.pop() {
        if found.len() == MAXIMUM_DEPTH {
            return None;
        }
        found.push(part);
        let at = |node| SchemaNode { node, ..part };
        for keyword in CONDITIONAL {
            let value = part.node.get(keyword);
            if value.is_some_and(|value| !evaluates_nothing(keyword, value)) {
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

/// Returns whether no subschema in the value of `keyword` evaluates a member.
fn evaluates_nothing(keyword: &str, value: &Node) -> bool {
    let is_plain = |schema: &Node| {
        let is_empty = matches!(&schema.value, Value::Mapping(all) if all.is_empty());
        schema.boolean().is_some() || is_empty
    };
    match keyword {
        "anyOf" | "oneOf" => value.items().iter().all(is_plain),
        _ => is_plain(value),
    }
}
