//! Tests of the limits of a run against a slow or a hostile service, and of the masks for
//! tokens that it echoes.

use crate::conforming::right;
use crate::right::{checked, document, settings};
use crate::service::{Answer, Reaction, Request, start};
use openapi_live::{Report, Rule, Settings, check};
use openapi_source::findings::Format;
use std::thread::sleep;
use std::time::Duration;

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
