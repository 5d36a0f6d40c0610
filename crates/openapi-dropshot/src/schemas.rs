//! Schemas of one emitted document within another.
//!
//! Names of schemas are those of Rust types. Where two types have the same name,
//! dropshot numbers them in the order of the paths: the error of a document and
//! dropshot's own become `Error` and `Error2`. A schema is therefore found by its
//! content, and its name in the other document may be another.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

const PREFIX: &str = "#/components/schemas/";

/// The extension of a 3.0 schema that contains keywords which 3.0 doesn't have.
pub(crate) const EXTENSION: &str = "x-json-schema";

/// New names by old names.
pub(crate) type Names = BTreeMap<String, String>;

/// Adds the schemas that `document` lacks. Returns the name that each schema has
/// there.
pub(crate) fn add(document: &mut Value, schemas: &Map<String, Value>) -> Names {
    let known = &mut document["components"]["schemas"];
    if !known.is_object() {
        *known = Value::Object(Map::new());
    }
    let Some(known) = known.as_object_mut() else {
        return Names::new();
    };
    let mut names = Names::new();
    let mut added = Vec::new();
    for old in schemas.keys() {
        for new in numbered(old) {
            let is_taken = known.contains_key(&new) || added.contains(&new);
            if !is_taken {
                added.push(new.clone());
            }
            if !is_taken || is_same(old, schemas, &new, known) {
                names.insert(old.clone(), new);
                break;
            }
        }
    }
    for (old, new) in &names {
        if added.contains(new) {
            let mut schema = schemas[old].clone();
            rename(&mut schema, &names);
            known.insert(new.clone(), schema);
        }
    }
    names
}

/// Removes the types that only the generator inferred, for which generated code has
/// `type: null` under [`EXTENSION`]. dropshot emits the keywords of a schema with a type only.
pub(crate) fn remove_inferred_types(value: &mut Value) {
    match value {
        Value::Object(members) => {
            let beyond = members.get_mut(EXTENSION).and_then(Value::as_object_mut);
            if let Some(beyond) = beyond.filter(|beyond| beyond.get("type") == Some(&Value::Null)) {
                beyond.remove("type");
                if beyond.is_empty() {
                    members.remove(EXTENSION);
                }
                members.remove("type");
            }
            members.values_mut().for_each(remove_inferred_types);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_inferred_types),
        _ => {}
    }
}

/// Replaces the names in references.
pub(crate) fn rename(value: &mut Value, names: &Names) {
    match value {
        Value::Object(members) => {
            if let Some(new) = reference(members).and_then(|old| names.get(old)) {
                members.insert("$ref".to_owned(), format!("{PREFIX}{new}").into());
            }
            members.values_mut().for_each(|one| rename(one, names));
        }
        Value::Array(items) => items.iter_mut().for_each(|one| rename(one, names)),
        _ => {}
    }
}

/// Returns `Error`, `Error2`, `Error3` and so on, as schemars numbers types.
fn numbered(name: &str) -> impl Iterator<Item = String> {
    let more = (2_u64..).map(move |number| format!("{name}{number}"));
    std::iter::once(name.to_owned()).chain(more)
}

/// Returns the name of the schema that an object refers to.
pub(crate) fn reference(members: &Map<String, Value>) -> Option<&str> {
    members.get("$ref")?.as_str()?.strip_prefix(PREFIX)
}

/// Returns whether two schemas of two documents are the same, whatever the names
/// in their references.
fn is_same(
    one: &str,
    schemas: &Map<String, Value>,
    other: &str,
    others: &Map<String, Value>,
) -> bool {
    Comparison { schemas, others, assumed: BTreeSet::new() }.named(one, other)
}

struct Comparison<'a> {
    schemas: &'a Map<String, Value>,
    others: &'a Map<String, Value>,
    /// Pairs of names that are compared already, since schemas may be recursive.
    assumed: BTreeSet<(String, String)>,
}

impl Comparison<'_> {
    fn named(&mut self, one: &str, other: &str) -> bool {
        if !self.assumed.insert((one.to_owned(), other.to_owned())) {
            return true;
        }
        let pair = self.schemas.get(one).zip(self.others.get(other));
        pair.is_some_and(|(one, other)| self.values(one, other))
    }

    fn values(&mut self, one: &Value, other: &Value) -> bool {
        match (one, other) {
            (Value::Object(one), Value::Object(other)) => {
                if let (Some(one), Some(other)) = (reference(one), reference(other)) {
                    return self.named(one, other);
                }
                one.len() == other.len()
                    && one.iter().all(|(name, value)| {
                        let other = other.get(name);
                        other.is_some_and(|other| self.values(value, other))
                    })
            }
            (Value::Array(one), Value::Array(other)) => {
                one.len() == other.len()
                    && one.iter().zip(other).all(|(one, other)| self.values(one, other))
            }
            _ => one == other,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::add;

    fn added(document: Value, schemas: Value) -> Value {
        let mut document = json!({ "components": { "schemas": document } });
        let schemas = schemas.as_object().cloned().unwrap_or_default();
        let names = add(&mut document, &schemas);
        json!({ "names": names, "schemas": document["components"]["schemas"] })
    }

    #[test]
    fn a_schema_has_the_name_of_the_same_content() {
        let node = |name: &str| {
            let next = json!({ "$ref": format!("#/components/schemas/{name}") });
            json!({ "properties": { "next": next } })
        };
        let known = json!({ "Node": { "type": "string" }, "Node2": node("Node2") });
        assert_eq!(
            added(known.clone(), json!({ "Node": node("Node") })),
            json!({ "names": { "Node": "Node2" }, "schemas": known })
        );
    }

    #[test]
    fn a_schema_that_the_document_lacks_is_added_under_a_free_name() {
        let tree = json!({ "items": { "$ref": "#/components/schemas/Leaf" } });
        let schemas = json!({ "Leaf": { "type": "string" }, "Tree": tree });
        assert_eq!(
            added(json!({ "Leaf": { "type": "integer" } }), schemas),
            json!({
                "names": { "Leaf": "Leaf2", "Tree": "Tree" },
                "schemas": {
                    "Leaf": { "type": "integer" },
                    "Leaf2": { "type": "string" },
                    "Tree": { "items": { "$ref": "#/components/schemas/Leaf2" } }
                }
            })
        );
    }
}
