//! Extensions about the values of strings: the known values of open enumerations, and the
//! names and the descriptions of the values of closed ones.

use std::collections::{BTreeSet, HashMap, HashSet};

use openapi_document::{Diagnostic, Node, Schema, TypeName, ValueTexts};
use serde_json::Value;

use crate::known_values::OpenType;
use crate::lower::context::{Context, Object};
use crate::lower::names;

/// Returns the type of a string with known values and others.
pub(super) fn open_type(
    context: &Context<'_>,
    schema: Schema<'_>,
    lowered: &Object,
    name: &str,
) -> Option<OpenType> {
    let is_text = lowered.get("type").and_then(Value::as_str) == Some("string")
        && ["enum", "format"]
            .iter()
            .all(|keyword| !lowered.contains_key(*keyword));
    let open = || OpenType::of(&names::type_name(name), schema.node(), TypeName::String);
    (context.has_marks && is_text).then(open).flatten()
}

/// Writes the names of values into the lowered enumerations, and keeps their descriptions.
pub(super) fn apply(context: &mut Context<'_>) {
    if !context.has_marks {
        return;
    }
    let mut named: HashMap<String, HashMap<String, String>> = HashMap::new();
    let mut warnings = Vec::new();
    for (name, (lowered, location)) in &context.types.done {
        let source = context.document.find(&location.pointer);
        let (Some(values), Some(source)) = (texts(lowered), source) else {
            continue;
        };
        let mut of = |texts: ValueTexts| match by_value(source, texts) {
            Ok(texts) => texts,
            Err(warning) => {
                warnings.push(warning);
                HashMap::new()
            }
        };
        let descriptions = of(ValueTexts::Descriptions);
        let names = variants(&values, &of(ValueTexts::Names));
        if !descriptions.is_empty() {
            let descriptions = descriptions.into_iter();
            let descriptions =
                descriptions.map(|(value, text)| (value.to_owned(), text.to_owned()));
            let type_name = names::type_name(name);
            context
                .value_descriptions
                .insert(type_name, descriptions.collect());
        }
        if !names.is_empty() {
            named.insert(name.clone(), names);
        }
    }
    let different = merged_differently(context, &named);
    named.retain(|name, _| !different.contains(name));
    for (name, (lowered, _)) in &mut context.types.done {
        let (Some(names), Some(Value::Array(values))) = (named.get(name), lowered.get_mut("enum"))
        else {
            continue;
        };
        for value in values {
            if let Some(name) = value.as_str().and_then(|value| names.get(value)) {
                *value = name.as_str().into();
            }
        }
    }
    warnings
        .into_iter()
        .for_each(|warning| context.push(warning));
}

/// Returns the values of an enumeration of strings.
fn texts(lowered: &Object) -> Option<Vec<&str>> {
    let values = lowered.get("enum").and_then(Value::as_array)?;
    values.iter().map(Value::as_str).collect()
}

/// Returns the texts of an extension by the values of the enumeration.
fn by_value(source: &Node, texts: ValueTexts) -> Result<HashMap<&str, &str>, Diagnostic> {
    let values = source
        .get("enum")
        .and_then(Node::sequence)
        .unwrap_or_default();
    let texts = texts.of(source, values.len())?.unwrap_or_default();
    let pairs = values.iter().map(Node::string).zip(texts);
    Ok(pairs
        .filter_map(|(value, text)| Some((value?, text)))
        .collect())
}

/// Returns the values with their names, where the variants would have others.
fn variants(values: &[&str], names: &HashMap<&str, &str>) -> HashMap<String, String> {
    let mut used = HashSet::new();
    let mut named = HashMap::new();
    for value in values {
        let wanted = names.get(value).copied().unwrap_or(value);
        let name = names::numbered(wanted, |name| !used.contains(&names::type_name(name)));
        used.insert(names::type_name(&name));
        if !names.is_empty() && names::type_name(&name) != names::type_name(value) {
            named.insert((*value).to_owned(), names::named(value, &name));
        }
    }
    named
}

/// Returns the enumerations that share a value, under different names, with another one that
/// schemas in an `allOf` contain. typify merges these schemas by comparing the values.
fn merged_differently(
    context: &Context<'_>,
    named: &HashMap<String, HashMap<String, String>>,
) -> HashSet<String> {
    let mut merged = Merged {
        context,
        named,
        components: HashSet::new(),
        texts: HashMap::new(),
    };
    for (schema, _) in context.types.done.values() {
        merged.find(schema);
    }
    let is_different = |name: &&String| {
        let mut values = named[*name].keys();
        let several = |value: &String| {
            merged
                .texts
                .get(value.as_str())
                .is_some_and(|all| all.len() > 1)
        };
        merged.components.contains(name.as_str()) && values.any(several)
    };
    named.keys().filter(is_different).cloned().collect()
}

struct Merged<'c> {
    context: &'c Context<'c>,
    named: &'c HashMap<String, HashMap<String, String>>,
    /// The components that schemas in an `allOf` contain.
    components: HashSet<&'c str>,
    /// The texts for each value of an enumeration among them.
    texts: HashMap<&'c str, BTreeSet<&'c str>>,
}

impl<'c> Merged<'c> {
    /// Finds the schemas in each `allOf` of a schema.
    fn find(&mut self, schema: &'c Object) {
        for (keyword, value) in schema {
            match value {
                Value::Array(branches) if keyword == "allOf" && branches.len() > 1 => {
                    branches.iter().for_each(|branch| self.add(branch, None));
                }
                Value::Array(items) => {
                    let items = items.iter().filter_map(Value::as_object);
                    items.for_each(|item| self.find(item));
                }
                Value::Object(schema) => self.find(schema),
                _ => {}
            }
        }
    }

    /// Adds what a schema contains.
    fn add(&mut self, value: &'c Value, component: Option<&str>) {
        match value {
            Value::Object(schema) => self.add_object(schema, component),
            Value::Array(items) => items.iter().for_each(|item| self.add(item, None)),
            _ => {}
        }
    }

    fn add_object(&mut self, schema: &'c Object, component: Option<&str>) {
        let names = component.and_then(|name| self.named.get(name));
        for value in texts(schema).into_iter().flatten() {
            let text = names.and_then(|names| names.get(value));
            let text = text.map_or(value, String::as_str);
            self.texts.entry(value).or_default().insert(text);
        }
        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            let name = name.rsplit('/').next().unwrap_or_default();
            if let Some((target, _)) = self.context.types.done.get(name)
                && self.components.insert(name)
            {
                self.add_object(target, Some(name));
            }
        }
        schema.values().for_each(|value| self.add(value, None));
    }
}
