//! Tests of the command: its help, its exit codes, and its messages if there is no
//! verdict.

use crate::right::right;
use crate::service::{Answer, Reaction, start};
use std::fmt::Write;
use std::net::TcpListener;
use std::process::Command;

/// Returns the exit code and the output on both streams.
pub fn ran(arguments: &str) -> (i32, String) {
    let command = Command::new(env!("CARGO_BIN_EXE_openapi-live"))
        .args(arguments.split_whitespace())
        .env_remove("OPENAPI_LIVE_TOKEN")
        .output();
    let output = command.unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap();
    (code, text(output.stdout) + &text(output.stderr))
}

pub const DOCUMENT: &str = "tests/suite/document.yaml";

#[test]
fn the_exit_code_distinguishes_no_findings_findings_and_errors() {
    let good = start(|request| Reaction::Answer(right(request)));
    let bad = start(|request| Reaction::Answer(right(request).without("allow")));
    for (arguments, expected) in [
        (format!("{DOCUMENT} {good} --token sesame-open"), 0),
        (format!("{DOCUMENT} {good}/ --token token=sesame-open"), 0),
        (format!("{DOCUMENT} {bad} --token sesame-open"), 1),
        (format!("{DOCUMENT} {good}"), 2),
        (format!("missing.yaml {good}"), 2),
        ("--help".to_owned(), 0),
    ] {
        let (code, text) = ran(&arguments);
        assert_eq!(code, expected, "{arguments}\n{text}");
    }
}

#[test]
fn what_keeps_from_a_verdict_is_said_with_what_to_do() {
    let free = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let busy = start(|_| Reaction::Answer(Answer::new(429, "{}").with("retry-after", "0")));
    let plain = start(|request| Reaction::Answer(right(request)));
    let secure = plain.replace("http:", "https:");
    let mut text = String::new();
    for (what, arguments) in [
        ("the help", "--help".to_owned()),
        (
            "nothing listens there",
            format!("{DOCUMENT} http://{free} --token sesame-open"),
        ),
        (
            "it doesn't speak TLS",
            format!("{DOCUMENT} {secure} --token sesame-open"),
        ),
        (
            "it is always busy",
            format!("{DOCUMENT} {busy} --token sesame-open"),
        ),
        ("no credential", format!("{DOCUMENT} {plain}")),
        (
            "a credential for something else",
            format!("{DOCUMENT} {plain} --token a\u{7f}b"),
        ),
        (
            "no address",
            format!("{DOCUMENT} localhost:8080 --token sesame-open"),
        ),
        (
            "an address with a query",
            format!("{DOCUMENT} {plain}?a=b --token sesame-open"),
        ),
        ("no document", format!("missing.yaml {plain}")),
    ] {
        let (code, output) = ran(&arguments);
        let output = output.replace(&free.to_string(), "HOST");
        let output = output.replace(plain.trim_start_matches("http://"), "HOST");
        let _ = writeln!(text, "== {what}\n\n{output}# exit code {code}\n");
    }
    insta::assert_snapshot!(text);
}
