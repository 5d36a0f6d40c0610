//! The document as it applies to one direction: a required member that is `readOnly` is
//! optional in requests, and a required member that is `writeOnly` in responses.
//!
//! OpenAPI 3.0 requires this, and OpenAPI 3.1 allows it ("Validating `readOnly` and
//! `writeOnly`"). A member is `readOnly` if its schema says so, or a schema that applies
//! with it through `$ref` or `allOf`. Schemas below `not` and `if` are unchanged.

use std::collections::{BTreeSet, HashSet};

use serde_json::{Map, Value};

use super::Document;
use crate::validator::prepared;

impl Document {
    /// Returns the document as it applies to requests. Pointers remain valid.
    #[must_use]
    pub fn in_requests(&self) -> Self {
        self.without_required("readOnly")
    }

    /// Returns the document as it applies to responses. Pointers remain valid.
    #[must_use]
    pub fn in_responses(&self) -> Self {
        self.without_required("writeOnly")
    }

    fn without_required(&self, annotation: &str) -> Self {
        let exemption = Exemption {
            document: self,
            annotation,
        };
        let root = exemption.element(&self.root);
        let prepared = prepared(&root);
        Self { root, prepared }
    }
}

/// Exempts the members with an annotation from `required`.
struct Exemption<'d> {
    document: &'d Document,
    annotation: &'d str,
}

impl<'d> Exemption<'d> {
    /// Returns an element of the document that is not a schema.
    fn element(&self, element: &'d Value) -> Value {
        let none = BTreeSet::new();
        match element {
            Value::Object(members) => {
                let members = members.iter().map(|(name, member)| {
                    let member = match (name.as_str(), member) {
                        ("schema", _) => self.schema(member, &none),
                        ("schemas", Value::Object(schemas)) => self.each(schemas),
                        ("example" | "examples" | "default", _) => member.clone(),
                        _ => self.element(member),
                    };
                    (name.clone(), member)
                });
                members.collect()
            }
            Value::Array(items) => items.iter().map(|item| self.element(item)).collect(),
            other => other.clone(),
        }
    }

    /// Returns a schema. `exempted` are the members that the schemas around it exempt.
    fn schema(&self, schema: &'d Value, exempted: &BTreeSet<&'d str>) -> Value {
        let Value::Object(keywords) = schema else {
            return schema.clone();
        };
        let mut exempted = exempted.clone();
        exempted.extend(self.annotated(schema));
        let none = BTreeSet::new();
        let keywords = keywords.iter().map(|(name, value)| {
            let value = match (name.as_str(), value) {
                ("required", Value::Array(names)) => {
                    let is_required =
                        |name: &&Value| !name.as_str().is_some_and(|name| exempted.contains(name));
                    names.iter().filter(is_required).cloned().collect()
                }
                ("properties" | "patternProperties" | "dependentSchemas" | "$defs", _) => value
                    .as_object()
                    .map_or_else(|| value.clone(), |schemas| self.each(schemas)),
                ("allOf", Value::Array(schemas)) => schemas
                    .iter()
                    .map(|one| self.schema(one, &exempted))
                    .collect(),
                ("anyOf" | "oneOf" | "prefixItems", Value::Array(schemas)) => {
                    schemas.iter().map(|one| self.schema(one, &none)).collect()
                }
                (
                    "items"
                    | "contains"
                    | "then"
                    | "else"
                    | "additionalProperties"
                    | "propertyNames"
                    | "unevaluatedItems"
                    | "unevaluatedProperties",
                    _,
                ) => self.schema(value, &none),
                _ => value.clone(),
            };
            (name.clone(), value)
        });
        keywords.collect()
    }

    fn each(&self, schemas: &'d Map<String, Value>) -> Value {
        let none = BTreeSet::new();
        schemas
            .iter()
            .map(|(name, schema)| (name.clone(), self.schema(schema, &none)))
            .collect()
    }

    /// Returns the names of the members of a schema that have the annotation.
    fn annotated(&self, schema: &'d Value) -> Vec<&'d str> {
        let is_annotated = |property: &'d Value| {
            let parts = self.parts(property);
            parts
                .iter()
                .any(|part| part.get(self.annotation) == Some(&Value::Bool(true)))
        };
        let parts = self.parts(schema).into_iter();
        let properties = parts.filter_map(|part| part.get("properties")?.as_object());
        properties
            .flatten()
            .filter(|(_, property)| is_annotated(property))
            .map(|(name, _)| name.as_str())
            .collect()
    }

    /// Returns a schema and the schemas that apply with it, through `$ref` and `allOf`.
    fn parts(&self, schema: &'d Value) -> Vec<&'d Value> {
        let mut parts = Vec::new();
        let mut seen = HashSet::new();
        let mut pending = vec![schema];
        while let Some(part) = pending.pop() {
            if !seen.insert(std::ptr::from_ref(part)) {
                continue;
            }
            parts.push(part);
            let reference = part.get("$ref").and_then(Value::as_str);
            let target = reference.and_then(|reference| self.document.at(reference));
            pending.extend(target.map(|(_, target)| target));
            pending.extend(
                part.get("allOf")
                    .and_then(Value::as_array)
                    .into_iter()
                    .flatten(),
            );
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use serde_json::{Value, json};

    use crate::{Document, Values};

    fn accepts(document: &Document, value: &Value) -> bool {
        let values = Values::new(document).unwrap();
        values.accepts("/components/schemas/Thing", value)
    }

    #[test]
    fn a_member_for_the_other_direction_is_optional() {
        let document = Document::parse(
            "
components:
  schemas:
    Id: { type: string, readOnly: true }
    Base: { required: [id, name], properties: { id: { $ref: '#/components/schemas/Id' }, name: {} } }
    Thing:
      allOf:
        - $ref: '#/components/schemas/Base'
        - { required: [id, secret], properties: { secret: { writeOnly: true } } }
",
        )
        .unwrap();
        for (value, written, in_requests, in_responses) in [
            (
                json!({ "id": "1", "name": "", "secret": "" }),
                true,
                true,
                true,
            ),
            (json!({ "name": "", "secret": "" }), false, true, false),
            (json!({ "id": "1", "name": "" }), false, false, true),
            (json!({ "id": "1", "secret": "" }), false, false, false),
            (
                json!({ "id": 1, "name": "", "secret": "" }),
                false,
                false,
                false,
            ),
        ] {
            assert_eq!(accepts(&document, &value), written, "{value}");
            assert_eq!(
                accepts(&document.in_requests(), &value),
                in_requests,
                "{value}"
            );
            assert_eq!(
                accepts(&document.in_responses(), &value),
                in_responses,
                "{value}"
            );
        }
    }
}
