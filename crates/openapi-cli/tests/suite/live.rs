//! Tests of `live`: its exit codes, and its messages if there is no verdict.

use crate::conforming::right;
use crate::service::{Answer, Reaction, start};
use crate::session::Session;
use std::fmt::Write;
use std::net::TcpListener;
use std::process::Command;

/// Returns the exit code and the output on both streams.
pub fn ran(arguments: &str) -> (i32, String) {
    let command = Command::new(env!("CARGO_BIN_EXE_openapi-dropshot"))
        .arg("live")
        .args(arguments.split_whitespace())
        .env_remove("OPENAPI_LIVE_TOKEN")
        .output();
    let output = command.unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap();
    (code, text(output.stdout) + &text(output.stderr))
}

pub const DOCUMENT: &str = "../openapi-live/tests/suite/document.yaml";

#[test]
fn the_exit_code_distinguishes_no_findings_findings_and_errors() {
    let good = start(|request| Reaction::Answer(right(request)));
    let bad = start(|request| Reaction::Answer(right(request).without("allow")));
    for (arguments, expected) in [
        (format!("{good} {DOCUMENT} --token sesame-open"), 0),
        (format!("{good}/ {DOCUMENT} --token token=sesame-open"), 0),
        (format!("{bad} {DOCUMENT} --token sesame-open"), 1),
        (format!("{good} {DOCUMENT}"), 2),
        (format!("{good} missing.yaml"), 2),
    ] {
        let (code, text) = ran(&arguments);
        assert_eq!(code, expected, "{arguments}\n{text}");
    }
}

#[test]
fn the_reason_for_no_verdict_is_printed_with_the_remedy() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let busy = start(|_| Reaction::Answer(Answer::new(429, "{}").with("retry-after", "0")));
    let plain = start(|request| Reaction::Answer(right(request)));
    let secure = plain.replace("http:", "https:");
    let mut text = String::new();
    for (what, arguments) in [
        ("nothing listens there", format!("http://{free} {DOCUMENT} --token sesame-open")),
        ("it doesn't speak TLS", format!("{secure} {DOCUMENT} --token sesame-open")),
        ("it is always busy", format!("{busy} {DOCUMENT} --token sesame-open")),
        ("no credential", format!("{plain} {DOCUMENT}")),
        ("a credential for something else", format!("{plain} {DOCUMENT} --token a\u{7f}b")),
        ("no address", format!("localhost:8080 {DOCUMENT} --token sesame-open")),
        ("an address with a password", format!("http://a:secret@HOST/\u{7f} {DOCUMENT}")),
        ("a password in what is no address", format!("http://a:secret@HOST:99999 {DOCUMENT}")),
        ("an address with a query", format!("{plain}?a=b {DOCUMENT} --token sesame-open")),
        ("no document", format!("{plain} missing.yaml")),
    ] {
        let (code, output) = ran(&arguments);
        let output = output.replace(&free.to_string(), "HOST");
        let output = output.replace(plain.trim_start_matches("http://"), "HOST");
        let _ = writeln!(text, "== {what}\n\n{output}# exit code {code}\n");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn credentials_that_are_required_together_are_named_together() {
    let session = Session::new();
    let scheme = "{ type: http, scheme: bearer }";
    let document = format!(
        "openapi: 3.1.0
info: {{ title: Things, version: '1' }}
components: {{ securitySchemes: {{ k: {scheme}, l: {scheme}, m: {scheme} }} }}
paths:
  /t:
    get:
      security: [{{ k: [], l: [] }}, {{ l: [], m: [] }}, {{ l: [] }}]
      responses: {{ '204': {{ description: Done }} }}
"
    );
    session.write("things.yaml", document);
    let (code, _, errors) = session.run("live http://127.0.0.1:1 things.yaml --token k=secret");
    assert_eq!(code, 2);
    assert!(errors.contains("GET /t (l or l and m);"), "{errors}");
}
