//! Small documents that would take much time or memory: each command ends within 10 seconds
//! of processor time and 1 GiB, with a result or with an error that names a place.
//!
//! A row of the table is a document with the commands that read it. The limits are the
//! system's (`ulimit`): a command that exceeds one is killed, and has no exit code. Time of
//! the processor and not of the clock, because other tests run at the same time.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod documents;
mod mutated;

use documents::{ROWS, Row};
use std::process::Command;

/// The bounds of a command: addresses in KiB, and seconds of the processor.
const BOUNDS: &str = "ulimit -c 0 && ulimit -v 1048576 && ulimit -t 10 && exec \"$0\" \"$@\"";

/// Runs a command, and returns what is wrong with its end.
fn fault(row: &Row, command: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("document.json"), (row.document)()).unwrap();
    let output = Command::new("sh")
        .args(["-c", BOUNDS, env!("CARGO_BIN_EXE_openapi-dropshot")])
        .args(command.split(' '))
        .current_dir(folder.path())
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let name = row.name;
    match output.status.code() {
        Some(0) => None,
        // An error with its place in the document.
        Some(1 | 2) if text.contains("document.json:") => None,
        code => {
            let end: String = text.chars().take(500).collect();
            Some(format!(
                "{name}, {command}: {code:?}, {}\n{end}",
                output.status
            ))
        }
    }
}

#[test]
fn each_command_ends_within_its_bounds_for_each_document() {
    let faults = ROWS.iter().flat_map(|row| {
        let commands = row.commands.iter();
        commands.filter_map(|command| fault(row, command))
    });
    let faults: Vec<_> = faults.collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}
