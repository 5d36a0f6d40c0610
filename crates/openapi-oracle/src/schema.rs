//! A schema of the document and its parts, as they are written.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::document::{Document, token};

/// A schema, known by where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Schema<'d> {
    pub pointer: String,
    node: &'d Value,
}

impl<'d> Schema<'d> {
    pub fn new(pointer: String, node: &'d Value) -> Self {
        Self { pointer, node }
    }

    /// `true`, which accepts everything and stands nowhere.
    #[cfg(feature = "serve")]
    pub fn anything() -> Self {
        Self::new(String::new(), &Value::Bool(true))
    }

    /// `false`, which accepts nothing.
    pub fn is_false(&self) -> bool {
        self.node == &Value::Bool(false)
    }

    pub fn keyword(&self, name: &str) -> Option<&'d Value> {
        self.node.get(name)
    }

    /// The schema that a keyword holds.
    pub fn below(&self, keyword: &str) -> Option<Self> {
        let node = self.keyword(keyword)?;
        Some(Self::new(format!("{}/{keyword}", self.pointer), node))
    }

    /// The schemas of a keyword that holds a list of them.
    pub fn list(&self, keyword: &str) -> Vec<Self> {
        let items = self.keyword(keyword).and_then(Value::as_array);
        let items = items.into_iter().flatten().enumerate();
        items
            .map(|(index, node)| Self::new(format!("{}/{keyword}/{index}", self.pointer), node))
            .collect()
    }

    /// The schemas of a keyword that holds them by name.
    pub fn named(&self, keyword: &str) -> Vec<(&'d str, Self)> {
        let members = self.keyword(keyword).and_then(Value::as_object);
        let members = members.into_iter().flat_map(Map::iter);
        members
            .map(|(name, node)| {
                let pointer = format!("{}/{keyword}/{}", self.pointer, token(name));
                (name.as_str(), Self::new(pointer, node))
            })
            .collect()
    }
}

/// What is true of a value at the same time: schemas, and all that they include
/// by reference and `allOf`, side by side: the merged schema.
#[derive(Clone, Debug, Default)]
pub(crate) struct Merged<'d> {
    pub parts: Vec<Schema<'d>>,
}

impl<'d> Merged<'d> {
    /// Merges schemas. `choose` says which alternatives of `oneOf`, `anyOf` and
    /// `if` to include, given all of them.
    pub fn new(
        document: &'d Document,
        schemas: &[Schema<'d>],
        mut choose: impl FnMut(Vec<Vec<Schema<'d>>>) -> Vec<Schema<'d>>,
    ) -> Self {
        let mut waiting: Vec<_> = schemas.to_vec();
        let mut seen = HashSet::new();
        let mut parts = Vec::new();
        while let Some(schema) = waiting.pop() {
            if !seen.insert(schema.pointer.clone()) {
                continue;
            }
            let reference = schema.keyword("$ref").and_then(Value::as_str);
            let target = reference.and_then(|reference| document.at(reference));
            waiting.extend(target.map(|(pointer, node)| Schema::new(pointer, node)));
            waiting.extend(schema.list("allOf"));
            for keyword in ["oneOf", "anyOf"] {
                let branches = schema.list(keyword);
                if !branches.is_empty() {
                    waiting.extend(choose(
                        branches.into_iter().map(|branch| vec![branch]).collect(),
                    ));
                }
            }
            if let Some(condition) = schema.below("if") {
                let then = std::iter::once(condition)
                    .chain(schema.below("then"))
                    .collect();
                let otherwise = schema.below("else").into_iter().collect();
                waiting.extend(choose(vec![then, otherwise]));
            }
            parts.push(schema);
        }
        Self { parts }
    }

    /// The values of a keyword, from every part that has it.
    pub fn keyword(&self, name: &str) -> impl Iterator<Item = &'d Value> {
        self.parts.iter().filter_map(move |part| part.keyword(name))
    }

    /// The largest of a keyword's numbers.
    pub fn most(&self, name: &str) -> Option<usize> {
        let numbers = self.keyword(name).filter_map(Value::as_u64);
        numbers
            .filter_map(|number| usize::try_from(number).ok())
            .max()
    }

    /// The smallest of a keyword's numbers.
    pub fn least(&self, name: &str) -> Option<usize> {
        let numbers = self.keyword(name).filter_map(Value::as_u64);
        numbers
            .filter_map(|number| usize::try_from(number).ok())
            .min()
    }

    /// Which JSON types the parts allow; `integer` counts as one of its own.
    pub fn types(&self) -> Vec<&'static str> {
        const TYPES: [&str; 7] = [
            "null", "boolean", "integer", "number", "string", "array", "object",
        ];
        let allowed = |name: &str| {
            self.keyword("type").all(|said| {
                let says = |other: &str| {
                    said.as_str() == Some(other)
                        || said
                            .as_array()
                            .is_some_and(|list| list.iter().any(|item| item == other))
                };
                says(name) || name == "integer" && says("number")
            })
        };
        TYPES.into_iter().filter(|name| allowed(name)).collect()
    }

    /// The schemas of a member.
    pub fn member(&self, name: &str) -> Vec<Schema<'d>> {
        let mut schemas = Vec::new();
        let mut is_named = false;
        for part in &self.parts {
            let before = schemas.len();
            let properties = part.named("properties").into_iter();
            schemas.extend(
                properties
                    .filter(|(known, _)| *known == name)
                    .map(|(_, schema)| schema),
            );
            let patterns = part.named("patternProperties").into_iter();
            schemas.extend(
                patterns
                    .filter(|(pattern, _)| matches(pattern, name))
                    .map(|(_, schema)| schema),
            );
            if schemas.len() == before {
                schemas.extend(part.below("additionalProperties"));
            }
            is_named |= schemas.len() > before;
        }
        if !is_named {
            schemas.extend(
                self.parts
                    .iter()
                    .filter_map(|part| part.below("unevaluatedProperties")),
            );
        }
        schemas
    }

    /// The schemas of an item.
    pub fn item(&self, index: usize) -> Vec<Schema<'d>> {
        let mut schemas = Vec::new();
        for part in &self.parts {
            let first = part.list("prefixItems");
            schemas.extend(first.get(index).cloned().or_else(|| part.below("items")));
        }
        if schemas.is_empty() {
            schemas.extend(
                self.parts
                    .iter()
                    .filter_map(|part| part.below("unevaluatedItems")),
            );
        }
        schemas
    }

    /// The names in `required`.
    pub fn required(&self) -> Vec<&'d str> {
        let lists = self.keyword("required").filter_map(Value::as_array);
        lists.flatten().filter_map(Value::as_str).collect()
    }

    /// The names in `properties`.
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

/// Whether an ECMA-262 expression finds something in a text.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    expression(pattern).is_some_and(|expression| expression.find(text).is_some())
}

/// An ECMA-262 expression, with the `u` flag as JSON Schema asks (Core §6.4).
pub(crate) fn expression(pattern: &str) -> Option<regress::Regex> {
    regress::Regex::with_flags(pattern, "u").ok()
}
