//! A reader by other authors reads the same as this crate in every document of the corpus and
//! of this repository: operations, parameters, bodies, statuses, media types and security.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use openapi_document::{Api, Diagnostics, Document};
use roas::common::reference::ResolveError;
use roas::v3_2::path_item::{PathItem, Paths};
use roas::v3_2::spec::Spec;
use roas::{v3_0, v3_1};
use serde_json::{Value, to_value};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Why the other reader refuses a document: a part of its message, and the reason.
const REFUSED: [(&str, &str); 2] = [
    ("resolving of an external reference", "it reads one file"),
    ("missing field `info`", "the document is no whole one"),
];

/// What the other reader reads otherwise: a part of a difference, and the reason.
const DIFFERENT: [(&str, &str); 3] = [
    ("header Authorization,", "no parameter by OpenAPI 3.1.1 §4.8.12.2.1; it reads one"),
    ("round_trip/files/", "it reads one file"),
    ("POST /nothing body, required: false", "a body without content is none here"),
];

#[test]
fn another_reader_reads_the_same() {
    let (mut compared, mut refused, mut faults) = (0, 0, Vec::new());
    for (name, path) in documents() {
        let Ok(document) = Document::read(&path) else {
            continue;
        };
        let theirs = match other(&path).and_then(|spec| theirs(&spec)) {
            Ok(theirs) => theirs,
            Err(error) => {
                refused += 1;
                if !REFUSED.iter().any(|(message, _)| error.contains(message)) {
                    faults.push(format!("{name}: {error}"));
                }
                continue;
            }
        };
        compared += 1;
        let ours = ours(&document);
        let missed = theirs.difference(&ours);
        let missed = missed.map(|line| format!("{name}: not in our reading: {line}"));
        let more = ours.difference(&theirs);
        let more = more.map(|line| format!("{name}: in our reading alone: {line}"));
        let is_known = |line: &String| DIFFERENT.iter().any(|(part, _)| line.contains(part));
        faults.extend(missed.chain(more).filter(|line| !is_known(line)));
    }
    println!("{compared} documents are compared, the other reader refuses {refused}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Returns the names and the paths of files that may be documents.
fn documents() -> Vec<(String, PathBuf)> {
    let tracked = Command::new("git")
        .args(["ls-files", "*.yaml", "*.json"])
        .current_dir(ROOT)
        .output()
        .unwrap();
    let tracked = String::from_utf8(tracked.stdout).unwrap();
    let tracked = tracked.lines().map(|name| (name.to_owned(), Path::new(ROOT).join(name)));
    let beside = Path::new(ROOT).join("../shared/corpus");
    let corpus = std::env::var_os("OPENAPI_CORPUS").map_or(beside, PathBuf::from);
    let corpus = std::fs::read_dir(corpus).into_iter().flatten().map(|entry| {
        let entry = entry.unwrap();
        (entry.file_name().into_string().unwrap(), entry.path())
    });
    tracked.chain(corpus).collect()
}

fn other(path: &Path) -> Result<Spec, String> {
    let text = std::fs::read_to_string(path).unwrap();
    let yaml: Result<serde_yaml_ng::Value, _> = serde_yaml_ng::from_str(&text);
    // Statuses are numbers in YAML, and strings in JSON.
    let mut json = to_value(yaml.map_err(|error| error.to_string())?).unwrap();
    remove_schemas("", &mut json);
    let version = json["openapi"].as_str().unwrap_or_default();
    let spec = match version.get(..3) {
        Some("3.0") => serde_json::from_value(json)
            .map(|spec: v3_0::spec::Spec| Spec::from(v3_1::spec::Spec::from(spec))),
        Some("3.1") => serde_json::from_value(json).map(|spec: v3_1::spec::Spec| spec.into()),
        _ => serde_json::from_value(json),
    };
    spec.map_err(|error| error.to_string())
}

/// Removes the schemas, of which the other reader knows fewer keywords, from the value of a
/// member.
fn remove_schemas(name: &str, json: &mut Value) {
    if let Some(members) = json.as_object_mut() {
        let is_named = ["parameters", "headers"].contains(&name);
        members.retain(|name, _| is_named || (name != "schema" && name != "schemas"));
        for (name, value) in members {
            remove_schemas(name, value);
        }
    }
    for item in json.as_array_mut().into_iter().flatten() {
        remove_schemas("", item);
    }
}

fn ours(document: &Document) -> BTreeSet<String> {
    let api = Api::read(document, &mut Diagnostics::default());
    let webhooks = api.outgoing.iter().filter(|one| one.callback.is_none());
    let webhooks = webhooks.filter_map(|one| Some((one.name, &one.operation.as_ref().ok()?.0)));
    let operations = api.operations.iter().map(|one| (one.path, one));
    let mut lines = BTreeSet::new();
    for (path, operation) in operations.chain(webhooks) {
        let method = &operation.method;
        let mut add = |line: String| {
            lines.insert(format!("{method} {path}{line}"));
        };
        add(String::new());
        for parameter in &operation.parameters {
            let (place, name) = (parameter.place, parameter.name);
            add(format!(" {place} {name}, required: {}", parameter.required));
        }
        if let Some(body) = &operation.request_body {
            add(format!(" body, required: {}", body.required));
            for media in &body.content {
                add(format!(" body {}", media.name));
            }
        }
        for response in &operation.responses {
            let status = response.status;
            add(format!(" {status}"));
            for media in &response.content {
                add(format!(" {status} {}", media.name));
            }
        }
        for alternative in &operation.security {
            let schemes = alternative.schemes.iter();
            let schemes = schemes.map(|(scheme, scopes)| (scheme.name, scopes));
            let schemes: BTreeMap<_, _> = schemes.collect();
            add(format!(" security {schemes:?}"));
        }
    }
    lines
}

fn theirs(spec: &Spec) -> Result<BTreeSet<String>, String> {
    let failed = |error: ResolveError| error.to_string();
    let mut lines = BTreeSet::new();
    let paths = [&spec.paths, &spec.webhooks].into_iter().flatten();
    for (path, item) in paths.flat_map(Paths::iter) {
        let item = target(spec, item);
        let additional = item.additional_operations.iter().flatten();
        for (method, operation) in item.operations.iter().flatten().chain(additional) {
            let method = method.to_uppercase();
            let mut add = |line: String| {
                lines.insert(format!("{method} {path}{line}"));
            };
            add(String::new());
            let (inherited, own) = (&item.parameters, &operation.parameters);
            let mut parameters = BTreeMap::new();
            for parameter in inherited.iter().chain(own).flatten() {
                let parameter = to_value(parameter.get_item(spec).map_err(failed)?).unwrap();
                let [place, name] = ["in", "name"].map(|field| parameter[field].clone());
                let key = format!("{} {}", place.as_str().unwrap(), name.as_str().unwrap());
                parameters.insert(key, parameter["required"] == true);
            }
            for (parameter, required) in parameters {
                add(format!(" {parameter}, required: {required}"));
            }
            if let Some(body) = &operation.request_body {
                let body = body.get_item(spec).map_err(failed)?;
                add(format!(" body, required: {}", body.required == Some(true)));
                for media in body.content.keys() {
                    add(format!(" body {media}"));
                }
            }
            let all = operation.responses.iter();
            let responses = all.flat_map(|all| {
                let codes = all.responses.iter().flatten();
                let codes = codes.map(|(status, response)| (status.as_str(), response));
                codes.chain(all.default.iter().map(|response| ("default", response)))
            });
            for (status, response) in responses {
                add(format!(" {status}"));
                let content = &response.get_item(spec).map_err(failed)?.content;
                for media in content.iter().flatten().map(|(media, _)| media) {
                    add(format!(" {status} {media}"));
                }
            }
            let security = operation.security.as_ref().or(spec.security.as_ref());
            for alternative in security.into_iter().flatten() {
                add(format!(" security {alternative:?}"));
            }
        }
    }
    Ok(lines)
}

/// Returns the target of a path item, of which the other reader has the reference alone.
fn target<'s>(spec: &'s Spec, item: &'s PathItem) -> &'s PathItem {
    let reference = item.reference.as_ref();
    let name = reference.and_then(|to| to.strip_prefix("#/components/pathItems/"));
    let components = spec.components.as_ref();
    let target = name.and_then(|name| components?.path_items.as_ref()?.get(name));
    target.unwrap_or(item)
}
