//! Writes a schema for one direction: without the exempted members in `required`, and
//! with references to the copies for this direction.

use std::collections::{BTreeSet, HashMap};

use super::Direction;
use super::members::{annotated, is_exempted, united};
use crate::{Document, Keyword, KeywordValue, Mapping, Node, Pointer, Value};

pub(super) struct Rewrite<'a> {
    pub document: &'a Document,
    pub direction: Direction,
    /// The copies for requests, by the schemas that they replace.
    pub copies: &'a HashMap<Pointer, Pointer>,
}

impl Rewrite<'_> {
    /// Returns a schema of the document for the direction.
    pub fn schema(&self, mut schema: Node) -> Node {
        self.below(&mut schema, &BTreeSet::new());
        schema
    }

    /// Changes a schema for which the schemas around it exempt some members.
    fn below(&self, schema: &mut Node, exempted: &BTreeSet<String>) {
        let annotation = self.direction.exempting_annotation();
        let exempted = united(exempted, annotated(self.document, schema, annotation));
        let Value::Mapping(members) = &mut schema.value else {
            return;
        };
        self.name_branches(members);
        if let Some(required) = members.get_mut("required")
            && let Value::Sequence(names) = &mut required.value
        {
            names.retain(|name| !is_exempted(name, &exempted));
            // OpenAPI 3.0 doesn't allow an empty array.
            if names.is_empty() {
                members.shift_remove("required");
            }
        }
        let none = BTreeSet::new();
        for (name, value) in members {
            let Some(keyword) = Keyword::from_name(name) else {
                continue;
            };
            let exempted = match keyword {
                Keyword::Not | Keyword::If => continue,
                Keyword::Ref => {
                    self.refer(value);
                    continue;
                }
                Keyword::AllOf => &exempted,
                _ => &none,
            };
            match (keyword.value(), &mut value.value) {
                (KeywordValue::Data, _) => {}
                (KeywordValue::Schema, _) => self.below(value, exempted),
                (KeywordValue::Schemas, Value::Sequence(schemas)) => {
                    schemas.iter_mut().for_each(|one| self.below(one, exempted));
                }
                (KeywordValue::NamedSchemas, Value::Mapping(schemas)) => {
                    let schemas = schemas.values_mut();
                    schemas.for_each(|one| self.below(one, exempted));
                }
                _ => {}
            }
        }
    }

    /// Returns the copy that replaces the target of a reference.
    fn copy(&self, reference: &str) -> Option<String> {
        if self.direction == Direction::Response {
            return None;
        }
        let copy = self.copies.get(&Pointer::from_reference(reference)?)?;
        Some(copy.to_fragment())
    }

    fn refer(&self, reference: &mut Node) {
        if let Some(copy) = reference.string().and_then(|text| self.copy(text)) {
            reference.value = Value::String(copy);
        }
    }

    /// Maps the values of a discriminator to the copies. A branch without a mapping has
    /// the name of its component as its value (§4.8.25), which a copy doesn't have.
    fn name_branches(&self, schema: &mut Mapping) {
        let unions = ["oneOf", "anyOf"].into_iter();
        let branches = unions.filter_map(|keyword| schema.get(keyword)?.sequence());
        let branches: Vec<_> = branches
            .flatten()
            .filter_map(|branch| {
                let reference = branch.get("$ref")?;
                let text = reference.string()?;
                let name = Pointer::from_reference(text)?.last()?;
                Some((name, text.to_owned(), self.copy(text)?, reference.clone()))
            })
            .collect();
        let Some(discriminator) = schema.get_mut("discriminator") else {
            return;
        };
        let location = discriminator.location.clone();
        let Value::Mapping(fields) = &mut discriminator.value else {
            return;
        };
        if branches.is_empty() {
            return;
        }
        let mapping = fields.entry("mapping".to_owned()).or_insert_with(|| Node {
            value: Value::Mapping(Mapping::new()),
            location,
        });
        let Value::Mapping(mapping) = &mut mapping.value else {
            return;
        };
        for (name, text, copy, reference) in branches {
            let is_branch = |target: &Node| {
                let target = target.string();
                target == Some(name.as_str()) || target == Some(text.as_str())
            };
            let mut is_mapped = false;
            for target in mapping.values_mut().filter(|target| is_branch(target)) {
                target.value = Value::String(copy.clone());
                is_mapped = true;
            }
            if !is_mapped {
                let value = Value::String(copy);
                let location = reference.location;
                mapping.insert(name, Node { value, location });
            }
        }
    }
}
