//! A second opinion on each verdict: that of `jsonschema::canonical`, which decides inclusion
//! without this crate, and that of generated values. Each document is compared with copies of
//! itself that lack one keyword, in both directions.
//!
//! `cargo xtask second-opinion FILE…` asks about the documents in the environment variable
//! `SECOND_OPINION`, one path a line, and prints a table.

use bigdecimal::BigDecimal;
use jsonschema::canonical::Satisfiability;
use jsonschema::{Draft, PatternOptions};
use openapi_compare::Document;
use openapi_compare::inclusion::{Inclusion, Schema, Verdict};
use openapi_source::role::{Role, traverse};
use openapi_source::{MemberAt, Pointer, decimal, plain};
use openapi_values::{Sampler, SchemaValidator};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// The documents of the suite that have the most keywords, and the number of copies of each.
const DOCUMENTS: [&str; 3] = [
    include_str!("../../../../openapi.yaml"),
    include_str!("documents/operations.yaml"),
    include_str!("documents/keywords.yaml"),
];
const COPIES: usize = 20;
const COPIES_OF_OTHERS: usize = 100;

/// The values that are generated for one question.
const SAMPLES: usize = 20;

/// What the other says about the values that one schema allows and another rejects.
#[derive(Debug)]
enum Opinion {
    ThereIsNone,
    ThereIsOne,
    Open,
}

/// The numbers that canonical forms can't hold, in order, with smaller ones in their place: the
/// limits of numeric formats, above all.
#[derive(Default)]
struct LargeNumbers(BTreeSet<BigDecimal>);

const LIMITS: [&str; 6] =
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "const", "enum"];

impl LargeNumbers {
    fn limit() -> BigDecimal {
        (1_u64 << 52).into()
    }

    fn visit(schema: &mut Value, visit: &mut impl FnMut(&mut Value)) {
        match schema {
            Value::Object(members) => members.iter_mut().for_each(|(name, value)| {
                if LIMITS.contains(&name.as_str()) && (value.is_number() || value.is_array()) {
                    value.as_array_mut().into_iter().flatten().for_each(&mut *visit);
                    visit(value);
                } else {
                    Self::visit(value, visit);
                }
            }),
            Value::Array(items) => items.iter_mut().for_each(|item| Self::visit(item, visit)),
            _ => {}
        }
    }

    fn add(&mut self, schema: &mut Value) {
        Self::visit(schema, &mut |value| {
            let number = value.as_number().map(decimal);
            self.0.extend(number.filter(|number| number.abs() > Self::limit()));
        });
    }

    fn replace(&self, schema: &mut Value) {
        Self::visit(schema, &mut |value| {
            let Some(number) = value.as_number().map(decimal) else {
                return;
            };
            let is_beyond = |other: &&BigDecimal| {
                **other <= number && **other > Self::limit()
                    || **other >= number && **other < -Self::limit()
            };
            if number.abs() > Self::limit() {
                let rank = self.0.iter().filter(is_beyond).count() as i64;
                let sign = if number > BigDecimal::default() { 1 } else { -1 };
                *value = json!(sign * ((1 << 52) + 1000 * rank));
            }
        });
    }
}

fn opinion(narrow: &Value, wide: &Value) -> Opinion {
    let (mut schemas, mut numbers) = ([narrow.clone(), wide.clone()], LargeNumbers::default());
    schemas.iter_mut().for_each(|schema| numbers.add(schema));
    // A smaller number can have another remainder.
    let has_divisor = schemas.iter().any(|schema| schema.to_string().contains("\"multipleOf\""));
    if has_divisor && !numbers.0.is_empty() {
        return Opinion::Open;
    }
    schemas.iter_mut().for_each(|schema| numbers.replace(schema));
    let canonical = schemas.each_ref().map(|schema| {
        jsonschema::canonical::options()
            .offline()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(true)
            .with_pattern_options(PatternOptions::fancy_regex())
            .canonicalize(schema)
    });
    let [Ok(narrow), Ok(wide)] = canonical else {
        return Opinion::Open;
    };
    match narrow.subtract(&wide).map(|rest| rest.satisfiability()) {
        Ok(Satisfiability::No) => Opinion::ThereIsNone,
        Ok(Satisfiability::Yes) => Opinion::ThereIsOne,
        Ok(Satisfiability::Unknown) | Err(_) => Opinion::Open,
    }
}

/// Returns values that `schema` may allow.
fn samples(schema: &Value) -> Vec<Value> {
    let mut schema = schema.clone();
    schema["$id"] = json!("urn:example:a");
    let text = json!({"openapi": "3.1.0", "info": {"title": "", "version": ""}, "paths": {},
        "components": {"schemas": {"A": schema}}});
    let Ok(document) = openapi_values::Document::parse("sampled", &text.to_string()) else {
        return Vec::new();
    };
    let Ok(validator) = SchemaValidator::new(&document) else {
        return Vec::new();
    };
    let Some(schema) = document.schema("/components/schemas/A") else {
        return Vec::new();
    };
    let mut sampler = Sampler::new(&document, &validator, 1);
    let values = (0..SAMPLES).map(|_| sampler.value(std::slice::from_ref(&schema), 0));
    values.filter_map(|value| value.to_value()).collect()
}

