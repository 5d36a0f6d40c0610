//! Single changes of a schema that a caller can notice, each with its effect on the
//! allowed values. Every operator is tried on every schema; most operators don't
//! apply to most schemas.

use super::Direction::{self, Annotation, Different, Narrower, Wider};
use serde_json::{Map, Value, json};

/// Returns the changes of one schema, each with its name. `is_sealed`: an enclosing
/// schema rejects undeclared members.
pub fn changes(schema: &Value, is_sealed: bool) -> Vec<(String, Direction, Value)> {
    let Value::Object(members) = schema else {
        return match schema {
            Value::Bool(false) => vec![("false to true".to_owned(), Wider, json!(true))],
            _ => vec![("true to false".to_owned(), Narrower, json!(false))],
        };
    };
    if members.contains_key("$ref") {
        return Vec::new();
    }
    let mut changes = Changes {
        members,
        is_sealed: is_sealed || members.get("unevaluatedProperties") == Some(&json!(false)),
        list: Vec::new(),
    };
    changes.types();
    changes.limits();
    changes.texts();
    changes.enumeration();
    changes.arrays();
    changes.objects();
    changes.applicators();
    changes.annotations();
    changes.list
}

struct Changes<'m> {
    members: &'m Map<String, Value>,
    /// `unevaluatedProperties` of an enclosing schema rejects undeclared members.
    is_sealed: bool,
    list: Vec<(String, Direction, Value)>,
}

