//! An HTTP/1.1 client on a persistent connection, for one request at a time.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// A timeout that is long enough for any response of a server that doesn't hang.
const PATIENCE: Duration = Duration::from_secs(20);

/// A connection to a server, reopened when the server closes it.
pub(crate) struct Wire {
    address: SocketAddr,
    stream: Option<BufReader<TcpStream>>,
}

impl Wire {
    pub fn new(address: SocketAddr) -> Self {
        Self {
            address,
            stream: None,
        }
    }

    /// Sends a request, whose head ends with the last of its fields, and reads the
    /// response. Returns its status.
    pub fn send(&mut self, head: &str, body: &[u8]) -> io::Result<u16> {
        let mut request = format!("{head}Content-Length: {}\r\n\r\n", body.len()).into_bytes();
        request.extend_from_slice(body);
        let reused = self.stream.is_some();
        match self.exchange(&request) {
            // The server may have closed the idle connection.
            Err(_) if reused => {
                self.stream = None;
                self.exchange(&request)
            }
            outcome => outcome,
        }
    }

    fn exchange(&mut self, request: &[u8]) -> io::Result<u16> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => {
                let stream = TcpStream::connect(self.address)?;
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(PATIENCE))?;
                BufReader::new(stream)
            }
        };
        stream.get_mut().write_all(request)?;
        let (status, is_last) = read(&mut stream)?;
        if !is_last {
            self.stream = Some(stream);
        }
        Ok(status)
    }
}

/// Reads a response. Returns its status, and whether it is the last on its
/// connection.
fn read(stream: &mut impl BufRead) -> io::Result<(u16, bool)> {
    let invalid = |message: &str| io::Error::new(io::ErrorKind::InvalidData, message.to_owned());
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        if stream.read_until(b'\n', &mut head)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    let mut fields = [httparse::EMPTY_HEADER; 32];
    let mut response = httparse::Response::new(&mut fields);
    response
        .parse(&head)
        .map_err(|error| invalid(&error.to_string()))?;
    let field = |name: &str| {
        let field = response
            .headers
            .iter()
            .find(|field| field.name.eq_ignore_ascii_case(name));
        field.and_then(|field| std::str::from_utf8(field.value).ok())
    };
    let length = field("content-length").and_then(|length| length.parse().ok());
    let mut body = vec![0; length.ok_or_else(|| invalid("an answer without a content length"))?];
    stream.read_exact(&mut body)?;
    let is_last = field("connection").is_some_and(|value| value.eq_ignore_ascii_case("close"));
    let status = response
        .code
        .ok_or_else(|| invalid("an answer without a status"))?;
    Ok((status, is_last))
}
