//! `bundle`: writes a document in several files as one.

use crate::Outcome;
use crate::arguments::Bundle;
use crate::diagnosis::Diagnosis;
use crate::failure::Failure;
use crate::output;
use openapi_document::{MemberAt, Node, Value};
use openapi_source::findings::Format;
use saphyr::{Scalar, ScalarStyle, Yaml, YamlEmitter};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::fmt::Display;
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
    match serde_json::from_str::<serde::de::IgnoredAny>(file) {
        Ok(_) => json_text(document),
        Err(_) => yaml_text(document),
    }
}

/// Returns a value as JSON.
pub(crate) fn json_text(value: &Node) -> String {
    let text = serde_json::to_string_pretty(&Exact(value));
    format!("{}\n", text.expect("every value of a node is one of JSON"))
}

/// A value whose numbers are serialized exactly, and not as floats.
struct Exact<'n>(&'n Node);

impl Serialize for Exact<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0.value {
            Value::Number(number) => {
                let number = RawValue::from_string(number_text(number));
                number.expect("a decimal is JSON").serialize(serializer)
            }
            Value::Sequence(items) => serializer.collect_seq(items.iter().map(Exact)),
            Value::Mapping(members) => {
                let members = members.iter();
                serializer.collect_map(members.map(|(name, node)| (name, Exact(node))))
            }
            _ => self.0.serialize(serializer),
        }
    }
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
        Value::Number(number) => {
            Yaml::Representation(number_text(number).into(), ScalarStyle::Plain, None)
        }
        Value::String(text) => string(text),
        Value::Sequence(items) => Yaml::Sequence(items.iter().map(yaml).collect()),
        Value::Mapping(members) => {
            let members = members.iter();
            Yaml::Mapping(members.map(|(name, node)| (string(name), yaml(node))).collect())
        }
    }
}

/// Returns a number as it is in JSON and in both versions of YAML, with all its digits.
fn number_text(number: &impl Display) -> String {
    let text = number.to_string();
    match text.find(['e', 'E']) {
        // Without a point, a number with an exponent is a string for YAML 1.1.
        Some(end) if !text.contains('.') => format!("{}.0{}", &text[..end], &text[end..]),
        _ => text,
    }
}

/// Returns a string that each reader takes for this string. The emitter quotes what YAML 1.2 takes
/// for another value.
fn string(text: &str) -> Yaml<'_> {
    // A number such as `0b1`, or a date, for YAML 1.1.
    let is_value = text.starts_with(|first: char| "+-.".contains(first) || first.is_ascii_digit());
    if !text.contains(is_special) && (text.contains('\n') || !is_value) {
        return Yaml::Value(Scalar::String(text.into()));
    }
    let quoted = serde_json::to_string(text).expect("a text is JSON");
    let quoted = quoted.chars().map(|character| match is_special(character) {
        true => format!("\\u{:04x}", u32::from(character)),
        false => character.to_string(),
    });
    Yaml::Representation(quoted.collect::<String>().into(), ScalarStyle::Plain, None)
}

/// Returns whether a character is not printable for YAML, or is a line break for YAML 1.1.
fn is_special(character: char) -> bool {
    let others = "\u{2028}\u{2029}\u{feff}\u{fffe}\u{ffff}";
    others.contains(character) || character.is_control() && !"\t\n".contains(character)
}
