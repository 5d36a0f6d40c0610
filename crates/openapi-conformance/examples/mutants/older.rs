//! Translates OpenAPI 3.1 into the languages that other engines read. A schema that
//! such a language can't express has no translation.

use serde_json::{Map, Value, json};

/// The depth to which references are expanded; a deeper schema is recursive.
const DEPTH: usize = 24;

/// Keywords of 2020-12 without a counterpart in draft-07.
const NOT_IN_DRAFT_07: [&str; 5] = [
    "$dynamicRef",
    "maxContains",
    "minContains",
    "unevaluatedItems",
    "unevaluatedProperties",
];
/// Keywords of 2020-12 without a counterpart in OpenAPI 3.0.
const NOT_IN_30: [&str; 14] = [
    "$dynamicRef",
    "contains",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "if",
    "maxContains",
    "minContains",
    "patternProperties",
    "prefixItems",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Returns the schema in draft-07, without references, with the ranges of integer
/// formats as bounds.
pub fn draft_07(document: &Value, schema: &Value) -> Option<Value> {
    in_draft_07(document, schema, 0)
}

fn in_draft_07(document: &Value, schema: &Value, depth: usize) -> Option<Value> {
    let Value::Object(members) = schema else {
        return Some(schema.clone());
    };
    if depth > DEPTH
        || NOT_IN_DRAFT_07
            .iter()
            .any(|keyword| members.contains_key(*keyword))
    {
        return None;
    }
    let mut all = Vec::new();
    let mut older = Map::new();
    for (keyword, value) in members {
        let part = each_schema(keyword, value, &mut |schema| {
            in_draft_07(document, schema, depth + 1)
        })?;
        match keyword.as_str() {
            "$ref" => {
                let target = document.pointer(value.as_str()?.strip_prefix('#')?)?;
                all.push(in_draft_07(document, target, depth + 1)?);
            }
            "prefixItems" => drop(older.insert("items".to_owned(), part)),
            "items" if members.contains_key("prefixItems") => {
                older.insert("additionalItems".to_owned(), part);
            }
            "dependentRequired" | "dependentSchemas" => {
                if older.insert("dependencies".to_owned(), part).is_some() {
                    return None;
                }
            }
            _ => drop(older.insert(keyword.clone(), part)),
        }
    }
    if let Some((minimum, maximum)) = members
        .get("format")
        .and_then(Value::as_str)
        .and_then(range)
    {
        let bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
        if bounds.iter().any(|bound| members.contains_key(*bound)) {
            all.push(json!({"minimum": minimum, "maximum": maximum}));
        } else {
            older.insert("minimum".to_owned(), json!(minimum));
            older.insert("maximum".to_owned(), json!(maximum));
        }
    }
    if all.is_empty() {
        return Some(Value::Object(older));
    }
    if all.len() == 1 && older.is_empty() {
        return all.pop();
    }
    if let Some(Value::Array(more)) = older.remove("allOf") {
        all.extend(more);
    }
    older.insert("allOf".to_owned(), Value::Array(all));
    Some(Value::Object(older))
}

fn range(format: &str) -> Option<(i64, i64)> {
    Some(match format {
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "uint8" => (0, u8::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "int64" => (i64::MIN, i64::MAX),
        _ => return None,
    })
}

/// Returns the value of a keyword with each schema in it changed.
fn each_schema(
    keyword: &str,
    value: &Value,
    change: &mut dyn FnMut(&Value) -> Option<Value>,
) -> Option<Value> {
    match (keyword, value) {
        ("properties" | "patternProperties" | "dependentSchemas", Value::Object(parts)) => {
            let parts = parts
                .iter()
                .map(|(name, part)| Some((name.clone(), change(part)?)));
            Some(Value::Object(parts.collect::<Option<_>>()?))
        }
        ("allOf" | "anyOf" | "oneOf" | "prefixItems", Value::Array(parts)) => Some(Value::Array(
            parts.iter().map(change).collect::<Option<_>>()?,
        )),
        (
            "additionalProperties"
            | "contains"
            | "else"
            | "if"
            | "items"
            | "not"
            | "propertyNames"
            | "then",
            part,
        ) => change(part),
        _ => Some(value.clone()),
    }
}

/// Translates a schema of draft-07 to draft-04, which has no boolean schemas.
pub fn draft_04(schema: &Value) -> Option<Value> {
    let members = match schema {
        Value::Bool(true) => return Some(json!({})),
        Value::Bool(false) => return Some(json!({"not": {}})),
        Value::Object(members) => members,
        _ => return None,
    };
    let has = |keyword: &&str| members.contains_key(*keyword);
    if ["contains", "if", "propertyNames"].iter().any(has) {
        return None;
    }
    let mut older = Map::new();
    for (keyword, value) in members {
        let part = each_schema(keyword, value, &mut draft_04)?;
        match keyword.as_str() {
            "const" if !members.contains_key("enum") => {
                older.insert("enum".to_owned(), json!([value]));
            }
            "required" if value == &json!([]) => {}
            "exclusiveMinimum" | "exclusiveMaximum" => write_exclusive(&mut older, keyword, value)?,
            "minimum" | "maximum" if older.contains_key(keyword) => return None,
            _ => drop(older.insert(keyword.clone(), part)),
        }
    }
    Some(Value::Object(older))
}

/// Writes an exclusive bound in the older form: a flag beside the inclusive bound.
fn write_exclusive(older: &mut Map<String, Value>, keyword: &str, value: &Value) -> Option<()> {
    let bound = keyword.replace("exclusiveM", "m");
    older.insert(keyword.to_owned(), json!(true));
    older.insert(bound, value.clone()).is_none().then_some(())
}

/// Returns the document in OpenAPI 3.0.3.
pub fn openapi_30(document: &Value) -> Option<Value> {
    let mut older = below(document, "")?;
    older["openapi"] = json!("3.0.3");
    Some(older)
}

fn below(value: &Value, at: &str) -> Option<Value> {
    match value {
        Value::Object(members) => {
            let parts = members.iter().map(|(name, part)| {
                let is_schema = name == "schema" || at == "/components/schemas";
                let part = match is_schema {
                    true => in_30(part)?,
                    false => below(part, &format!("{at}/{name}"))?,
                };
                Some((name.clone(), part))
            });
            Some(Value::Object(parts.collect::<Option<_>>()?))
        }
        Value::Array(items) => {
            let items = items.iter().map(|item| below(item, &format!("{at}/*")));
            Some(Value::Array(items.collect::<Option<_>>()?))
        }
        other => Some(other.clone()),
    }
}

/// Returns a schema in OpenAPI 3.0.3.
pub fn in_30(schema: &Value) -> Option<Value> {
    let members = match schema {
        Value::Bool(true) => return Some(json!({})),
        Value::Bool(false) => return Some(json!({"not": {}})),
        Value::Object(members) => members,
        _ => return None,
    };
    if NOT_IN_30
        .iter()
        .any(|keyword| members.contains_key(*keyword))
    {
        return None;
    }
    let mut older = Map::new();
    for (keyword, value) in members {
        let part = each_schema(keyword, value, &mut in_30)?;
        match keyword.as_str() {
            // 3.0 has one example, and no comments.
            "examples" | "$comment" => {}
            "const" if !members.contains_key("enum") => {
                older.insert("enum".to_owned(), json!([value]));
            }
            "exclusiveMinimum" | "exclusiveMaximum" => write_exclusive(&mut older, keyword, value)?,
            "minimum" | "maximum" if older.contains_key(keyword) => return None,
            "type" => {}
            _ => drop(older.insert(keyword.clone(), part)),
        }
    }
    match members.get("type") {
        None => {}
        Some(Value::Array(names)) => {
            let others: Vec<&Value> = names.iter().filter(|name| *name != "null").collect();
            let is_nullable = others.len() < names.len();
            match others[..] {
                [only] => {
                    older.insert("type".to_owned(), only.clone());
                    if is_nullable {
                        older.insert("nullable".to_owned(), json!(true));
                    }
                }
                _ if is_nullable || others.is_empty() || older.contains_key("anyOf") => {
                    return None;
                }
                _ => {
                    let branch = |name| {
                        let mut branch = older.clone();
                        branch.insert("type".to_owned(), Value::clone(name));
                        Value::Object(branch)
                    };
                    return Some(
                        json!({"anyOf": others.into_iter().map(branch).collect::<Vec<_>>()}),
                    );
                }
            }
        }
        Some(name) if name == "null" => return None,
        Some(name) => drop(older.insert("type".to_owned(), name.clone())),
    }
    // 3.0 ignores siblings of a reference.
    if older.len() > 1
        && let Some(reference) = older.remove("$ref")
    {
        let mut all = vec![json!({"$ref": reference})];
        if let Some(Value::Array(more)) = older.remove("allOf") {
            all.extend(more);
        }
        older.insert("allOf".to_owned(), Value::Array(all));
    }
    Some(Value::Object(older))
}
