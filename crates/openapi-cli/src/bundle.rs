//! `bundle`: writes a document in several files as one.

use crate::Outcome;
use crate::arguments::Bundle;
use crate::diagnosis::Diagnosis;
use crate::failure::Failure;
use crate::output;
use openapi_document::{MemberAt, Node, Value};
use openapi_source::findings::Format;
use saphyr::{Scalar, ScalarStyle, Yaml, YamlEmitter};
use std::borrow::Cow;
use std::io;

pub(crate) fn run(arguments: &Bundle) -> Result<Outcome, Failure> {
    let Bundle { file, root, output } = arguments;
    let bundle = openapi_document::Bundle::read(file, root.as_deref(), MemberAt::Value);
    output::refuse_inputs(output, &bundle.files)?;
    let document = match bundle.document {
        Ok(document) => document,
        Err(diagnostics) => {
            Diagnosis::of(diagnostics).print(Format::Text, io::stderr())?;
            return Err(Failure::Document);
        }
    };
    let mut problems = bundle.warnings;
    problems.extend(bundle.misplaced);
    problems.extend(bundle.unread);
    let is_complete = !problems.has_errors();
    if !problems.is_empty() {
        Diagnosis::of(problems).print(Format::Text, io::stderr())?;
    }
    if !is_complete {
        return Err(Failure::Document);
    }
    let text = text(&document);
    match output {
        Some(path) => output::write(path, &text)?,
        None => output::print(&text)?,
    }
    Ok(Outcome::Clean)
}

/// Returns the text of a document: YAML, or JSON if the file is JSON.
pub(crate) fn text(document: &Node) -> String {
    let file = document.location.file.text();
    if file.trim_start().starts_with('{') {
        return json_text(document);
    }
    yaml_text(document)
}

/// Returns a value as JSON.
pub(crate) fn json_text(value: &Node) -> String {
    let text = serde_json::to_string_pretty(value);
    format!("{}\n", text.expect("every value of a node is one of JSON"))
}

/// Returns a value as YAML.
pub(crate) fn yaml_text(value: &Node) -> String {
    let mut text = String::new();
    let mut emitter = YamlEmitter::new(&mut text);
    emitter.multiline(true);
    emitter.dump(&yaml(value)).expect("a string can be extended");
    let text = text.strip_prefix("---\n").unwrap_or(&text);
    format!("{}\n", text.trim_end_matches('\n'))
}

fn yaml(node: &Node) -> Yaml<'_> {
    match &node.value {
        Value::Null => Yaml::Value(Scalar::Null),
        Value::Bool(value) => Yaml::Value(Scalar::Boolean(*value)),
        // Exactly, and not as a float.
        Value::Number(_) => {
            let number = Cow::from(node.value.to_string());
            Yaml::Representation(number, ScalarStyle::Plain, None)
        }
        Value::String(text) => string(text),
        Value::Sequence(items) => Yaml::Sequence(items.iter().map(yaml).collect()),
        Value::Mapping(members) => {
            let members = members.iter();
            Yaml::Mapping(members.map(|(name, node)| (string(name), yaml(node))).collect())
        }
    }
}

fn string(text: &str) -> Yaml<'_> {
    Yaml::Value(Scalar::String(text.into()))
}
