//! Generates random schemas with every keyword that the comparison supports, from
//! few names, numbers and texts, so that two schemas often overlap.

use super::random::Random;
use serde_json::{Map, Value, json};

/// The number of schemas that can be referred to: `D0`, `D1` …
const DEFINITIONS: usize = 3;

const TYPES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];
pub const NAMES: [&str; 3] = ["a", "b", "c"];
pub const TEXTS: [&str; 11] = [
    "",
    "a",
    "b",
    "ab",
    "ba",
    "abc",
    "\u{1f600}",
    "c",
    "2024-02-29",
    "10.0.0.1",
    "6f1f9b5e-2f4b-4b8e-9a52-0d5f0a8f3c11",
];

/// Returns the members of `components.schemas`: `Root`, which is compared, and the
/// targets of references.
pub fn components(random: &mut Random) -> Value {
    let mut components = Map::new();
    let root = Maker { random, lowest: 0 }.schema(3);
    components.insert("Root".to_owned(), root);
    for index in 0..DEFINITIONS {
        // Outside of members and items, schemas refer only to later ones: an
        // immediate reference to itself has no meaning.
        let lowest = index + 1;
        let definition = Maker { random, lowest }.schema(2);
        components.insert(format!("D{index}"), definition);
    }
    Value::Object(components)
}

/// Returns a small schema without references.
pub fn small(random: &mut Random) -> Value {
    let lowest = DEFINITIONS;
    Maker { random, lowest }.schema(0)
}

/// Returns an arbitrary value.
pub fn value(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth == 0 { 6 } else { 9 }) {
        0 => Value::Null,
        1 => json!(random.once_in(2)),
        2 | 3 => number(random),
        4 | 5 => json!(random.pick(&TEXTS)),
        6 => {
            let length = random.below(4);
            Value::Array((0..length).map(|_| value(random, depth - 1)).collect())
        }
        _ => {
            let mut members = Map::new();
            for name in NAMES {
                if random.once_in(2) {
                    members.insert(name.to_owned(), value(random, depth - 1));
                }
            }
            Value::Object(members)
        }
    }
}

fn number(random: &mut Random) -> Value {
    match random.below(12) {
        0 => {
            json!(random.pick(&[-129, -128, 127, 128, 255, 256, 2_147_483_647, 2_147_483_648_i64]))
        }
        1..=5 => json!(random.below(14) as f64 / 2.0 - 2.0),
        _ => json!(random.below(7) as i64 - 2),
    }
}

struct Maker<'r> {
    random: &'r mut Random,
    /// The first definition that may be referred to here.
    lowest: usize,
}

