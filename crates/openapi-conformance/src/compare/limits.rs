//! Differences of schemas that come from a limit of emitted documents.

use crate::limit::Limit;
use openapi_inclusion::{About, Difference, Document};

/// Returns the limit that a difference comes from.
pub(super) fn limit(difference: &Difference, emitted: &Document) -> Option<Limit> {
    if is_undefined_keyword(difference, emitted) {
        Some(Limit::UndefinedKeyword)
    } else if is_implied_type(difference) {
        Some(Limit::ImpliedType)
    } else {
        None
    }
}

/// Returns whether the contract has a keyword without a definition, and the emitted 3.0
/// document lacks it.
fn is_undefined_keyword(difference: &Difference, emitted: &Document) -> bool {
    let keyword = difference.what.strip_prefix('`');
    let keyword = keyword.and_then(|rest| rest.strip_suffix('`'));
    let version = emitted.root().member_text("openapi");
    version.is_some_and(|version| version.starts_with("3.0"))
        && difference.about == About::Annotation
        && difference.right == "none"
        && keyword.is_some_and(|keyword| !openapi_inclusion::is_defined(keyword))
}

/// Returns whether the contract has no type, and the emitted document the type that a
/// keyword of the contract is about (JSON Schema Validation §6).
fn is_implied_type(difference: &Difference) -> bool {
    let keywords: &[&str] = match difference.right.as_str() {
        "object" => &[
            "properties",
            "additionalProperties",
            "required",
            "minProperties",
            "maxProperties",
        ],
        "array" => &["items", "minItems", "maxItems", "uniqueItems"],
        "string" => &["minLength", "maxLength", "pattern", "format"],
        "number" => &[
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
        ],
        _ => return false,
    };
    let has = |keyword: &&str| difference.left_at.get(keyword).is_some();
    difference.what == "type" && difference.left == "anything" && keywords.iter().any(has)
}
