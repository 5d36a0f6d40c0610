//! `cargo xtask history --serve` with the versions of its example.

#![allow(clippy::unwrap_used)]

use std::process::Command;

/// What the program says about the versions and the functions.
const SERVED: [&str; 4] = [
    "3 clients: 7 calls, 5 by functions, 0 failed",
    "v1_0_0 request_new_note_color: 1 calls",
    "v1_0_0 clear_notes: 1 calls",
    "v2_0_0 response_state: 4 calls",
];

#[test]
#[ignore = "compiles a service and its clients; the nightly workflow runs it"]
fn the_clients_of_all_versions_call_one_service() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/history");
    let functions = format!("{example}/functions.rs");
    let mut history = Command::new(env!("CARGO_BIN_EXE_xtask"));
    history.args(["history", example, "--serve", "3", "--functions", &functions]);
    let output = history.output().unwrap();
    let [text, errors] = [output.stdout, output.stderr].map(|one| String::from_utf8(one).unwrap());
    assert!(output.status.success(), "{text}{errors}");
    for line in SERVED {
        assert!(text.contains(line), "{line}\n\n{text}");
    }
}
