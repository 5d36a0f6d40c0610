//! Pairs with their one correct verdict, compared in both orders: schemas by the relation of the
//! values that they allow, with valid witnesses, and documents by the rules that they violate.

use crate::fixture::{CONTRACT, EMITTED, cases, compare_texts, lines, read, with_body};
use crate::mutants::verify::{Validators, invalid_witnesses};
use openapi_compare::{Level, Report, Rule, Side, compare_versions};
use serde::Deserialize;
use serde_json::Value;
use std::fmt::Write;

#[derive(Deserialize)]
struct Schemas {
    components: Value,
    equal: Vec<Pair>,
    equal_texts: Vec<Pair>,
    narrower: Vec<Pair>,
    different: Vec<Pair>,
    undecided: Vec<Pair>,
    reviewed: Vec<Pair>,
}

/// Two schemas, and the schemas of both documents if they are not those of all pairs.
#[derive(Deserialize)]
#[serde(untagged)]
enum Pair {
    Alone(Value, Value),
    With(Value, Value, Value),
}

impl Pair {
    fn documents(&self, components: &Value) -> [String; 2] {
        let (left, right, components) = match self {
            Pair::Alone(left, right) => (left, right, components),
            Pair::With(left, right, components) => (left, right, components),
        };
        [left, right].map(|schema| document(schema, components))
    }
}

/// Returns a document whose only operation has the schema as its body.
fn document(schema: &Value, components: &Value) -> String {
    let mut components = components.clone();
    let (version, schema) = match schema.as_str().map(|text| text.strip_prefix("3.0 ")) {
        Some(Some(text)) => {
            // 3.0 has no `const` and no type arrays.
            components
                .as_object_mut()
                .unwrap()
                .retain(|name, _| ["Name", "Base", "Tree"].contains(&name.as_str()));
            ("3.0.3", text.to_owned())
        }
        _ => ("3.1.0", schema.as_str().map_or(schema.to_string(), str::to_owned)),
    };
    if !schema.contains('$') {
        return with_body(version, &schema, "");
    }
    let components = components.to_string();
    with_body(version, &schema, &components[1..components.len() - 1])
}

fn assert_none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn each_pair_of_schemas_has_the_correct_verdict_in_both_orders() {
    let schemas: Schemas = cases(include_str!("schemas.yaml"));
    let mut wrong = Vec::new();
    for (relation, pairs) in [
        ("equal", &schemas.equal),
        ("narrower", &schemas.narrower),
        ("different", &schemas.different),
        ("undecided", &schemas.undecided),
    ] {
        let reversed = reversed_relation(relation);
        for pair in pairs {
            let [left, right] = pair.documents(&schemas.components);
            for (left, right, expected) in [(&left, &right, relation), (&right, &left, reversed)] {
                let report = between_versions(left, right);
                let found = relation_of(&report);
                if found != expected {
                    wrong.push(format!("{found}, not {expected}\n{left}{right}{report}"));
                } else if expected != "equal" {
                    wrong.extend(validated(&report, left, right).err());
                }
                if expected == "equal" {
                    let report = compare_texts(left, right);
                    if !report.is_clean() {
                        wrong.push(format!("{left}{right}{report}"));
                    }
                }
            }
        }
    }
    assert_none(&wrong);
}

#[test]
fn each_change_of_a_schema_is_found_at_its_location_with_its_direction() {
    let schemas: Schemas = cases(include_str!("schemas.yaml"));
    let mut table = String::new();
    for pair in &schemas.reviewed {
        let [contract, emitted] = pair.documents(&schemas.components);
        let found = lines(&compare_texts(&contract, &emitted));
        let (Pair::Alone(left, right) | Pair::With(left, right, _)) = pair;
        let [left, right] = [left, right].map(|schema| schema.as_str().unwrap());
        assert!(!found.is_empty(), "nothing was found between {left} and {right}");
        let _ = writeln!(table, "{left}\n{right}\n    {}\n", found.join("\n    "));
        let there = between_versions(&contract, &emitted);
        let back = between_versions(&emitted, &contract);
        assert_eq!(reversed_relation(relation_of(&there)), relation_of(&back), "{left}\n{right}");
    }
    insta::assert_snapshot!(table);
}

