//! Generates one resource of the document: its operations and its schemas, which
//! also refer to those of earlier resources. It contains everything that documents
//! commonly contain, and only what the types of a server can express.

use crate::random::Random;
use serde_json::{Map, Value, json};

/// The minimum and maximum number of fields of a record, beside those of every
/// record.
const FIELDS: (usize, usize) = (4, 16);

pub struct Resource {
    number: usize,
    random: Random,
}

impl Resource {
    pub fn new(number: usize) -> Resource {
        let random = Random::new(3, number as u64);
        Resource { number, random }
    }

    fn named(&self, kind: &str) -> Value {
        named(kind, self.number)
    }

    /// Returns a reference to a schema of this resource or an earlier one.
    fn any(&mut self, kind: &str) -> Value {
        named(kind, self.random.below(self.number + 1))
    }

    pub fn paths(&self) -> Value {
        let number = self.number;
        let (all, one) = (format!("/resources-{number}"), format!("/resources-{number}/{{id}}"));
        let problem = json!({ "$ref": "#/components/responses/Problem" });
        let id = json!({ "name": "id", "in": "path", "required": true, "schema": { "type": "string", "format": "uuid" } });
        let trace = json!({ "$ref": "#/components/parameters/Trace" });
        json!({
            all: {
                "get": {
                    "operationId": format!("listResources{number}"),
                    "summary": format!("Lists resources {number}"),
                    "parameters": [
                        { "$ref": "#/components/parameters/Limit" },
                        { "name": "kind", "in": "query", "schema": self.named("Kind") },
                        { "name": "since", "in": "query", "schema": { "type": "string", "format": "date-time" } },
                        { "name": "label", "in": "query", "required": true, "schema": { "type": "string", "pattern": "^[a-z]+$", "maxLength": 20 } },
                    ],
                    "responses": { "200": answer("The page", self.named("Page")), "default": problem },
                },
                "post": {
                    "operationId": format!("createResource{number}"),
                    "requestBody": body(self.named("New")),
                    "responses": {
                        "201": answer("Created", self.named("Resource")),
                        "400": problem,
                        "409": answer("It is there already", self.named("Resource")),
                        "5XX": problem,
                    },
                },
            },
            one: {
                "parameters": [id, trace],
                "get": {
                    "operationId": format!("getResource{number}"),
                    "responses": { "200": answer("The resource", self.named("Resource")), "404": problem, "5XX": problem },
                },
                "put": {
                    "operationId": format!("putResource{number}"),
                    "requestBody": body(self.named("New")),
                    "responses": { "200": answer("The resource", self.named("Resource")), "4XX": problem, "5XX": problem },
                },
                "delete": {
                    "operationId": format!("deleteResource{number}"),
                    "responses": { "204": { "description": "Gone" }, "4XX": problem, "5XX": problem },
                },
            },
        })
    }

