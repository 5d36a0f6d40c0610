//! The reason for which a side rejects a value: a difference, or something else.

use crate::inclusion::schema::{Difference, PathLevel, Side, Subject, accepts, accepts_without};
use openapi_source::decimal;
use serde_json::{Value, json};

/// Returns whether `difference` is the reason for which one side at `level` rejects `value`.
pub(super) fn is_reason(
    difference: &Difference,
    level: &PathLevel,
    allowed_by: Side,
    value: &Value,
) -> bool {
    let rejecting = level.sides(allowed_by).rejecting;
    let rejecting_at = match allowed_by {
        Side::Left => difference.right_at,
        Side::Right => difference.left_at,
    };
    let number = value.as_number().map(decimal);
    match &difference.subject {
        Subject::Value(text) => serde_json::from_str::<Value>(text).is_ok_and(|one| one == *value),
        Subject::Member { name, .. } => {
            // The member is the reason if the value is accepted without the member,
            // or with the member that is missing.
            let mut other = value.clone();
            let Some(members) = other.as_object_mut() else {
                return true;
            };
            if members.remove(name).is_some() {
                return accepts(rejecting, &other);
            }
            // A value of each type.
            let simple = [json!(null), json!(true), json!(0), json!(""), json!([]), json!({})];
            simple.into_iter().any(|member| {
                other[name] = member;
                accepts(rejecting, &other)
            })
        }
        Subject::Below(limit) => number.is_some_and(|number| number <= *limit),
        Subject::Above(limit) => number.is_some_and(|number| number >= *limit),
        Subject::Keyword | Subject::Annotation { .. } => {
            accepts_without(rejecting, rejecting_at, value)
        }
    }
}
