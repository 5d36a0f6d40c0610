//! The JSON of the document that generated servers and clients embed.
//!
//! It differs from the document in three ways. Integers have the range of their
//! format, or of 64 bits, as bounds: JSON Schema treats `format` as an annotation
//! (Validation §7.2.1), and a Rust type could not hold larger values. An extension
//! keyword beside an integer's `type` requires exact integers. And the fields of the
//! document that neither validation nor the emitted document needs are omitted.

use serde_json::{Value as Json, json};

use crate::{Document, Keyword, KeywordValue, Mapping, Node, Value};

/// The keyword beside an integer's `type` that rejects a literal whose digits would
/// not survive parsing. `openapi-schema` implements it.
const EXACT_INTEGER: &str = "x-openapi-exact-integer";

/// Fields of OpenAPI whose member names are chosen by the document's author, so that
/// a member name equal to a keyword is not a keyword.
pub(crate) const NAMED: [&str; 11] = [
    "callbacks",
    "content",
    "encoding",
    "headers",
    "parameters",
    "pathItems",
    "paths",
    "requestBodies",
    "responses",
    "schemas",
    "webhooks",
];

/// The fields of the OpenAPI Object that are embedded.
const ROOT: [&str; 8] = [
    "openapi",
    "info",
    "servers",
    "paths",
    "webhooks",
    "components",
    "tags",
    "externalDocs",
];

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
    /// Returns the JSON text that generated code embeds to validate with the
    /// document's schemas. A JSON Pointer into this document is valid in the
    /// returned text too.
    pub fn embedded(&self) -> String {
        let mut json = embedded(self.root(), false);
        if let Some(members) = json.as_object_mut() {
            members.retain(|name, _| ROOT.contains(&name.as_str()) || name.starts_with("x-"));
        }
        json.to_string()
    }
}

/// Converts a node. `named` is true if the author chose the member names.
fn embedded(node: &Node, named: bool) -> Json {
    match &node.value {
        Value::Sequence(items) => items.iter().map(|item| embedded(item, false)).collect(),
        Value::Mapping(members) if named => members
            .iter()
            .map(|(name, node)| (name.clone(), embedded(node, false)))
            .collect(),
        Value::Mapping(members) => {
            let mut json: serde_json::Map<_, _> = members
                .iter()
                .map(|(name, node)| {
                    let json = match Keyword::from_name(name).map(Keyword::value) {
                        Some(KeywordValue::Data) => node.to_json(),
                        Some(KeywordValue::Schema | KeywordValue::Schemas) => embedded(node, false),
                        Some(KeywordValue::NamedSchemas) => embedded(node, true),
                        None => embedded(node, NAMED.contains(&name.as_str())),
                    };
                    (name.clone(), json)
                })
                .collect();
            if requires_integer(members) {
                json.insert(EXACT_INTEGER.to_owned(), true.into());
            }
            if let Some((_, least, most)) = range(members) {
                // In an `allOf`, so that bounds of the schema's own remain in
                // effect.
                let bounds = json!({ "minimum": least, "maximum": most });
                match json.get_mut("allOf").and_then(Json::as_array_mut) {
                    Some(branches) => branches.push(bounds),
                    None => {
                        json.insert("allOf".to_owned(), json!([bounds]));
                    }
                }
            }
            json.into()
        }
        _ => node.to_json(),
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
fn range(members: &Mapping) -> Option<(&'static str, i64, u64)> {
    let format = members.get("format").and_then(Node::string);
    let find = |format| RANGES.into_iter().find(|(name, ..)| *name == format);
    let unnamed = || find("int64").filter(|_| requires_integer(members));
    format.and_then(find).or_else(unnamed)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::Document;

    fn embedded(schema: Value) -> Value {
        let document = json!({ "openapi": "3.1.0", "components": { "schemas": { "S": schema } } });
        let document = Document::parse("test.json", &document.to_string()).unwrap();
        let embedded: Value = serde_json::from_str(&document.embedded()).unwrap();
        embedded["components"]["schemas"]["S"].clone()
    }

    #[test]
    fn an_integer_has_the_range_of_its_format_or_of_64_bits() {
        for (schema, least, most) in [
            (
                json!({ "type": "integer" }),
                json!(i64::MIN),
                json!(i64::MAX),
            ),
            (
                json!({ "type": ["integer", "null"] }),
                json!(i64::MIN),
                json!(i64::MAX),
            ),
            (
                json!({ "type": "integer", "format": "uint64" }),
                json!(0),
                json!(u64::MAX),
            ),
            (
                json!({ "format": "int32" }),
                json!(i32::MIN),
                json!(i32::MAX),
            ),
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
        for name in [
            "const",
            "enum",
            "default",
            "example",
            "properties",
            "mapping",
        ] {
            let schema = json!({ "properties": { name: { "type": "integer" } } });
            let embedded = embedded(schema);
            assert!(embedded["properties"][name]["allOf"].is_array(), "{name}");
        }
    }
}
