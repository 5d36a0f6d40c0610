//! Exports a schema as one self-contained JSON Schema 2020-12 document, for a
//! validator that doesn't know OpenAPI. The document is equivalent to the schema:
//! `nullable` of 3.0 and the numeric formats of OpenAPI are expanded, and schemas
//! that are referenced are included.

use crate::Document;
use crate::inclusion::effort::spend;
use crate::inclusion::keyword::{self, Effect};
use crate::inclusion::schema::{Schema, format};
use openapi_source::role::Role;
use openapi_source::{Node, number, plain};
use serde_json::{Map, Value, json};

/// The state of an export: the schemas that are referenced, by their index in
/// `$defs`.
struct Export<'d> {
    targets: Vec<(&'d Document, &'d Node)>,
}

impl Schema<'_> {
    /// Returns one self-contained JSON Schema 2020-12 with the same meaning, for tools that
    /// don't know OpenAPI.
    pub fn to_json_schema(&self) -> Value {
        let mut export = Export { targets: Vec::new() };
        let parts: Vec<Value> =
            self.parts.iter().map(|part| export.schema(part.document, part.node)).collect();
        let mut definitions = Map::new();
        let mut next = 0;
        while let Some((document, node)) = export.targets.get(next).copied() {
            let exported = export.schema(document, node);
            definitions.insert(next.to_string(), exported);
            next += 1;
        }
        json!({"allOf": if parts.is_empty() { vec![json!(true)] } else { parts }, "$defs": definitions})
    }
}

impl<'d> Export<'d> {
    fn schema(&mut self, document: &'d Document, node: &'d Node) -> Value {
        // The validator compiles the schema, too.
        spend(16 + self.targets.len());
        let openapi_source::Value::Mapping(members) = &node.value else {
            return json!(node.boolean().unwrap_or(true));
        };
        let mut schema = Map::new();
        for (keyword, value) in members {
            match keyword.as_str() {
                "$ref" => {
                    if let Some(target) = document.target(node) {
                        schema.insert("$ref".to_owned(), self.reference(document, target));
                    }
                }
                // It asserts nothing, and a validator refuses it.
                "allOf" if value.items().is_empty() => {}
                // A numeric format becomes the range below. Formats that aren't
                // validated have no effect.
                "format" if value.string().and_then(format::example).is_none() => {}
                // These would change the base URI or the dialect, and an annotation of
                // the wrong type would make the whole schema invalid.
                keyword
                    if matches!(
                        keyword::effect(keyword),
                        Effect::Structure | Effect::Annotation | Effect::ComparedAnnotation
                    ) => {}
                keyword => {
                    let role = Role::Schema.child(keyword);
                    let value = self.value(document, value, role);
                    schema.insert(keyword.to_owned(), value);
                }
            }
        }
        if let Some(range) = node.member_text("format").and_then(format::range) {
            let range =
                json!({"minimum": number(&range.minimum), "maximum": number(&range.maximum)});
            let all = schema.entry("allOf").or_insert_with(|| json!([]));
            if let Value::Array(all) = all {
                all.push(range);
            }
        }
        if document.allows_null(node) {
            return json!({"anyOf": [schema, {"type": "null"}]});
        }
        Value::Object(schema)
    }

    fn reference(&mut self, document: &'d Document, target: &'d Node) -> Value {
        let known = self.targets.iter().position(|(_, one)| std::ptr::eq(*one, target));
        let index = known.unwrap_or_else(|| {
            self.targets.push((document, target));
            self.targets.len() - 1
        });
        json!(format!("#/$defs/{index}"))
    }

    fn value(&mut self, document: &'d Document, node: &'d Node, role: Role) -> Value {
        match (&node.value, role) {
            (_, Role::Schema) => self.schema(document, node),
            (openapi_source::Value::Mapping(members), Role::Map(_)) => members
                .iter()
                .map(|(name, one)| (name.clone(), self.value(document, one, role.child(name))))
                .collect::<Map<_, _>>()
                .into(),
            (openapi_source::Value::Sequence(items), Role::List(_)) => {
                items.iter().map(|one| self.value(document, one, role.item())).collect()
            }
            _ => plain(node),
        }
    }
}
