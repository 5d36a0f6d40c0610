//! Generates random values near the boundaries of a schema: made by following the
//! schema, then perhaps changed at one location. Whether a value is allowed is left
//! to a validator.

use super::random::Random;
use super::schema::{self, NAMES, TEXTS};
use serde_json::{Map, Value, json};

/// Returns a value that `components.Root` probably allows, or nearly.
pub fn instance(random: &mut Random, components: &Value) -> Value {
    let mut value = Follower { random, components }.value(&components["Root"], 5);
    if random.once_in(2) {
        change(random, &mut value);
    }
    value
}

struct Follower<'r> {
    random: &'r mut Random,
    components: &'r Value,
}

impl Follower<'_> {
    fn value(&mut self, schema: &Value, depth: usize) -> Value {
        let Value::Object(members) = schema else {
            return schema::value(self.random, depth.min(2));
        };
        if depth == 0 || self.random.once_in(12) {
            return schema::value(self.random, depth.min(1));
        }
        if let Some(target) = members.get("$ref").and_then(Value::as_str) {
            let name = target.rsplit('/').next().unwrap_or_default();
            return self.value(&self.components[name], depth - 1);
        }
        if let Some(value) = members.get("const") {
            return value.clone();
        }
        if let Some(Value::Array(values)) = members.get("enum") {
            return self.random.pick(values);
        }
        let mut own = self.own(members, depth);
        for branch in self.branches(members) {
            let other = self.value(branch, depth - 1);
            match (&mut own, other) {
                (Value::Object(own), Value::Object(other)) => own.extend(other),
                // Which branch decides is a guess.
                (own, other) if members.get("type").is_none() || self.random.once_in(3) => {
                    *own = other;
                }
                _ => {}
            }
        }
        own
    }

    /// Returns subschemas that apply to the same value.
    fn branches<'s>(&mut self, members: &'s Map<String, Value>) -> Vec<&'s Value> {
        let mut branches = Vec::new();
        for keyword in ["allOf", "anyOf", "oneOf"] {
            match members.get(keyword) {
                Some(Value::Array(list)) if keyword == "allOf" => branches.extend(list),
                Some(Value::Array(list)) => branches.push(&list[self.random.below(list.len())]),
                _ => {}
            }
        }
        for keyword in ["not", "if", "then", "else"] {
            if let Some(branch) = members.get(keyword)
                && self.random.once_in(3)
            {
                branches.push(branch);
            }
        }
        if let Some(Value::Object(dependent)) = members.get("dependentSchemas")
            && self.random.once_in(2)
        {
            branches.extend(dependent.values());
        }
        branches
    }

    /// Returns a value by the schema's own keywords for single types.
    fn own(&mut self, members: &Map<String, Value>, depth: usize) -> Value {
        let hints = [
            (
                "number",
                &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"][..],
            ),
            ("string", &["minLength", "maxLength", "pattern", "format"]),
            ("array", &["items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems"]),
            (
                "object",
                &[
                    "properties",
                    "required",
                    "additionalProperties",
                    "minProperties",
                    "propertyNames",
                ],
            ),
        ];
        let kinds: Vec<&str> = match members.get("type") {
            Some(Value::String(name)) => vec![name],
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => hints
                .iter()
                .filter(|(_, keywords)| keywords.iter().any(|one| members.contains_key(*one)))
                .map(|(kind, _)| *kind)
                .collect(),
        };
        if kinds.is_empty() {
            return schema::value(self.random, depth.min(2));
        }
        match self.random.pick(&kinds) {
            "null" => Value::Null,
            "boolean" => json!(self.random.once_in(2)),
            "string" => self.string(members),
            "array" => self.array(members, depth),
            "object" => self.object(members, depth),
            kind => self.number(members, kind == "integer"),
        }
    }

    fn number(&mut self, members: &Map<String, Value>, is_integer: bool) -> Value {
        let format = match members.get("format").and_then(Value::as_str) {
            Some("int8") => &[-128, 127][..],
            Some("uint8") => &[0, 255],
            Some("int32") => &[-2_147_483_648, 2_147_483_647],
            _ => &[],
        };
        let bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
        let mut near: Vec<f64> = format.iter().map(|bound| *bound as f64).collect();
        near.extend(bounds.iter().filter_map(|keyword| members.get(*keyword)?.as_f64()));
        if near.is_empty() {
            near.push(0.0);
        }
        let step = [-1.0, -0.5, 0.0, 0.0, 0.5, 1.0, 2.0];
        let number = self.random.pick(&near) + self.random.pick(&step);
        if is_integer || number.fract() == 0.0 && self.random.once_in(2) {
            return json!(number.floor() as i64);
        }
        json!(number)
    }

    fn string(&mut self, members: &Map<String, Value>) -> Value {
        let bound = |keyword| members.get(keyword).and_then(Value::as_u64);
        match (bound("minLength"), bound("maxLength")) {
            (None, None) => json!(self.random.pick(&TEXTS)),
            (minimum, maximum) => {
                let near = [minimum.or(maximum), maximum.or(minimum)];
                let bound = self.random.pick(&near).unwrap_or_default() as usize;
                let length = (bound + self.random.below(3)).saturating_sub(1);
                let texts = ["a", "b", "c", "\u{1f600}"];
                json!((0..length).map(|_| self.random.pick(&texts)).collect::<String>())
            }
        }
    }

    fn array(&mut self, members: &Map<String, Value>, depth: usize) -> Value {
        let bounds = ["minItems", "maxItems", "minContains", "maxContains"];
        let near: Vec<u64> =
            bounds.iter().filter_map(|keyword| members.get(*keyword)?.as_u64()).collect();
        let length = match near[..] {
            [] => self.random.below(4),
            _ => (self.random.pick(&near) as usize + self.random.below(3)).saturating_sub(1),
        };
        let open = Value::Bool(true);
        (0..length)
            .map(|index| {
                let prefix = members.get("prefixItems").and_then(|list| list.get(index));
                let item = prefix.or(members.get("items")).or(members.get("unevaluatedItems"));
                match members.get("contains") {
                    Some(contains) if self.random.once_in(3) => self.value(contains, depth - 1),
                    _ => self.value(item.unwrap_or(&open), depth - 1),
                }
            })
            .collect()
    }

    fn object(&mut self, members: &Map<String, Value>, depth: usize) -> Value {
        let open = Value::Bool(true);
        let mut object = Map::new();
        for name in NAMES.iter().copied().chain(["ab"]) {
            let declared = members.get("properties").and_then(|list| list.get(name));
            let required = members.get("required").and_then(Value::as_array);
            let is_required = required.is_some_and(|names| names.iter().any(|one| one == name));
            let leave = match (is_required, declared) {
                (true, _) => self.random.once_in(10),
                (false, Some(_)) => self.random.once_in(3),
                (false, None) => !self.random.once_in(4),
            };
            if leave {
                continue;
            }
            let patterns = members.get("patternProperties").and_then(Value::as_object);
            let pattern = patterns.and_then(|patterns| patterns.values().next());
            let other = ["additionalProperties", "unevaluatedProperties"];
            let other = other.iter().find_map(|keyword| members.get(*keyword));
            let member = declared.or(pattern).or(other).unwrap_or(&open);
            object.insert(name.to_owned(), self.value(member, depth - 1));
        }
        Value::Object(object)
    }
}

/// Changes the value at one location.
fn change(random: &mut Random, value: &mut Value) {
    match value {
        Value::Array(items) if !items.is_empty() && !random.once_in(4) => {
            let index = random.below(items.len());
            match random.below(4) {
                0 => drop(items.remove(index)),
                1 => items.push(items[index].clone()),
                _ => change(random, &mut items[index]),
            }
        }
        Value::Array(items) => items.push(schema::value(random, 1)),
        Value::Object(members) if !random.once_in(8) => {
            let name = random.pick(&NAMES);
            match members.get_mut(name) {
                Some(_) if random.once_in(3) => drop(members.remove(name)),
                Some(member) => change(random, member),
                None => drop(members.insert(name.to_owned(), schema::value(random, 1))),
            }
        }
        Value::Number(number) if !random.once_in(3) => {
            let number = number.as_f64().unwrap_or_default();
            *value = json!(number + random.pick(&[-1.0, -0.5, 0.0, 0.5, 1.0]));
        }
        _ => *value = schema::value(random, 2),
    }
}
