//! Rewrites the document that `document` generates as a dropshot server could emit
//! it: OpenAPI 3.0.3, derived from types. Records are merged, references to
//! components other than schemas are resolved, enumerations are inlined, and all
//! other schemas are renamed. The result is equivalent, and differs in form
//! wherever dropshot's output would.

use serde_json::{Map, Value, json};

const SCHEMAS: &str = "#/components/schemas/";

/// The prefix of the names of enumerations.
pub const ENUMERATION: &str = "Kind";

/// Returns `contract` as a server emits it.
pub fn emitted(contract: &Value) -> Value {
    let writer = Writer { contract };
    let schemas = contract["components"]["schemas"].as_object().unwrap();
    let schemas: Map<String, Value> = schemas
        .iter()
        .filter(|(name, _)| !name.starts_with(ENUMERATION))
        .map(|(name, schema)| (type_name(name), writer.schema(schema)))
        .collect();
    let paths = contract["paths"].as_object().unwrap();
    let paths: Map<String, Value> =
        paths.iter().map(|(path, item)| (path.clone(), writer.path(item))).collect();
    json!({
        "openapi": "3.0.3",
        "info": {
            "title": contract["info"]["title"],
            "version": contract["info"]["version"],
        },
        "paths": paths,
        "components": { "schemas": schemas },
    })
}

fn type_name(name: &str) -> String {
    format!("Api{name}")
}

struct Writer<'c> {
    contract: &'c Value,
}

impl Writer<'_> {
    /// Returns the target of `value`'s reference, or `value`.
    fn target<'v>(&'v self, value: &'v Value) -> &'v Value {
        match value["$ref"].as_str() {
            Some(reference) => self.contract.pointer(&reference[1..]).unwrap(),
            None => value,
        }
    }

    /// Moves the parameters of a path to each of its operations.
    fn path(&self, item: &Value) -> Value {
        let mut operations = item.as_object().unwrap().clone();
        let shared = operations.remove("parameters");
        let shared = shared.as_ref().and_then(Value::as_array);
        for operation in operations.values_mut() {
            let own = operation["parameters"].as_array();
            let parameters = shared.into_iter().flatten().chain(own.into_iter().flatten());
            let parameters: Vec<Value> = parameters
                .map(|parameter| self.holder(self.target(parameter)))
                .chain([authorization()])
                .collect();
            operation["parameters"] = Value::Array(parameters);
            if let Some(body) = operation.get_mut("requestBody") {
                *body = self.content(body);
            }
            for response in operation["responses"].as_object_mut().unwrap().values_mut() {
                *response = self.content(self.target(response));
            }
        }
        Value::Object(operations)
    }

    /// Rewrites an object with media types.
    fn content(&self, value: &Value) -> Value {
        let mut value = value.clone();
        let content = value.get_mut("content").and_then(Value::as_object_mut);
        for media in content.into_iter().flat_map(Map::values_mut) {
            *media = self.holder(media);
        }
        value
    }

    /// Rewrites an object with a schema.
    fn holder(&self, value: &Value) -> Value {
        let mut value = value.clone();
        value["schema"] = self.schema(&value["schema"]);
        value
    }

    fn schema(&self, schema: &Value) -> Value {
        let Some(members) = schema.as_object() else {
            return schema.clone();
        };
        if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
            return self.reference(reference, members.get("description"));
        }
        let mut written: Map<String, Value> = members
            .iter()
            .filter(|(key, _)| *key != "discriminator")
            .map(|(key, value)| (key.clone(), self.keyword(key, value)))
            .collect();
        if let Some(parts) = written.remove("allOf") {
            for part in parts.as_array().unwrap() {
                merge(&mut written, self.record(part));
            }
        }
        if let Some(value) = written.remove("const") {
            written.insert("enum".to_owned(), json!([value]));
        }
        if let Some(bound) = written.remove("exclusiveMinimum") {
            written.insert("minimum".to_owned(), bound);
            written.insert("exclusiveMinimum".to_owned(), json!(true));
        }
        if let Some([Value::String(kind), Value::String(null)]) = list(&written, "type")
            && null == "null"
        {
            let kind = kind.clone();
            written.insert("type".to_owned(), json!(kind));
            written.insert("nullable".to_owned(), json!(true));
        }
        if let Some([some, null]) = list(&written, "anyOf")
            && *null == json!({"type": "null"})
        {
            let some = some.clone();
            written.remove("anyOf");
            written.insert("allOf".to_owned(), json!([some]));
            written.insert("nullable".to_owned(), json!(true));
        }
        Value::Object(written)
    }

    fn keyword(&self, key: &str, value: &Value) -> Value {
        match (key, value) {
            ("properties", Value::Object(properties)) => properties
                .iter()
                .map(|(name, schema)| (name.clone(), self.schema(schema)))
                .collect(),
            ("items" | "additionalProperties", schema) => self.schema(schema),
            ("allOf" | "anyOf" | "oneOf", Value::Array(schemas)) => {
                schemas.iter().map(|schema| self.schema(schema)).collect()
            }
            _ => value.clone(),
        }
    }

    /// Rewrites a reference; 3.0 ignores its siblings.
    fn reference(&self, reference: &str, description: Option<&Value>) -> Value {
        let name = reference.strip_prefix(SCHEMAS).unwrap();
        if name.starts_with(ENUMERATION) {
            return self.schema(self.contract.pointer(&reference[1..]).unwrap());
        }
        let reference = json!({"$ref": format!("{SCHEMAS}{}", type_name(name))});
        match description {
            Some(description) => json!({"allOf": [reference], "description": description}),
            None => reference,
        }
    }

    /// Returns one branch of a record, with its reference resolved.
    fn record(&self, part: &Value) -> Map<String, Value> {
        let written = match part["$ref"].as_str() {
            Some(reference) => {
                let name = reference.strip_prefix(SCHEMAS).unwrap();
                let name = name.strip_prefix("Api").unwrap();
                self.schema(&self.contract["components"]["schemas"][name])
            }
            None => part.clone(),
        };
        match written {
            Value::Object(members) => members,
            other => panic!("{other} is no record"),
        }
    }
}

fn list<'m>(members: &'m Map<String, Value>, key: &str) -> Option<&'m [Value]> {
    members.get(key)?.as_array().map(Vec::as_slice)
}

fn merge(record: &mut Map<String, Value>, part: Map<String, Value>) {
    for (key, value) in part {
        match (record.get_mut(&key), value) {
            (Some(Value::Object(known)), Value::Object(more)) => known.extend(more),
            (Some(Value::Array(known)), Value::Array(more)) => known.extend(more),
            (Some(_), _) => {}
            (None, value) => {
                record.insert(key, value);
            }
        }
    }
}

/// Returns the parameter by which dropshot declares that an operation requires a
/// token.
fn authorization() -> Value {
    json!({
        "name": "Authorization",
        "in": "header",
        "required": true,
        "schema": { "type": "string" },
    })
}
