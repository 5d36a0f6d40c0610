//! Random schemas, and texts near what they accept.

use rand::RngExt;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use serde_json::{Map, Value, json};

const NAMES: [&str; 5] = ["a", "b", "c", "a/b", "é"];
const STRINGS: [&str; 8] = ["", "a", "ab", "abc", "é😀", "1.2.3.4", "2024-02-29", "null"];
const INTEGERS: [i64; 8] = [0, 1, -1, 2, 3, 7, i64::MIN, i64::MAX];

fn pick<T: Clone>(random: &mut SmallRng, list: &[T]) -> T {
    list.choose(random).unwrap().clone()
}

fn once_in(random: &mut SmallRng, times: u32) -> bool {
    random.random_range(0..times) == 0
}

/// Returns `Root` and the schemas that it can refer to.
pub(super) fn schemas(random: &mut SmallRng) -> Value {
    let names = ["Root", "A", "B"];
    let schemas = names.map(|name| (name.to_owned(), schema(random, 3)));
    Value::Object(Map::from_iter(schemas))
}

fn schema(random: &mut SmallRng, depth: u32) -> Value {
    let mut schema = json!({});
    match random.random_range(0..if depth == 0 { 8 } else { 16 }) {
        0 => return once_in(random, 8).into(),
        1 => schema["type"] = pick(random, &["null", "boolean", "number", "integer"]).into(),
        2 | 3 => integer(random, &mut schema),
        4 | 5 => string(random, &mut schema),
        6 => schema["enum"] = (0..3).map(|_| scalar(random)).collect(),
        7 => schema["const"] = scalar(random),
        8 => array(random, &mut schema, depth),
        9..=11 => object(random, &mut schema, depth),
        12 => {
            let branches = (0..2).map(|_| self::schema(random, depth - 1));
            schema["allOf"] = branches.collect();
        }
        13 => {
            let types: [&[&str]; 4] = [&["object"], &["null", "array"], &["integer"], &["string"]];
            let keyword = pick(random, &["anyOf", "oneOf"]);
            let branches = types.map(|types| {
                let mut branch = self::schema(random, depth - 1);
                if branch.is_object() {
                    branch["type"] = json!(types);
                }
                branch
            });
            let branches = branches.into_iter().filter(|branch| branch.is_object());
            schema[keyword] = branches.take(random.random_range(1..4)).collect();
            if schema[keyword] == json!([]) {
                return json!({});
            }
        }
        14 => {
            let keyword = pick(random, &["anyOf", "oneOf", "not", "if"]);
            let of = [self::schema(random, depth - 1), self::schema(random, depth - 1)];
            schema[keyword] = if keyword.ends_with("Of") { json!(of) } else { json!(of[0]) };
        }
        _ => {}
    }
    if once_in(random, 8) {
        schema["$ref"] = pick(random, &["#/A", "#/B"]).into();
    }
    if depth > 0 && once_in(random, 12) {
        object(random, &mut schema, depth);
    }
    schema
}

fn integer(random: &mut SmallRng, schema: &mut Value) {
    schema["type"] = pick(random, &[json!("integer"), json!("number"), json!(["integer", "null"])]);
    for keyword in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
        if once_in(random, 4) {
            schema[keyword] = pick(random, &INTEGERS).into();
        }
    }
    if once_in(random, 10) {
        schema["minimum"] = json!(0.5);
    }
    if once_in(random, 6) {
        schema["multipleOf"] = pick(random, &[1, 2, 3]).into();
    }
    if once_in(random, 4) {
        schema["x-openapi-exact-integer"] = true.into();
    }
}

fn string(random: &mut SmallRng, schema: &mut Value) {
    schema["type"] = pick(random, &[json!("string"), json!(["string", "null"])]);
    for keyword in ["minLength", "maxLength"] {
        if once_in(random, 3) {
            schema[keyword] = random.random_range(0..4).into();
        }
    }
    if once_in(random, 6) {
        schema["pattern"] = pick(random, &["^a", "b$", "^(?=a)", "é"]).into();
    }
    if once_in(random, 6) {
        schema["format"] = pick(random, &["ipv4", "date", "uuid", "password", "other"]).into();
    }
}

fn array(random: &mut SmallRng, schema: &mut Value, depth: u32) {
    schema["type"] = "array".into();
    if !once_in(random, 4) {
        schema["items"] = self::schema(random, depth - 1);
    }
    for keyword in ["minItems", "maxItems"] {
        if once_in(random, 4) {
            schema[keyword] = random.random_range(0..4).into();
        }
    }
    if once_in(random, 8) {
        schema["uniqueItems"] = true.into();
    }
}

fn object(random: &mut SmallRng, schema: &mut Value, depth: u32) {
    schema["type"] = "object".into();
    let mut properties = Map::new();
    for name in NAMES {
        if once_in(random, 2) {
            properties.insert(name.to_owned(), self::schema(random, depth - 1));
        }
    }
    schema["properties"] = properties.into();
    if once_in(random, 2) {
        schema["required"] = json!([pick(random, &NAMES)]);
    }
    match random.random_range(0..6) {
        0 | 1 => schema["additionalProperties"] = false.into(),
        2 => schema["additionalProperties"] = self::schema(random, depth - 1),
        _ => {}
    }
    for keyword in ["minProperties", "maxProperties"] {
        if once_in(random, 8) {
            schema[keyword] = random.random_range(0..4).into();
        }
    }
    if once_in(random, 16) {
        schema["patternProperties"] = json!({ "^a": {} });
    }
    if once_in(random, 16) {
        schema["unevaluatedProperties"] = false.into();
    }
}

