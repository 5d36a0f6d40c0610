//! Peers that send what they like, from an address of their choice.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use tokio::net::TcpSocket;

use crate::support::connection::{Answer, Connection, limited};

/// A test that waits for longer than this has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long a peer looks for an answer before it sends the next byte.
const PAUSE: Duration = Duration::from_millis(100);

/// Where crowds come from, and those who do nothing wrong.
pub const CROWD: &str = "127.0.0.1";
pub const NEIGHBOUR: &str = "127.0.0.2";

/// A connection from an address. It holds few bytes that it has not read. The
/// other side may have ended it already.
pub fn connect(from: &str, to: &str) -> io::Result<TcpStream> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()
        .unwrap();
    let stream = runtime.block_on(async {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
        socket.connect(to.parse().unwrap()).await
    });
    let stream = stream?.into_std()?;
    stream.set_nonblocking(false)?;
    Ok(stream)
}

/// The answer to a create of somebody who does nothing wrong.
pub fn create(to: &str, token: &str, body: &str) -> Answer {
    exchange(to, &(head(token, body.len()) + body))
}

/// The answer to a request of somebody who does nothing wrong.
pub fn exchange(to: &str, request: &str) -> Answer {
    let mut connection = Connection::over(limited(connect(NEIGHBOUR, to).unwrap()));
    connection.send(request.as_bytes());
    connection.answer().unwrap()
}

/// The head of a create with a body of that many bytes.
pub fn head(token: &str, length: usize) -> String {
    format!(
        "POST /plants HTTP/1.1\r\nHost: example\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    )
}

/// Sends this and then the same byte again and again, if there is one, until
/// the other side ends the connection; what it has said.
pub fn sent_until_the_end(stream: &mut TcpStream, first: &str, again: Option<u8>) -> String {
    stream.set_read_timeout(Some(PAUSE)).unwrap();
    // Fails when it has ended before this was sent; what was said is read below.
    let _ = stream.write_all(first.as_bytes());
    let began = Instant::now();
    let mut said = Vec::new();
    while !has_ended(stream, &mut said) {
        assert!(began.elapsed() < PATIENCE, "it is still open");
        if let Some(byte) = again {
            // Fails when it has just ended.
            let _ = stream.write_all(&[byte]);
        }
    }
    String::from_utf8_lossy(&said).into_owned()
}

/// Sends the same bytes again and again, without reading, until the other side
/// ends the connection.
pub fn sent_without_reading(stream: &mut TcpStream, bytes: &[u8]) {
    stream.set_write_timeout(Some(PAUSE)).unwrap();
    let began = Instant::now();
    let mut rest = bytes;
    loop {
        assert!(began.elapsed() < PATIENCE, "it is still open");
        match stream.write(rest) {
            Ok(count) if count == rest.len() => rest = bytes,
            Ok(count) => rest = &rest[count..],
            Err(error) if is_pause(error.kind()) => {}
            Err(_) => return,
        }
    }
}

/// Reads what is there, or comes within the pause; whether the connection has
/// ended.
pub fn has_ended(stream: &mut TcpStream, said: &mut Vec<u8>) -> bool {
    let mut buffer = [0; 4096];
    match stream.read(&mut buffer) {
        Ok(0) => true,
        Ok(count) => {
            said.extend_from_slice(&buffer[..count]);
            false
        }
        Err(error) => !is_pause(error.kind()),
    }
}

fn is_pause(kind: ErrorKind) -> bool {
    [ErrorKind::WouldBlock, ErrorKind::TimedOut].contains(&kind)
}

/// Tries again and again until it is so.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
