//! Differences of schemas that come from a limit of emitted documents.

use crate::limit::Limit;
use openapi_inclusion::{Difference, Document, Subject};

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
    let version = emitted.root().member_text("openapi");
    let is_undefined = match &difference.subject {
        Subject::Annotation { keyword, in_right } => {
            !in_right && !openapi_inclusion::is_defined(keyword)
        }
        _ => false,
    };
    is_undefined
        && difference.within.is_none()
        && version.is_some_and(|version| version.starts_with("3.0"))
}

/// Returns whether the contract has no type, and the emitted document the type that a
/// keyword of the contract is about (JSON Schema Validation §6).
fn is_implied_type(difference: &Difference) -> bool {
    let Subject::Types { left, right } = &difference.subject else {
        return false;
    };
    let keywords: &[&str] = match right.only() {
        Some("object") => &[
            "properties",
            "additionalProperties",
            "required",
            "minProperties",
            "maxProperties",
        ],
        Some("array") => &["items", "minItems", "maxItems", "uniqueItems"],
        Some("string") => &["minLength", "maxLength", "pattern", "format"],
        Some("number") => &[
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
        ],
        _ => return false,
    };
    let has = |keyword: &&str| difference.left_at.get(keyword).is_some();
    left.is_any() && difference.within.is_none() && keywords.iter().any(has)
}