#[derive(Default)]
struct Score {
    counts: BTreeMap<String, usize>,
    contradictions: Vec<String>,
    own_time: Duration,
    other_time: Duration,
}

impl Score {
    fn ask<'d>(
        &mut self,
        inclusion: &mut Inclusion<'d>,
        narrow: &Schema<'d>,
        wide: &Schema<'d>,
        about: &str,
    ) {
        let began = Instant::now();
        let verdict = inclusion.decide(narrow, wide);
        self.own_time += began.elapsed();
        let (narrow, wide) = (narrow.to_json_schema(), wide.to_json_schema());
        let began = Instant::now();
        let other = opinion(&narrow, &wide);
        self.other_time += began.elapsed();
        *self.counts.entry(format!("{}, {other:?}", name(&verdict))).or_default() += 1;
        let sampled = || {
            let schemas = [&narrow, &wide].map(crate::mutants::verify::validator);
            let [Ok(narrow_validator), Ok(wide_validator)] = schemas else {
                return None;
            };
            samples(&narrow)
                .into_iter()
                .find(|value| narrow_validator.is_valid(value) && !wide_validator.is_valid(value))
        };
        let contradiction = match (&verdict, &other) {
            (Verdict::Included, Opinion::ThereIsOne) => {
                Some("the canonical form has one".to_owned())
            }
            (Verdict::Included, _) => sampled().map(|value| value.to_string()),
            (Verdict::Witness(value), Opinion::ThereIsNone) => Some(format!("not {value}")),
            _ => None,
        };
        self.contradictions
            .extend(contradiction.map(|value| format!("{about}: {verdict:?}, and {value}")));
    }

    fn compare(&mut self, original: &Value, copies: usize) {
        let read = |document: &Value| Document::parse("document", &document.to_string());
        let document = read(original).unwrap();
        let (mut roots, mut keywords): (Vec<Pointer>, Vec<(Pointer, String)>) = Default::default();
        traverse(document.root(), Role::Document, &mut |node, role| {
            let at = &node.location.pointer;
            if role == Role::Schema {
                let is_inner = roots.last().is_some_and(|root| at.is_within(root));
                roots.extend((!is_inner).then(|| at.clone()));
                keywords
                    .extend(node.members().map(|(keyword, _)| (at.clone(), keyword.to_owned())));
            }
        });
        for (at, keyword) in keywords.iter().step_by(keywords.len().div_ceil(copies).max(1)) {
            let mut copy = original.clone();
            let schema: Option<&mut Map<_, _>> =
                copy.pointer_mut(at.as_str()).and_then(Value::as_object_mut);
            schema.unwrap().remove(keyword);
            let Ok(copy) = read(&copy) else { continue };
            let mut inclusion = Inclusion::new(&[&document, &copy]);
            for root in &roots {
                let schema = |document| Schema::at(document, &root.to_fragment());
                let (Some(old), Some(new)) = (schema(&document), schema(&copy)) else {
                    continue;
                };
                if inclusion.differences(&old, &new).is_none_or(|all| !all.is_empty()) {
                    let about = format!("{root} without {keyword} at {at}");
                    self.ask(&mut inclusion, &old, &new, &about);
                    self.ask(&mut inclusion, &new, &old, &about);
                }
            }
        }
    }
}

fn name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Witness(_) => "a witness",
        Verdict::Included => "a proof",
        Verdict::Undecided => "undecided",
    }
}

#[test]
fn no_verdict_is_contradicted_by_canonical_forms_or_by_generated_values() {
    let mut score = Score::default();
    match std::env::var("SECOND_OPINION") {
        Ok(paths) => paths.lines().for_each(|path| {
            let text = std::fs::read_to_string(path).unwrap();
            let read = openapi_source::parse(path, &text, MemberAt::Name);
            score.compare(&plain(&read.unwrap().0), COPIES_OF_OTHERS);
        }),
        Err(_) => DOCUMENTS.iter().for_each(|text| {
            score.compare(&serde_yaml_ng::from_str(text).unwrap(), COPIES);
        }),
    }
    for (what, count) in &score.counts {
        println!("{count:>7} {what}");
    }
    println!(
        "{:?} for the verdicts, {:?} for the canonical forms",
        score.own_time, score.other_time
    );
    assert!(score.contradictions.is_empty(), "{}", score.contradictions.join("\n"));
    assert!(score.counts.len() > 1);
}
