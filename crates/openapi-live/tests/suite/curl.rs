//! Tests of the command lines in the findings: a shell sends the request and runs nothing
//! of the document.

use crate::right::settings;
use crate::service::{Answer, Reaction, start};
use openapi_live::{Finding, Report, check};
use serde_json::{Value, json};
use std::fs;
use std::process::Command;

/// Returns the report on a service that fails with every request.
fn report(path: &str, operation: Value) -> Report {
    let document = json!({
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "paths": {path: {"post": operation}},
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openapi.json");
    fs::write(&file, document.to_string()).unwrap();
    let url = start(|_| Reaction::Answer(Answer::new(500, "{}")));
    check(&file, &url, &settings()).unwrap()
}

/// Runs the command line of a finding in a shell whose `curl` prints its arguments and
/// its standard input. Returns the output, and the files that were made.
fn run(finding: &Finding) -> (String, usize) {
    let folder = tempfile::tempdir().unwrap();
    let curl = r#"curl() { printf '<%s>\n' "$@"; case "$*" in *@-) cat;; esac; }"#;
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!("{curl}; {}", finding.request))
        .current_dir(folder.path())
        .env("TOKEN_token", "it's $(touch token)")
        .env("TOKEN_other", "secret")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let made = fs::read_dir(folder.path()).unwrap().count();
    (String::from_utf8(output.stdout).unwrap(), made)
}

#[test]
fn a_shell_substitutes_the_token_and_runs_nothing_of_the_document() {
    let path = "/$(touch a)/`touch b`/'$(touch c)'/\"$(touch d)\"/$TOKEN_other/\\";
    let body = json!({"type": "string", "const": "'$(touch e)'\"`touch f` ${TOKEN_token}"});
    let operation = json!({
        "security": [{"token": []}],
        "requestBody": {"content": {"application/json": {"schema": body}}},
        "responses": {"200": {"description": "Done"}},
    });
    let report = report(path, operation);
    let finding = &report.findings[0];
    let (arguments, made) = run(finding);
    assert_eq!(made, 0, "{}", finding.request);
    let sent =
        path.replace(' ', "%20").replace('`', "%60").replace('"', "%22").replace('\\', "%5C");
    for argument in [
        format!("<{}{sent}>\n", report.server),
        "<Authorization: Bearer it's $(touch token)>\n".to_owned(),
        "<\"'$(touch e)'\\\"`touch f` ${TOKEN_token}\">\n".to_owned(),
    ] {
        assert!(arguments.contains(&argument), "{argument}{arguments}");
    }
}

#[test]
fn a_body_with_control_characters_reaches_curl_unchanged() {
    let body = json!({"type": "string", "const": "a\r\n\u{1b}%s'\\\u{202e}\0"});
    let operation = json!({
        "requestBody": {"content": {"text/plain": {"schema": body}}},
        "responses": {"200": {"description": "Done"}},
    });
    let report = report("/a", operation);
    let request = &report.findings[0].request;
    assert!(!request.contains(char::is_control), "{request}");
    let (output, _) = run(&report.findings[0]);
    assert!(output.ends_with("<@->\na\r\n\u{1b}%s'\\\u{202e}\0"), "{output:?}");
}

#[test]
fn a_body_that_begins_like_the_name_of_a_file_is_a_body() {
    let body = json!({"type": "string", "const": "@/etc/hostname"});
    let operation = json!({
        "requestBody": {"content": {"text/plain": {"schema": body}}},
        "responses": {"200": {"description": "Done"}},
    });
    let report = report("/a", operation);
    let (output, _) = run(&report.findings[0]);
    assert!(output.ends_with("<--data-raw>\n<@/etc/hostname>\n"), "{output}");
}

/// The report escapes `##`, which is a command to some build services.
#[test]
fn a_report_shows_number_signs_in_a_line_that_sends_them() {
    let text = |value: &str| json!({"type": "string", "const": value});
    let field = json!({"name": "X-A", "in": "header", "required": true, "schema": text("##b")});
    let operation = json!({
        "parameters": [field],
        "requestBody": {"content": {"text/plain": {"schema": text("'##[c] d###")}}},
        "responses": {"200": {"description": "Done"}},
    });
    let mut finding = report("/a", operation).findings.remove(0);
    let shown = finding.to_string();
    let line = shown.lines().find_map(|line| line.strip_prefix("  $ "));
    finding.request = line.unwrap().to_owned();
    let (output, _) = run(&finding);
    assert!(output.contains("<X-A: ##b>\n"), "{output}");
    assert!(output.ends_with("<'##[c] d###>\n"), "{output}");
}
