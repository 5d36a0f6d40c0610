//! Removes properties from two documents that are equal in both and that an older
//! language can't express, so that other engines can compare the rest. Properties
//! that differ are kept.

use serde_json::Value;

/// Removes every property with an equal schema at the same location of both
/// documents, unless the schema can be expressed.
pub fn without_inexpressible(
    old: &mut Value,
    new: &mut Value,
    is_expressible: &dyn Fn(&Value) -> bool,
) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for (keyword, one) in old {
                let Some(other) = new.get_mut(keyword) else {
                    continue;
                };
                if keyword == "properties" {
                    without_properties(one, other, is_expressible);
                }
                without_inexpressible(one, other, is_expressible);
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            for (one, other) in old.iter_mut().zip(new) {
                without_inexpressible(one, other, is_expressible);
            }
        }
        _ => {}
    }
}

fn without_properties(old: &mut Value, new: &mut Value, is_expressible: &dyn Fn(&Value) -> bool) {
    let (Value::Object(old), Value::Object(new)) = (old, new) else {
        return;
    };
    old.retain(|name, schema| {
        let is_equal = new.get(name) == Some(schema);
        let is_kept = !is_equal || is_expressible(schema);
        if !is_kept {
            new.remove(name);
        }
        is_kept
    });
}