fn reversed_relation(relation: &'static str) -> &'static str {
    match relation {
        "narrower" => "wider",
        "wider" => "narrower",
        other => other,
    }
}

#[test]
fn equal_texts_at_other_locations_are_equal() {
    let schemas: Schemas = cases(include_str!("schemas.yaml"));
    let mut wrong = Vec::new();
    for pair in &schemas.equal_texts {
        let [left, right] = pair.documents(&schemas.components);
        for (left, right) in [(&left, &right), (&right, &left)] {
            let report = between_versions(left, right);
            if !report.is_clean() {
                wrong.push(format!("{left}{right}{report}"));
            }
        }
    }
    assert_none(&wrong);
}

fn between_versions(old: &str, new: &str) -> Report {
    compare_versions(Level::Documentation, &read("old", old), &read("new", new))
}

/// Returns an error if a witness is invalid.
fn validated(report: &Report, left: &str, right: &str) -> Result<(), String> {
    let [mut one, mut other] = [left, right].map(|text| Validators::new(&cases(text)));
    let invalid = |finding| invalid_witnesses(finding, &mut one, &mut other);
    let message = report.findings.iter().flat_map(invalid).next();
    message.map_or(Ok(()), Err)
}

/// Summarizes the findings but those of texts as one relation.
fn relation_of(report: &Report) -> &'static str {
    let has = |rule| report.findings.iter().any(|finding| finding.rule == rule);
    let shows = |side| {
        let mut witnesses = report.findings.iter().flat_map(|finding| &finding.witnesses);
        witnesses.any(|witness| witness.allowed_by == side)
    };
    match (shows(Side::Base), shows(Side::Candidate)) {
        _ if has(Rule::Undecided) => "undecided",
        (true, true) => "different",
        (true, false) => "narrower",
        (false, true) => "wider",
        (false, false) if has(Rule::SchemaAnnotationDifferent) => "annotation",
        (false, false) => "equal",
    }
}

#[derive(Deserialize)]
struct Group {
    document: String,
    with: Option<String>,
    same: Vec<(String, String)>,
    #[serde(default)]
    different: Vec<(String, String, Vec<String>)>,
}

/// Returns the text of a file of `documents`, or of the document itself.
fn text(document: &str) -> &str {
    match document {
        "contract.yaml" => CONTRACT,
        "emitted.yaml" => EMITTED,
        "operations.yaml" => include_str!("../documents/operations.yaml"),
        text => text,
    }
}

impl Group {
    /// Returns the rules of the findings in both orders, each with the report.
    fn rules(&self, from: &str, to: &str) -> [(Vec<&'static str>, String); 2] {
        let document = text(&self.document);
        let (from, original) = match document.contains("<edit>") {
            true => ("<edit>", document.replace("<edit>", from)),
            false => (from, document.to_owned()),
        };
        let changed = document.replace(from, to);
        assert!(changed != document, "{from} does not occur");
        match self.with.as_deref().map(|other| (other, text(other))) {
            None => [
                rules(&between_versions(&original, &changed)),
                rules(&between_versions(&changed, &original)),
            ],
            Some((name, other)) => {
                let (contract, emitted) = match name {
                    "emitted.yaml" => (changed.as_str(), other),
                    _ => (other, changed.as_str()),
                };
                let report = compare_texts(contract, emitted);
                [rules(&report), rules(&report)]
            }
        }
    }
}

fn rules(report: &Report) -> (Vec<&'static str>, String) {
    let mut rules: Vec<Rule> = report.findings.iter().map(|finding| finding.rule).collect();
    rules.sort_unstable();
    rules.dedup();
    (rules.into_iter().map(Rule::id).collect(), report.to_string())
}

#[test]
fn each_pair_of_documents_violates_exactly_the_expected_rules_in_both_orders() {
    let mut wrong = Vec::new();
    for group in cases::<Vec<Group>>(include_str!("documents.yaml")) {
        for (from, to) in &group.same {
            for (mut rules, report) in group.rules(from, to) {
                rules.retain(|rule| *rule != Rule::TextDifferent.id());
                if !rules.is_empty() {
                    wrong.push(format!("{from} -> {to}\n{report}"));
                }
            }
        }
        for (from, to, expected) in &group.different {
            let reversed = expected.iter().map(|rule| reversed(rule)).collect();
            let [there, back] = group.rules(from, to);
            for ((found, report), mut expected) in
                [(there, expected.iter().map(String::as_str).collect::<Vec<_>>()), (back, reversed)]
            {
                expected.sort_unstable();
                let mut sorted = found.clone();
                sorted.sort_unstable();
                if sorted != expected {
                    wrong.push(format!("{from} -> {to}: {found:?}, not {expected:?}\n{report}"));
                }
            }
        }
    }
    assert_none(&wrong);
}

/// Returns the rule for the reverse change: what is missing is undocumented, and what is narrower
/// is wider.
fn reversed(rule: &str) -> &str {
    let opposites = [("-missing", "-undocumented"), ("-narrower", "-wider")];
    let other = opposites.iter().find_map(|(one, other)| {
        let (stem, suffix) = match (rule.strip_suffix(one), rule.strip_suffix(other)) {
            (Some(stem), _) => (stem, other),
            (_, Some(stem)) => (stem, one),
            _ => return None,
        };
        let reversed = format!("{stem}{suffix}");
        Rule::ALL.iter().map(|rule| rule.id()).find(|id| *id == reversed)
    });
    other.unwrap_or(rule)
}
