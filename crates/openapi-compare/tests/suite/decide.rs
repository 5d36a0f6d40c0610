//! Tests of `Inclusion::decide`: each verdict, also for schemas of two documents.

use openapi_compare::Document;
use openapi_compare::inclusion::{Inclusion, Schema, Verdict};

fn document(schema: &str) -> Document {
    let text = format!("{{openapi: 3.1.0, components: {{schemas: {{A: {schema}}}}}}}");
    Document::parse("api.yaml", &text).unwrap()
}

fn schema(document: &Document) -> Schema<'_> {
    Schema::at(document, "#/components/schemas/A").unwrap()
}

/// Returns whether the schema `wide` allows all values of `narrow`.
fn decide(narrow: &str, wide: &str) -> Verdict {
    let (narrow, wide) = (document(narrow), document(wide));
    let mut inclusion = Inclusion::new(&[&narrow, &wide]);
    inclusion.decide(&schema(&narrow), &schema(&wide))
}

#[test]
fn an_included_schema_is_proven_and_its_reverse_has_a_witness() {
    for (narrow, wide) in [
        ("{type: integer}", "{type: number}"),
        ("{enum: [a]}", "{type: string, maxLength: 1}"),
        ("{type: object, required: [a]}", "{type: object}"),
        ("{type: array, items: {const: 1}}", "{type: array}"),
        ("{type: string, pattern: '^ab$'}", "{type: string, pattern: '^a'}"),
        ("false", "{type: 'null'}"),
    ] {
        assert_eq!(decide(narrow, wide), Verdict::Included, "{narrow} {wide}");
        let reverse = decide(wide, narrow);
        assert!(matches!(reverse, Verdict::Witness(_)), "{wide} {narrow}: {reverse:?}");
    }
}

#[test]
fn a_limit_that_only_large_or_unusual_values_exceed_has_a_witness() {
    for (wide, narrow) in [
        ("{type: string}", "{type: string, maxLength: 100000}"),
        ("{type: array}", "{type: array, maxItems: 1000}"),
        ("{type: array, uniqueItems: true}", "{type: array, uniqueItems: true, maxItems: 500}"),
        ("{type: object}", "{type: object, maxProperties: 500}"),
        // The first item that can repeat is the third.
        (
            "{type: array, prefixItems: [{const: a}, {const: b}]}",
            "{type: array, prefixItems: [{const: a}, {const: b}], uniqueItems: true}",
        ),
    ] {
        let verdict = decide(wide, narrow);
        assert!(matches!(verdict, Verdict::Witness(_)), "{wide} {narrow}: {verdict:?}");
    }
}

#[test]
fn the_items_of_64_positions_are_examined() {
    let items = |count: usize, more: &str| {
        let items = vec!["{type: string}"; count].join(", ");
        format!("{{type: array, prefixItems: [{items}], items: false{more}}}")
    };
    for (count, expected) in [(64, Verdict::Included), (65, Verdict::Undecided)] {
        let wide = items(count, &format!(", not: {{minItems: {}}}", count + 1));
        assert_eq!(decide(&items(count, ""), &wide), expected, "{count}");
    }
}

#[test]
fn two_spellings_of_one_schema_include_each_other() {
    let dependent = "{dependentRequired: {a: [b]}}";
    let condition = "{if: {type: object, required: [a]}, then: {required: [b]}}";
    assert_eq!(decide(dependent, condition), Verdict::Included);
    assert_eq!(decide(condition, dependent), Verdict::Included);
}

/// JSON values hold integers of 64 bits and floats.
#[test]
fn an_enumerated_number_that_no_json_value_holds_is_compared_exactly() {
    let large = "18446744073709551616";
    for number in [large, "-9223372036854775809", "12345678901234567890.5", "1e400"] {
        for (narrow, wide) in [
            (format!("{{enum: [1, {number}]}}"), "{enum: [1]}"),
            (format!("{{const: {number}}}"), "{const: 5}"),
            (format!("{{enum: [1, {{a: [{number}]}}]}}"), "{enum: [1]}"),
            (format!("{{items: {{const: {number}}}}}"), "{items: false}"),
            (format!("{{required: [a], properties: {{a: {{const: {number}}}}}}}"), "false"),
        ] {
            let verdict = decide(&narrow, wide);
            assert_ne!(verdict, Verdict::Included, "{narrow} in {wide}");
        }
    }
    for (wide, is_included) in [
        ("{type: integer}", true),
        ("{not: {enum: [18446744073709552000]}}", true),
        ("{maximum: 18446744073709551616}", true),
        ("{maximum: 18446744073709551615}", false),
        ("{const: 18446744073709551617}", false),
    ] {
        let verdict = decide(&format!("{{const: {large}}}"), wide);
        assert_eq!(verdict == Verdict::Included, is_included, "{wide}: {verdict:?}");
    }
}

