//! The changed documents as lines of JSON, for engines other than this one: what
//! is to be found, the two documents, and of each the one schema that was changed.
//! It must never give an engine less than its language can say.

use crate::mutants::{changes, equivalent, is_text, strip_names};
use crate::older::{draft_04, draft_07, openapi_30};
use openapi_conformance::{Document, Level, Rule, Side, compare_versions};
use serde_json::{Value, json};

/// One line for each pair of a document and a change of it, in both orders.
pub fn lines(original: &Value) -> Vec<String> {
    let mut lines = Vec::new();
    let mut add = |name: &str, at: &str, changed: &Value, is_noticeable: bool| {
        for (old, new) in [(original, changed), (changed, original)] {
            let pair = pair(old, new, is_noticeable);
            let is_removed = std::ptr::eq(new, original);
            let about = json!({"change": name, "at": at, "reversed": is_removed});
            lines.push(format!("{}\n", merged(about, pair)));
        }
    };
    for change in changes(original) {
        add(
            &strip_names(&change.name),
            &change.at,
            &change.document,
            true,
        );
    }
    for (name, at, text) in equivalent::changes(original) {
        let changed = serde_json::from_str(&text).expect("it was written as JSON");
        add(&name, &at, &changed, false);
    }
    lines
}

fn merged(mut one: Value, other: Value) -> Value {
    if let (Value::Object(one), Value::Object(other)) = (&mut one, other) {
        one.extend(other);
    }
    one
}

fn pair(old: &Value, new: &Value, is_noticeable: bool) -> Value {
    let read = |document: &Value| Document::parse("document", &document.to_string());
    let (Ok(left), Ok(right)) = (read(old), read(new)) else {
        return json!({"noticeable": is_noticeable, "found": null});
    };
    let mut report = compare_versions(Level::Documentation, &left, &right);
    report.findings.retain(|finding| !is_text(finding.rule));
    let mut rules: Vec<&str> = report.findings.iter().map(|one| one.rule.id()).collect();
    rules.sort_unstable();
    rules.dedup();
    let witnesses = || {
        report
            .findings
            .iter()
            .flat_map(|finding| &finding.witnesses)
    };
    let are_annotations = rules
        .iter()
        .all(|rule| *rule == Rule::SchemaAnnotationDifferent.id());
    let schemas = schemas(old, new).and_then(|(old, new)| {
        let shown = |side| {
            let is_shown = |value: &Value| {
                let (left, right) = (allows(&old, value), allows(&new, value));
                left == (side == Side::Contract) && right == (side == Side::Emitted)
            };
            let mut values = witnesses().map(|witness| &witness.value);
            values.find(|value| is_shown(value)).map(Value::to_string)
        };
        let (lost, gained) = (shown(Side::Contract), shown(Side::Emitted));
        if !are_annotations && lost.is_none() && gained.is_none() {
            // A format that the draft doesn't know, say.
            return None;
        }
        let draft_04 = draft_04(&old).zip(draft_04(&new));
        Some(json!({
            "lost": lost,
            "gained": gained,
            "draft_07": {"old": old, "new": new},
            "draft_04": draft_04.map(|(old, new)| json!({"old": old, "new": new})),
        }))
    });
    json!({
        "noticeable": is_noticeable,
        "found": rules,
        "schemas": schemas,
        "documents": openapi_30(old).zip(openapi_30(new)).map(|(old, new)| json!({"old": old, "new": new})),
    })
}

fn allows(schema: &Value, value: &Value) -> bool {
    let options = jsonschema::options()
        .with_draft(jsonschema::Draft::Draft7)
        .offline();
    let validator = options.should_validate_formats(true).build(schema);
    validator.expect("it is a schema").is_valid(value)
}

/// The schemas of the first body that differs, in the draft that the engines read;
/// `None` if none does, or the draft can't say it.
fn schemas(old: &Value, new: &Value) -> Option<(Value, Value)> {
    bodies(old).into_iter().find_map(|at| {
        let (one, other) = (old.pointer(&at)?, new.pointer(&at)?);
        let schemas = (draft_07(old, one)?, draft_07(new, other)?);
        // Texts, such as the order of members, count here.
        let texts = (schemas.0.to_string(), schemas.1.to_string());
        (texts.0 != texts.1).then_some(schemas)
    })
}

/// Where the schemas of bodies stand.
fn bodies(document: &Value) -> Vec<String> {
    let mut found = Vec::new();
    walk(&document["paths"], "/paths", &mut found);
    walk(
        &document["components"]["responses"],
        "/components/responses",
        &mut found,
    );
    found
}

fn walk(value: &Value, at: &str, found: &mut Vec<String>) {
    use crate::mutants::tree::{children, escaped};
    for (name, one) in children(value) {
        let below = format!("{at}/{}", escaped(&name));
        if name == "schema" && at.rsplit('/').nth(1) == Some("content") {
            found.push(below);
        } else {
            walk(one, &below, found);
        }
    }
}
