//! Changes a document at every place in every way that it knows, compares each
//! change with the original, and prints how many were judged rightly:
//!
//!     cargo run -p openapi-conformance --example mutants -- openapi.yaml
//!
//! The same is a test, for documents of the suite. It exits with 1 when a change
//! was judged wrongly, and must never print fewer faults than there are.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the modules are those of the tests"
)]

#[path = "../tests/suite/mutants/mod.rs"]
mod mutants;

use mutants::{noticeable, unnoticeable};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut wrong = 0;
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).expect("the document can be read");
        let document = serde_yaml_ng::from_str(&text).expect("the document is YAML or JSON");
        for (what, score) in [
            ("can notice", noticeable(&document)),
            ("can't notice", unnoticeable(&document)),
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