    pub fn schemas(&mut self) -> Map<String, Value> {
        let number = self.number;
        let fields = FIELDS.0 + self.random.below(FIELDS.1 - FIELDS.0 + 1);
        let mut fields: Map<String, Value> =
            (0..fields).map(|field| (format!("field{field}"), self.field())).collect();
        fields.insert("shape".to_owned(), self.named("Shape"));
        fields.insert("tree".to_owned(), self.any("Node"));
        fields.insert("other".to_owned(), self.any("Resource"));
        let required = ["shape", "field0", "field1"];
        let kinds: Vec<String> =
            (0..2 + self.random.below(6)).map(|kind| format!("kind-{kind}-of-{number}")).collect();
        let schemas = [
            (
                "Kind",
                json!({ "type": "string", "description": format!("What a resource {number} is"), "enum": kinds }),
            ),
            (
                "Base",
                json!({
                    "type": "object",
                    "required": ["id", "kind"],
                    "properties": {
                        "id": { "type": "string", "format": "uuid" },
                        "kind": self.named("Kind"),
                        "created": { "type": "string", "format": "date-time" },
                    },
                }),
            ),
            (
                "New",
                json!({ "type": "object", "description": format!("What resource {number} is made from"), "required": required, "properties": fields }),
            ),
            (
                "Resource",
                json!({
                    "description": format!("Resource {number}"),
                    "allOf": [
                        self.named("Base"),
                        { "type": "object", "required": required, "properties": fields },
                    ],
                }),
            ),
            (
                "Page",
                json!({
                    "type": "object",
                    "required": ["items"],
                    "properties": {
                        "items": { "type": "array", "items": self.named("Resource"), "maxItems": 1000 },
                        "next": { "type": ["string", "null"], "description": "Where the next page begins" },
                    },
                }),
            ),
            (
                "Shape",
                json!({
                    "oneOf": [self.named("Circle"), self.named("Square"), self.named("Group")],
                    "discriminator": { "propertyName": "form" },
                }),
            ),
            ("Circle", form(number, "Circle", json!({ "type": "number", "exclusiveMinimum": 0 }))),
            (
                "Square",
                form(
                    number,
                    "Square",
                    json!({ "type": "integer", "minimum": 1, "maximum": 4096, "multipleOf": 2 }),
                ),
            ),
            (
                "Group",
                form(
                    number,
                    "Group",
                    json!({ "type": "array", "items": self.any("Shape"), "minItems": 1 }),
                ),
            ),
            (
                "Node",
                json!({
                    "type": "object",
                    "properties": {
                        "value": self.any("Kind"),
                        "next": { "anyOf": [self.named("Node"), { "type": "null" }] },
                        "children": { "type": "array", "items": self.any("Node") },
                    },
                }),
            ),
        ];
        let named = schemas.map(|(kind, schema)| (format!("{kind}{number}"), schema));
        named.into_iter().collect()
    }

    fn field(&mut self) -> Value {
        match self.random.below(16) {
            0 => {
                json!({ "type": "string", "minLength": 1, "maxLength": 10 + self.random.below(200) })
            }
            1 => {
                json!({ "type": "string", "pattern": format!("^[a-z]{{{}}}-[0-9]+$", 1 + self.random.below(8)) })
            }
            2 => json!({ "type": "string", "format": "date", "description": "A day" }),
            3 => json!({ "type": "string", "format": "email" }),
            4 => json!({ "type": "string", "enum": ["low", "middle", "high"] }),
            5 => json!({ "type": "integer", "format": "int64" }),
            6 => json!({ "type": "integer", "format": "int32", "minimum": self.random.below(9) }),
            7 => json!({ "type": "number", "exclusiveMinimum": 0, "maximum": 1 }),
            8 => json!({ "type": "boolean" }),
            9 => json!({ "type": ["integer", "null"] }),
            10 => {
                json!({ "type": "array", "items": { "type": "string", "minLength": 1 }, "uniqueItems": true })
            }
            11 => {
                json!({ "type": "object", "additionalProperties": { "type": "integer", "minimum": 0 } })
            }
            12 => {
                json!({ "type": "object", "required": ["a"], "properties": { "a": { "type": "string" }, "b": self.any("Kind") }, "additionalProperties": false })
            }
            13 => json!({ "type": "array", "items": self.any("Shape"), "maxItems": 20 }),
            14 => json!({ "anyOf": [self.any("New"), { "type": "null" }] }),
            _ => {
                let mut reference = self.any("New");
                reference["description"] = json!("A part of this one");
                reference
            }
        }
    }
}

fn named(kind: &str, number: usize) -> Value {
    json!({ "$ref": format!("#/components/schemas/{kind}{number}") })
}

fn form(number: usize, name: &str, size: Value) -> Value {
    let form = format!("{name}{number}");
    json!({
        "type": "object",
        "required": ["form", "size"],
        "properties": { "form": { "const": form }, "size": size },
    })
}

fn body(schema: Value) -> Value {
    json!({ "required": true, "content": { "application/json": { "schema": schema } } })
}

fn answer(description: &str, schema: Value) -> Value {
    json!({ "description": description, "content": { "application/json": { "schema": schema } } })
}
