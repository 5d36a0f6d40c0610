//! Tests of the limits of a run against a slow or a hostile service, and of the masks for
//! tokens that it echoes.

use crate::conforming::{refused, right};
use crate::right::{checked, document, settings};
use crate::service::{Answer, Reaction, Request, start};
use openapi_live::{Report, Rule, Settings, check};
use openapi_source::findings::Format;
use std::net::TcpStream;
use std::thread::sleep;
use std::time::Duration;
use tokio::net::TcpSocket;

/// Returns the report on a service after one second.
fn ended(react: impl FnMut(&Request) -> Reaction + Send + 'static) -> Report {
    let settings = Settings { max_time: Duration::from_secs(1), ..settings() };
    check(&document(), &start(react), &settings).unwrap()
}

fn written(report: &Report, format: Format) -> String {
    let mut output = Vec::new();
    format.write(report, &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn a_run_ends_with_a_finding_and_a_partial_report_when_its_time_is_over() {
    let slow = |request: &Request| {
        sleep(Duration::from_millis(50));
        Reaction::Answer(right(request).without("x-count"))
    };
    let mut count = 0;
    let pausing = move |request: &Request| {
        count += 1;
        let answer = right(request).without("x-count").with("retry-after", "50");
        let status = if count > 3 { 429 } else { answer.status };
        Reaction::Answer(Answer { status, ..answer })
    };
    let mut count = 0;
    let hanging = move |request: &Request| {
        count += 1;
        match count > 3 {
            true => Reaction::Hang,
            false => Reaction::Answer(right(request).without("x-count")),
        }
    };
    for report in [ended(slow), ended(pausing), ended(hanging)] {
        let rules: Vec<_> = report.findings.iter().map(|finding| finding.rule).collect();
        assert_eq!(rules, [Rule::HeaderMissing, Rule::Unfinished], "{report}");
        assert!(report.unsent > 0 && report.good > 0, "{report}");
        let note = report.notes.last().unwrap();
        assert!(note.ends_with("give the check more time with --max-duration"));
    }
}

#[test]
fn a_request_that_is_repeated_without_an_answer_is_counted_once() {
    let all = checked(|request| Reaction::Answer(right(request))).unwrap().requests;
    // The third request has an extreme value, which could be taken.
    for first in [1, 3] {
        let mut count = 0;
        let report = ended(move |request| {
            count += 1;
            match count {
                _ if count == first => Reaction::Answer(refused(400, 1)),
                _ if count == first + 1 => Reaction::Hang,
                _ => Reaction::Answer(right(request)),
            }
        });
        assert_eq!(report.requests, first + 1, "{report}");
        let note = report.notes.last().unwrap();
        // The first operation has more requests, which are not sent.
        let unsent = format!("requests without an answer within 1 s: {};", report.unsent);
        assert!(note.starts_with(&unsent), "{note}");
        assert!(report.unsent < all, "{report}");
    }
}

#[test]
fn a_host_that_makes_no_connection_is_an_error() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let _runtime = runtime.enter();
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(1).unwrap();
    let address = listener.local_addr().unwrap();
    // With a full queue, the system drops what else arrives.
    let connect = || TcpStream::connect_timeout(&address, Duration::from_millis(200)).ok();
    let _queue: Vec<_> = std::iter::from_fn(connect).collect();
    let settings = Settings { timeout: Duration::from_secs(1), ..settings() };
    let error = check(&document(), &format!("http://{address}"), &settings).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("http://{address} can't be reached: the connection timed out")
    );
}

#[test]
fn a_report_keeps_the_beginning_of_an_answer() {
    let react = |_: &Request| {
        let body = format!("\"{}\"", "é".repeat(1 << 20));
        Reaction::Answer(Answer::new(500, &body).with("x-long", &"a".repeat(5000)))
    };
    let report = checked(react).unwrap();
    for finding in &report.findings {
        let answer = finding.answer.as_deref().unwrap();
        assert!(answer.starts_with("HTTP 500\n"), "{answer}");
        assert!(answer.len() < 4200 && answer.ends_with(" bytes)"), "{answer}");
    }
    let whole = written(&report, Format::Json);
    assert!(whole.len() < 10_000 * report.findings.len(), "{whole}");
}

#[test]
fn a_token_in_another_form_is_never_written() {
    // "sesame-open" in base64 after 0, 1 and 2 bytes, with escapes of JSON and of URLs.
    let forms = [
        "c2VzYW1lLW9wZW4=",
        "OnNlc2FtZS1vcGVu",
        "dTpzZXNhbWUtb3Blbg==",
        r"\u0073esame\u002Dopen",
        "sesame%2dopen",
    ];
    let react = move |request: &Request| {
        let answer = right(request);
        let note = forms.join(" ");
        let answer = answer.without("x-count").with("x-count", &note);
        Reaction::Answer(Answer { body: format!("[\"{note}\"]").into_bytes(), ..answer })
    };
    let report = checked(react).unwrap();
    assert!(!report.is_clean(), "{report}");
    for format in [Format::Text, Format::Json, Format::Sarif, Format::Github] {
        let text = written(&report, format);
        assert!(text.contains("${TOKEN_token}"), "{text}");
        for rest in ["NhbWU", "zYW1l", "lc2FtZ", "0073", "esame"] {
            assert!(!text.contains(rest), "{rest}: {text}");
        }
    }
}