impl Maker<'_> {
    fn schema(&mut self, depth: usize) -> Value {
        match self.random.below(20) {
            0 => json!(!self.random.once_in(3)),
            1 => json!({"const": value(self.random, 1)}),
            2 => {
                let count = 1 + self.random.below(3);
                json!({"enum": (0..count).map(|_| value(self.random, 1)).collect::<Vec<_>>()})
            }
            3 | 4 if self.lowest < DEFINITIONS => {
                let index = self.lowest + self.random.below(DEFINITIONS - self.lowest);
                json!({"$ref": format!("#/components/schemas/D{index}")})
            }
            5..=7 if depth > 0 => {
                let mut schema = Map::new();
                self.combination(&mut schema, depth);
                Value::Object(schema)
            }
            _ => self.typed(depth),
        }
    }

    /// Returns a schema of a member or an item, which may refer to any definition.
    fn part(&mut self, depth: usize) -> Value {
        let random = &mut *self.random;
        Maker { random, lowest: 0 }.schema(depth - 1)
    }

    fn typed(&mut self, depth: usize) -> Value {
        let mut schema = Map::new();
        let first = self.random.pick(&TYPES[..]);
        let second = self.random.pick(&TYPES[..]);
        let types = match self.random.below(12) {
            0 => vec![],
            1 | 2 if first != second => vec![first, second],
            _ => vec![first],
        };
        match types[..] {
            [] => {}
            [only] => drop(schema.insert("type".to_owned(), json!(only))),
            _ => drop(schema.insert("type".to_owned(), json!(types))),
        }
        for name in TYPES {
            let is_allowed = match types[..] {
                [] => self.random.once_in(3),
                _ => types.contains(&name),
            };
            match name {
                _ if !is_allowed => {}
                "integer" | "number" => self.number(&mut schema, types == ["integer"]),
                "string" => self.string(&mut schema),
                "array" => self.array(&mut schema, depth),
                "object" => self.object(&mut schema, depth),
                _ => {}
            }
        }
        if depth > 0 && self.random.once_in(8) {
            self.combination(&mut schema, depth);
        }
        Value::Object(schema)
    }

    /// Adds a keyword once in `times`.
    fn sometimes(
        &mut self,
        schema: &mut Map<String, Value>,
        times: usize,
        keyword: &str,
        value: impl FnOnce(&mut Self) -> Value,
    ) {
        if self.random.once_in(times) {
            let value = value(self);
            schema.insert(keyword.to_owned(), value);
        }
    }

    fn number(&mut self, schema: &mut Map<String, Value>, is_integer: bool) {
        for keyword in ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"] {
            self.sometimes(schema, 4, keyword, |maker| number(maker.random));
        }
        self.sometimes(schema, 5, "multipleOf", |maker| {
            maker.random.pick(&[json!(1), json!(2), json!(0.5), json!(3), json!(1.5)])
        });
        if is_integer {
            self.sometimes(schema, 6, "format", |maker| {
                json!(maker.random.pick(&["int8", "uint8", "int32", "int64"]))
            });
        }
    }

    fn string(&mut self, schema: &mut Map<String, Value>) {
        for keyword in ["minLength", "maxLength"] {
            self.sometimes(schema, 3, keyword, |maker| json!(maker.random.below(4)));
        }
        self.sometimes(schema, 4, "pattern", |maker| {
            json!(maker.random.pick(&["^a", "b$", ".", "^[ab]*$", "a|c", "^.{2}$"]))
        });
        if !schema.contains_key("format") {
            self.sometimes(schema, 10, "format", |maker| {
                json!(maker.random.pick(&["date", "ipv4", "uuid"]))
            });
        }
    }

    fn array(&mut self, schema: &mut Map<String, Value>, depth: usize) {
        for keyword in ["minItems", "maxItems"] {
            self.sometimes(schema, 4, keyword, |maker| json!(maker.random.below(4)));
        }
        self.sometimes(schema, 6, "uniqueItems", |_| json!(true));
        if depth == 0 {
            return;
        }
        self.sometimes(schema, 2, "items", |maker| maker.part(depth));
        self.sometimes(schema, 4, "prefixItems", |maker| {
            let count = 1 + maker.random.below(2);
            (0..count).map(|_| maker.part(depth)).collect()
        });
        self.sometimes(schema, 5, "contains", |maker| maker.part(depth));
        if schema.contains_key("contains") {
            for keyword in ["minContains", "maxContains"] {
                self.sometimes(schema, 3, keyword, |maker| json!(maker.random.below(3)));
            }
        }
        self.sometimes(schema, 12, "unevaluatedItems", |maker| maker.part(depth));
    }

    fn object(&mut self, schema: &mut Map<String, Value>, depth: usize) {
        let names = [json!(["a"]), json!(["b"]), json!(["a", "b"]), json!(["c"])];
        self.sometimes(schema, 2, "required", |maker| maker.random.pick(&names));
        for keyword in ["minProperties", "maxProperties"] {
            self.sometimes(schema, 6, keyword, |maker| json!(maker.random.below(4)));
        }
        self.sometimes(
            schema,
            8,
            "dependentRequired",
            |maker| json!({maker.random.pick(&NAMES): maker.random.pick(&names)}),
        );
        self.sometimes(schema, 10, "propertyNames", |maker| {
            let mut names = Map::new();
            maker.string(&mut names);
            Value::Object(names)
        });
        if depth == 0 {
            return;
        }
        for name in NAMES {
            if self.random.once_in(2) {
                let part = self.part(depth);
                let properties = schema.entry("properties").or_insert_with(|| json!({}));
                properties[name] = part;
            }
        }
        self.sometimes(schema, 3, "additionalProperties", |maker| match maker.random.below(3) {
            0 => json!(false),
            _ => maker.part(depth),
        });
        self.sometimes(
            schema,
            6,
            "patternProperties",
            |maker| json!({maker.random.pick(&["^a|c$", "b", "^.$"]): maker.part(depth)}),
        );
        self.sometimes(
            schema,
            10,
            "dependentSchemas",
            |maker| json!({maker.random.pick(&NAMES): maker.schema(depth - 1)}),
        );
        self.sometimes(schema, 10, "unevaluatedProperties", |maker| {
            if maker.random.once_in(2) { json!(false) } else { maker.part(depth) }
        });
    }

    fn combination(&mut self, schema: &mut Map<String, Value>, depth: usize) {
        match self.random.below(8) {
            kind @ 0..=5 => {
                let keyword = ["allOf", "anyOf", "oneOf"][kind % 3];
                let count = 2 + usize::from(self.random.once_in(4));
                let branches = (0..count).map(|_| self.schema(depth - 1)).collect();
                schema.insert(keyword.to_owned(), branches);
            }
            6 => drop(schema.insert("not".to_owned(), self.schema(depth - 1))),
            _ => {
                schema.insert("if".to_owned(), self.schema(depth - 1));
                for keyword in ["then", "else"] {
                    self.sometimes(schema, 2, keyword, |maker| maker.schema(depth - 1));
                }
            }
        }
    }
}
