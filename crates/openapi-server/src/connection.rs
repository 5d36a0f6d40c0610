//! One connection, from its first byte to its end.
//!
//! Nothing is kept for a peer that has sent nothing but its socket. The end is
//! orderly (RFC 9112 §9.6): what the peer still sends after the last answer is
//! taken and thrown away for a moment, since closing at once would make the
//! system take the answer back from a peer that is still sending.

use std::convert::Infallible;
use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use openapi_runtime::Service;
use slog::Logger;
use tokio::io::{AsyncWriteExt, copy, sink};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::activity::Activity;
use crate::answer::answer;
use crate::stream::Observed;

/// The longest head, in bytes, and with it the most that is kept for a peer
/// that has shown no credential. A target over 65,534 bytes is hyper's 414,
/// which needs room to be seen.
const LONGEST_HEAD: usize = 96 << 10;

/// How long a peer may go on sending after the last answer.
const LINGER: Duration = Duration::from_secs(2);

/// The answer to a head that did not come to its end in time (RFC 9110 §15.5.9).
const REQUEST_TIMEOUT: &[u8] =
    b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/// The answer to the preface of HTTP/2 (RFC 9110 §15.6.6).
const VERSION_NOT_SUPPORTED: &[u8] =
    b"HTTP/1.1 505 HTTP Version Not Supported\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/// What all connections have in common.
pub(crate) struct Connection<A> {
    pub(crate) service: Arc<Service<A>>,
    pub(crate) time: Duration,
    /// Changes when nothing is accepted any more.
    pub(crate) stopped: watch::Receiver<()>,
    pub(crate) log: Logger,
}

impl<A> Clone for Connection<A> {
    fn clone(&self) -> Self {
        Self {
            service: Arc::clone(&self.service),
            time: self.time,
            stopped: self.stopped.clone(),
            log: self.log.clone(),
        }
    }
}

impl<A: Send + Sync + 'static> Connection<A> {
    /// Serves a connection until the peer or the server ends it.
    pub(crate) async fn serve(
        mut self,
        stream: TcpStream,
        peer: SocketAddr,
        activity: Arc<Activity>,
    ) {
        tokio::select! {
            biased;
            begun = timeout(self.time, stream.readable()) => if !matches!(begun, Ok(Ok(()))) {
                return;
            },
            _ = self.stopped.changed() => return,
        }
        // Answers are written whole; nothing is gained by holding back their ends.
        let _ = stream.set_nodelay(true);
        let stream = Observed {
            stream,
            activity: Arc::clone(&activity),
        };
        let service = service_fn(|request| {
            let (service, log, activity) = (&self.service, &self.log, &activity);
            let answer = answer(service, request, peer, activity, log);
            // In a box, so that hyper's connection can be taken apart at its end.
            Box::pin(async { Ok::<_, Infallible>(answer.await) })
        });
        let mut serving = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.time)
            .max_buf_size(LONGEST_HEAD)
            // Who has sent everything may say so and still read the answer.
            .half_close(true)
            .serve_connection(TokioIo::new(stream), service);
        let outcome = tokio::select! {
            outcome = poll_fn(|context| serving.poll_without_shutdown(context)) => outcome,
            _ = self.stopped.changed() => {
                Pin::new(&mut serving).graceful_shutdown();
                poll_fn(|context| serving.poll_without_shutdown(context)).await
            }
        };
        let parts = serving.into_parts();
        let last_words = match outcome {
            Err(error) if error.is_timeout() && parts.read_buf.is_empty() => return,
            Err(error) if error.is_timeout() => REQUEST_TIMEOUT,
            Err(error) if error.is_parse_version_h2() => VERSION_NOT_SUPPORTED,
            _ => b"",
        };
        let _ = timeout(LINGER, end(parts.io.into_inner().stream, last_words)).await;
    }
}

/// Says the last words and waits for the peer to hang up too.
async fn end(mut stream: TcpStream, last_words: &[u8]) -> io::Result<()> {
    stream.write_all(last_words).await?;
    stream.shutdown().await?;
    copy(&mut stream, &mut sink()).await?;
    Ok(())
}
