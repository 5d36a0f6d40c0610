//! Shrinks a pair to a small one with the same property.

use super::Pair;
use crate::mutants::tree::subschemas;
use serde_json::{Value, json};

const NAMES: [&str; 4] = ["Root", "D0", "D1", "D2"];

/// Returns the smallest pair that greedy steps reach.
pub fn shrink(mut pair: Pair, shows: impl Fn(&Pair) -> bool) -> Pair {
    let is_well_founded =
        |pair: &Pair| [&pair.left, &pair.right].iter().all(|side| is_well_founded(side));
    while let Some(smaller) =
        steps(&pair).into_iter().find(|pair| is_well_founded(pair) && shows(pair))
    {
        pair = smaller;
    }
    pair
}

/// Returns whether no schema refers to itself for the same value, which has no
/// meaning.
fn is_well_founded(components: &Value) -> bool {
    let mut queue: Vec<(&Value, usize)> =
        NAMES.iter().map(|name| (&components[*name], 0)).collect();
    while let Some((schema, references)) = queue.pop() {
        if references > NAMES.len() {
            return false;
        }
        for (keyword, part) in schema.as_object().into_iter().flatten() {
            match (keyword.as_str(), part) {
                ("$ref", Value::String(target)) => {
                    let name = target.rsplit('/').next().unwrap_or_default();
                    queue.push((&components[name], references + 1));
                }
                ("allOf" | "anyOf" | "oneOf", Value::Array(parts)) => {
                    queue.extend(parts.iter().map(|part| (part, references)));
                }
                ("dependentSchemas", Value::Object(parts)) => {
                    queue.extend(parts.values().map(|part| (part, references)));
                }
                ("not" | "if" | "then" | "else", part) => queue.push((part, references)),
                _ => {}
            }
        }
    }
    true
}

/// Returns every pair that is one step smaller.
fn steps(pair: &Pair) -> Vec<Pair> {
    let mut steps = Vec::new();
    let (left, right) = (&pair.left, &pair.right);
    // If both sides are equal, both are changed.
    for smaller in smaller(left) {
        if left == right {
            steps.push(Pair { left: smaller.clone(), right: smaller });
        } else {
            steps.push(Pair { left: smaller, right: right.clone() });
        }
    }
    for smaller in smaller(right) {
        steps.push(Pair { left: left.clone(), right: smaller });
    }
    let mut places = Vec::new();
    for name in NAMES {
        subschemas(&left[name], &format!("/{name}"), &mut places);
    }
    for place in places {
        let Some(one) = left.pointer(&place) else {
            continue;
        };
        if right.pointer(&place).is_none() {
            continue;
        }
        for smaller in less(one) {
            let mut pair = pair.clone();
            for side in [&mut pair.left, &mut pair.right] {
                if let Some(part) = side.pointer_mut(&place) {
                    *part = smaller.clone();
                }
            }
            steps.push(pair);
        }
        if let Value::Object(members) = one {
            for keyword in members.keys() {
                let mut pair = pair.clone();
                for side in [&mut pair.left, &mut pair.right] {
                    let part = side.pointer_mut(&place).and_then(Value::as_object_mut);
                    part.map(|part| part.remove(keyword));
                }
                steps.push(pair);
            }
        }
    }
    steps
}

fn smaller(components: &Value) -> Vec<Value> {
    let mut places = Vec::new();
    for name in NAMES {
        subschemas(&components[name], &format!("/{name}"), &mut places);
    }
    let mut list = Vec::new();
    for place in places {
        let Some(schema) = components.pointer(&place) else {
            continue;
        };
        for other in less(schema) {
            let mut changed = components.clone();
            if let Some(part) = changed.pointer_mut(&place) {
                *part = other;
                list.push(changed);
            }
        }
    }
    list
}

/// Returns smaller schemas.
fn less(schema: &Value) -> Vec<Value> {
    let Value::Object(members) = schema else {
        return Vec::new();
    };
    let mut list = vec![json!(true), json!(false)];
    for (keyword, part) in members {
        let mut fewer = members.clone();
        fewer.remove(keyword);
        list.push(Value::Object(fewer));
        match part {
            Value::Array(parts) => {
                list.extend(parts.iter().filter(|part| part.is_object()).cloned());
                for index in 0..parts.len() {
                    let mut fewer = parts.clone();
                    fewer.remove(index);
                    let mut members = members.clone();
                    members.insert(keyword.clone(), Value::Array(fewer));
                    if parts.len() > 1 && keyword != "type" {
                        list.push(Value::Object(members));
                    }
                }
            }
            Value::Object(parts) if keyword == "properties" => {
                for name in parts.keys() {
                    let mut members = members.clone();
                    members[keyword].as_object_mut().map(|parts| parts.remove(name));
                    list.push(Value::Object(members));
                }
            }
            Value::Object(_) if keyword != "const" => list.push(part.clone()),
            _ => {}
        }
    }
    list
}
