//! One connection, from its first byte to its end.
//!
//! Until the head of its first request is there, a peer gets nothing but its
//! socket and a few kilobytes. What follows is dropshot's, which gives each
//! further head 30 s. A peer that has sent everything may say so and still read
//! the answer: hyper takes the end of what is sent for the end of the caller,
//! so it is told only after the answer.
//!
//! The end is orderly (RFC 9112 §9.6): what the peer still sends after the last
//! answer is taken and thrown away for a moment, since closing at once would
//! make the system take the answer back from a peer that is still sending.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt, copy, sink};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::activity::Activity;
use super::peers::Peers;

/// How much of a head is held back until its end is there; more is hyper's to
/// refuse.
const LONGEST_HEAD: usize = 16 << 10;

/// How much is passed on at once.
const CHUNK: usize = 8 << 10;

/// How long a peer may go on sending after the last answer.
const LINGER: Duration = Duration::from_secs(2);

/// How long the answer may take that a peer waits for who sends no more. If that
/// was in the middle of a body, none comes until the server is told.
const ANSWER: Duration = Duration::from_secs(2);

/// The answer to a head that did not come to its end in time (RFC 9110 §15.5.9).
const REQUEST_TIMEOUT: &[u8] =
    b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/// The answer to the preface of HTTP/2 (RFC 9110 §15.6.6). Its connections
/// have no end while they are idle, and many requests at a time; and without
/// TLS only those who know beforehand arrive at it (RFC 9113 §3.3).
const VERSION_NOT_SUPPORTED: &[u8] =
    b"HTTP/1.1 505 HTTP Version Not Supported\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/// How the preface of HTTP/2 begins (RFC 9113 §3.4).
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n";

/// What all connections have in common.
#[derive(Clone)]
pub(super) struct Connection {
    pub(super) server: SocketAddr,
    pub(super) peers: Arc<Peers>,
    pub(super) time: Duration,
    /// Changes when nothing is accepted any more.
    pub(super) stopped: watch::Receiver<()>,
    /// Changes when the server has stopped.
    pub(super) hurried: watch::Receiver<()>,
}

impl Connection {
    /// Serves a connection until the peer or the server ends it. An error is
    /// the end of it too, and nobody else's concern.
    pub(super) async fn serve(self, stream: TcpStream, peer: SocketAddr, activity: Arc<Activity>) {
        let _ = self.try_serve(stream, peer, &activity).await;
    }

    async fn try_serve(
        mut self,
        mut stream: TcpStream,
        peer: SocketAddr,
        activity: &Activity,
    ) -> io::Result<()> {
        let mut first = [0];
        tokio::select! {
            biased;
            begun = timeout(self.time, stream.peek(&mut first)) => if begun?? == 0 {
                return Ok(());
            },
            _ = self.stopped.changed() => return Ok(()),
        }
        let mut sent = Vec::new();
        let last_words = match timeout(self.time, head(&mut stream, &mut sent)).await {
            Err(_) => REQUEST_TIMEOUT,
            Ok(Err(error)) => return Err(error),
            Ok(Ok(())) if sent.starts_with(PREFACE) => VERSION_NOT_SUPPORTED,
            Ok(Ok(())) => {
                let mut server = TcpStream::connect(self.server).await?;
                self.peers.insert(server.local_addr()?, peer);
                server.set_nodelay(true)?;
                stream.set_nodelay(true)?;
                activity.asked();
                server.write_all(&sent).await?;
                drop((sent, self.stopped));
                relay(&mut stream, &mut server, activity).await?;
                b""
            }
        };
        stream.write_all(last_words).await?;
        stream.shutdown().await?;
        let mut nowhere = sink();
        tokio::select! {
            _ = copy(&mut stream, &mut nowhere) => {}
            () = sleep(LINGER) => {}
            _ = self.hurried.changed() => {}
        }
        Ok(())
    }
}

/// Reads until a head is complete or too long.
async fn head(stream: &mut (impl AsyncRead + Unpin), sent: &mut Vec<u8>) -> io::Result<()> {
    while sent.len() < LONGEST_HEAD && !ends_a_head(sent) {
        if stream.read_buf(sent).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(())
}

/// Whether an empty line stands in it, after another one; hyper takes a bare
/// line feed for the end of a line too (RFC 9112 §2.2).
fn ends_a_head(sent: &[u8]) -> bool {
    let mut lines = sent
        .split_inclusive(|byte| *byte == b'\n')
        .filter(|line| line.ends_with(b"\n"))
        .map(|line| line == b"\n" || line == b"\r\n")
        // Empty lines before the first one mean nothing.
        .skip_while(|is_empty| *is_empty);
    lines.any(|is_empty| is_empty)
}

/// Passes bytes on in both directions until the server sends no more.
async fn relay(
    peer: &mut TcpStream,
    server: &mut TcpStream,
    activity: &Activity,
) -> io::Result<()> {
    let (mut from_peer, mut to_peer) = peer.split();
    let (mut from_server, mut to_server) = server.split();
    let requests = async {
        let mut chunk = vec![0; CHUNK];
        loop {
            let length = from_peer.read(&mut chunk).await?;
            if length == 0 {
                let _ = timeout(ANSWER, activity.settled()).await;
                return to_server.shutdown().await;
            }
            activity.asked();
            // It takes no more, but may have answered.
            if to_server.write_all(&chunk[..length]).await.is_err() {
                return Ok(());
            }
        }
    };
    let answers = async {
        let mut chunk = vec![0; CHUNK];
        loop {
            let length = from_server.read(&mut chunk).await?;
            if length == 0 {
                return Ok(());
            }
            activity.answered();
            to_peer.write_all(&chunk[..length]).await?;
        }
    };
    tokio::pin!(answers);
    tokio::select! {
        requests = requests => requests?,
        answers = &mut answers => return answers,
    }
    answers.await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_ends_with_an_empty_line_that_is_not_before_it() {
        for ended in [
            "GET / HTTP/1.1\r\n\r\n",
            "\r\n\r\nGET /\r\nHost: a\r\n\r\nbody",
            "a\n\n",
            "a\r\n\n",
        ] {
            assert!(ends_a_head(ended.as_bytes()), "{ended:?}");
        }
        for open in [
            "",
            "\r\n\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\n",
            "\r\n\r\nGET /\r\n\r",
            "a\n",
        ] {
            assert!(!ends_a_head(open.as_bytes()), "{open:?}");
        }
    }
}
