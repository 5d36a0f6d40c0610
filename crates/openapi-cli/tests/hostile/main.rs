//! Small documents that would take much time or memory: each command ends within 10 seconds
//! of processor time (60 without optimization) and 1 GiB, with a result or with an error
//! that names a place.
//!
//! A row of the table is a document with the commands that read it. The bounds are the
//! command's own, `--max-memory` and `--max-time`. Time of the processor and not of the clock,
//! because other tests run at the same time.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod documents;
mod files;
mod mutated;

use documents::{ROWS, Row};
use std::process::{Command, ExitStatus};

/// The seconds of the processor. Without optimization, the slowest document takes 31 seconds, and
/// 2 with it.
const SECONDS: &str = if cfg!(debug_assertions) { "60" } else { "10" };

/// Runs a command for a document within the bounds. Returns the end and all output.
fn run(document: &str, command: &str) -> (ExitStatus, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("document.json"), document).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_openapi-dropshot"))
        .args(["--max-memory", "1GiB", "--max-time", SECONDS])
        .args(command.split(' '))
        .current_dir(folder.path())
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status, String::from_utf8_lossy(&text).into_owned())
}

/// Runs a command, and returns what is wrong with its end.
fn fault(row: &Row, command: &str) -> Option<String> {
    let (status, text) = run(&(row.document)(), command);
    let name = row.name;
    match status.code() {
        Some(0) => None,
        // An error with its place in the document.
        Some(1 | 2) if text.contains("document.json:") && !text.contains("needs more than") => None,
        _ => {
            let end: String = text.chars().take(500).collect();
            Some(format!("{name}, {command}: {status}\n{end}"))
        }
    }
}

#[test]
#[ignore = "takes minutes; the nightly workflow runs it"]
fn each_command_ends_within_its_bounds_for_each_document() {
    let faults = ROWS.iter().flat_map(|row| {
        let commands = row.commands.iter();
        commands.filter_map(|command| fault(row, command))
    });
    let faults: Vec<_> = faults.collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn values_of_unions_that_refer_to_the_next_one_twice_are_made_before_a_request_is_sent() {
    let document = documents::doubled_unions("anyOf");
    // Nothing listens there.
    let (status, text) = run(&document, "live http://127.0.0.1:9 document.json");
    assert_eq!(status.code(), Some(2), "{text}");
    assert!(text.contains("can't be reached"), "{text}");
}

#[test]
fn every_operation_of_objects_that_refer_to_each_other_is_accepted() {
    let (status, text) = run(&documents::web(128, 20), "check document.json");
    assert_eq!(status.code(), Some(0), "{text}");
    for generator in ["server", "client"] {
        let all = format!("{generator}: 1 of 1 operations\n");
        assert!(text.contains(&all), "{text}");
    }
}

#[test]
fn objects_that_refer_to_themselves_by_other_schemas_have_a_named_place() {
    let circle = r##"{
        "openapi": "3.1.0",
        "info": { "title": "Cases", "version": "1" },
        "paths": { "/s": { "get": { "operationId": "s", "responses": { "200": {
            "description": "d",
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/S" } } }
        } } } } },
        "components": { "schemas": {
            "S": { "KEYWORD": [{ "$ref": "#/components/schemas/T" }] },
            "T": { "KEYWORD": [{ "$ref": "#/components/schemas/S" }, { "type": "string" }] }
        } }
    }"##;
    for keyword in ["allOf", "anyOf", "oneOf"] {
        let document = circle.replace("KEYWORD", keyword);
        for command in ["check", "server", "client", "lower"] {
            let (status, text) = run(&document, &format!("{command} document.json"));
            assert_eq!(status.code(), Some(1), "{keyword}, {command}\n{text}");
            assert!(text.contains("in a circle"), "{text}");
            assert!(text.contains("document.json:9:18"), "{text}");
        }
    }
}

#[test]
fn a_property_that_refines_itself_has_the_type_of_its_object() {
    let birds = r##"{
        "openapi": "3.1.0",
        "info": { "title": "Cases", "version": "1" },
        "paths": { "/s": { "get": { "operationId": "s", "responses": { "200": {
            "description": "d",
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Owl" } } }
        } } } } },
        "components": { "schemas": {
            "Bird": { "type": "object", "properties": {
                "name": { "type": "string" },
                "young": { "type": "array", "items": { "$ref": "#/components/schemas/Bird" } }
            } },
            "Owl": { "allOf": [{ "$ref": "#/components/schemas/Bird" }, {
                "type": "object",
                "properties": {
                    "young": { "type": "array", "items": { "$ref": "#/components/schemas/Owl" } }
                }
            }] }
        } }
    }"##;
    for command in ["server", "client"] {
        let (status, text) = run(birds, &format!("{command} document.json"));
        assert_eq!(status.code(), Some(0), "{command}\n{text}");
        assert!(text.contains("pub young: Option<Vec<Owl>>,"), "{command}\n{text}");
    }
}
