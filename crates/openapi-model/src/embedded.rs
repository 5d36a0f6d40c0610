//! The document as generated servers and clients embed it.
//!
//! JSON, with two changes. The formats that name a range of integers become
//! bounds, because JSON Schema takes `format` for an annotation (Validation
//! §7.2.1), and a Rust type could not hold more anyway. And what only people
//! read is left out.

use serde_json::{Value as Json, json};

use crate::{Document, Mapping, Node, Value};

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
    /// The JSON text that generated code embeds, for its schemas. Pointers into
    /// this document are pointers into that text.
    pub fn embedded(&self) -> String {
        let mut json = embedded(self.root());
        if let Some(members) = json.as_object_mut() {
            members.retain(|name, _| ["openapi", "paths", "components"].contains(&name.as_str()));
        }
        json.to_string()
    }
}

fn embedded(node: &Node) -> Json {
    match &node.value {
        Value::Sequence(items) => items.iter().map(embedded).collect(),
        Value::Mapping(members) => {
            let mut json: serde_json::Map<_, _> = members
                .iter()
                .map(|(name, node)| (name.clone(), embedded(node)))
                .collect();
            if let Some((_, least, most)) = range(members) {
                // Beside bounds of its own, so that neither hides the other.
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

fn range(members: &Mapping) -> Option<(&'static str, i64, u64)> {
    let format = members.get("format")?.string()?;
    // A property may be called `format`; a schema has a type beside it.
    members.get("type")?;
    RANGES.into_iter().find(|(name, ..)| *name == format)
}
