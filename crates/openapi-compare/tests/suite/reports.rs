//! Tests of the output formats. Programs rely on the field names of the JSON
//! format, so they must not change.

use crate::fixture::{CONTRACT, EMITTED, compare_texts, read};
use openapi_compare::{Level, Report, Rule, compare_versions};
use openapi_source::findings::Format;
use serde_json::Value;
use std::collections::BTreeSet;

fn report() -> Report {
    let emitted = EMITTED
        .replace("required: [name, size]", "required: [size]")
        .replace("operationId: health", "operationId: is_healthy")
        .replace("        - {in: header, name: x-trace, schema: {type: string}}\n", "");
    compare_texts(CONTRACT, &emitted)
}

/// Compares two versions, of which the new one requires an additional member.
fn versions() -> Report {
    let new = CONTRACT.replace("required: [name]", "required: [name, tag]");
    let documents = (read("old", CONTRACT), read("new", &new));
    compare_versions(Level::Documentation, &documents.0, &documents.1)
}

fn written(report: &Report, format: Format) -> String {
    let mut output = Vec::new();
    format.write(report, &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn several_findings_as_text() {
    let report = report();
    assert!(!report.is_clean());
    assert_eq!(written(&report, Format::Text), report.to_string());
    insta::assert_snapshot!(report);
}

#[test]
fn several_findings_as_json() {
    insta::assert_snapshot!(written(&report(), Format::Json));
}

#[test]
fn a_report_of_two_versions_names_them_old_and_new() {
    let report: Value = serde_json::from_str(&written(&versions(), Format::Json)).unwrap();
    assert_eq!(report["old"], "the old document");
    assert_eq!(report["new"], "the new document");
    let findings = report["findings"].as_array().unwrap();
    assert!(!findings.is_empty());
    for finding in findings {
        assert_eq!(finding["old"]["file"], "old");
        assert_eq!(finding["new"]["file"], "new");
        for side in ["contract", "emitted"] {
            assert_eq!(finding[side], Value::Null);
        }
    }
    let sides = findings.iter().flat_map(|one| one["witnesses"].as_array().unwrap());
    let sides: BTreeSet<&str> = sides.filter_map(|one| one["allowed_by"].as_str()).collect();
    assert!(sides.is_subset(&BTreeSet::from(["old", "new"])), "{sides:?}");
    assert!(!sides.is_empty());
}

#[test]
fn several_findings_as_annotations() {
    insta::assert_snapshot!(written(&report(), Format::Github));
}

#[test]
fn several_findings_as_sarif() {
    let mut log: Value = serde_json::from_str(&written(&report(), Format::Sarif)).unwrap();
    let driver = &mut log["runs"][0]["tool"]["driver"];
    driver["version"] = Value::from("as the crate's");
    let rules = driver["rules"].as_array_mut().unwrap();
    let described = rules.split_off(1);
    let ids = rules.iter().chain(&described).map(|rule| &rule["id"]);
    let ids: Vec<_> = ids.filter_map(Value::as_str).map(str::to_owned).collect();
    assert!(ids.iter().eq(Rule::ALL.iter().map(|rule| rule.id())));
    // The first rule represents all rules.
    insta::assert_snapshot!(serde_json::to_string_pretty(&log).unwrap());
    for result in log["runs"][0]["results"].as_array().unwrap() {
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(result["ruleId"], ids[index]);
    }
}

#[test]
fn reports_as_json_fit_the_published_schema() {
    let schema = include_str!("../../../../docs/findings.schema.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for report in [report(), compare_texts(CONTRACT, EMITTED), versions()] {
        let report: Value = serde_json::from_str(&written(&report, Format::Json)).unwrap();
        let errors: Vec<String> =
            validator.iter_errors(&report).map(|error| error.to_string()).collect();
        assert_eq!(errors, Vec::<String>::new());
    }
    let ids: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    let listed = schema["$defs"]["finding"]["properties"]["rule"]["enum"].as_array().unwrap();
    assert_eq!(listed.iter().filter_map(Value::as_str).collect::<BTreeSet<_>>(), ids);
}

#[test]
fn a_clean_report_says_so() {
    let report = compare_texts(CONTRACT, EMITTED);
    assert_eq!(written(&report, Format::Text), "no findings\n");
    assert!(written(&report, Format::Json).contains("\"findings\": []"));
    assert_eq!(written(&report, Format::Github), "");
}
