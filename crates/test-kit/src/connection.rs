//! A raw HTTP connection, which sends any bytes and doesn't repair responses. An HTTP
//! library would refuse to send malformed requests and would accept malformed responses.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

/// The longest wait of a test; after it the test fails.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A connection to a service, over any stream, also TLS.
pub struct Connection<S: Read = TcpStream> {
    stream: BufReader<S>,
    /// Whether the next final response has no body, whatever its fields say: that of HEAD.
    is_head: bool,
}

/// A response, final or interim.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The fields, with names in lower case, and values without the space around them.
    pub fields: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// Returns the values of a field, by its name in lower case.
    pub fn field(&self, name: &str) -> Vec<&str> {
        let named = self.fields.iter().filter(|(other, _)| other == name);
        named.map(|(_, value)| value.as_str()).collect()
    }

    /// Returns the body as JSON, or null if it isn't JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

/// Opens a stream to a service, with a time limit for each wait.
pub fn stream(address: &str) -> TcpStream {
    limited(TcpStream::connect(address).unwrap())
}

/// Returns the stream with a time limit for each wait.
pub fn limited(stream: TcpStream) -> TcpStream {
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}

impl Connection {
    /// Connects to a service.
    pub fn open(address: &str) -> Self {
        Connection::over(stream(address))
    }

    /// Shuts down the sending side.
    pub fn finish_sending(&self) {
        self.stream.get_ref().shutdown(Shutdown::Write).unwrap();
    }
}

impl<S: Read + Write> Connection<S> {
    /// Uses a stream as a connection.
    pub fn over(stream: S) -> Self {
        Connection { stream: BufReader::new(stream), is_head: false }
    }

    /// Sends a create, with further fields, each with its line break. The body is not sent if
    /// the first of them is `Expect`.
    pub fn create(&mut self, token: &str, fields: &str, body: &str) {
        let head = format!(
            "POST /plants HTTP/1.1\r\nHost: example\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n{fields}\r\n",
            body.len()
        );
        let body = if fields.starts_with("Expect:") { "" } else { body };
        self.send(format!("{head}{body}").as_bytes());
    }

    /// Sends bytes. The service may respond and close the connection before it has read
    /// all of them; that is no failure, because the response is more informative.
    pub fn send(&mut self, bytes: &[u8]) {
        self.is_head |= bytes.starts_with(b"HEAD ");
        if let Err(error) = self.stream.get_mut().write_all(bytes) {
            let hung_up = [ErrorKind::BrokenPipe, ErrorKind::ConnectionReset];
            assert!(hung_up.contains(&error.kind()), "{error}");
        }
    }

    /// Returns the next response, or `None` if the service closed the connection. Panics if the
    /// response is malformed or ends in its head, has a field `transfer-encoding`, or more than
    /// one length. Without a length it has no body.
    pub fn answer(&mut self) -> Option<Answer> {
        let status_line = self.line()?;
        let (version, status) = status_line.split_once(' ').unwrap();
        assert!(["HTTP/1.0", "HTTP/1.1"].contains(&version), "{status_line}");
        let status = status.split(' ').next().unwrap().parse().unwrap();
        let mut next = || self.line().expect("the head ends with an empty line");
        let fields = std::iter::from_fn(|| Some(next()).filter(|line| !line.is_empty()))
            .map(|line| {
                let (name, value) = line.split_once(':').unwrap();
                (name.to_lowercase(), value.trim().to_owned())
            })
            .collect();
        let mut answer = Answer { status, fields, body: Vec::new() };
        assert_eq!(answer.field("transfer-encoding"), [""; 0]);
        let is_head = status >= 200 && std::mem::take(&mut self.is_head);
        let lengths = answer.field("content-length");
        assert!(lengths.len() <= 1, "{lengths:?}");
        if let [length] = *lengths
            && !is_head
        {
            answer.body.resize(length.parse().unwrap(), 0);
            self.stream.read_exact(&mut answer.body).unwrap();
        }
        Some(answer)
    }

    /// Returns the next line without its end, or `None` at the end of the stream.
    fn line(&mut self) -> Option<String> {
        let mut line = Vec::new();
        match self.stream.read_until(b'\n', &mut line) {
            Ok(0) => None,
            Ok(_) => {
                let line = String::from_utf8(line).unwrap();
                Some(line.strip_suffix("\r\n").unwrap().to_owned())
            }
            Err(error) => {
                // TLS reports an end without `close_notify`.
                let closed = [ErrorKind::ConnectionReset, ErrorKind::UnexpectedEof];
                assert!(closed.contains(&error.kind()), "{error}");
                None
            }
        }
    }
}
