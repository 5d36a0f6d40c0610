//! Every keyword of a schema yields values at and beyond its bound, each with its
//! validation result, in readable form. Equal seeds yield equal values.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

use std::fmt::Write;

use openapi_values::{Document, Values};

const DOCUMENT: &str = include_str!("boundaries.yaml");

#[test]
fn every_bound_of_every_keyword_is_met_and_passed() {
    let document = Document::parse("boundaries.yaml", DOCUMENT).unwrap();
    let values = Values::new(&document).unwrap();
    let mut text = String::new();
    let schemas = document.root().pointer("/components/schemas").unwrap();
    for name in schemas.as_object().unwrap().keys() {
        let pointer = format!("/components/schemas/{name}");
        let _ = writeln!(text, "{name}: {}", values.valid(&pointer, 1).unwrap());
        for variation in values.variations(&pointer, 1) {
            let verdict = if variation.accepted { "yes" } else { " no" };
            let place = variation.at.as_str();
            let sent = match variation.text.chars().count() {
                0..60 => variation.text.clone(),
                count => format!("{count} characters"),
            };
            let keyword = variation.keyword.trim_start_matches(&pointer);
            let _ = writeln!(
                text,
                "  {verdict} {place} {}: {sent} ({keyword})",
                variation.what
            );
        }
    }
    insta::assert_snapshot!(text);
}

#[test]
fn the_same_seed_gives_the_same_values_and_another_one_others() {
    let document = Document::parse("boundaries.yaml", DOCUMENT).unwrap();
    let values = Values::new(&document).unwrap();
    let made = |seed| {
        let pointer = "/components/schemas/Text";
        let variations = values.variations(pointer, seed);
        let texts = variations.into_iter().map(|variation| variation.text);
        (values.valid(pointer, seed), texts.collect::<Vec<_>>())
    };
    assert_eq!(made(1), made(1));
    assert_ne!(made(1), made(2));
}

#[test]
fn an_unconstrained_value_is_never_generated_twice() {
    let document = Document::parse("boundaries.yaml", DOCUMENT).unwrap();
    let values = Values::new(&document).unwrap();
    let mut ids: Vec<_> = values
        .variations("/components/schemas/Kept", 1)
        .into_iter()
        .filter_map(|variation| serde_json::from_str::<serde_json::Value>(&variation.text).ok())
        .filter_map(|value| value.get("id")?.as_i64())
        .filter(|id| !matches!(*id, i64::MIN | i64::MAX))
        .collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert!(count > 5 && ids.len() == count, "{ids:?}");
}
