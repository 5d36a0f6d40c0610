//! Copies the annotations of schemas.
//!
//! An emitted schema and its schema in the document are found by walking both from
//! each operation: names of components differ, and `allOf` is merged.

use std::collections::{BTreeMap, VecDeque};

use serde_json::{Map, Value, json};

use super::source::Source;
use crate::schemas::{EXTENSION, reference};

/// The keywords that describe values, and that OpenAPI 3.0.3 has.
const ANNOTATIONS: [&str; 9] = [
    "title",
    "description",
    "default",
    "deprecated",
    "readOnly",
    "writeOnly",
    "example",
    "externalDocs",
    "xml",
];

/// The keywords that describe values, and that OpenAPI 3.0.3 lacks. They are emitted
/// under [`EXTENSION`].
const BEYOND: [&str; 3] = ["examples", "contentEncoding", "contentMediaType"];

/// Keywords that have no effect on which values are accepted, beside the annotations.
/// `nullable` is a keyword of OpenAPI 3.0.
const OTHERS: [&str; 4] = ["$comment", "$defs", "contentSchema", "nullable"];

/// The pointer to the emitted components.
const COMPONENTS: &str = "/components/schemas";

/// The longest chain of aliases that is followed.
const MOST_ALIASES: usize = 32;

/// Annotates the schemas of operations, then the components that they refer to.
pub(super) struct Schemas<'d> {
    source: Source<'d>,
    /// The schema of each emitted component, and those that apply to its values, too.
    components: BTreeMap<String, (&'d Value, Vec<&'d Value>)>,
    waiting: VecDeque<String>,
}

impl<'d> Schemas<'d> {
    pub(super) fn new(source: Source<'d>) -> Self {
        Self { source, components: BTreeMap::new(), waiting: VecDeque::new() }
    }

    /// Annotates an emitted schema and the schemas below it. Those of components wait
    /// for [`Schemas::finish`].
    pub(super) fn annotate(&mut self, declared: &'d Value, emitted: &mut Value) {
        self.annotate_beside(declared, &[], emitted);
    }

