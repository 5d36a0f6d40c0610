//! Peers that send arbitrary bytes from an arbitrary loopback address.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use tokio::net::TcpSocket;

use test_kit::connection::{Answer, Connection, PATIENCE, limited};

/// The time for which a peer waits for a response before it sends the next byte.
const PAUSE: Duration = Duration::from_millis(100);

/// The source addresses of crowds and of well-behaved callers.
pub const CROWD: &str = "127.0.0.1";
pub const NEIGHBOUR: &str = "127.0.0.2";

/// Opens a connection from an address, with a small receive buffer. The other side may
/// have ended it already.
pub fn connect(from: &str, to: &str) -> io::Result<TcpStream> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
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

/// Opens a connection of a well-behaved caller.
pub fn caller(to: &str) -> Connection {
    Connection::over(limited(connect(NEIGHBOUR, to).unwrap()))
}

/// Returns the response to a create of a well-behaved caller.
pub fn create(to: &str, token: &str, body: &str) -> Answer {
    exchange(to, &(head(token, body.len()) + body))
}

/// Returns the response to a request of a well-behaved caller.
pub fn exchange(to: &str, request: &str) -> Answer {
    let mut connection = caller(to);
    connection.send(request.as_bytes());
    connection.answer().unwrap()
}

/// Returns the head of a create with a body of this length.
pub fn head(token: &str, length: usize) -> String {
    format!(
        "POST /plants HTTP/1.1\r\nHost: example\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    )
}

/// Sends the first bytes and then repeats one byte, if given, until the other side
/// ends the connection. Returns everything received.
pub fn sent_until_the_end(stream: &mut TcpStream, first: &str, again: Option<u8>) -> String {
    stream.set_read_timeout(Some(PAUSE)).unwrap();
    // Fails if the connection ended before; the response is read below.
    let _ = stream.write_all(first.as_bytes());
    let began = Instant::now();
    let mut said = Vec::new();
    while !has_ended(stream, &mut said) {
        assert!(began.elapsed() < PATIENCE, "it is still open");
        if let Some(byte) = again {
            // Fails if the connection has just ended.
            let _ = stream.write_all(&[byte]);
        }
    }
    String::from_utf8_lossy(&said).into_owned()
}

/// Sends the same bytes repeatedly, without reading, until the other side ends the
/// connection.
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

/// Reads once, waiting for the pause at most. Returns whether the connection has ended.
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

/// Waits until a condition holds, by polling it.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