fn scalar(random: &mut SmallRng) -> Value {
    match random.random_range(0..6) {
        0 => Value::Null,
        1 => random.random::<bool>().into(),
        2 | 3 => pick(random, &INTEGERS).into(),
        _ => pick(random, &STRINGS).into(),
    }
}

/// Returns a text that the schemas often accept.
pub(super) fn text(random: &mut SmallRng, schemas: &Value) -> Vec<u8> {
    let value = value(random, schemas, &schemas["Root"], 4);
    let mut text = String::new();
    write(random, &value, &mut text);
    let mut text = text.into_bytes();
    if once_in(random, 8) && !text.is_empty() {
        let at = random.random_range(0..text.len());
        match random.random_range(0..3) {
            0 => text[at] = pick(random, b"0123.-+eE\"\\,:{}[] \x00\xff"),
            1 => drop(text.remove(at)),
            _ => text.insert(at, pick(random, b"0123.-+eE\"\\,:{}[] \x00\xff")),
        }
    }
    text
}

fn value(random: &mut SmallRng, schemas: &Value, schema: &Value, depth: u32) -> Value {
    if once_in(random, 30) {
        return any(random, depth);
    }
    if let Some(name) = schema["$ref"].as_str()
        && depth > 0
        && schema.get("properties").is_none()
    {
        return value(random, schemas, &schemas[&name[2..]], depth - 1);
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
        if let Some(branches) = schema[keyword].as_array() {
            let branch = pick(random, branches);
            return value(random, schemas, &branch, depth);
        }
    }
    if let Some(values) = schema["enum"].as_array() {
        return pick(random, values);
    }
    if let Some(value) = schema.get("const") {
        return value.clone();
    }
    let types = match &schema["type"] {
        Value::Array(types) => pick(random, types),
        one => one.clone(),
    };
    match types.as_str() {
        Some("null") => Value::Null,
        Some("boolean") => random.random::<bool>().into(),
        Some("integer") => near(random, schema).into(),
        Some("number") if once_in(random, 2) => json!(near(random, schema) as f64 + 0.5),
        Some("number") => near(random, schema).into(),
        Some("string") => pick(random, &STRINGS).into(),
        Some("array") if depth > 0 => {
            let count = random.random_range(0..4);
            let items = (0..count).map(|_| value(random, schemas, &schema["items"], depth - 1));
            items.collect()
        }
        Some("object") if depth > 0 => {
            let mut members = Map::new();
            for name in NAMES {
                let declared = &schema["properties"][name];
                if *declared != Value::Null && !once_in(random, 3) {
                    members.insert(name.to_owned(), value(random, schemas, declared, depth - 1));
                } else if once_in(random, 6) || schema["required"][0] == name {
                    let additional = &schema["additionalProperties"];
                    members.insert(name.to_owned(), value(random, schemas, additional, depth - 1));
                }
            }
            members.into()
        }
        _ => any(random, depth),
    }
}

/// Returns an integer near a bound.
fn near(random: &mut SmallRng, schema: &Value) -> i64 {
    let keywords = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
    let bounds: Vec<_> = keywords.iter().filter_map(|keyword| schema[keyword].as_i64()).collect();
    let bound = bounds.choose(random).copied();
    let bound = bound.unwrap_or_else(|| pick(random, &INTEGERS));
    bound.saturating_add(random.random_range(-2..=2))
}

fn any(random: &mut SmallRng, depth: u32) -> Value {
    match random.random_range(0..if depth == 0 { 1 } else { 3 }) {
        1 => (0..random.random_range(0..3)).map(|_| any(random, depth - 1)).collect(),
        2 => {
            let names = NAMES.map(|name| (name.to_owned(), any(random, depth - 1)));
            let count = random.random_range(0..NAMES.len());
            Value::Object(names.into_iter().take(count).collect())
        }
        _ => scalar(random),
    }
}

/// Writes a value, now and then in an unusual way.
fn write(random: &mut SmallRng, value: &Value, text: &mut String) {
    if once_in(random, 10) {
        text.push(pick(random, &[' ', '\n', '\t']));
    }
    match value {
        Value::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                text.push_str(if index == 0 { "" } else { "," });
                write(random, item, text);
            }
            text.push(']');
        }
        Value::Object(members) => {
            text.push('{');
            let mut members: Vec<_> = members.iter().collect();
            if once_in(random, 4) {
                members.reverse();
            }
            if once_in(random, 30)
                && let Some(member) = members.first()
            {
                members.push(*member);
            }
            for (index, (name, value)) in members.into_iter().enumerate() {
                text.push_str(if index == 0 { "" } else { "," });
                write(random, &name.as_str().into(), text);
                text.push(':');
                write(random, value, text);
            }
            text.push('}');
        }
        Value::String(string) if once_in(random, 20) => {
            text.push('"');
            for unit in string.encode_utf16() {
                text.push_str(&format!("\\u{unit:04x}"));
            }
            text.push('"');
        }
        Value::Number(_) if once_in(random, 30) => {
            text.push_str(pick(
                random,
                &["1.0", "-0", "1e2", "0.1e1", "1e400", "18446744073709551616"],
            ));
        }
        scalar => text.push_str(&scalar.to_string()),
    }
}