    /// Annotates the schema of values to which others of the document apply, too: those
    /// beside a union, of a branch.
    fn annotate_beside(&mut self, declared: &'d Value, beside: &[&'d Value], emitted: &mut Value) {
        let mut annotations = Map::new();
        let mut target = declared;
        for _ in 0..MOST_ALIASES {
            let Some(next) = self.alias(target) else {
                break;
            };
            collect(target, &mut annotations);
            target = next;
        }
        match component(emitted) {
            Some(name) => {
                if !self.components.contains_key(name) {
                    let schemas = (target, beside.to_vec());
                    self.components.insert(name.to_owned(), schemas);
                    self.waiting.push_back(name.to_owned());
                }
            }
            None => self.annotate_target((target, beside), &mut annotations, emitted),
        }
        add(annotations, emitted);
    }

    /// Annotates the components that are referred to.
    pub(super) fn finish(mut self, emitted: &mut Value) {
        while let Some(name) = self.waiting.pop_front() {
            let (declared, beside) = self.components[&name].clone();
            if let Some(emitted) =
                emitted.pointer_mut(COMPONENTS).and_then(|all| all.get_mut(&name))
            {
                let mut annotations = Map::new();
                self.annotate_target((declared, &beside), &mut annotations, emitted);
                add(annotations, emitted);
            }
        }
        self.rename_mappings(emitted);
    }

    /// Annotates the schemas below an emitted schema that is no reference, and
    /// collects its own annotations.
    fn annotate_target(
        &mut self,
        (declared, beside): (&'d Value, &[&'d Value]),
        annotations: &mut Map<String, Value>,
        emitted: &mut Value,
    ) {
        collect(declared, annotations);
        for part in items(declared, "allOf") {
            if part.get("$ref").is_none() {
                collect(part, annotations);
            }
        }
        let mut parts = self.parts(declared);
        parts.extend(beside);
        let part = |keyword: &str| parts.iter().find_map(|part| part.get(keyword));
        for (name, emitted) in super::members_mut(emitted, "properties") {
            let properties = parts.iter().filter_map(|part| part.get("properties"));
            let mut declared = properties.filter_map(|properties| properties.get(name));
            if let Some(first) = declared.next() {
                self.annotate(first, emitted);
            }
            let mut others = Map::new();
            declared.for_each(|declared| collect(declared, &mut others));
            others.remove("title");
            add(others, emitted);
        }
        for keyword in ["items", "additionalProperties"] {
            if let (Some(declared), Some(emitted)) = (part(keyword), emitted.get_mut(keyword)) {
                self.annotate(declared, emitted);
            }
        }
        for keyword in ["oneOf", "anyOf"] {
            let union = parts.iter().find(|part| part.get(keyword).is_some());
            let branches = union.into_iter().flat_map(|union| items(union, keyword));
            let branches: Vec<_> = branches.filter(|branch| !is_null(branch)).collect();
            let emitted_branches = emitted.get_mut(keyword).and_then(Value::as_array_mut);
            let Some(emitted_branches) = emitted_branches else {
                continue;
            };
            if branches.len() == emitted_branches.len() {
                let beside: &[_] = if part("properties").is_some() { &parts } else { &[] };
                for (declared, emitted) in branches.into_iter().zip(emitted_branches) {
                    self.annotate_beside(declared, beside, emitted);
                }
            }
        }
        let has_variants =
            ["oneOf", "anyOf", "properties"].iter().any(|keyword| emitted.get(keyword).is_some());
        if let Some(discriminator) = declared.get("discriminator").filter(|_| has_variants) {
            emitted["discriminator"] = discriminator_of(declared, discriminator);
        }
    }

    /// Returns the schemas that all apply to the value of a schema: itself, and those
    /// of `$ref` and `allOf`.
    fn parts(&self, schema: &'d Value) -> Vec<&'d Value> {
        let mut parts = vec![schema];
        let mut next = 0;
        while let Some(part) = parts.get(next).copied() {
            let target = self.source.target(part);
            for part in target.into_iter().chain(items(part, "allOf")) {
                if !parts.iter().any(|known| std::ptr::eq(*known, part)) {
                    parts.push(part);
                }
            }
            next += 1;
        }
        parts
    }

    /// Returns the schema that a schema is another name of: its only keyword beside
    /// annotations is `$ref`, or a list of alternatives or conjuncts with one schema.
    fn alias(&self, schema: &'d Value) -> Option<&'d Value> {
        let mut asserting = schema.as_object()?.keys().filter(|name| is_asserting(name));
        let (only, None) = (asserting.next()?, asserting.next()) else {
            return None;
        };
        match only.as_str() {
            "$ref" => self.source.target(schema),
            "allOf" | "anyOf" | "oneOf" => {
                let mut branches = items(schema, only).filter(|branch| !is_null(branch));
                let first = branches.next()?;
                branches.next().is_none().then_some(first)
            }
            _ => None,
        }
    }

    /// Replaces the document's names of components in the mappings of discriminators.
    fn rename_mappings(&self, emitted: &mut Value) {
        let schemas = emitted.pointer_mut(COMPONENTS).and_then(Value::as_object_mut);
        for schema in schemas.into_iter().flat_map(Map::values_mut) {
            let mapping = schema.pointer_mut("/discriminator/mapping");
            let Some(mapping) = mapping.and_then(Value::as_object_mut) else {
                continue;
            };
            mapping.retain(|_, reference| {
                let target = self.source.target(&json!({ "$ref": reference }));
                let is_target =
                    |schema: &Value| target.is_some_and(|one| std::ptr::eq(one, schema));
                let mut components = self.components.iter();
                let emitted = components.find(|(_, (schema, _))| is_target(schema));
                if let Some((name, _)) = emitted {
                    *reference = format!("#/components/schemas/{name}").into();
                }
                emitted.is_some()
            });
        }
    }
}

/// Returns a Discriminator Object whose mapping has references into the document. A
/// branch without a mapping has the name of its component as its value (OpenAPI 3.1.1
/// §4.8.25).
fn discriminator_of(schema: &Value, discriminator: &Value) -> Value {
    let declared = discriminator.get("mapping").and_then(Value::as_object);
    let mut mapping = Map::new();
    for (value, target) in declared.into_iter().flatten() {
        let target = target.as_str().unwrap_or_default();
        let reference = if target.starts_with('#') {
            target.to_owned()
        } else {
            format!("#/components/schemas/{target}")
        };
        mapping.insert(value.clone(), reference.into());
    }
    let branches = items(schema, "oneOf").chain(items(schema, "anyOf"));
    for reference in branches.filter_map(|branch| branch.get("$ref")) {
        let is_mapped = mapping.values().any(|known| known == reference);
        let name = reference.as_str().and_then(|text| text.rsplit('/').next());
        if let Some(name) = name.filter(|_| !is_mapped) {
            mapping.insert(name.to_owned(), reference.clone());
        }
    }
    json!({ "propertyName": discriminator["propertyName"], "mapping": mapping })
}

/// Returns the component that an emitted schema refers to, if that is all that it
/// says about values other than `null`.
fn component(emitted: &Value) -> Option<&str> {
    let members = emitted.as_object()?;
    reference(members).or_else(|| match members.get("allOf")?.as_array()?.as_slice() {
        [only] => reference(only.as_object()?),
        _ => None,
    })
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").is_some_and(|name| name == "null")
        || schema.get("const").is_some_and(Value::is_null)
}

fn is_asserting(keyword: &str) -> bool {
    let is_annotation = [&ANNOTATIONS[..], &BEYOND, &OTHERS, &["discriminator"]]
        .iter()
        .any(|names| names.contains(&keyword));
    !is_annotation && !keyword.starts_with("x-")
}

fn items<'d>(schema: &'d Value, keyword: &str) -> impl Iterator<Item = &'d Value> {
    schema.get(keyword).and_then(Value::as_array).into_iter().flatten()
}

