//! Reads the JSON Schema test suite for 2020-12: groups of instances with one schema.

use anyhow::Result;
use fs_err as fs;
use serde_json::{Value, json};
use std::path::Path;

/// A schema with the instances that it accepts or rejects.
pub struct Group {
    /// The file and the description, which name the group.
    pub name: String,
    /// The schema, with identifiers that no other group has.
    pub schema: Value,
    pub tests: Vec<Test>,
}

/// An instance.
pub struct Test {
    pub name: String,
    pub data: Value,
    pub valid: bool,
}

/// Returns all groups. Formats are asserted, so that the tests of them as annotations are not
/// among them; those of other drafts aren't either.
pub fn groups(suite: &Path) -> Result<Vec<Group>> {
    let folder = suite.join("tests/draft2020-12");
    let mut groups = Vec::new();
    for part in ["", "optional", "optional/format"] {
        let entries = fs::read_dir(folder.join(part))?;
        let paths = entries.map(|entry| entry.map(|entry| entry.path()));
        let mut paths: Vec<_> = paths.collect::<Result<_, _>>()?;
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
        paths.sort();
        for path in paths {
            let text = fs::read_to_string(&path)?;
            let read: Vec<Value> = serde_json::from_str(&text)?;
            let file = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
            for group in read {
                groups.push(self::group(&file, &group, groups.len()));
            }
        }
    }
    Ok(groups)
}

fn group(file: &str, group: &Value, number: usize) -> Group {
    let text = |value: &Value| value["description"].as_str().unwrap_or_default().to_owned();
    let mut schema = group["schema"].clone();
    make_unique(&mut schema, number);
    if let Some(members) = schema.as_object_mut() {
        // References in the schema start at it, and not at the document.
        let id = format!("https://example.com/{number}/");
        members.entry("$id").or_insert(json!(id));
    }
    let tests = group["tests"].as_array().into_iter().flatten();
    let tests = tests.map(|test| Test {
        name: text(test),
        data: test["data"].clone(),
        valid: test["valid"] == json!(true),
    });
    Group { name: format!("{file}: {}", text(group)), schema, tests: tests.collect() }
}

/// Adds a number to the host in each identifier, except for those of JSON Schema itself.
fn make_unique(node: &mut Value, number: usize) {
    match node {
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(uri)
                        if ["$id", "$ref", "$dynamicRef"].contains(&name.as_str()) =>
                    {
                        if let Some((scheme, rest)) = uri.split_once("://")
                            && !rest.starts_with("json-schema.org/")
                        {
                            *uri = format!("{scheme}://s{number}.{rest}");
                        }
                    }
                    _ => make_unique(member, number),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| make_unique(item, number)),
        _ => {}
    }
}
