//! A report reads well as text, and keeps its field names as JSON: programs
//! hold on to them.

use crate::fixture::{CONTRACT, EMITTED, compare_texts};
use openapi_conformance::{Format, Report};

fn report() -> Report {
    let emitted = EMITTED
        .replace("required: [name, size]", "required: [size]")
        .replace("operationId: health", "operationId: is_healthy")
        .replace(
            "        - {in: header, name: x-trace, schema: {type: string}}\n",
            "",
        );
    compare_texts(CONTRACT, &emitted)
}

fn written(report: &Report, format: Format) -> String {
    let mut output = Vec::new();
    report.write(format, &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn several_findings_as_text() {
    let report = report();
    assert!(!report.is_clean());
    assert_eq!(written(&report, Format::Text), report.to_string());
    insta::assert_snapshot!(report);
}

#[test]
fn several_findings_as_json() {
    insta::assert_snapshot!(written(&report(), Format::Json));
}

#[test]
fn a_clean_report_says_so() {
    let report = compare_texts(CONTRACT, EMITTED);
    assert_eq!(written(&report, Format::Text), "no findings\n");
    assert_eq!(written(&report, Format::Json), "{\n  \"findings\": []\n}\n");
}