/// Which schema `$dynamicRef` refers to depends on those around it, and a pattern may be no
/// regular expression.
#[test]
fn a_keyword_that_is_not_understood_leaves_the_verdict_open_on_either_side() {
    for (one, other) in [
        ("{$dynamicRef: '#nowhere'}", "{type: integer}"),
        ("{$dynamicRef: '#nowhere'}", "{type: 'null'}"),
        ("{$dynamicRef: '#nowhere'}", "{enum: [[1], {a: 1}]}"),
        ("{$dynamicRef: '#nowhere'}", "{$dynamicRef: '#elsewhere'}"),
        ("{items: {$dynamicRef: '#nowhere'}}", "{items: true}"),
        ("{not: {$dynamicRef: '#nowhere'}}", "{const: true}"),
        ("{anyOf: [{type: string}, {$dynamicRef: '#n'}]}", "true"),
        ("{allOf: [{type: string}, {$dynamicRef: '#n'}]}", "{type: string}"),
        ("{contains: {$dynamicRef: '#n'}, minContains: 0}", "{contains: true, minContains: 0}"),
        ("{propertyNames: {$dynamicRef: '#n'}}", "{maxProperties: 0}"),
        ("{dependentSchemas: {a: {$dynamicRef: '#n'}}}", "{required: [a]}"),
        (
            "{properties: {a: {$dynamicRef: '#n'}}, unevaluatedProperties: false}",
            "{maxProperties: 0}",
        ),
        // The anchors of two resources.
        (
            "{$id: 'a:b', $defs: {a: {$dynamicAnchor: n, type: string}, \
             b: {$id: 'a:c', $dynamicAnchor: n}}, items: {$dynamicRef: '#n'}}",
            "{$id: 'a:b', $defs: {a: {$dynamicAnchor: n, type: integer}, \
             b: {$id: 'a:c', $dynamicAnchor: n}}, items: {$dynamicRef: '#n'}}",
        ),
        ("{patternProperties: {'(': false}}", "{not: {required: [a]}}"),
    ] {
        for (narrow, wide) in [(one, other), (other, one)] {
            let verdict = decide(narrow, wide);
            assert_ne!(verdict, Verdict::Included, "{narrow} in {wide}");
        }
    }
}

/// Returns an object with `member`, and with a member `state` that is one of `count` objects, of
/// which the last has the state `last`.
fn beside_a_union(member: &str, keyword: &str, count: usize, last: &str) -> String {
    let branch = |index| {
        let (more, required) = match index % 3 {
            2 => ("id: {type: string, format: uuid}, ", "id, state"),
            _ => ("", "state"),
        };
        let state = if index + 1 == count { last.to_owned() } else { format!("s{index}") };
        format!(
            "{{type: object, required: [{required}], \
             properties: {{{more}state: {{type: string, enum: [{state}]}}}}}}"
        )
    };
    let branches: Vec<String> = (0..count).map(branch).collect();
    format!(
        "{{type: object, required: [name, state], properties: {{name: {{type: string}}, {member}, \
         state: {{{keyword}: [{}]}}}}}}",
        branches.join(", ")
    )
}

#[test]
fn a_change_is_found_beside_members_of_any_size() {
    for (old, new) in [
        ("kind: {enum: [old]}", "kind: {enum: [new]}"),
        ("kind: {type: object, required: [a]}", "kind: {type: object, required: [a, b]}"),
        ("zone: {maxLength: 9}, tag: true", "zone: {maxLength: 8}, tag: true"),
    ] {
        for keyword in ["oneOf", "anyOf"] {
            for count in [9, 40] {
                for last in ["last", "other"] {
                    let old = beside_a_union(old, keyword, count, "last");
                    let new = beside_a_union(new, keyword, count, last);
                    let verdict = decide(&old, &new);
                    assert!(matches!(verdict, Verdict::Witness(_)), "{old}\n{new}\n{verdict:?}");
                }
            }
        }
    }
}

/// The branches differ in the value of the member `kind`. The search for a value takes many steps for
/// the schemas of most other members.
#[test]
fn a_change_in_a_branch_of_a_large_union_has_a_witness() {
    let union = |more: &str| {
        let branch = |index| {
            let more = if index == 10 { more } else { "" };
            format!(
                "{{type: object, required: [address, nic, kind], properties: {{address: {{type: \
                 string, format: ipv6}}, nic: {{type: object, required: [mac, ip], properties: \
                 {{mac: {{type: string, pattern: '^([0-9a-f]{{2}}:){{5}}[0-9a-f]{{2}}$'}}, ip: \
                 {{oneOf: [{{type: string, format: ipv4}}, {{type: string, format: ipv6}}]}}}}}}, \
                 kind: {{type: string, enum: [k{index}]}}{more}}}}}"
            )
        };
        format!("{{oneOf: [{}]}}", (0..17).map(branch).collect::<Vec<_>>().join(", "))
    };
    let (old, new) = (union(""), union(", port: {type: integer}"));
    let verdict = decide(&old, &new);
    assert!(matches!(&verdict, Verdict::Witness(value) if value["kind"] == "k10"), "{verdict:?}");
    assert_eq!(decide(&new, &old), Verdict::Included);
}

#[test]
fn a_reference_without_a_target_is_no_schema() {
    let document = document("true");
    assert!(Schema::at(&document, "#/components/schemas/B").is_none());
}
