//! Changes that no caller can notice: equivalent spellings, another order, texts,
//! names of components.

use super::tree::{backwards, changed, children, escaped, schemas};
use serde_json::{Map, Value, json};

/// Returns every change: its name, its location and the changed document as text.
pub fn changes(document: &Value) -> Vec<(String, String, String)> {
    let mut list: Vec<(String, String, String)> = Vec::new();
    let mut add = |name: &str, at: &str, changed: Value| {
        list.push((name.to_owned(), at.to_owned(), changed.to_string()));
    };
    let text = document.to_string();
    for at in schemas(document) {
        // A schema that contains the target of a reference can't be rewritten
        // without breaking the reference.
        if text.contains(&format!("\"#{at}/")) {
            continue;
        }
        let schema = document.pointer(&at).expect("it was found there");
        for (name, other) in spellings(schema) {
            add(&name, &at, changed(document, &at, |value| *value = other));
        }
        if let Some(target) = schema.get("$ref").and_then(Value::as_str)
            && let Some(target) = document.pointer(&target[1..])
            && !target.to_string().contains(&schema.to_string())
        {
            let target = target.clone();
            add("inline a reference", &at, changed(document, &at, |value| *value = target));
        }
        if !at.starts_with("/components/schemas/") || at.matches('/').count() > 3 {
            let taken_out = schema.clone();
            let mut other = changed(document, &at, |value| {
                *value = json!({"$ref": "#/components/schemas/TakenOut"});
            });
            other["components"]["schemas"]["TakenOut"] = taken_out;
            add("take a schema out", &at, other);
        }
    }
    for (name, _) in children(&document["components"]["schemas"]) {
        let mut text = document.to_string();
        for end in ["\"", "/"] {
            let from = format!("\"#/components/schemas/{name}{end}");
            text = text.replace(&from, &from.replace(&name, "Renamed"));
        }
        let mut other: Value = serde_json::from_str(&text).expect("it was JSON before");
        let components = other["components"]["schemas"].as_object_mut().expect("there are schemas");
        let schema = components.remove(&name).expect("it is there");
        components.insert("Renamed".to_owned(), schema);
        add("rename a component", &name, other);
    }
    for (path, item) in children(&document["paths"]) {
        for (method, operation) in children(item) {
            let at = format!("/paths/{}/{method}", escaped(&path));
            if operation.get("responses").is_none() {
                continue;
            }
            for field in ["summary", "description"] {
                add(
                    "change a text",
                    &at,
                    changed(document, &at, |operation| operation[field] = json!("Another text")),
                );
            }
            add(
                "add an extension",
                &at,
                changed(document, &at, |operation| operation["x-more"] = json!({"a": 1})),
            );
            add(
                "change tags",
                &at,
                changed(document, &at, |operation| operation["tags"] = json!(["another"])),
            );
            if operation.get("security").is_none() && document.get("security").is_some() {
                let security = document["security"].clone();
                add(
                    "repeat security",
                    &at,
                    changed(document, &at, |operation| operation["security"] = security),
                );
            }
            for (status, response) in children(&operation["responses"]) {
                let at = format!("{at}/responses/{status}");
                if let Some(target) = response.get("$ref").and_then(Value::as_str) {
                    let target =
                        document.pointer(&target[1..]).expect("it leads somewhere").clone();
                    add("inline a response", &at, changed(document, &at, |value| *value = target));
                }
                add(
                    "set a response's description",
                    &at,
                    changed(document, &at, |value| value["description"] = json!("Another")),
                );
            }
        }
    }
    let mut other = document.clone();
    other["components"]["schemas"]["Unused"] = json!({"type": "boolean"});
    add("add an unused component", "", other);
    let text = document.to_string();
    let cased = text.replace("\"application/json\"", "\"Application/JSON; charset=utf-8\"");
    list.push(("write a media type in another way".to_owned(), String::new(), cased));
    list.push(("turn the order of all members".to_owned(), String::new(), backwards(document)));
    list
}

