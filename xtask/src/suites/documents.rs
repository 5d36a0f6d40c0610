//! Changes documents so that OpenAPI's schema of documents refuses some of them, and compares
//! with the errors of `openapi-dropshot check`.

use super::expected::Differences;
use crate::{process, workspace};
use anyhow::Result;
use fs_err as fs;
use serde_json::{Value, json};
use std::path::Path;

/// The documents, each for one version of OpenAPI.
const DOCUMENTS: [(&str, &str); 3] = [
    ("v3.0", "tests/integration/data/v3.0/petstore.yaml"),
    ("v3.1", "tests/integration/data/v3.1/petstore.yaml"),
    ("v3.2", "tests/integration/data/v3.2/petstore.yaml"),
];

/// Compares `check` with the schemas of documents in the source of openapi-spec-validator.
pub fn compare(source: &Path, differences: &mut Differences) -> Result<()> {
    let command = process::program("openapi-dropshot")?;
    let folder = workspace::target()?.join("suites");
    fs::create_dir_all(&folder)?;
    let file = folder.join("changed.json");
    for (version, path) in DOCUMENTS {
        let schema =
            source.join(format!("openapi_spec_validator/resources/schemas/{version}/schema.json"));
        let schema = read(&schema)?;
        let validator = jsonschema::validator_for(&schema)?;
        let document = read(&source.join(path))?;
        let mut changed = vec![(String::new(), document.clone())];
        changes(&document, &document, String::new(), &mut changed);
        for (change, document) in changed {
            fs::write(&file, document.to_string())?;
            let mut check = process::command(&command, "check");
            let accepts = process::run(check.arg(&file))?.status.success();
            let is_right = accepts == validator.is_valid(&document);
            let answer = match (is_right, accepts) {
                (true, _) => "right",
                (false, true) => "no error",
                (false, false) => "an error",
            };
            differences.count(&format!("check: {answer}"));
            if !is_right {
                differences.push(format!("check: {answer}: {version}: {change}"));
            }
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<Value> {
    Ok(serde_yaml_ng::from_str(&fs::read_to_string(path)?)?)
}

/// Adds the copies of a document in which a node below a pointer is missing, or has another
/// type.
fn changes(document: &Value, node: &Value, pointer: String, changed: &mut Vec<(String, Value)>) {
    let members: Vec<(String, &Value)> = match node {
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), value)).collect()
        }
        Value::Array(items) => {
            items.iter().enumerate().map(|(index, value)| (index.to_string(), value)).collect()
        }
        _ => return,
    };
    for (name, member) in members {
        let below = format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"));
        let mut without = document.clone();
        match without.pointer_mut(&pointer) {
            Some(Value::Object(members)) => drop(members.remove(&name)),
            Some(Value::Array(items)) => drop(items.remove(name.parse().unwrap_or_default())),
            _ => {}
        }
        changed.push((format!("{below} is removed"), without));
        let mut other = document.clone();
        if let Some(value) = other.pointer_mut(&below) {
            *value = if member.is_string() { json!(1) } else { json!("text") };
        }
        changed.push((format!("{below} has another type"), other));
        changes(document, member, below, changed);
    }
}
