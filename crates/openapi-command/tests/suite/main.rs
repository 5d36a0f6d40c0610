//! What the command promises: its exit codes, its formats, and its help. It is
//! run in this process; the program only adds the process.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

use openapi_command::{Outcome, run};
use std::fmt::Write;
use std::fs;
use tempfile::TempDir;

const OLD: &str = "\
openapi: 3.1.0
paths:
  /things:
    post:
      requestBody:
        content: {application/json: {schema: {type: object, properties: {size: {type: integer}}}}}
      responses: {'204': {description: Done}}
";

/// A folder with documents, and the command run in it.
struct Session(TempDir);

impl Session {
    fn new() -> Session {
        let session = Session(tempfile::tempdir().unwrap());
        session.write("old.yaml", OLD);
        session.write("same.yaml", &OLD.replace("Done", "It is done"));
        session.write(
            "narrower.yaml",
            &OLD.replace("type: integer", "type: integer, maximum: 9"),
        );
        session.write("wider.yaml", &OLD.replace("type: integer", "type: number"));
        session.write(
            "renamed.yaml",
            &OLD.replace("post:", "post:\n      operationId: thingMake"),
        );
        session.write("broken.yaml", "openapi: 3.1.0\npaths: []\n");
        session
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).unwrap();
    }

    /// The outcome and what was written to both streams, without the folder.
    fn run(&self, arguments: &str) -> (Outcome, String, String) {
        let folder = format!("{}/", self.0.path().display());
        let words = arguments
            .split_whitespace()
            .map(|word| match word.ends_with(".yaml") {
                true => format!("{folder}{word}"),
                false => word.to_owned(),
            });
        let words = std::iter::once("openapi-dropshot".to_owned()).chain(words);
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let outcome = run(words.map(Into::into), &mut output, &mut errors);
        let text = |bytes| String::from_utf8(bytes).unwrap().replace(&folder, "");
        (outcome, text(output), text(errors))
    }
}

#[test]
fn the_exit_code_says_whether_anything_was_found_or_nothing_can_be() {
    let session = Session::new();
    for (arguments, expected) in [
        ("diff old.yaml same.yaml", Outcome::Clean),
        (
            "diff old.yaml same.yaml --level documentation",
            Outcome::Findings,
        ),
        ("diff old.yaml wider.yaml", Outcome::Findings),
        ("diff old.yaml wider.yaml --level breaking", Outcome::Clean),
        (
            "diff old.yaml narrower.yaml --level breaking",
            Outcome::Findings,
        ),
        ("compat old.yaml wider.yaml", Outcome::Clean),
        ("compat renamed.yaml old.yaml", Outcome::Findings),
        (
            "compat renamed.yaml old.yaml --level breaking",
            Outcome::Clean,
        ),
        (
            "compat old.yaml wider.yaml --level documentation",
            Outcome::Findings,
        ),
        ("compat old.yaml narrower.yaml", Outcome::Findings),
        ("compat narrower.yaml old.yaml", Outcome::Clean),
        ("diff old.yaml missing.yaml", Outcome::Failed),
        ("diff broken.yaml missing.yaml", Outcome::Failed),
        (
            "diff old.yaml same.yaml --allow missing.yaml",
            Outcome::Failed,
        ),
        ("diff old.yaml", Outcome::Failed),
        ("diff old.yaml same.yaml --format xml", Outcome::Failed),
        ("--help", Outcome::Clean),
        ("--version", Outcome::Clean),
    ] {
        let (outcome, output, errors) = session.run(arguments);
        assert_eq!(outcome, expected, "{arguments}\n{output}\n{errors}");
    }
}

#[test]
fn sessions() {
    let session = Session::new();
    session.write(
        "allow.yaml",
        "- rule: request-body-narrower\n  in: POST /things\n  reason: nobody has that many\n",
    );
    let mut text = String::new();
    for arguments in [
        "compat old.yaml narrower.yaml",
        "compat old.yaml narrower.yaml --format github",
        "compat old.yaml narrower.yaml --allow allow.yaml",
        "compat old.yaml same.yaml --allow allow.yaml",
        "diff broken.yaml missing.yaml",
        "--help",
        "diff --help",
        "compat --help",
    ] {
        let (outcome, output, errors) = session.run(arguments);
        let _ = writeln!(
            text,
            "$ openapi-dropshot {arguments}\n{output}{errors}# {outcome:?}\n"
        );
    }
    insta::assert_snapshot!(text);
}

#[test]
fn each_format_tells_the_same_findings() {
    let session = Session::new();
    for format in ["json", "sarif"] {
        let arguments = format!("diff old.yaml narrower.yaml --format {format}");
        let (_, output, _) = session.run(&arguments);
        let value: serde_json::Value = serde_json::from_str(&output).unwrap();
        let findings = match format {
            "json" => &value["findings"],
            _ => &value["runs"][0]["results"],
        };
        assert_eq!(findings.as_array().unwrap().len(), 1, "{output}");
    }
    let (_, output, _) = session.run("diff old.yaml narrower.yaml --format github");
    assert_eq!(output.lines().count(), 1, "{output}");
}
