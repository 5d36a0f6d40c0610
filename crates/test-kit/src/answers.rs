//! A service that sends prepared responses, byte for byte.
//!
//! ```
//! use std::io::Write;
//!
//! let service = test_kit::answers::Service::answering("HTTP/1.1 204 No Content\r\n\r\n");
//! let address = service.url.trim_start_matches("http://");
//! let mut client = std::net::TcpStream::connect(address)?;
//! client.write_all(b"GET / HTTP/1.1\r\n\r\n")?;
//! assert_eq!(service.request(), "GET / HTTP/1.1\r\n\r\n");
//! # Ok::<(), std::io::Error>(())
//! ```

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// The address of the service, and the requests that it received.
pub struct Service {
    /// The base URL.
    pub url: String,
    requests: Receiver<String>,
    // Keeps the port of a silent service; the thread of an answering service owns
    // its own.
    _listener: Option<TcpListener>,
}

impl Service {
    /// Responds to the first request with these bytes and closes the connection.
    pub fn answering(answer: impl Into<Vec<u8>>) -> Self {
        Self::answering_each([answer])
    }

    /// Responds to each request with the next of these answers and closes its
    /// connection. After the last one, connections are refused.
    pub fn answering_each<A: Into<Vec<u8>>>(answers: impl IntoIterator<Item = A>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = url(&listener);
        let (sender, requests) = channel();
        let answers: Vec<Vec<u8>> = answers.into_iter().map(Into::into).collect();
        thread::spawn(move || {
            for answer in answers {
                let (mut connection, _) = listener.accept().unwrap();
                let request = read(&mut connection);
                // A client that rejects the head doesn't wait for the rest.
                let _ = connection.write_all(&answer);
                // The test may have ended without calling `request`.
                let _ = sender.send(request);
            }
        });
        Self { url, requests, _listener: None }
    }

    /// Accepts connections and sends nothing.
    pub fn silent() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        Self { url: url(&listener), requests: channel().1, _listener: Some(listener) }
    }

    /// Returns the next request that was answered.
    pub fn request(&self) -> String {
        self.requests.recv().unwrap()
    }
}

fn url(listener: &TcpListener) -> String {
    format!("http://{}", listener.local_addr().unwrap())
}

/// Reads the head and the body, whose length these requests declare.
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
    let length = lengths.next().map_or(0, |(_, value)| value.parse().unwrap());
    body.len() >= length
}
