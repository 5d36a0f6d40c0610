//! Leaves out of two documents what both say alike and an older language can't
//! say, so that other engines can be asked about the rest. It must never leave out
//! anything in which the two differ.

use serde_json::Value;

/// Takes from both every property at the same place with the same schema, unless
/// it can be said.
pub fn without_unsaid(old: &mut Value, new: &mut Value, is_said: &dyn Fn(&Value) -> bool) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for (keyword, one) in old {
                let Some(other) = new.get_mut(keyword) else {
                    continue;
                };
                if keyword == "properties" {
                    without_properties(one, other, is_said);
                }
                without_unsaid(one, other, is_said);
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            for (one, other) in old.iter_mut().zip(new) {
                without_unsaid(one, other, is_said);
            }
        }
        _ => {}
    }
}

fn without_properties(old: &mut Value, new: &mut Value, is_said: &dyn Fn(&Value) -> bool) {
    let (Value::Object(old), Value::Object(new)) = (old, new) else {
        return;
    };
    old.retain(|name, schema| {
        let is_alike = new.get(name) == Some(schema);
        let is_kept = !is_alike || is_said(schema);
        if !is_kept {
            new.remove(name);
        }
        is_kept
    });
}
