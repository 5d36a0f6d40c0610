//! Requests over connections that stay open, and the processor time of the server.

use std::io::{BufRead, BufReader, Error, Read, Result, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

/// The number of connections, each with a request at a time.
const CONNECTIONS: usize = 8;

/// The times of a round of requests.
#[derive(Clone, Copy)]
pub struct Round {
    /// The processor time of the server per request.
    pub processor: Duration,
    /// The clock time per request.
    pub clock: Duration,
}

/// Sends a request many times. Each response must have this status.
pub fn round(
    address: &str,
    process: u32,
    request: &str,
    status: u16,
    times: usize,
) -> Result<Round> {
    let before = processor_time(process)?;
    let start = Instant::now();
    let senders: Vec<_> = (0..CONNECTIONS)
        .map(|_| {
            let (address, request) = (address.to_owned(), request.to_owned());
            thread::spawn(move || send(&address, &request, status, times / CONNECTIONS))
        })
        .collect();
    for sender in senders {
        sender.join().map_err(|_| Error::other("a connection panicked"))??;
    }
    let clock = start.elapsed();
    let sent = u32::try_from(times / CONNECTIONS * CONNECTIONS).map_err(Error::other)?;
    Ok(Round { processor: (processor_time(process)? - before) / sent, clock: clock / sent })
}

fn send(address: &str, request: &str, status: u16, times: usize) -> Result<()> {
    let connection = TcpStream::connect(address)?;
    connection.set_nodelay(true)?;
    let mut sender = connection.try_clone()?;
    let mut receiver = BufReader::new(connection);
    let mut line = String::new();
    let mut body = Vec::new();
    for _ in 0..times {
        sender.write_all(request.as_bytes())?;
        let mut length = 0;
        line.clear();
        receiver.read_line(&mut line)?;
        if line.split(' ').nth(1) != Some(&status.to_string()) {
            return Err(Error::other(format!("unexpected response: {line}")));
        }
        loop {
            line.clear();
            receiver.read_line(&mut line)?;
            match line.trim_end().split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.parse().map_err(Error::other)?;
                }
                Some(_) => {}
                None => break,
            }
        }
        body.resize(length, 0);
        receiver.read_exact(&mut body)?;
    }
    Ok(())
}

/// Returns the time that the threads of a process have run.
fn processor_time(process: u32) -> Result<Duration> {
    let mut all = Duration::ZERO;
    for thread in std::fs::read_dir(format!("/proc/{process}/task"))? {
        let text = std::fs::read_to_string(thread?.path().join("schedstat"))?;
        let nanoseconds = text.split(' ').next().and_then(|first| first.parse().ok());
        all += Duration::from_nanos(nanoseconds.ok_or_else(|| Error::other(text))?);
    }
    Ok(all)
}
