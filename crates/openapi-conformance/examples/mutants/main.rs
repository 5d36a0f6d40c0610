//! Changes a document at every place in every way that it knows, compares each
//! change with the original, and prints how many were judged rightly:
//!
//!     cargo run -p openapi-conformance --example mutants -- openapi.yaml
//!
//! `--write FILE` in front writes the pairs to a file instead, for other engines.
//! The same is a test, for documents of the suite. It exits with 1 when a change
//! was judged wrongly, and must never print fewer faults than there are.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the modules are those of the tests"
)]

#[path = "../../tests/suite/mutants/mod.rs"]
mod mutants;
mod older;
mod pairs;

use mutants::{noticeable, unnoticeable};
use serde_json::Value;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "--write") {
        let rest = arguments.split_off(2);
        let lines: Vec<String> = rest
            .iter()
            .flat_map(|path| pairs::lines(&read(path)))
            .collect();
        std::fs::write(&arguments[1], lines.concat()).expect("the file can be written");
        return ExitCode::SUCCESS;
    }
    let mut wrong = 0;
    for path in arguments {
        let document = read(&path);
        for (what, score) in [
            ("can notice", noticeable(&document, 1)),
            ("can't notice", unnoticeable(&document, 1)),
        ] {
            println!("{path}: changes that a caller {what}\n\n{}", score.table());
            for fault in &score.faults {
                println!("{fault}");
            }
            wrong += score.made - score.right;
        }
    }
    println!("{wrong} judged wrongly");
    ExitCode::from(u8::from(wrong > 0))
}

fn read(path: &str) -> Value {
    let text = std::fs::read_to_string(path).expect("the document can be read");
    serde_yaml_ng::from_str(&text).expect("the document is YAML or JSON")
}
