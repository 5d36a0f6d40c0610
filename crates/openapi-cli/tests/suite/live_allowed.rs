//! Tests of `live --allow`: accepted findings are left out, an unused entry is reported,
//! and an invalid file prevents any request.

use crate::conforming::right;
use crate::live::{DOCUMENT, ran};
use crate::service::{Reaction, Request, start};
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Returns the exit code and the output for a service that omits two headers, with
/// an allow file.
fn checked(allow: &str) -> (i32, String) {
    let react = |request: &Request| {
        let answer = right(request).without("allow");
        Reaction::Answer(answer.without("www-authenticate"))
    };
    checked_at(&start(react), allow)
}

fn checked_at(url: &str, allow: &str) -> (i32, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("allow.yaml");
    std::fs::write(&path, allow).unwrap();
    let path = path.display().to_string();
    let (code, output) =
        ran(&format!("{url} {DOCUMENT} --token sesame-open --seed 1 --allow {path}"));
    (code, output.replace(&path, "allow.yaml").replace(url, "http://HOST"))
}

const CHALLENGE: &str = "\
- rule: live-challenge-missing
  in: POST /things
  reason: The proxy before it adds the header.
";
const ALLOW: &str = "\
- rule: live-allow-missing
  at: /paths/~1things
  reason: Nobody asks for other methods.
- rule: live-allow-missing
  at: /paths/~1things~1{id}
  reason: Nobody asks for other methods.
";

#[test]
fn an_accepted_finding_is_not_reported() {
    let (code, output) = checked(&format!("{CHALLENGE}{ALLOW}"));
    assert!(output.ends_with(": no findings\n"), "{output}");
    assert_eq!(code, 0, "{output}");
}

#[test]
fn an_entry_takes_out_what_it_names_and_nothing_else() {
    let mut text = String::new();
    for allow in [CHALLENGE.to_owned(), CHALLENGE.replace("POST", "GET")] {
        let (code, output) = checked(&allow);
        let _ = writeln!(text, "== {allow}\n{output}# exit code {code}\n");
    }
    insta::assert_snapshot!(text);
}

#[test]
fn nothing_is_sent_when_the_allow_file_is_bad() {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let url = start(|request| {
        COUNT.fetch_add(1, Ordering::Relaxed);
        Reaction::Answer(right(request))
    });
    let mut text = String::new();
    for allow in [
        "- {rule: live-no-answer, in: GET /things}",
        "- {rule: live-no-answer, reason: It is slow.}",
        "- {rule: request-body-narrower, at: /paths, reason: A rule of another check.}",
        "rule: live-no-answer",
        "- [",
    ] {
        let (code, output) = checked_at(&url, allow);
        let _ = writeln!(text, "== {allow}\n{output}# exit code {code}\n");
    }
    let (code, output) = ran(&format!("{url} {DOCUMENT} --token sesame-open --allow no.yaml"));
    let _ = writeln!(text, "== no file\n{output}# exit code {code}");
    insta::assert_snapshot!(text);
    assert_eq!(COUNT.load(Ordering::Relaxed), 0);
}
