//! Counts what each stage decides: `FILES="FILE…" cargo test --release -p openapi-compare --lib
//! stages -- --ignored --nocapture`. An OpenAPI document is compared with copies that lack one
//! keyword, a schema of a file of the JSON Schema test suite with schemas that also allow or reject
//! one of its instances.

use super::{About, Inclusion, Schema, Verdict};
use crate::Document;
use openapi_source::role::{Role, traverse};
use openapi_source::{MemberAt, Pointer, plain};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The number of copies of one document.
const COPIES: usize = 100;

#[test]
#[ignore = "a measurement"]
fn what_each_stage_decides() {
    let mut counts = BTreeMap::new();
    for path in std::env::var("FILES")
        .unwrap_or_default()
        .split_whitespace()
    {
        let text = std::fs::read_to_string(path).expect("the file is readable");
        // The suite has escapes of surrogates, which are JSON and not YAML.
        let root = serde_json::from_str(&text).unwrap_or_else(|_| {
            let read = openapi_source::parse(path, &text, MemberAt::Name);
            plain(&read.expect("the file is valid").0)
        });
        match root {
            Value::Array(groups) => groups
                .iter()
                .for_each(|group| compare_group(group, &mut counts)),
            document => compare_copies(&document, &mut counts),
        }
    }
    counts
        .iter()
        .for_each(|(stage, count)| println!("{count:>7} {stage}"));
}

type Counts = BTreeMap<String, usize>;

fn compare_copies(original: &Value, counts: &mut Counts) {
    let document = parse(original).expect("the document is valid");
    let (mut roots, mut keywords): (Vec<Pointer>, _) = (Vec::new(), Vec::new());
    traverse(document.root(), Role::Document, &mut |node, role| {
        let at = &node.location.pointer;
        if role == Role::Schema {
            let is_inner = roots.last().is_some_and(|root| at.is_within(root));
            roots.extend((!is_inner).then(|| at.clone()));
            keywords.extend(
                node.members()
                    .map(|(keyword, _)| (at.clone(), keyword.to_owned())),
            );
        }
    });
    for (at, keyword) in keywords
        .iter()
        .step_by(keywords.len().div_ceil(COPIES).max(1))
    {
        let mut copy = original.clone();
        let schema = copy.pointer_mut(at.as_str()).and_then(Value::as_object_mut);
        schema.expect("it is a schema").remove(keyword);
        let Some(copy) = parse(&copy) else { continue };
        let mut inclusion = Inclusion::new(&[&document, &copy]);
        for at in &roots {
            let schema = |document| Schema::at(document, &at.to_fragment());
            if let (Some(old), Some(new)) = (schema(&document), schema(&copy)) {
                count(&mut inclusion, &old, &new, counts);
            }
        }
    }
}

fn compare_group(group: &Value, counts: &mut Counts) {
    let mut schema = group["schema"].clone();
    if let Some(members) = schema.as_object_mut() {
        members.remove("$schema");
        members
            .entry("$id")
            .or_insert(json!("https://example.com/"));
    }
    for test in group["tests"].as_array().into_iter().flatten() {
        let one = json!({"const": test["data"]});
        let less = json!({"allOf": [schema, {"not": one}]});
        let more = json!({"anyOf": [schema, one]});
        let is_valid = test["valid"] == json!(true);
        for (other, is_equal) in [(less, !is_valid), (more, is_valid)] {
            let document = |schema| {
                parse(&json!({"openapi": "3.1.0", "components": {"schemas": {"A": schema}}}))
            };
            let (Some(left), Some(right)) = (document(&schema), document(&other)) else {
                continue;
            };
            let at =
                |document| Schema::at(document, "#/components/schemas/A").expect("it is there");
            let mut inclusion = Inclusion::new(&[&left, &right]);
            let found = count(&mut inclusion, &at(&left), &at(&right), counts);
            let answer = match found {
                None => "answers: open",
                Some(is_different) if is_different != is_equal => "answers: right",
                Some(_) => {
                    println!("wrong: {schema} {} {is_equal}", test["data"]);
                    "answers: wrong"
                }
            };
            *counts.entry(answer.to_owned()).or_default() += 1;
        }
    }
}

fn parse(document: &Value) -> Option<Document> {
    Document::parse("document", &document.to_string()).ok()
}

/// Counts the verdicts on a pair of schemas. Returns whether there is a witness; `None` if
/// that is undecided.
fn count<'d>(
    inclusion: &mut Inclusion<'d>,
    left: &Schema<'d>,
    right: &Schema<'d>,
    counts: &mut Counts,
) -> Option<bool> {
    let Some(differences) = inclusion.differences(left, right) else {
        *counts
            .entry("pairs: too many steps".to_owned())
            .or_default() += 1;
        return None;
    };
    let (mut verdicts, mut count) = (Vec::new(), |what: &str| {
        *counts.entry(what.to_owned()).or_default() += 1
    });
    for difference in differences.iter().filter(|one| one.about == About::Values) {
        verdicts.extend(
            difference
                .relation
                .sides()
                .iter()
                .map(|side| inclusion.verdict(difference, *side)),
        );
    }
    for verdict in &verdicts {
        count(match verdict {
            Verdict::Witness(_) => "differences: witness",
            Verdict::Included => "differences: none, by proof",
            Verdict::Undecided => "differences: undecided",
        });
    }
    let is_shown = verdicts
        .iter()
        .any(|one| matches!(one, Verdict::Witness(_)));
    let is_open = !is_shown && verdicts.contains(&Verdict::Undecided);
    count(match (differences.is_empty(), is_shown, is_open) {
        (true, ..) => "pairs: no difference of keywords",
        (_, true, _) => "pairs: different",
        (.., true) => "pairs: undecided",
        _ => "pairs: equal by proof, or other annotations",
    });
    (!is_open).then_some(is_shown)
}
