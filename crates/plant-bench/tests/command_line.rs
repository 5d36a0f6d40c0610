//! The command refuses what it can't do.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

use std::process::Command;

#[test]
fn an_unknown_fault_is_wrong_usage() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plant-bench"));
    let output = command.args(["faults", "--only", "flood"]).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("invalid value 'flood'"), "{message}");
}
