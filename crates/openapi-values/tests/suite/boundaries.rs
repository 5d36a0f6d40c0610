//! Every keyword of a schema yields values at and beyond its bound, each with its
//! validation result, in readable form. Equal seeds yield equal values.

use std::collections::BTreeSet;
use std::fmt::Write;

use openapi_document::Direction;
use openapi_values::{Document, Values};
use serde_json::Value;

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
            let _ = writeln!(text, "  {verdict} {place} {}: {sent} ({keyword})", variation.what);
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

#[test]
fn a_value_has_the_tag_that_the_discriminator_gives_to_its_schema() {
    let document = Document::parse(
        "tags.yaml",
        "
openapi: 3.1.0
components:
  schemas:
    Union:
      oneOf: [{$ref: '#/components/schemas/Dog'}, {$ref: '#/components/schemas/Cat'}]
      discriminator: {propertyName: kind, mapping: {canis: Dog}}
    Dog: {required: [kind, barks], properties: {kind: {type: string}, barks: {type: boolean}}}
    Cat: {required: [kind, purrs], properties: {kind: {type: string}, purrs: {type: boolean}}}
    Tree:
      required: [kind]
      properties: {kind: {type: string}}
      discriminator: {propertyName: kind, mapping: {quercus: '#/components/schemas/Oak'}}
    Oak: {allOf: [{$ref: '#/components/schemas/Tree'}, {properties: {acorns: {type: integer}}}]}
    Fir: {allOf: [{$ref: '#/components/schemas/Tree'}, {properties: {cones: {type: integer}}}]}
",
    )
    .unwrap();
    let values = Values::new(&document).unwrap();
    let tagged = |name: &str, members: [&str; 2]| {
        let variations = values.variations(&format!("/components/schemas/{name}"), 1);
        let accepted = variations.iter().filter(|variation| variation.accepted);
        let accepted = accepted.map(|one| serde_json::from_str::<Value>(&one.text).unwrap());
        let tags = accepted.filter_map(|value| {
            let member = members.iter().find(|name| value.get(name).is_some())?;
            Some(format!("{member} {}", value["kind"]))
        });
        tags.collect::<BTreeSet<_>>()
    };
    let expected = ["barks \"canis\"", "purrs \"Cat\""].map(str::to_owned);
    assert_eq!(tagged("Union", ["barks", "purrs"]), expected.into());
    let expected = ["acorns \"quercus\"", "cones \"Fir\""].map(str::to_owned);
    assert_eq!(tagged("Tree", ["acorns", "cones"]), expected.into());
}

#[test]
fn a_branch_whose_values_another_branch_accepts_is_found_with_a_value() {
    let document = Document::parse(
        "branches.yaml",
        "
openapi: 3.1.0
components:
  schemas:
    Alike: {oneOf: [{$ref: '#/components/schemas/Dog'}, {$ref: '#/components/schemas/Cat'}]}
    Dog: {type: object, properties: {barks: {type: boolean}}}
    Cat: {type: object, properties: {purrs: {type: boolean}}}
    Within: {items: {oneOf: [{type: string}, {type: string, format: date}]}}
    Required: {oneOf: [{required: [a]}, {required: [b]}], properties: {a: {}, b: {}}}
    Types: {oneOf: [{type: integer}, {type: number, multipleOf: 0.5}, {type: 'null'}]}
    Restricted: {oneOf: [{type: integer}, {type: number}], not: {type: integer}}
    Base: {type: object, required: [kind], properties: {kind: {type: string}}, discriminator: {propertyName: kind}}
    Subtype: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {either: {$ref: '#/components/schemas/Alike'}}}]}
",
    )
    .unwrap();
    let values = Values::new(&document).unwrap();
    let overlap = |name: &str| {
        let overlaps =
            values.overlaps([&*format!("/components/schemas/{name}")], Direction::Response);
        overlaps.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let alike = "`oneOf` refuses {}, because the branches at /components/schemas/Alike/oneOf/0 and \
         /components/schemas/Alike/oneOf/1 accept it";
    assert_eq!(overlap("Alike"), [alike]);
    assert_eq!(overlap("Within").len(), 1);
    assert_eq!(overlap("Types").len(), 1);
    assert_eq!(overlap("Base"), [alike]);
    assert_eq!(overlap("Required"), [""; 0]);
    assert_eq!(overlap("Restricted"), [""; 0]);
}

#[test]
fn a_base_whose_subtypes_contain_it_leaves_steps_for_other_schemas() {
    let animals = ('A'..='V').map(|name| {
        format!(
            "
    {name}:
      allOf:
        - $ref: '#/components/schemas/Pet'
        - {{ type: object, required: [owner, {name}], properties: {{ {name}: {{ type: string }},
            owner: {{ $ref: '#/components/schemas/Owner' }},
            kids: {{ type: array, items: {{ $ref: '#/components/schemas/Pet' }} }} }} }}"
        )
    });
    let text = format!(
        "
openapi: 3.1.0
components:
  schemas:
    Pet:
      type: object
      required: [kind, name]
      properties: {{ kind: {{ type: string }}, name: {{ type: string }}, friend: {{ $ref: '#/components/schemas/Pet' }} }}
      discriminator: {{ propertyName: kind }}
    Owner:
      type: object
      required: [name, pets]
      properties: {{ name: {{ type: string }}, pets: {{ type: array, items: {{ $ref: '#/components/schemas/Pet' }} }} }}
    Other: {{ type: object, required: [a], properties: {{ a: {{ type: integer }} }} }}{}
",
        animals.collect::<String>()
    );
    let document = Document::parse("pets.yaml", &text).unwrap();
    let values = Values::new(&document).unwrap();
    for name in ["Pet", "Owner", "A", "Other"] {
        let pointer = format!("/components/schemas/{name}");
        values.refill();
        for seed in 0..2 {
            assert!(values.valid(&pointer, seed).is_some(), "{name}");
        }
        let accepted = values.variations(&pointer, 1);
        assert!(accepted.iter().any(|one| one.accepted), "{name}");
        assert!(!values.is_exhausted(), "{name}");
    }
}
