//! Schemas without the keywords that an engine ignores: the engine can't notice a
//! value that only these keywords reject. A keyword that the engine reads must not
//! be removed.

use jsonschema::{Draft, Validator};
use openapi_conformance::{Document, Level, compare_versions};
use serde_json::{Map, Value, json};

/// The keywords that an engine ignores, and the draft of the schemas that it is
/// given.
pub struct Reading {
    draft: Draft,
    ignored: &'static [&'static str],
}

/// According to its `KEYWORDS.md`, which lists `items` with an array as
/// unsupported, too.
pub const JSON_SCHEMA_DIFF: Reading = Reading {
    draft: Draft::Draft7,
    ignored: &[
        "additionalItems",
        "const",
        "contains",
        "dependencies",
        "else",
        "enum",
        "format",
        "if",
        ITEMS_ARRAY,
        "multipleOf",
        "pattern",
        "patternProperties",
        "propertyNames",
        "then",
        "uniqueItems",
    ],
};

/// It has no code for these keywords.
pub const JSONSUBSCHEMA: Reading = Reading {
    draft: Draft::Draft4,
    ignored: &["dependencies", "format"],
};

/// `items` with an array, under its name in 2020-12.
const ITEMS_ARRAY: &str = "prefixItems";

impl Reading {
    /// Returns whether both schemas, as the engine reads them, agree on each of the
    /// values.
    pub fn agrees_on(&self, old: &Value, new: &Value, values: &[Value]) -> bool {
        let [old, new] = [old, new].map(|schema| self.validator(schema));
        let mut values = values.iter();
        values.all(|value| old.is_valid(value) == new.is_valid(value))
    }

    /// Returns whether values are lost and whether values are gained between both
    /// draft-07 schemas as the engine reads them: according to the comparison's
    /// witnesses, confirmed by the validator.
    pub fn differences(&self, old: &Value, new: &Value) -> Option<[bool; 2]> {
        let document = |schema: &Value| {
            let body = json!({"content": {"application/json": {"schema": self.read(schema)}}});
            let operation = json!({"requestBody": body, "responses": {}});
            let paths = json!({"/": {"post": operation}});
            let info = json!({"title": "One schema", "version": "1"});
            let document = json!({"openapi": "3.1.0", "info": info, "paths": paths});
            Document::parse("document", &document.to_string()).ok()
        };
        let report = compare_versions(Level::Documentation, &document(old)?, &document(new)?);
        let [old, new] = [old, new].map(|schema| self.validator(schema));
        let findings = report.findings.iter();
        let values: Vec<&Value> = findings
            .flat_map(|finding| &finding.witnesses)
            .map(|witness| &witness.value)
            .collect();
        let is_shown = |here: &Validator, there: &Validator| {
            let mut values = values.iter();
            values.any(|value| here.is_valid(value) && !there.is_valid(value))
        };
        Some([is_shown(&old, &new), is_shown(&new, &old)])
    }

    fn validator(&self, schema: &Value) -> Validator {
        let options = jsonschema::options().with_draft(self.draft).offline();
        let validator = options.build(&self.read(schema));
        validator.expect("it is a schema without these keywords, too")
    }

    fn read(&self, schema: &Value) -> Value {
        match schema {
            Value::Object(members) => Value::Object(self.members(members)),
            Value::Array(parts) => parts.iter().map(|part| self.read(part)).collect(),
            other => other.clone(),
        }
    }

    fn members(&self, members: &Map<String, Value>) -> Map<String, Value> {
        let is_ignored = |keyword: &str, value: &Value| {
            let keyword = match (keyword, value) {
                ("items", Value::Array(_)) => ITEMS_ARRAY,
                (keyword, _) => keyword,
            };
            self.ignored.contains(&keyword)
        };
        let members = members.iter().map(|(keyword, value)| {
            let value = match (keyword.as_str(), value) {
                // The names in these objects aren't keywords.
                ("properties" | "patternProperties", Value::Object(parts)) => {
                    let parts = parts.iter();
                    let parts = parts.map(|(name, part)| (name.clone(), self.read(part)));
                    Value::Object(parts.collect())
                }
                _ => self.read(value),
            };
            (keyword.clone(), value)
        });
        let mut members: Map<String, Value> = members.collect();
        members.retain(|keyword, value| !is_ignored(keyword, value));
        members
    }
}
