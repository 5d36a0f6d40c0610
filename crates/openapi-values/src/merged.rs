//! The schemas that apply to a value together.

use std::collections::HashSet;

use openapi_document::Pattern;
use serde_json::Value;

use crate::document::Document;
use crate::schema::Schema;

/// The merged schema: all schemas that apply to a value together, including those
/// reached by `$ref` and `allOf`.
#[derive(Clone, Debug, Default)]
pub struct Merged<'d> {
    /// The schemas.
    pub parts: Vec<Schema<'d>>,
}

impl<'d> Merged<'d> {
    /// Merges schemas. `choose` selects the alternatives of `oneOf`, `anyOf`, `if` and the
    /// discriminator of a base to include.
    pub fn new(
        document: &'d Document,
        schemas: &[Schema<'d>],
        mut choose: impl FnMut(Vec<Vec<Schema<'d>>>) -> Vec<Schema<'d>>,
    ) -> Self {
        let mut pending: Vec<_> = schemas.to_vec();
        let mut seen = HashSet::new();
        let mut parts = Vec::new();
        while let Some(schema) = pending.pop() {
            if !seen.insert(schema.pointer.clone()) {
                continue;
            }
            let reference = schema.keyword("$ref").and_then(Value::as_str);
            let target = reference.and_then(|reference| document.at(reference));
            pending.extend(target);
            pending.extend(schema.list("allOf"));
            for keyword in ["oneOf", "anyOf"] {
                let branches = schema.list(keyword);
                if !branches.is_empty() {
                    pending
                        .extend(choose(branches.into_iter().map(|branch| vec![branch]).collect()));
                }
            }
            let subtypes = subtypes(document, &schema);
            // A subtype applies its base.
            if !subtypes.is_empty() && !subtypes.iter().any(|one| seen.contains(&one.pointer)) {
                pending.extend(choose(subtypes.into_iter().map(|one| vec![one]).collect()));
            }
            if let Some(condition) = schema.below("if") {
                let then = std::iter::once(condition).chain(schema.below("then")).collect();
                let otherwise = schema.below("else").into_iter().collect();
                pending.extend(choose(vec![then, otherwise]));
            }
            parts.push(schema);
        }
        Self { parts }
    }

    /// Returns the values of a keyword in all parts.
    pub fn keyword(&self, name: &str) -> impl Iterator<Item = &'d Value> {
        self.parts.iter().filter_map(move |part| part.keyword(name))
    }

    /// Returns the maximum of a keyword's values.
    pub fn most(&self, name: &str) -> Option<usize> {
        let numbers = self.keyword(name).filter_map(Value::as_u64);
        numbers.filter_map(|number| usize::try_from(number).ok()).max()
    }

    /// Returns the minimum of a keyword's values.
    pub fn least(&self, name: &str) -> Option<usize> {
        let numbers = self.keyword(name).filter_map(Value::as_u64);
        numbers.filter_map(|number| usize::try_from(number).ok()).min()
    }

    /// Returns the JSON types that the parts allow; `integer` counts as a separate
    /// type.
    pub fn types(&self) -> Vec<&'static str> {
        const TYPES: [&str; 7] =
            ["null", "boolean", "integer", "number", "string", "array", "object"];
        let allowed = |name: &str| {
            self.keyword("type").all(|declared| {
                let includes = |other: &str| {
                    declared.as_str() == Some(other)
                        || declared
                            .as_array()
                            .is_some_and(|list| list.iter().any(|item| item == other))
                };
                includes(name) || name == "integer" && includes("number")
            })
        };
        TYPES.into_iter().filter(|name| allowed(name)).collect()
    }

    /// Returns the schemas of a member.
    pub fn member(&self, name: &str) -> Vec<Schema<'d>> {
        let mut schemas = Vec::new();
        let mut is_named = false;
        for part in &self.parts {
            let before = schemas.len();
            let properties = part.named("properties").into_iter();
            schemas
                .extend(properties.filter(|(known, _)| *known == name).map(|(_, schema)| schema));
            let patterns = part.named("patternProperties").into_iter();
            schemas.extend(
                patterns.filter(|(pattern, _)| matches(pattern, name)).map(|(_, schema)| schema),
            );
            if schemas.len() == before {
                schemas.extend(part.below("additionalProperties"));
            }
            is_named |= schemas.len() > before;
        }
        if !is_named {
            schemas
                .extend(self.parts.iter().filter_map(|part| part.below("unevaluatedProperties")));
        }
        schemas
    }

    /// Returns whether a discriminator names a schema by a member.
    pub(crate) fn is_tag(&self, document: &Document, name: &str) -> bool {
        let mut discriminators = self.parts.iter().filter_map(|part| document.discriminator(part));
        discriminators.any(|discriminator| discriminator.member == name)
    }

    /// Returns the schemas of an item.
    pub fn item(&self, index: usize) -> Vec<Schema<'d>> {
        let mut schemas = Vec::new();
        for part in &self.parts {
            let first = part.list("prefixItems");
            schemas.extend(first.get(index).cloned().or_else(|| part.below("items")));
        }
        if schemas.is_empty() {
            schemas.extend(self.parts.iter().filter_map(|part| part.below("unevaluatedItems")));
        }
        schemas
    }

    /// Returns the names in `required`.
    pub fn required(&self) -> Vec<&'d str> {
        let lists = self.keyword("required").filter_map(Value::as_array);
        lists.flatten().filter_map(Value::as_str).collect()
    }

    /// Returns the names in `properties`.
    pub fn properties(&self) -> Vec<&'d str> {
        let mut names = Vec::new();
        for part in &self.parts {
            for (name, _) in part.named("properties") {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }
}

/// Returns the schemas to which the discriminator of a base maps values.
fn subtypes<'d>(document: &'d Document, schema: &Schema<'d>) -> Vec<Schema<'d>> {
    let is_union = ["oneOf", "anyOf"].map(|keyword| schema.keyword(keyword).is_some());
    let discriminator = document.discriminator(schema).filter(|_| is_union == [false; 2]);
    let mapping = discriminator.map_or(&[][..], |one| &one.mapping).iter();
    mapping.filter_map(|(_, target)| document.schema(target.as_str())).collect()
}

/// Returns whether an ECMA-262 expression matches in a text.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    Pattern::matches(pattern, text) == Some(true)
}
