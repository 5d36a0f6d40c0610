//! The unread rest of a request body when the response is ready.
//!
//! A server that responds before it has read a request either reads the rest, or
//! announces the end of the connection and closes it in stages: if it closed
//! immediately, the operating system would discard the response to a peer that is
//! still sending (RFC 9112 §9.6).

use std::time::Duration;

use bytes::Bytes;
use dropshot::{Body, RequestInfo};
use http::header::{CONNECTION, EXPECT};
use http::{HeaderValue, Response, Version};
use http_body::Body as _;
use http_body_util::BodyExt;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// The maximum length in bytes of a rest that is read to keep the connection.
const SHORT: usize = 64 << 10;

/// The time for which the response waits for the rest. A body that was sent
/// together with its head has arrived already.
const MOMENT: Duration = Duration::from_millis(20);

/// The time for which a peer may continue to send after the last response.
const LINGER: Duration = Duration::from_secs(2);

/// The number of rests that are read at the same time. hyper reads from a peer that sends
/// fast with a buffer of up to 512 KiB, and anybody can send a body that is not read.
static READERS: Semaphore = Semaphore::const_new(64);

/// Returns the response to a request whose body has not ended, with the announcement of the
/// end of the connection if the rest is not read.
pub(crate) async fn settle(
    mut body: Body,
    request: &RequestInfo,
    response: Response<Body>,
) -> Response<Body> {
    // The end of the handler resets the stream and nothing else.
    if request.version() >= Version::HTTP_2 {
        return response;
    }
    // A peer that waits for `100 (Continue)` may send its body or not, and reading
    // would send this status (RFC 9110 §10.1.1).
    if request.headers().contains_key(EXPECT) {
        return last(response);
    }
    if matches!(timeout(MOMENT, is_short(&mut body)).await, Ok(true)) {
        return response;
    }
    // hyper reads from the connection while the receiver of the body lives, also
    // after the response (hyper 1.12.0, proto/h1/dispatch.rs:231-246).
    tokio::spawn(timeout(LINGER, discard(body)));
    last(response)
}

/// Announces that this is the last response on its connection. In HTTP/2 a
/// connection continues after a stream, and the field has no meaning (RFC 9113
/// §8.2.2).
pub(crate) fn announce_end(request: &RequestInfo, response: Response<Body>) -> Response<Body> {
    if request.version() < Version::HTTP_2 { last(response) } else { response }
}

/// hyper closes a connection after a response with this field (RFC 9112 §9.6).
fn last(mut response: Response<Body>) -> Response<Body> {
    let close = HeaderValue::from_static("close");
    response.headers_mut().insert(CONNECTION, close);
    response
}

/// Reads and discards a short body. Returns whether the body is complete.
async fn is_short(body: &mut Body) -> bool {
    if body.size_hint().lower() > SHORT as u64 {
        return false;
    }
    let mut length = 0;
    while let Some(frame) = body.frame().await {
        match frame {
            Ok(frame) => length += frame.data_ref().map_or(0, Bytes::len),
            Err(_) => return false,
        }
        if length > SHORT {
            return false;
        }
    }
    true
}

/// Reads and discards a body when its turn comes. Until then the peer waits: what it sends
/// stays in the buffers of the system.
async fn discard(mut body: Body) {
    let _turn = READERS.acquire().await;
    while let Some(Ok(_)) = body.frame().await {}
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use http_body::Frame;
    use http_body_util::StreamBody;
    use tokio::task::JoinSet;

    use super::*;

    #[tokio::test]
    async fn a_limited_number_of_rests_is_read_at_the_same_time() {
        let silent = || {
            let frames = futures::stream::pending::<Result<Frame<Bytes>, Infallible>>();
            Body::wrap(StreamBody::new(frames))
        };
        let mut readers = JoinSet::new();
        while READERS.available_permits() > 0 {
            readers.spawn(discard(silent()));
            tokio::task::yield_now().await;
        }
        let mut next = std::pin::pin!(discard(Body::empty()));
        assert!(timeout(MOMENT, &mut next).await.is_err());
        readers.shutdown().await;
        next.await;
    }
}
