//! A service of one answer, byte for byte, to one request.

// Each test file compiles this module for itself, and uses what it needs.
#![allow(dead_code)]

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// Where it listens, and what it was sent.
pub struct Service {
    /// `http://` and the address.
    pub url: String,
    requests: Receiver<String>,
    // Keeps the port of a silent service; the answering one's thread has its own.
    _listener: Option<TcpListener>,
}

impl Service {
    /// Answers the first request with these bytes and hangs up.
    pub fn answering(answer: impl Into<Vec<u8>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = url(&listener);
        let (sender, requests) = channel();
        let answer = answer.into();
        thread::spawn(move || {
            let (mut connection, _) = listener.accept().unwrap();
            let request = read(&mut connection);
            // A client that refuses the head doesn't wait for the rest.
            let _ = connection.write_all(&answer);
            // The test may have ended without asking for it.
            let _ = sender.send(request);
        });
        Self {
            url,
            requests,
            _listener: None,
        }
    }

    /// Accepts connections and says nothing.
    pub fn silent() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        Self {
            url: url(&listener),
            requests: channel().1,
            _listener: Some(listener),
        }
    }

    /// The request that was answered.
    pub fn request(&self) -> String {
        self.requests.recv().unwrap()
    }
}

fn url(listener: &TcpListener) -> String {
    format!("http://{}", listener.local_addr().unwrap())
}

/// The head and the body, which these requests send with its length.
fn read(connection: &mut TcpStream) -> String {
    let mut request = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let length = connection.read(&mut buffer).unwrap();
        request.extend_from_slice(&buffer[..length]);
        let text = String::from_utf8_lossy(&request);
        if length == 0 || is_complete(&text) {
            return text.into_owned();
        }
    }
}

fn is_complete(request: &str) -> bool {
    let Some((head, body)) = request.split_once("\r\n\r\n") else {
        return false;
    };
    let lengths = head.lines().filter_map(|line| line.split_once(": "));
    let mut lengths = lengths.filter(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    let length = lengths
        .next()
        .map_or(0, |(_, value)| value.parse().unwrap());
    body.len() >= length
}
