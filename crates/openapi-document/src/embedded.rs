//! The JSON of the document that generated servers and clients embed.
//!
//! It differs from the document in three ways. Integers have the range of their
//! format, or of 64 bits, as bounds: JSON Schema treats `format` as an annotation
//! (Validation §7.2.1), and a Rust type could not hold larger values. An extension
//! keyword beside an integer's `type` requires exact integers. And the fields of the
//! document that neither validation nor the emitted document needs are omitted.

use openapi_source::role::Role;
use serde_json::{Value as Json, json};

use crate::{Document, Mapping, Node, Value};

/// The keyword beside an integer's `type` that rejects a literal whose digits would
/// not survive parsing. `openapi-schema` implements it.
const EXACT_INTEGER: &str = "x-openapi-exact-integer";

/// The fields of the OpenAPI Object that are embedded.
const ROOT: [&str; 8] =
    ["openapi", "info", "servers", "paths", "webhooks", "components", "tags", "externalDocs"];

/// The formats of integers (OpenAPI Format Registry).
const RANGES: [(&str, i64, u64); 8] = [
    ("int8", i8::MIN as i64, i8::MAX as u64),
    ("int16", i16::MIN as i64, i16::MAX as u64),
    ("int32", i32::MIN as i64, i32::MAX as u64),
    ("int64", i64::MIN, i64::MAX as u64),
    ("uint8", 0, u8::MAX as u64),
    ("uint16", 0, u16::MAX as u64),
    ("uint32", 0, u32::MAX as u64),
    ("uint64", 0, u64::MAX),
];

impl Document {
    /// Returns the JSON that generated code embeds to validate with the document's
    /// schemas. A JSON Pointer into this document is valid in it, too.
    pub fn embedded(&self) -> Json {
        let mut json = embedded(self.root(), Role::Document);
        if let Some(members) = json.as_object_mut() {
            members.retain(|name, _| ROOT.contains(&name.as_str()) || name.starts_with("x-"));
        }
        json
    }
}

fn embedded(node: &Node, role: Role) -> Json {
    match &node.value {
        Value::Sequence(items) if role != Role::Data => {
            items.iter().map(|item| embedded(item, role.item())).collect()
        }
        Value::Mapping(members) if role != Role::Data => {
            let json =
                members.iter().map(|(name, node)| (name.clone(), embedded(node, role.child(name))));
            let mut json: serde_json::Map<_, _> = json.collect();
            if role == Role::Schema {
                add_limits(members, &mut json);
            }
            json.into()
        }
        _ => node.to_json(),
    }
}

/// Adds the limits of integers to a schema.
fn add_limits(members: &Mapping, json: &mut serde_json::Map<String, Json>) {
    if requires_integer(members) {
        json.insert(EXACT_INTEGER.to_owned(), true.into());
    }
    if let Some((least, most)) = range(members) {
        // In an `allOf`, so that bounds of the schema's own remain in effect.
        let bounds = json!({ "minimum": least, "maximum": most });
        match json.get_mut("allOf").and_then(Json::as_array_mut) {
            Some(branches) => branches.push(bounds),
            None => {
                json.insert("allOf".to_owned(), json!([bounds]));
            }
        }
    }
}

fn requires_integer(members: &Mapping) -> bool {
    let Some(type_name) = members.get("type") else {
        return false;
    };
    let names = |name: &str| {
        let mut listed = type_name.sequence().into_iter().flatten();
        type_name.string() == Some(name) || listed.any(|item| item.string() == Some(name))
    };
    names("integer") && !names("number")
}

/// Returns the range of a `format`, or the 64-bit range of an integer without
/// `format`.
fn range(members: &Mapping) -> Option<(i64, u64)> {
    let format = members.get("format").and_then(Node::string);
    let unnamed = || integer_range("int64").filter(|_| requires_integer(members));
    format.and_then(integer_range).or_else(unnamed)
}

/// Returns the least and the greatest integer of a format.
pub fn integer_range(format: &str) -> Option<(i64, u64)> {
    let known = RANGES.into_iter().find(|(name, ..)| *name == format);
    known.map(|(_, least, most)| (least, most))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::Document;

    fn embedded(schema: Value) -> Value {
        let document = json!({ "openapi": "3.1.0", "components": { "schemas": { "S": schema } } });
        let document = Document::parse("test.json", &document.to_string()).unwrap();
        document.embedded()["components"]["schemas"]["S"].clone()
    }

    #[test]
    fn an_integer_has_the_range_of_its_format_or_of_64_bits() {
        for (schema, least, most) in [
            (json!({ "type": "integer" }), json!(i64::MIN), json!(i64::MAX)),
            (json!({ "type": ["integer", "null"] }), json!(i64::MIN), json!(i64::MAX)),
            (json!({ "type": "integer", "format": "uint64" }), json!(0), json!(u64::MAX)),
            (json!({ "format": "int32" }), json!(i32::MIN), json!(i32::MAX)),
        ] {
            let bounds = json!([{ "minimum": least, "maximum": most }]);
            assert_eq!(embedded(schema.clone())["allOf"], bounds, "{schema}");
        }
    }

    #[test]
    fn a_schema_that_does_not_require_an_integer_is_unchanged() {
        for schema in [
            json!({ "type": "number" }),
            json!({ "type": ["integer", "number"] }),
            json!({ "type": "string", "format": "date" }),
            json!({ "const": { "type": "integer", "format": "int32" } }),
            json!({ "enum": [{ "type": "integer" }] }),
            json!({ "dependentRequired": { "type": ["integer"] } }),
            json!({ "properties": { "type": { "type": "string" }, "format": { "const": "int32" } } }),
        ] {
            assert_eq!(embedded(schema.clone()), schema);
        }
    }

    #[test]
    fn a_member_named_like_a_keyword_is_treated_as_a_schema() {
        for name in ["const", "enum", "default", "example", "properties", "mapping"] {
            let schema = json!({ "properties": { name: { "type": "integer" } } });
            let embedded = embedded(schema);
            assert!(embedded["properties"][name]["allOf"].is_array(), "{name}");
        }
    }
}
