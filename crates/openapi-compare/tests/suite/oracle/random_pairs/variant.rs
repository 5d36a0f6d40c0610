//! Derives the second side of a pair from the first: an equivalent spelling, one
//! small change, or another schema. The effect on the allowed values isn't known
//! here.

use super::random::Random;
use super::schema;
use crate::mutants::equivalent::spellings;
use crate::mutants::tree::subschemas;
use serde_json::{Map, Value, json};

/// Returns the other side of a pair.
pub fn variant(random: &mut Random, components: &Value) -> Value {
    let mut other = components.clone();
    match random.below(10) {
        0 | 1 => {
            let times = 1 + random.below(3);
            (0..times).for_each(|_| {
                at_random(random, &mut other, |random, one| {
                    *one = random.pick(&spellings(one)).1;
                });
            });
        }
        2..=6 => at_random(random, &mut other, edit),
        7 => at_random(random, &mut other, |random, one| *one = schema::small(random)),
        8 => at_random(random, &mut other, |random, one| {
            let keyword = random.pick(&["allOf", "anyOf", "oneOf"]);
            *one = json!({keyword: [one.take(), schema::small(random)]});
        }),
        _ => other = schema::components(random),
    }
    other
}

/// Changes one of the schemas, most often one that is certainly compared.
fn at_random(
    random: &mut Random,
    components: &mut Value,
    change: impl FnOnce(&mut Random, &mut Value),
) {
    let mut places = Vec::new();
    let names = if random.once_in(5) { "D0 D1 D2" } else { "Root" };
    for name in names.split(' ') {
        subschemas(&components[name], &format!("/{name}"), &mut places);
    }
    places.sort();
    let place = random.pick(&places);
    if let Some(schema) = components.pointer_mut(&place) {
        change(random, schema);
    }
}

/// Adds a keyword, removes one, or changes its value.
fn edit(random: &mut Random, schema: &mut Value) {
    let Value::Object(members) = schema else {
        *schema = schema::small(random);
        return;
    };
    let mut keywords: Vec<String> = members.keys().cloned().collect();
    keywords.sort();
    if keywords.is_empty() || random.once_in(4) {
        add(random, members);
        return;
    }
    let keyword = random.pick(&keywords);
    if random.once_in(3) && keyword != "$ref" {
        members.remove(&keyword);
        return;
    }
    let value = &mut members[&keyword];
    match (keyword.as_str(), &*value) {
        ("const", _) => *value = schema::value(random, 1),
        ("multipleOf", _) => *value = random.pick(&[json!(1), json!(2), json!(0.5), json!(4)]),
        ("type", _) => {
            *value = random.pick(&[
                json!("integer"),
                json!("number"),
                json!(["integer", "null"]),
                json!(["string", "object"]),
                json!(["boolean", "string"]),
                json!(["array", "number"]),
            ]);
        }
        (_, Value::Number(number)) => {
            let step = if random.once_in(2) { 1 } else { -1 };
            *value = match number.as_i64() {
                Some(number) if keyword.contains("inimum") || keyword.contains("aximum") => {
                    json!(number + step)
                }
                Some(number) => json!((number + step).max(0)),
                None => json!(number.as_f64().unwrap_or_default() + 0.5),
            };
        }
        ("enum" | "required" | "anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(list)) => {
            let mut list = list.clone();
            match keyword.as_str() {
                "required" => list = random.pick(&[vec![json!("a")], vec![json!("b"), json!("c")]]),
                _ if list.len() > 1 && random.once_in(2) => {
                    list.remove(random.below(list.len()));
                }
                "enum" => list.push(schema::value(random, 1)),
                _ => list.push(schema::small(random)),
            }
            *value = Value::Array(list);
        }
        _ => add(random, members),
    }
}

/// Adds a keyword of another schema.
fn add(random: &mut Random, members: &mut Map<String, Value>) {
    if let Value::Object(more) = schema::small(random) {
        let mut keywords: Vec<&String> = more.keys().collect();
        keywords.sort();
        if !keywords.is_empty() {
            let keyword = random.pick(&keywords);
            members.insert(keyword.clone(), more[keyword].clone());
        }
    }
}
