//! Tests of the JSON format: reports of every form conform to the published schema.

use crate::conforming::right;
use crate::right::{checked, document, settings};
use crate::service::{Answer, Reaction, Request, start};
use openapi_live::{Report, Rule, Settings, check};
use openapi_source::findings::Format;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;

fn schema() -> Value {
    serde_json::from_str(include_str!("../../../../docs/live.schema.json")).unwrap()
}

/// Returns the schema without unknown members: members may be added to the format,
/// but not without declaring them in the schema.
fn closed(mut schema: Value) -> Value {
    fn close(value: &mut Value) {
        if let Value::Object(members) = value {
            members.values_mut().for_each(close);
            if members.contains_key("properties") {
                members.insert("additionalProperties".to_owned(), json!(false));
            }
        }
    }
    close(&mut schema);
    schema
}

fn written(report: &Report) -> Value {
    let mut output = Vec::new();
    Format::Json.write(report, &mut output).unwrap();
    serde_json::from_slice(&output).unwrap()
}

#[test]
fn reports_of_every_form_conform_to_the_published_schema() {
    let clean = checked(|request| Reaction::Answer(right(request))).unwrap();
    assert!(clean.is_clean(), "{clean}");
    let wrong = |request: &Request| Reaction::Answer(right(request).without("www-authenticate"));
    let wrong = checked(wrong).unwrap();
    assert!(wrong.findings.iter().any(|finding| finding.more > 0));
    let noted = checked(|_| Reaction::Answer(Answer::new(409, "{}"))).unwrap();
    assert!(!noted.notes.is_empty(), "{noted}");
    let impatient = Settings { timeout: Duration::from_secs(1), ..settings() };
    let silent = check(&document(), &start(|_| Reaction::Hang), &impatient).unwrap();
    assert!(silent.unsent > 0 && silent.findings[0].answer.is_none());
    let validator = jsonschema::validator_for(&closed(schema())).unwrap();
    for report in [clean, wrong, noted, silent] {
        let errors: Vec<String> = validator
            .iter_errors(&written(&report))
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(errors, Vec::<String>::new(), "{report}");
    }
}

#[test]
fn the_published_schema_lists_each_rule_and_no_other() {
    let schema = schema();
    let listed = schema["$defs"]["finding"]["properties"]["rule"]["enum"].as_array();
    let listed: BTreeSet<_> = listed.unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(listed, Rule::ALL.iter().map(|rule| rule.id()).collect());
}
