//! Scripts of single connections, step by step, and their transcripts.

use std::fmt::Write;

use test_kit::connection::Connection;

/// A case: its name, remarks, and the steps on one connection.
pub struct Case {
    name: &'static str,
    said: Vec<(&'static str, &'static str)>,
    steps: Vec<Step>,
}

enum Step {
    /// Sends this text, with its form in the transcript and its repetition.
    Send(String, usize),
    /// Shuts down the sending side, and continues to read.
    Finish,
    /// Expects this status and this `error`.
    Answer(u16, Option<i64>),
    /// Expects that the service closes the connection.
    Closed,
}

/// Returns a case with the requirement of HTTP for a server.
pub fn case(name: &'static str, asks: &'static str) -> Case {
    Case { name, said: vec![("asks", asks)], steps: Vec::new() }
}

impl Case {
    /// Adds the behaviour of the service where HTTP leaves a choice.
    pub fn does(mut self, text: &'static str) -> Self {
        self.said.push(("does", text));
        self
    }

    /// Adds the remaining gap.
    pub fn left(mut self, text: &'static str) -> Self {
        self.said.push(("left", text));
        self
    }

    pub fn send(self, text: &str) -> Self {
        self.repeat(text, 1)
    }

    pub fn repeat(mut self, text: &str, times: usize) -> Self {
        self.steps.push(Step::Send(text.to_owned(), times));
        self
    }

    pub fn finish(mut self) -> Self {
        self.steps.push(Step::Finish);
        self
    }

    /// Expects a response without an `Error`.
    pub fn status(mut self, status: u16) -> Self {
        self.steps.push(Step::Answer(status, None));
        self
    }

    /// Expects a response with an `Error`.
    pub fn error(mut self, status: u16, error: i64) -> Self {
        self.steps.push(Step::Answer(status, Some(error)));
        self
    }

    pub fn closed(mut self) -> Self {
        self.steps.push(Step::Closed);
        self
    }
}

/// The transcript of the steps.
pub struct Document<'a> {
    pub text: String,
    pub wrong: Vec<String>,
    address: &'a str,
    token: &'a str,
}

impl<'a> Document<'a> {
    pub fn new(preface: &str, address: &'a str, token: &'a str) -> Self {
        Document { text: preface.to_owned(), wrong: Vec::new(), address, token }
    }

    pub fn run(&mut self, title: &str, cases: Vec<Case>) {
        writeln!(self.text, "== {title}\n").unwrap();
        for case in cases {
            let mut connection = Connection::open(self.address);
            writeln!(self.text, "{}", case.name).unwrap();
            for (what, text) in case.said {
                writeln!(self.text, "  {what} {text}").unwrap();
            }
            for step in case.steps {
                let (shown, is_right) = self.take(&mut connection, &step);
                writeln!(self.text, "{shown}").unwrap();
                if !is_right {
                    self.wrong.push(format!("{title}: {}: {shown}", case.name));
                }
            }
            self.text.push('\n');
        }
    }

    fn take(&self, connection: &mut Connection, step: &Step) -> (String, bool) {
        match step {
            Step::Send(text, times) => {
                connection.send(&filled_in(text, self.token).repeat(*times));
                let shown = text.escape_debug().to_string().replace("\\\"", "\"");
                let times = match times {
                    1 => String::new(),
                    times => format!(" ({times} times)"),
                };
                (format!("> {shown}{times}"), true)
            }
            Step::Finish => {
                connection.finish_sending();
                ("> (sends no more)".to_owned(), true)
            }
            Step::Answer(status, error) => match connection.answer() {
                Some(answer) => {
                    let found = answer.json()["error"].as_i64();
                    let shown = found.map_or_else(String::new, |error| format!(" error {error}"));
                    let is_right = answer.status == *status && found == *error;
                    let closes = answer.field("connection").contains(&"close");
                    let closes = if closes { ", the last one" } else { "" };
                    (format!("< {}{shown}{closes}", answer.status), is_right)
                }
                None => ("< (hangs up)".to_owned(), false),
            },
            Step::Closed => match connection.answer() {
                None => ("< (hangs up)".to_owned(), true),
                Some(answer) => (format!("< {}", answer.status), false),
            },
        }
    }
}

/// Returns the bytes of a text as sent.
fn filled_in(text: &str, token: &str) -> Vec<u8> {
    let create = format!(
        "POST /plants HTTP/1.1\r\nHost: example\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\n"
    );
    let text = text.replace("CREATE", &create).replace("TOKEN", token);
    // Each character is one byte, so that any byte can be expressed.
    text.chars().map(|character| u8::try_from(u32::from(character)).unwrap()).collect()
}
