//! Sends the instances of the JSON Schema test suite to a generated server, and as
//! responses to a generated client: one document with an operation for each schema.

use super::expected::Differences;
use super::groups::Group;
use crate::{process, workspace};
use anyhow::Result;
use fs_err as fs;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// Compares the answers of server and client with the suite.
pub fn compare(groups: &[Group], differences: &mut Differences) -> Result<()> {
    let folder = workspace::target()?.join("suites");
    fs::create_dir_all(&folder)?;
    let write = |name: &str, json: &Value| {
        let path = folder.join(name);
        fs::write(&path, json.to_string())?;
        anyhow::Ok(path)
    };
    let mut refused = BTreeMap::new();
    let file = loop {
        let is_kept = |number| !refused.contains_key(&number);
        let file = write("json-schema.json", &document(groups, is_kept))?;
        let more = self::refused(&file)?;
        if more.is_empty() {
            break file;
        }
        // A document that can't be read has no other errors.
        refused.extend(more);
    };
    for (number, group) in groups.iter().enumerate() {
        let Some(reason) = refused.get(&number) else {
            differences.count("http: schemas");
            continue;
        };
        differences.count("http: schemas that are refused");
        differences.push(format!("http: refused: {}: {reason}", group.name));
    }
    let sent: Vec<_> = (0..groups.len())
        .filter(|number| !refused.contains_key(number))
        .flat_map(|number| groups[number].tests.iter().map(move |test| (number, test)))
        .collect();
    let cases = sent.iter().map(|(number, test)| {
        json!({ "operation": format!("POST {}", path(*number)), "body": test.data.to_string() })
    });
    let cases = write("cases.json", &cases.collect())?;
    let mut oracle = process::cargo("run --quiet --example oracle --");
    let verdicts = process::output(oracle.arg(file).arg("--given").arg(cases))?;
    let verdicts: Vec<Value> = serde_json::from_str(&verdicts)?;
    for ((number, test), verdict) in sent.into_iter().zip(verdicts) {
        let mut judge = |part: &str| {
            let answer = match verdict[part].as_bool() {
                Some(accepted) if accepted == test.valid => {
                    return differences.count(&format!("http: {part}: right"));
                }
                None => "no answer",
                Some(true) => "accepted",
                Some(false) => "refused",
            };
            differences.count(&format!("http: {part}: {answer} wrongly"));
            let name = &groups[number].name;
            differences.push(format!("http: {part}: {answer}: {name}: {}", test.name));
        };
        judge("server");
        judge("client");
        if verdict["unheld"] == json!(true) {
            differences.count("http: client: right, and its type can't hold the value");
        }
    }
    Ok(())
}

fn path(number: usize) -> String {
    format!("/s{number}")
}

/// Returns the document with an operation for each schema that is kept.
fn document(groups: &[Group], is_kept: impl Fn(usize) -> bool) -> Value {
    let (mut paths, mut schemas) = (json!({}), json!({}));
    for (number, group) in groups.iter().enumerate().filter(|(number, _)| is_kept(*number)) {
        let name = format!("S{number}");
        let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
        let content = json!({ "application/json": { "schema": schema } });
        paths[path(number)] = json!({ "post": {
            "operationId": format!("s{number}"),
            "requestBody": { "required": true, "content": content },
            "responses": {
                "200": { "description": "The body", "content": content },
                "4XX": { "description": "Refused" },
                "5XX": { "description": "Not done" },
            },
        } });
        schemas[name] = group.schema.clone();
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "Suite", "version": "1" },
        "paths": paths,
        "components": { "schemas": schemas },
    })
}

/// Returns the schemas with errors, each with a reason.
fn refused(file: &Path) -> Result<BTreeMap<usize, String>> {
    let mut check = process::cargo("run --quiet --bin openapi-dropshot -- check --format json");
    check.arg(file);
    let diagnosis: Value = serde_json::from_slice(&process::run(&mut check)?.stdout)?;
    let mut reasons = BTreeMap::new();
    let diagnostics = diagnosis["diagnostics"].as_array().into_iter().flatten();
    for error in diagnostics.filter(|one| one["severity"] == json!("error")) {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (pointer, message) = (text(&error["location"]["pointer"]), text(&error["message"]));
        let names = error["refused"].as_array().into_iter().flatten().map(text);
        // `POST /s1 (s1), server`, or an error in a component.
        let names = names.map(|name| name.split(' ').nth(1).unwrap_or_default().to_owned());
        let component = pointer.strip_prefix("/components/schemas/");
        let component = component.and_then(|rest| rest.split('/').next());
        for name in names.chain(component.map(str::to_owned)) {
            let number = name.trim_start_matches(|one: char| !one.is_ascii_digit());
            if let Ok(number) = number.parse() {
                reasons.entry(number).or_insert_with(|| message.clone());
            }
        }
    }
    Ok(reasons)
}
