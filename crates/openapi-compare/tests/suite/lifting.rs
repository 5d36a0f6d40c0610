//! Tests of `x-json-schema`, under which a 3.0 document can hold any keyword of
//! JSON Schema 2020-12: the keywords have the same meaning as in the contract, in
//! addition to the schema's own keywords.

use crate::fixture::{cases, compare_texts, lines, with_body};
use std::fmt::Write;
use std::sync::LazyLock;

/// A schema of the contract, the same schema as 3.0 expresses it, and a text in the
/// latter with a replacement that makes the two differ.
type Case = (String, String, (String, String));

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| cases(include_str!("cases/lifting.yaml")));

fn contract(schema: &str) -> String {
    with_body("3.1.0", schema, "")
}

fn emitted(schema: &str) -> String {
    with_body("3.0.3", schema, "")
}

#[test]
fn keywords_under_the_extension_equal_those_of_the_contract() {
    let mut failures = String::new();
    for (contract_schema, emitted_schema, _) in CASES.iter() {
        for line in lines(&compare_texts(&contract(contract_schema), &emitted(emitted_schema))) {
            let _ = writeln!(failures, "{contract_schema}\n{emitted_schema}\n    {line}");
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn each_change_of_what_the_extension_shows_is_found_at_its_location() {
    let mut table = String::new();
    for (contract_schema, emitted_schema, (from, to)) in CASES.iter() {
        assert_eq!(
            emitted_schema.matches(from).count(),
            1,
            "{from} occurs once in {emitted_schema}"
        );
        let changed = emitted_schema.replace(from, to);
        let found = lines(&compare_texts(&contract(contract_schema), &emitted(&changed)));
        assert!(!found.is_empty(), "nothing was found between {contract_schema} and {changed}");
        let _ = writeln!(table, "{contract_schema}\n{changed}\n    {}\n", found.join("\n    "));
    }
    insta::assert_snapshot!(table);
}

/// In 3.1 it is an unknown extension and is ignored.
#[test]
fn the_extension_is_ignored_in_a_3_1_document() {
    let with = contract("{type: string, x-json-schema: {not: {const: x}}}");
    let without = contract("{type: string}");
    let report = compare_texts(&without, &with);
    assert!(report.is_clean(), "{report}");
}
