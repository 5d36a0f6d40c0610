//! Determines the members that `unevaluatedProperties` applies to (Core §11.3). If that depends
//! on the value, the result is unknown. `$dynamicRef` does not come here:
//! `Inclusion::differences` refuses it.

use super::fact::Names;
use crate::inclusion::schema::SchemaNode;
use openapi_source::Node;

/// The number of schemas for the same value that are examined.
const MAXIMUM_SCHEMAS: usize = 16;

/// Keywords that apply subschemas to the same value, depending on the value.
const CONDITIONAL: [&str; 6] = ["anyOf", "oneOf", "if", "then", "else", "dependentSchemas"];

/// Returns the names that `properties` and `patternProperties` of `schema` itself
/// don't cover.
pub(super) fn other_names<'d>(schema: SchemaNode<'d>) -> Names<'d> {
    let covered = |keyword| {
        schema.node.get(keyword).into_iter().flat_map(Node::members).map(|(name, _)| name).collect()
    };
    Names {
        matching: None,
        except: covered("properties"),
        except_matching: covered("patternProperties"),
    }
}

/// Returns the names of unevaluated members. The outer `None` means that they
/// depend on the value, the inner `None` that there are none. If a part refuses the value, more
/// members are unevaluated; but then its `$ref` or `allOf` refuses the value, in another branch.
pub(super) fn members<'d>(schema: SchemaNode<'d>) -> Option<Option<Names<'d>>> {
    let mut names = Names::default();
    for part in applied(schema)? {
        let is_own = std::ptr::eq(part.node, schema.node);
        let has = |keyword| part.node.get(keyword).is_some();
        if has("additionalProperties") || !is_own && has("unevaluatedProperties") {
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
        if found.len() == MAXIMUM_SCHEMAS {
            return None;
        }
        found.push(part);
        let at = |node| SchemaNode { node, ..part };
        if CONDITIONAL.iter().any(|keyword| part.node.get(keyword).is_some()) {
            return None;
        }
        if part.node.get("$ref").is_some() {
            rest.push(at(part.document.target(part.node)?));
        }
        rest.extend(part.node.get("allOf").map_or(&[][..], Node::items).iter().map(at));
    }
    Some(found)
}