/// Adds the annotations of a schema that are not known yet.
fn collect(schema: &Value, annotations: &mut Map<String, Value>) {
    let members = schema.as_object().into_iter().flatten();
    for (name, value) in members {
        let is_annotation = ANNOTATIONS.contains(&name.as_str())
            || BEYOND.contains(&name.as_str())
            || name.starts_with("x-");
        if is_annotation && !name.starts_with("x-openapi-") {
            let entry = annotations.entry(name.as_str());
            entry.or_insert_with(|| value.clone());
        }
    }
}

/// Adds annotations that an emitted schema lacks, and its title.
fn add(annotations: Map<String, Value>, emitted: &mut Value) {
    if annotations.is_empty() {
        return;
    }
    if *emitted == Value::Bool(true) {
        *emitted = json!({});
    }
    // OpenAPI 3.0.3 ignores what is beside a reference.
    if emitted.get("$ref").is_some() {
        *emitted = json!({ "allOf": [emitted.take()] });
    }
    let Some(members) = emitted.as_object_mut() else {
        return;
    };
    for (name, value) in annotations {
        let members = if BEYOND.contains(&name.as_str()) {
            let beyond = members.entry(EXTENSION).or_insert_with(|| json!({}));
            match beyond.as_object_mut() {
                Some(beyond) => beyond,
                None => continue,
            }
        } else {
            &mut *members
        };
        match name.as_str() {
            // dropshot emits the name of the type.
            "title" => drop(members.insert(name, value)),
            _ => drop(members.entry(name).or_insert(value)),
        }
    }
}
