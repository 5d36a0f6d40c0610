//! A minimal HTTP/1.1 service on a thread of its own, with one response for each
//! connection.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

/// A received request.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: String,
    pub path: String,
    pub query: String,
    pub fields: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// A response to send.
#[derive(Clone)]
pub struct Answer {
    pub status: u16,
    pub fields: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
}

/// The reaction of a service to a request.
pub enum Reaction {
    Answer(Answer),
    /// Sends only this many bytes of the response.
    Part(Answer, usize),
    /// Sends the response as a stream that never ends.
    Endless(Answer),
    /// Closes the connection.
    Close,
    /// Never responds.
    Hang,
}

impl Request {
    pub fn field(&self, name: &str) -> Option<&str> {
        let mut fields = self.fields.iter();
        let found = fields.find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, text)| text.as_str())
    }
}

impl Answer {
    pub fn new(status: u16, body: &str) -> Self {
        Self {
            status,
            fields: vec![("content-type", "application/json".to_owned())],
            body: body.as_bytes().to_vec(),
        }
    }

    pub fn with(mut self, name: &'static str, text: &str) -> Self {
        self.fields.push((name, text.to_owned()));
        self
    }

    pub fn without(mut self, name: &str) -> Self {
        self.fields.retain(|(known, _)| *known != name);
        self
    }
}

/// Starts a service. Returns its URL.
pub fn start(mut react: impl FnMut(&Request) -> Reaction + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        let mut hanging = Vec::new();
        for stream in listener.incoming() {
            let stream = stream.unwrap();
            // The connection may be closed before a request arrives.
            let Some(request) = read(&stream) else {
                continue;
            };
            match react(&request) {
                Reaction::Answer(answer) => write(&stream, &request, &answer, usize::MAX),
                Reaction::Part(answer, length) => write(&stream, &request, &answer, length),
                Reaction::Endless(answer) => {
                    let length = answer.body.len() + 1;
                    let answer = answer.with("content-length", &length.to_string());
                    write(&stream, &request, &answer, usize::MAX);
                    hanging.push(stream);
                }
                Reaction::Close => {}
                Reaction::Hang => hanging.push(stream),
            }
        }
    });
    url
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut line = || -> Option<String> {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        Some(line.trim_end().to_owned())
    };
    let first = line()?;
    let mut words = first.split(' ');
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut fields = Vec::new();
    loop {
        let field = line()?;
        let Some((name, text)) = field.split_once(':') else {
            break;
        };
        fields.push((name.to_owned(), text.trim().to_owned()));
    }
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    let mut request = Request {
        method,
        path: path.to_owned(),
        query: query.to_owned(),
        fields,
        body: Vec::new(),
    };
    let length = request.field("content-length").and_then(|text| text.parse().ok());
    request.body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut request.body).ok()?;
    Some(request)
}

fn write(mut stream: &TcpStream, request: &Request, answer: &Answer, length: usize) {
    let mut head = format!("HTTP/1.1 {} Status\r\nconnection: close\r\n", answer.status);
    for (name, text) in &answer.fields {
        head.push_str(&format!("{name}: {text}\r\n"));
    }
    if !head.contains("\r\ncontent-length: ") {
        head.push_str(&format!("content-length: {}\r\n", answer.body.len()));
    }
    head.push_str("\r\n");
    let mut bytes = head.into_bytes();
    if request.method != "HEAD" {
        bytes.extend(&answer.body);
    }
    bytes.truncate(length);
    // The client may have closed the connection.
    let _ = stream.write_all(&bytes);
}
