//! The plans of the schemas of the JSON Schema test suite. Invalid instances that both the
//! validator and the plan accept are printed.

use serde_json::Value;

use super::{document, exact, planned};
use crate::Schema;

/// `FILES="FILE…" cargo test -p openapi-schema suite -- --ignored --nocapture` with files
/// of the directory `draft2020-12` of <https://github.com/json-schema-org/JSON-Schema-Test-Suite>.
#[test]
#[ignore = "needs the JSON Schema test suite"]
fn a_plan_accepts_no_instance_of_the_test_suite_that_the_validator_rejects() {
    let (mut schemas, mut plans, mut valid, mut accepted) = (0, 0, 0, 0);
    for path in std::env::var("FILES").unwrap().split_whitespace() {
        let groups: Vec<Value> = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        for mut group in groups {
            // Names the dialect that all of them have.
            group["schema"].as_object_mut().and_then(|schema| schema.remove("$schema"));
            let schema = Schema::at(document(&group["schema"]), "#");
            schemas += 1;
            plans += usize::from(schema.plan().is_some());
            for test in group["tests"].as_array().unwrap() {
                let is_valid = test["valid"] == true;
                let text = test["data"].to_string();
                let is_accepted = planned(&schema, text.as_bytes()).is_some();
                valid += usize::from(is_valid);
                accepted += usize::from(is_accepted);
                if is_accepted && !is_valid {
                    let is_decided_so = exact(&schema, text.as_bytes()).is_some();
                    assert!(is_decided_so, "{path}: {text}\n{group:#}");
                    println!("the validator accepts {text}: {}", test["description"]);
                }
            }
        }
    }
    println!("{plans} of {schemas} schemas have a plan");
    println!("{accepted} of {valid} valid instances are accepted by their plan");
    assert!(accepted > 0);
}
