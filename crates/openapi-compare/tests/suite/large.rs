//! Tests that the comparison terminates and finds differences in large documents
//! and in schemas that refer to each other in many ways.

use crate::fixture::{compare_texts, lines, with_body};

/// Returns a document whose body is the first of `schemas`, which are called S0, S1
/// …
fn document(schemas: &[String]) -> String {
    let schemas: Vec<String> =
        schemas.iter().enumerate().map(|(index, schema)| format!("S{index}: {schema}")).collect();
    with_body("3.1.0", "{$ref: '#/components/schemas/S0'}", &schemas.join(", "))
}

fn reference(index: usize) -> String {
    format!("{{$ref: '#/components/schemas/S{index}'}}")
}

#[test]
fn a_long_chain_of_references_is_followed_to_its_end() {
    let chain = |last: &str| {
        let mut schemas: Vec<String> = (1..=3_000)
            .map(|next| format!("{{type: object, properties: {{n: {}}}}}", reference(next)))
            .collect();
        schemas.push(format!("{{type: {last}}}"));
        document(&schemas)
    };
    assert!(compare_texts(&chain("string"), &chain("string")).is_clean());
    let report = compare_texts(&chain("string"), &chain("integer"));
    assert_eq!(report.findings.len(), 1);
    assert_eq!(report.findings[0].base.pointer, "/components/schemas/S3000/type");
}

#[test]
fn a_long_chain_of_all_of_is_followed_to_its_end() {
    let chain = |last: &str| {
        let mut schemas: Vec<String> =
            (1..=250).map(|next| format!("{{allOf: [{}]}}", reference(next))).collect();
        schemas.push(format!("{{type: {last}}}"));
        document(&schemas)
    };
    assert!(compare_texts(&chain("string"), &chain("string")).is_clean());
    assert_eq!(
        lines(&compare_texts(&chain("string"), &chain("integer"))),
        [
            "request-body-different [] type: string in the contract, integer in the emitted document \
          | /components/schemas/S250/type | /components/schemas/S250/type"
        ]
    );
}

#[test]
fn a_cycle_of_schemas_without_other_keywords_terminates() {
    let cycle = |length: usize, first: &str| {
        let mut schemas: Vec<String> =
            (1..length).map(|next| format!("{{allOf: [{}]}}", reference(next))).collect();
        schemas.push(format!("{{allOf: [{}], description: d}}", reference(1)));
        document(&[schemas, vec![format!("{{type: {first}}}")]].concat())
    };
    let report = compare_texts(&cycle(5, "string"), &cycle(5, "integer"));
    assert!(report.is_clean(), "{report}");
}

/// The schema under `contains` is inspected to pair branches, not only to compare
/// them.
#[test]
fn schemas_that_contain_each_other_are_compared() {
    let both = |maximum: usize| {
        let schema = |other, more: &str| {
            let contains = reference(other);
            format!("{{anyOf: [{{type: string}}, {{type: array, contains: {contains}{more}}}]}}")
        };
        let limited = schema(0, &format!(", maxItems: {maximum}"));
        document(&[schema(1, ""), limited])
    };
    assert!(compare_texts(&both(4), &both(4)).is_clean());
    assert!(!compare_texts(&both(4), &both(3)).is_clean());
}

#[test]
fn a_difference_between_densely_connected_schemas_is_located_by_the_shortest_path() {
    let all = |extra: &str| {
        let schemas: Vec<String> = (0..20)
            .map(|index| {
                let members: Vec<String> =
                    (0..20).map(|other| format!("p{other}: {}", reference(other))).collect();
                let extra = if index == 19 { extra } else { "" };
                format!("{{type: object, properties: {{{}{extra}}}}}", members.join(", "))
            })
            .collect();
        document(&schemas)
    };
    assert!(compare_texts(&all(""), &all("")).is_clean());
    let report = compare_texts(&all(""), &all(", x: {type: string}"));
    assert_eq!(
        lines(&report),
        [
            "request-body-narrower [/p19/x; and elsewhere] property `x`: not declared in the contract, \
          optional in the emitted document | /components/schemas/S19 | /components/schemas/S19/properties/x"
        ]
    );
}

#[test]
fn densely_connected_unions_pair_their_branches_in_order() {
    let all = |extra: &str| {
        let schemas: Vec<String> = (0..6)
            .map(|index| {
                let branches: Vec<String> = (0..4)
                    .map(|branch| {
                        let to = reference((index + branch + 1) % 6);
                        let extra = if (index, branch) == (3, 2) { extra } else { "" };
                        format!("{{type: object, required: [k{branch}], properties: {{k{branch}: {to}{extra}}}}}")
                    })
                    .collect();
                format!("{{anyOf: [{}, {{type: 'null'}}]}}", branches.join(", "))
            })
            .collect();
        document(&schemas)
    };
    assert!(compare_texts(&all(""), &all("")).is_clean());
    let report = compare_texts(&all(""), &all(", x: {type: string}"));
    assert_eq!(report.findings.len(), 1, "{report}");
    assert_eq!(report.findings[0].candidate.pointer, "/components/schemas/S3/anyOf/2/properties/x");
}

/// Multiplied out, three unions of twenty branches have eight thousand.
#[test]
fn a_product_that_is_too_large_to_expand_is_compared_by_its_parts() {
    let product = |last: &str| {
        let union = |letter: &str, last: &str| {
            let branches: Vec<String> = (0..20)
                .map(|index| {
                    let kind = if index == 19 { last } else { "string" };
                    format!("{{type: object, required: [{letter}{index}], properties: {{{letter}{index}: {{type: {kind}}}}}}}")
                })
                .collect();
            format!("{{anyOf: [{}]}}", branches.join(", "))
        };
        let parts = [union("a", "string"), union("b", "string"), union("c", last)];
        document(&[format!("{{allOf: [{}]}}", parts.join(", "))])
    };
    assert!(compare_texts(&product("string"), &product("string")).is_clean());
    let report = compare_texts(&product("string"), &product("integer"));
    assert!(!report.is_clean());
    assert!(report.findings.iter().all(|finding| finding.rule.id() == "undecided"), "{report}");
}

#[test]
fn a_difference_below_the_lookahead_of_unions_is_found() {
    let nested = |kind: &str| {
        let member = "{type: object, properties: {x: ";
        format!("{}{{type: {kind}}}{}", member.repeat(10), "}}".repeat(10))
    };
    let (narrow, wide) = (nested("integer"), nested("number"));
    let union = |branches: &[&String]| {
        let branches: Vec<&str> = branches.iter().map(|branch| branch.as_str()).collect();
        document(&[format!("{{anyOf: [{}]}}", branches.join(", "))])
    };
    for (left, right, rule) in [
        (union(&[&narrow, &wide]), union(&[&narrow]), "request-body-narrower"),
        (union(&[&narrow]), union(&[&wide, &narrow]), "request-body-wider"),
    ] {
        let report = compare_texts(&left, &right);
        assert!(!report.is_clean(), "{left}\n{right}");
        assert!(report.findings.iter().all(|finding| finding.rule.id() == rule), "{report}");
    }
}