/// Returns equivalent spellings of the schema.
pub fn spellings(schema: &Value) -> Vec<(String, Value)> {
    let mut list = vec![
        ("wrap in allOf".to_owned(), json!({"allOf": [schema]})),
        ("wrap in allOf with true".to_owned(), json!({"allOf": [true, schema]})),
        ("wrap in anyOf".to_owned(), json!({"anyOf": [schema]})),
        ("wrap in anyOf with false".to_owned(), json!({"anyOf": [false, schema]})),
        ("wrap in oneOf".to_owned(), json!({"oneOf": [schema]})),
        ("say it twice".to_owned(), json!({"allOf": [schema, schema]})),
        ("refuse what is refused".to_owned(), json!({"not": {"not": schema}})),
    ];
    let Value::Object(members) = schema else {
        return list;
    };
    let mut with = |name: &str, change: &dyn Fn(&mut Map<String, Value>)| {
        let mut members = members.clone();
        change(&mut members);
        list.push((name.to_owned(), Value::Object(members)));
    };
    for keyword in ["title", "description", "$comment"] {
        with(&format!("add {keyword}"), &|members| {
            members.insert(keyword.to_owned(), json!("Some text"));
        });
    }
    with("add examples", &|members| {
        members.insert("examples".to_owned(), json!([1, "a"]));
    });
    with("add an extension", &|members| {
        members.insert("x-more".to_owned(), json!(true));
    });
    if let Some(Value::String(name)) = members.get("type") {
        with("write the type as a list", &|members| {
            members.insert("type".to_owned(), json!([name]));
        });
    }
    if let Some(Value::Array(names)) = members.get("type") {
        let branches: Vec<Value> = names.iter().map(|name| json!({"type": name})).collect();
        with("write types as a union", &|members| {
            members.remove("type");
            members.insert("anyOf".to_owned(), json!(branches));
        });
    }
    if let Some(value) = members.get("const") {
        with("write const as enum", &|members| {
            members.remove("const");
            members.insert("enum".to_owned(), json!([value]));
        });
    }
    if let Some(Value::Array(values)) = members.get("enum") {
        let turned: Vec<&Value> = values.iter().rev().collect();
        with("turn the order of enum", &|members| {
            members.insert("enum".to_owned(), json!(turned));
        });
        let branches: Vec<Value> = values.iter().map(|value| json!({"const": value})).collect();
        with("write enum as a union", &|members| {
            members.remove("enum");
            members.insert("oneOf".to_owned(), json!(branches));
        });
    }
    if let Some(Value::Array(names)) = members.get("required") {
        let turned: Vec<&Value> = names.iter().rev().collect();
        with("turn the order of required", &|members| {
            members.insert("required".to_owned(), json!(turned));
        });
        with("move required to allOf", &|members| {
            let required = members.remove("required");
            let mut all =
                members.get("allOf").and_then(Value::as_array).cloned().unwrap_or_default();
            all.push(json!({"required": required}));
            members.insert("allOf".to_owned(), json!(all));
        });
    }
    if members.get("type") == Some(&json!("integer")) {
        for (keyword, exclusive, step) in
            [("minimum", "exclusiveMinimum", -1), ("maximum", "exclusiveMaximum", 1)]
        {
            if let Some(value) = members.get(keyword).and_then(Value::as_i64) {
                with(&format!("write {keyword} as {exclusive}"), &|members| {
                    members.remove(keyword);
                    members.insert(exclusive.to_owned(), json!(value + step));
                });
            }
        }
        with("say that integers are numbers", &|members| {
            members.insert("multipleOf".to_owned(), json!(1));
        });
        let ranges = [("int32", -2_147_483_648_i64, 2_147_483_647_i64), ("uint8", 0, 255)];
        for (format, minimum, maximum) in ranges {
            if members.get("format") == Some(&json!(format)) {
                with("write a format as its range", &|members| {
                    members.remove("format");
                    members.entry("minimum").or_insert(json!(minimum));
                    members.entry("maximum").or_insert(json!(maximum));
                });
            }
        }
    }
    for keyword in [
        "minimum",
        "maximum",
        "minLength",
        "maxLength",
        "pattern",
        "maxItems",
        "minItems",
        "properties",
    ] {
        let is_alone = keyword != "properties"
            || (members.get("additionalProperties").is_none()
                && members.get("patternProperties").is_none());
        if let Some(value) = members.get(keyword)
            && is_alone
        {
            with(&format!("move {keyword} to allOf"), &|members| {
                members.remove(keyword);
                let mut all =
                    members.get("allOf").and_then(Value::as_array).cloned().unwrap_or_default();
                all.push(json!({keyword: value}));
                members.insert("allOf".to_owned(), json!(all));
            });
        }
    }
    list
}
