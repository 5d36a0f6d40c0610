//! Tables of requests and expected responses, run against a service and recorded.

use std::fmt::Write;

use crate::expected::Expected;
use crate::request::{Request, Sending, Tokens, readable};
use test_kit::connection::{Answer, Connection};

/// A request and its expected response.
pub struct Row {
    case: &'static str,
    request: Request,
    expected: Expected,
}

pub fn row(case: &'static str, request: Request, expected: Expected) -> Row {
    Row { case, request, expected }
}

/// The transcript of a table, and its wrong responses.
#[derive(Default)]
pub struct Report {
    pub text: String,
    pub wrong: Vec<String>,
}

impl Report {
    /// Sends each request on a separate connection.
    pub fn run(&mut self, title: &str, rows: &[Row], address: &str, tokens: &Tokens) {
        writeln!(self.text, "== {title}\n").unwrap();
        for Row { case, request, expected } in rows {
            let answers = exchange(address, request, tokens);
            let shown: String = answers.iter().map(shown).collect();
            let sent = request.shown();
            writeln!(self.text, "{case}\n{sent}{shown}").unwrap();
            if let Err(should) = expected.judge(&answers) {
                let wrong = format!("{title}: {case}\nshould have been {should}:\n{sent}{shown}");
                self.wrong.push(wrong);
            }
        }
    }
}

fn exchange(address: &str, request: &Request, tokens: &Tokens) -> Vec<Answer> {
    let (head, body) = (request.head(tokens), request.body(tokens));
    let mut connection = Connection::open(address);
    match request.sending() {
        Sending::AtOnce => connection.send(&[head, body].concat()),
        Sending::Never => connection.send(&head),
        Sending::CutShort => {
            connection.send(&[&head, &body[..body.len() - 1]].concat());
            connection.finish_sending();
        }
        Sending::AfterContinue => {
            connection.send(&head);
            let first = connection.answer().unwrap();
            if first.status != 100 {
                return vec![first];
            }
            connection.send(&body);
            return [first].into_iter().chain(connection.answer()).collect();
        }
    }
    connection.answer().into_iter().collect()
}

/// Returns a response without text that differs from run to run, and without its length.
fn shown(answer: &Answer) -> String {
    let mut text = format!("> {} {}\n", answer.status, readable(&answer.body));
    for id in answer.field("x-request-id") {
        text = text.replace(id, "REQUEST_ID");
    }
    for (name, value) in &answer.fields {
        let is_usual = ["date", "x-request-id", "content-length"].contains(&name.as_str())
            || (name == "content-type" && value == "application/json");
        if !is_usual {
            writeln!(text, "> {name}: {value}").unwrap();
        }
    }
    text
}
