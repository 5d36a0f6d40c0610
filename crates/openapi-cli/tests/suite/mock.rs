//! Tests of `mock`: what it answers to good and bad requests, and that `live` finds nothing else
//! in it than what the document doesn't declare.

use crate::live::ran;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A mock, which ends with the test.
struct Mock {
    process: Child,
    url: String,
}

impl Mock {
    fn of(document: &str, options: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_openapi-dropshot"))
            .args(["mock", document, "--listen", "127.0.0.1:0"])
            .args(options)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        Self { process, url: url.trim().to_owned() }
    }

    /// Sends a request, whose lines are separated by `|`. Returns the response without the fields
    /// that differ each time.
    fn answer(&self, request: &str) -> String {
        let address = self.url.trim_start_matches("http://");
        let mut stream = TcpStream::connect(address).unwrap();
        let (head, body) = request.split_once("||").unwrap_or((request, ""));
        let (first, fields) = head.split_once('|').unwrap_or((head, ""));
        let fields: String = fields
            .split('|')
            .filter(|one| !one.is_empty())
            .map(|one| format!("{one}\r\n"))
            .collect();
        let length = body.len();
        let text = format!(
            "{first} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n{fields}\r\n{body}"
        );
        stream.write_all(text.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let volatile = ["x-request-id", "date", "content-length", "connection", "  \"request_id"];
        let lines = answer.lines().filter(|line| !volatile.iter().any(|one| line.starts_with(one)));
        lines.collect::<Vec<_>>().join("\n")
    }
}

impl Drop for Mock {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

const DOCUMENT: &str = "tests/suite/mock.yaml";

#[test]
fn a_request_gets_an_example_a_value_or_the_failure_of_a_generated_server() {
    let mock = Mock::of(DOCUMENT, &["--seed", "7"]);
    let json = "Content-Type: application/json";
    let mut text = String::new();
    for (what, request) in [
        ("the first example that the schema accepts", "GET /shelves"),
        ("an example by its name", "GET /shelves|Prefer: example=two"),
        ("the response of a status", "GET /shelves|Prefer: code=503"),
        ("several preferences", "GET /shelves|Prefer: wait=1|Prefer: code=200; example=\"none\""),
        ("an unknown example", "GET /shelves|Prefer: example=three"),
        ("another media type", "GET /shelves|Accept: text/*, application/json;q=0.5"),
        ("no media type", "GET /shelves|Accept: image/png"),
        ("a stream of values", "GET /shelves/fern/events"),
        (
            "a value of the schema",
            &format!("POST /shelves|{json}|Authorization: Bearer a||{{\"name\":\"a\"}}"),
        ),
        (
            "a declared failure",
            &format!(
                "POST /shelves|{json}|Prefer: code=409|Authorization: Bearer a||{{\"name\":\"a\"}}"
            ),
        ),
        (
            "problem details have the status",
            &format!(
                "POST /shelves|{json}|Prefer: code=423|Authorization: Bearer a||{{\"name\":\"a\"}}"
            ),
        ),
        (
            "a failure of a range",
            &format!(
                "POST /shelves|{json}|Prefer: code=410|Authorization: Bearer a||{{\"name\":\"a\"}}"
            ),
        ),
        (
            "a status that is not declared",
            &format!(
                "POST /shelves|{json}|Prefer: code=500|Authorization: Bearer a||{{\"name\":\"a\"}}"
            ),
        ),
        ("no credential", &format!("POST /shelves|{json}||{{\"name\":\"a\"}}")),
        (
            "another scheme",
            &format!("POST /shelves|{json}|Authorization: Basic YTpi||{{\"name\":\"a\"}}"),
        ),
        ("a bad parameter", "GET /shelves?limit=0"),
        ("a parameter that is no number", "GET /shelves?limit=x"),
        ("a variable that is too long", "GET /shelves/abcdefgh/events"),
        ("a bad body", &format!("POST /shelves|{json}|Authorization: Bearer a||{{\"books\":-1}}")),
        ("no JSON", &format!("POST /shelves|{json}|Authorization: Bearer a||{{")),
        ("no body", &format!("POST /shelves|{json}|Authorization: Bearer a")),
        (
            "another content type",
            "POST /shelves|Content-Type: text/plain|Authorization: Bearer a||a",
        ),
        ("a path with an encoded letter", "GET /shelves/caf%C3%A9"),
        ("another path", "GET /shelf"),
        ("another path at the end", "GET /shelves/"),
        ("another method", "DELETE /shelves"),
        ("HEAD", "HEAD /shelves"),
        ("OPTIONS", "OPTIONS /shelves"),
    ] {
        let _ = writeln!(text, "== {what}\n{}\n", mock.answer(request));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn a_preferred_status_that_no_final_response_has_is_ignored() {
    let mock = Mock::of(DOCUMENT, &[]);
    for code in ["100", "199", "600", "999", "99", "1XX", "x"] {
        let answer = mock.answer(&format!("GET /shelves|Prefer: code={code}"));
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{code}: {answer}");
    }
    for (code, status) in [("599", "599"), ("5XX", "500")] {
        let answer = mock.answer(&format!("GET /shelves|Prefer: code={code}"));
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
    }
}

#[test]
fn a_body_without_a_schema_is_an_object_or_a_text_whose_type_is_one_of_the_range() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("mock.yaml");
    let operation = |content: &str| {
        format!("{{get: {{responses: {{'200': {{description: a, content: {content}}}}}}}}}")
    };
    let (json, text) = (operation("{application/json: {}}"), operation("{text/*: {}}"));
    let paths = format!("{{/json: {json}, /text: {text}}}");
    let document = format!("{{openapi: 3.1.0, info: {{title: a, version: '1'}}, paths: {paths}}}");
    std::fs::write(&path, document).unwrap();
    let mock = Mock::of(path.to_str().unwrap(), &[]);
    for (request, content_type, body) in [
        ("GET /json", "application/json", "{}"),
        ("GET /text", "text/plain; charset=utf-8", "text"),
    ] {
        let answer = mock.answer(request);
        assert!(answer.contains(&format!("\ncontent-type: {content_type}\n")), "{answer}");
        assert!(answer.ends_with(&format!("\n\n{body}")), "{answer}");
    }
}

#[test]
fn the_values_are_the_same_for_a_seed() {
    let request = "GET /shelves/fern/events";
    let [one, same, other] =
        ["1", "1", "2"].map(|seed| Mock::of(DOCUMENT, &["--seed", seed]).answer(request));
    assert_eq!(one, same);
    assert_ne!(one, other);
}

#[test]
fn the_page_loads_the_document_with_the_mock_as_its_server() {
    let mock = Mock::of(DOCUMENT, &[]);
    let page = mock.answer("GET /_reference");
    let sources = page.split('"').filter(|text| text.starts_with("/_reference/"));
    let sources: Vec<_> = sources.collect();
    assert_eq!(sources.len(), 3, "{page}");
    for source in sources {
        assert!(mock.answer(&format!("GET {source}")).starts_with("HTTP/1.1 200"), "{source}");
    }
    let document = mock.answer("GET /_reference/openapi.json");
    assert!(document.contains(r#""servers":[{"url":"/"}]"#), "{document}");
    assert_eq!(document.matches("\"servers\"").count(), 1, "{document}");
}

/// What a document doesn't declare is answered by the bare status. Everything else is valid. Each
/// commit has the first document, and the nightly workflow all.
#[test]
fn the_check_of_a_service_finds_no_wrong_answer_of_a_mock() {
    let documents =
        ["chat.yaml", "typespec.yaml", "expand.yaml", "huma.yaml", "manual.yaml", "aspnet.json"];
    let count = std::env::var_os("ALL_DOCUMENTS").map_or(1, |_| documents.len());
    let documents = documents.iter().take(count).map(|name| format!("tests/documents/{name}"));
    for document in documents.chain([DOCUMENT.to_owned()]) {
        let document = &document;
        let mock = Mock::of(document, &["--token", "secret", "--token", "user:secret"]);
        let tokens = "--token secret --token basicAuth=dXNlcjpzZWNyZXQ=";
        let (code, report) = ran(&format!("{} {document} {tokens} --seed 1", mock.url));
        assert!(code < 2, "{report}");
        let findings = report.lines().filter(|line| line.starts_with("live-"));
        let wrong: Vec<_> =
            findings.filter(|line| !line.starts_with("live-status-undeclared")).collect();
        assert!(wrong.is_empty(), "{document}\n{report}");
        let (_, successes) = report.split_once(" were answered by 2XX").unwrap_or((&report, ""));
        assert!(!successes.is_empty() && !report.contains("of which 0 were"), "{report}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_with_exit_code_0() {
    let mut mock = Mock::of(DOCUMENT, &[]);
    let process = mock.process.id().to_string();
    assert!(Command::new("kill").args(["-INT", &process]).status().unwrap().success());
    assert_eq!(mock.process.wait().unwrap().code(), Some(0));
}

#[test]
fn a_document_without_an_operation_that_can_be_served_is_not_served() {
    let command = Command::new(env!("CARGO_BIN_EXE_openapi-dropshot"))
        .args(["mock", "tests/suite/trees.yaml", "--only", "TRACE /trees/{id}"])
        .output();
    assert_eq!(command.unwrap().status.code(), Some(1));
}