impl Changes<'_> {
    fn add(
        &mut self,
        name: &str,
        direction: Direction,
        change: impl FnOnce(&mut Map<String, Value>),
    ) {
        let mut members = self.members.clone();
        change(&mut members);
        self.list.push((name.to_owned(), direction, Value::Object(members)));
    }

    fn set(&mut self, keyword: &str, value: Value, direction: Direction) {
        let name = if self.members.contains_key(keyword) {
            format!("change {keyword}")
        } else {
            format!("add {keyword}")
        };
        self.add(&name, direction, |members| {
            members.insert(keyword.to_owned(), value);
        });
    }

    fn remove(&mut self, keyword: &str, direction: Direction) {
        if self.members.contains_key(keyword) {
            self.add(&format!("remove {keyword}"), direction, |members| {
                members.remove(keyword);
            });
        }
    }

    fn get(&self, keyword: &str) -> Option<Value> {
        self.members.get(keyword).cloned()
    }

    /// Returns whether undeclared members are rejected.
    fn is_closed(&self) -> bool {
        self.is_sealed || self.get("additionalProperties") == Some(json!(false))
    }

    /// Returns the type, if there is exactly one.
    fn only_type(&self) -> Option<String> {
        self.get("type")?.as_str().map(str::to_owned)
    }

    fn types(&mut self) {
        // The schema under `not` may have only some types; values of other types
        // are then all allowed.
        let is_enumerated = self.get("enum").is_some() || self.get("const").is_some();
        if is_enumerated || self.get("not").is_some() {
            return;
        }
        let Some(named) = self.get("type") else {
            return;
        };
        self.remove("type", Wider);
        match named {
            Value::String(name) => {
                let other = if name == "boolean" { "string" } else { "boolean" };
                self.set("type", json!(other), Different);
                if matches!(name.as_str(), "string" | "integer" | "number" | "boolean") {
                    self.set("type", json!("array"), Different);
                    self.set("type", json!([name, "object"]), Wider);
                }
                self.set(
                    "type",
                    json!([name, if name == "null" { "boolean" } else { "null" }]),
                    Wider,
                );
                match name.as_str() {
                    "integer" => self.set("type", json!("number"), Wider),
                    "number" => self.set("type", json!("integer"), Narrower),
                    _ => {}
                }
            }
            Value::Array(names) => {
                for index in 0..names.len() {
                    let mut fewer = names.clone();
                    fewer.remove(index);
                    self.set("type", json!(fewer), Narrower);
                }
            }
            _ => {}
        }
    }

    fn limits(&mut self) {
        let kind = self.only_type();
        let counts = [
            ("string", "minLength", "maxLength"),
            ("array", "minItems", "maxItems"),
            ("object", "minProperties", "maxProperties"),
        ];
        if self.get("enum").is_some() || self.get("const").is_some() {
            return;
        }
        for (name, minimum, maximum) in counts {
            // These keywords constrain lengths, too.
            let is_open = self.get("pattern").is_none()
                && self.get("contains").is_none()
                && self.get("not").is_none()
                && (name != "string" || self.get("format").is_none())
                && !self.is_closed();
            if kind.as_deref() != Some(name) || !is_open {
                continue;
            }
            match self.get(minimum).and_then(|value| value.as_u64()) {
                Some(value) => {
                    self.set(minimum, json!(value + 1), Narrower);
                    if value > 0 && name != "object" {
                        self.set(minimum, json!(value - 1), Wider);
                    }
                }
                None if name != "object" => self.set(minimum, json!(1), Narrower),
                None => {}
            }
            match self.get(maximum).and_then(|value| value.as_u64()) {
                Some(value) => {
                    self.set(maximum, json!(value + 1), Wider);
                    self.set(maximum, json!(value - 1), Narrower);
                    self.remove(maximum, Wider);
                }
                None if name != "array" || self.get("prefixItems").is_none() => {
                    self.set(maximum, json!(30), Narrower);
                }
                None => {}
            }
        }
        if !matches!(kind.as_deref(), Some("integer" | "number")) {
            return;
        }
        for (keyword, tighter, looser) in [
            ("minimum", 1, -1),
            ("maximum", -1, 1),
            ("exclusiveMinimum", 1, -1),
            ("exclusiveMaximum", -1, 1),
        ] {
            if let Some(value) = self.get(keyword).and_then(|value| value.as_i64()) {
                self.set(keyword, json!(value + tighter), Narrower);
                self.set(keyword, json!(value + looser), Wider);
                if self.get("format").is_none_or(|format| format != "uint8") {
                    self.remove(keyword, Wider);
                }
            }
        }
        if self.get("minimum").is_none() && self.get("exclusiveMinimum").is_none() {
            self.set("minimum", json!(3), Narrower);
            self.set("exclusiveMinimum", json!(3), Narrower);
        }
        if self.get("maximum").is_none() && self.get("exclusiveMaximum").is_none() {
            self.set("maximum", json!(50), Narrower);
            self.set("exclusiveMaximum", json!(50), Narrower);
        }
        match self.get("multipleOf").and_then(|value| value.as_f64()) {
            Some(value) => {
                self.set("multipleOf", json!(value * 2.0), Narrower);
                self.set("multipleOf", json!(value / 2.0), Wider);
                self.set("multipleOf", json!(value * 1.5), Different);
                self.remove("multipleOf", Wider);
            }
            None => self.set("multipleOf", json!(7), Narrower),
        }
    }

    fn texts(&mut self) {
        if self.get("enum").is_some() || self.get("const").is_some() {
            return;
        }
        let format = self.get("format");
        let format = format.as_ref().and_then(Value::as_str);
        match (self.only_type().as_deref(), format) {
            // No value has both formats, unlike an address and a reference.
            (Some("string"), Some("password")) => {
                self.set("format", json!("byte"), Annotation);
            }
            (Some("string"), Some(known)) => {
                let other = if known == "date-time" { "ipv4" } else { "date-time" };
                self.set("format", json!(other), Different);
                self.remove("format", Wider);
            }
            (Some("string"), None) => {
                if self.get("pattern").is_none() {
                    self.set("format", json!("uuid"), Narrower);
                }
                self.set("format", json!("password"), Annotation);
            }
            (Some("integer"), Some("int64")) => self.set("format", json!("int32"), Narrower),
            (Some("integer"), Some("int32")) if self.get("maximum").is_none() => {
                self.set("format", json!("int64"), Wider);
            }
            (Some("integer"), Some("uint8")) => self.set("format", json!("int8"), Different),
            _ => {}
        }
        if self.only_type().as_deref() == Some("string") && format.is_none() {
            match self.get("pattern") {
                Some(_) => {
                    self.set("pattern", json!("^(b|C)[a-z0-9]*$"), Different);
                    self.remove("pattern", Wider);
                }
                None => self.set("pattern", json!("^[a-y]"), Narrower),
            }
        }
    }

    fn enumeration(&mut self) {
        if let Some(Value::Array(values)) = self.get("enum") {
            for index in 0..values.len() {
                let mut fewer = values.clone();
                fewer.remove(index);
                self.set("enum", json!(fewer), Narrower);
                let mut other = values.clone();
                other[index] = json!("another");
                self.set("enum", json!(other), Different);
            }
            let mut more = values.clone();
            more.push(json!("one more"));
            self.set("enum", json!(more), Wider);
            self.remove("enum", Wider);
        }
        if self.get("const").is_some() {
            self.set("const", json!("another"), Different);
            self.remove("const", Wider);
        }
    }

    fn arrays(&mut self) {
        if self.only_type().as_deref() != Some("array") {
            return;
        }
        if self.get("uniqueItems").is_some() {
            self.remove("uniqueItems", Wider);
        } else if self.get("prefixItems").is_none() {
            self.set("uniqueItems", json!(true), Narrower);
        }
        self.remove("items", Wider);
        self.remove("unevaluatedItems", Wider);
        if let Some(Value::Array(mut prefix)) = self.get("prefixItems") {
            prefix[0] = json!({"type": "null"});
            self.set("prefixItems", json!(prefix), Different);
        } else if self.get("contains").is_none() {
            let long = json!({"type": "string", "minLength": 3});
            self.set("contains", long, Narrower);
            self.set("items", json!({"type": "null"}), Different);
        }
        for (keyword, tighter) in [("minContains", 1), ("maxContains", -1)] {
            if let Some(value) = self.get(keyword).and_then(|value| value.as_i64()) {
                self.set(keyword, json!(value + tighter), Narrower);
                self.set(keyword, json!(value - tighter), Wider);
                self.remove(keyword, Wider);
            }
        }
        self.remove("contains", Wider);
    }

    fn objects(&mut self) {
        if self.only_type().as_deref() != Some("object") {
            return;
        }
        let is_closed = self.is_closed();
        let names: Vec<String> = self
            .get("properties")
            .and_then(|all| Some(all.as_object()?.keys().cloned().collect()))
            .unwrap_or_default();
        let required = self.get("required").unwrap_or(json!([]));
        let required: Vec<Value> = required.as_array().cloned().unwrap_or_default();
        for name in &names {
            let is_required = required.contains(&json!(name));
            let edit = |members: &mut Map<String, Value>,
                        change: &dyn Fn(&mut Map<String, Value>)| {
                let properties = members.get_mut("properties").and_then(Value::as_object_mut);
                change(properties.expect("there are properties"));
            };
            let direction = match (is_closed, is_required) {
                (false, _) => Wider,
                (true, false) => Narrower,
                (true, true) => Different,
            };
            self.add(&format!("remove property {name}"), direction, |members| {
                edit(members, &|all| {
                    all.remove(name);
                });
                if let Some(required) = members.get_mut("required").and_then(Value::as_array_mut) {
                    required.retain(|one| one != name);
                }
            });
            self.add(&format!("rename property {name}"), Different, |members| {
                edit(members, &|all| {
                    let schema = all.remove(name).expect("it is there");
                    all.insert(format!("{name}Renamed"), schema);
                });
                let required = members.get_mut("required").and_then(Value::as_array_mut);
                for one in required.into_iter().flatten().filter(|one| *one == name) {
                    *one = json!(format!("{name}Renamed"));
                }
            });
            if is_required {
                let fewer: Vec<&Value> = required.iter().filter(|one| *one != name).collect();
                self.set("required", json!(fewer), Wider);
            } else {
                let mut more = required.clone();
                more.push(json!(name));
                self.set("required", json!(more), Narrower);
            }
        }
        if !names.is_empty() {
            let direction = if is_closed { Wider } else { Narrower };
            self.add("add an optional property", direction, |members| {
                let properties = members.get_mut("properties").and_then(Value::as_object_mut);
                properties
                    .expect("there are properties")
                    .insert("added".to_owned(), json!({"type": "boolean"}));
            });
        }
        match self.get("additionalProperties") {
            None => self.set("additionalProperties", json!(false), Narrower),
            Some(Value::Bool(false)) => self.remove("additionalProperties", Wider),
            Some(_) => {
                self.remove("additionalProperties", Wider);
                self.set("additionalProperties", json!({"type": "integer"}), Different);
                self.set("additionalProperties", json!(false), Narrower);
            }
        }
        if self.get("propertyNames").is_some() {
            self.set("propertyNames", json!({"pattern": "^[a-m]+$"}), Narrower);
            self.set("propertyNames", json!({"pattern": "^[a-zA-Z]+$"}), Wider);
            self.set("propertyNames", json!({"pattern": "^[A-Z]+$"}), Different);
            self.remove("propertyNames", Wider);
        } else if !is_closed {
            self.set("propertyNames", json!({"maxLength": 12}), Narrower);
        }
        if let Some(Value::Object(patterns)) = self.get("patternProperties") {
            for (pattern, schema) in &patterns {
                let other = json!({format!("{pattern}y"): schema});
                self.set("patternProperties", other, Wider);
            }
            let mut more = patterns.clone();
            more.insert("^y-".to_owned(), json!({"type": "boolean"}));
            self.set("patternProperties", json!(more), Narrower);
        }
        if let Some(Value::Object(needed)) = self.get("dependentRequired") {
            for (name, _) in &needed {
                let mut more = needed.clone();
                more[name].as_array_mut().expect("it is a list").push(json!("added"));
                self.set("dependentRequired", json!(more), Narrower);
                let mut other = needed.clone();
                other[name] = json!(["added"]);
                self.set("dependentRequired", json!(other), Different);
            }
        }
        for keyword in ["patternProperties", "dependentRequired", "dependentSchemas"] {
            self.remove(keyword, Wider);
        }
        self.remove("minProperties", Wider);
    }

    fn applicators(&mut self) {
        for keyword in ["if", "then", "else", "unevaluatedProperties"] {
            self.remove(keyword, Wider);
        }
        if let (Some(then), Some(otherwise)) = (self.get("then"), self.get("else")) {
            self.add("swap then and else", Different, |members| {
                members.insert("then".to_owned(), otherwise);
                members.insert("else".to_owned(), then);
            });
        }
        if self.get("not").is_some() {
            self.remove("not", Wider);
            // Values of other types aren't rejected by it.
            let is_other = self.only_type().is_some_and(|name| name != "boolean");
            let direction = if is_other { Wider } else { Different };
            self.set("not", json!({"type": "boolean"}), direction);
        } else if self.get("type").is_none() && self.get("const").is_none() && !self.is_sealed {
            self.set("not", json!({"required": ["added"]}), Narrower);
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(Value::Array(branches)) = self.get(keyword) {
                for index in 0..branches.len() {
                    let mut fewer = branches.clone();
                    fewer.remove(index);
                    self.set(keyword, json!(fewer), Narrower);
                }
                let mut more = branches.clone();
                more.push(json!({"type": "boolean"}));
                self.set(keyword, json!(more), Wider);
                self.remove(keyword, Wider);
            }
        }
        if let Some(Value::Array(branches)) = self.get("allOf") {
            for index in 0..branches.len() {
                let mut fewer = branches.clone();
                fewer.remove(index);
                let direction = if self.is_sealed { Narrower } else { Wider };
                self.set("allOf", json!(fewer), direction);
            }
            let mut more = branches.clone();
            more.push(json!({"required": ["added"]}));
            self.set("allOf", json!(more), Narrower);
        }
        if self.only_type().as_deref() == Some("object")
            && self.get("additionalProperties").is_none()
            && self.get("propertyNames").is_none()
            && self.get("if").is_none()
            && self.get("dependentRequired").is_none()
            && !self.is_sealed
        {
            self.add("add if and then", Narrower, |members| {
                members.insert("if".to_owned(), json!({"required": ["added"]}));
                members.insert("then".to_owned(), json!({"required": ["addedToo"]}));
            });
            self.set("dependentRequired", json!({"added": ["addedToo"]}), Narrower);
        }
    }

    fn annotations(&mut self) {
        for keyword in ["readOnly", "writeOnly", "deprecated"] {
            match self.get(keyword) {
                Some(_) => self.remove(keyword, Annotation),
                None => self.set(keyword, json!(true), Annotation),
            }
        }
    }
}
