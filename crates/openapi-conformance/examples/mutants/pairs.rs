//! Writes pairs of documents as lines of JSON for other engines: the expected
//! result, the two documents, and the one changed schema of each. An engine is
//! given everything that its language can express.

use crate::alike::without_inexpressible;
use crate::mutants::{changes, equivalent, is_text, strip_names};
use crate::older::{draft_04, draft_07, in_30, openapi_30};
use openapi_conformance::{Document, Level, Report, Rule, Side, compare_versions};
use serde_json::{Value, json};

/// Returns one line for each pair of a document and a change of it, in both orders.
pub fn lines(original: &Value) -> Vec<String> {
    let mut lines = Vec::new();
    let original = Read::new(original);
    let mut add = |name: &str, at: &str, changed: &Value, is_noticeable: bool| {
        let changed = Read::new(changed);
        for is_reversed in [false, true] {
            let (old, new) = match is_reversed {
                false => (&original, &changed),
                true => (&changed, &original),
            };
            let about = json!({"change": name, "at": at, "reversed": is_reversed});
            let pair = merged(about, pair(old, new, is_noticeable));
            lines.push(format!("{pair}\n"));
        }
    };
    for change in changes(original.value) {
        let name = strip_names(&change.name);
        add(&name, &change.at, &change.document, true);
    }
    for (name, at, text) in equivalent::changes(original.value) {
        let changed = serde_json::from_str(&text).expect("it was written as JSON");
        add(&name, &at, &changed, false);
    }
    lines
}

/// A document as other engines read it and, if possible, as this comparison does.
struct Read<'v> {
    value: &'v Value,
    document: Option<Document>,
}

impl Read<'_> {
    fn new(value: &Value) -> Read<'_> {
        let document = Document::parse("document", &value.to_string()).ok();
        Read { value, document }
    }
}

fn merged(mut one: Value, other: Value) -> Value {
    if let (Value::Object(one), Value::Object(other)) = (&mut one, other) {
        one.extend(other);
    }
    one
}

fn pair(old: &Read, new: &Read, is_noticeable: bool) -> Value {
    let (Some(left), Some(right)) = (&old.document, &new.document) else {
        return json!({"noticeable": is_noticeable, "found": null});
    };
    let mut report = compare_versions(Level::Documentation, left, right);
    report.findings.retain(|finding| !is_text(finding.rule));
    let mut rules: Vec<&str> = report.findings.iter().map(|one| one.rule.id()).collect();
    rules.sort_unstable();
    rules.dedup();
    let in_draft = |draft: fn(&Value) -> Option<Value>| {
        let (one, other) = schemas(old.value, new.value, draft)?;
        with_values(&report, one, other, draft)
    };
    json!({
        "noticeable": is_noticeable,
        "found": rules,
        "draft_07": in_draft(|schema| Some(schema.clone())),
        "draft_04": in_draft(draft_04),
        "documents": documents(old.value, new.value),
    })
}

/// Returns two schemas in an older draft with the values that distinguish them;
/// `None` if they should differ and no value shows it.
fn with_values(
    report: &Report,
    old: Value,
    new: Value,
    draft: fn(&Value) -> Option<Value>,
) -> Option<Value> {
    let findings = || report.findings.iter();
    let shown = |side| {
        let is_shown = |value: &Value| {
            let (left, right) = (allows(&old, value), allows(&new, value));
            left == (side == Side::Contract) && right == (side == Side::Emitted)
        };
        let mut witnesses = findings().flat_map(|finding| &finding.witnesses);
        let shown = witnesses.find(|witness| is_shown(&witness.value))?;
        Some(shown.value.to_string())
    };
    let (lost, gained) = (shown(Side::Contract), shown(Side::Emitted));
    let are_annotations = findings().all(|finding| finding.rule == Rule::SchemaAnnotationDifferent);
    if !are_annotations && lost.is_none() && gained.is_none() {
        // For example, a format that the draft doesn't define.
        return None;
    }
    Some(json!({"lost": lost, "gained": gained, "old": draft(&old)?, "new": draft(&new)?}))
}

fn allows(schema: &Value, value: &Value) -> bool {
    let options = jsonschema::options()
        .with_draft(jsonschema::Draft::Draft7)
        .offline();
    let validator = options.should_validate_formats(true).build(schema);
    validator.expect("it is a schema").is_valid(value)
}

/// Returns the schemas of the first body that differs, in draft-07; `None` if no
/// body differs or an older draft can't express it.
fn schemas(old: &Value, new: &Value, draft: fn(&Value) -> Option<Value>) -> Option<(Value, Value)> {
    let (mut one, mut other) = (old.clone(), new.clone());
    let is_expressible = |schema: &Value| {
        let documents = [old, new].into_iter();
        let mut schemas = documents.map(|document| draft_07(document, schema));
        schemas.all(|schema| schema.is_some_and(|schema| draft(&schema).is_some()))
    };
    without_inexpressible(&mut one, &mut other, &is_expressible);
    bodies(&one).into_iter().find_map(|at| {
        let schema = |document: &Value| draft_07(document, document.pointer(&at)?);
        let schemas = (schema(&one)?, schema(&other)?);
        // The text is compared: here the order of members counts.
        let texts = (schemas.0.to_string(), schemas.1.to_string());
        (texts.0 != texts.1).then_some(schemas)
    })
}

/// Returns both documents in OpenAPI 3.0.3; `None` if it can't express the
/// difference.
fn documents(old: &Value, new: &Value) -> Option<Value> {
    let (mut one, mut other) = (old.clone(), new.clone());
    without_inexpressible(&mut one, &mut other, &|schema| in_30(schema).is_some());
    Some(json!({"old": openapi_30(&one)?, "new": openapi_30(&other)?}))
}

/// Returns the pointers of the schemas of bodies.
fn bodies(document: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect(&document["paths"], "/paths", &mut found);
    collect(
        &document["components"]["responses"],
        "/components/responses",
        &mut found,
    );
    found
}

fn collect(value: &Value, at: &str, found: &mut Vec<String>) {
    use crate::mutants::tree::{children, escaped};
    for (name, one) in children(value) {
        let below = format!("{at}/{}", escaped(&name));
        if name == "schema" && at.rsplit('/').nth(1) == Some("content") {
            found.push(below);
        } else {
            collect(one, &below, found);
        }
    }
}
