//! A request body that the handler reads in pieces.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use futures::{Stream, StreamExt};
use http_body::Body as _;
use tokio::sync::oneshot;
use tokio::time::Sleep;

use super::RequestLimits;
use super::received::ReceivedBody;
use crate::Rejection;
use crate::memory::Buffer;

/// A binary request body: a stream of its bytes, within the limits of size and time.
///
/// The first error ends the stream. A handler that returns it with `?` answers the
/// request with the declared response. The credential is checked before the stream
/// begins, and not again.
pub struct BodyStream {
    /// The body, and who gets it when the stream is dropped.
    lent: Option<(ReceivedBody, oneshot::Sender<ReceivedBody>)>,
    limits: RequestLimits,
    length: usize,
    /// The end of the time for the body. A time that the clock cannot represent is
    /// no limit.
    deadline: Option<Pin<Box<Sleep>>>,
    is_finished: bool,
}

impl BodyStream {
    /// Returns a stream that sends the body back when it is dropped.
    pub(super) fn new(
        received: ReceivedBody,
        returned: oneshot::Sender<ReceivedBody>,
        limits: RequestLimits,
    ) -> Self {
        let deadline = received.begun.checked_add(limits.time);
        Self {
            lent: Some((received, returned)),
            limits,
            length: 0,
            deadline: deadline.map(|deadline| Box::pin(tokio::time::sleep_until(deadline.into()))),
            is_finished: false,
        }
    }

    /// Returns the whole body, or the rest of it.
    ///
    /// # Errors
    /// The body is too large, too slow or incomplete, or
    /// [`Rejection::Overloaded`] if there is no memory for it. The memory is free
    /// again when the bytes are returned.
    pub async fn bytes(mut self) -> Result<Bytes, Rejection> {
        let mut buffer = Buffer::new(self.limits.memory);
        while let Some(data) = self.next().await {
            buffer.push(&data?, self.limits.body)?;
        }
        Ok(buffer.finish().0)
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Rejection>>> {
        let Some((received, _)) = &mut self.lent else {
            return Poll::Ready(None);
        };
        if self.length == 0 {
            received.check_length(&self.limits)?;
        }
        loop {
            let Poll::Ready(frame) = Pin::new(&mut received.body).poll_frame(context) else {
                // Only now: while the handler was busy, the body may have arrived.
                let deadline = self.deadline.as_mut();
                let end = deadline.map_or(Poll::Pending, |end| end.as_mut().poll(context));
                return end.map(|()| Some(Err(self.limits.too_slow())));
            };
            let frame = match frame {
                None => return Poll::Ready(None),
                Some(Ok(frame)) => frame,
                Some(Err(error)) => {
                    received.is_broken = true;
                    return Poll::Ready(Some(Err(Rejection::Incomplete(error))));
                }
            };
            // Trailers are not content.
            if let Ok(data) = frame.into_data() {
                if data.len() > self.limits.body - self.length {
                    return Poll::Ready(Some(Err(self.limits.too_large())));
                }
                self.length += data.len();
                return Poll::Ready(Some(Ok(data)));
            }
        }
    }
}

impl Stream for BodyStream {
    type Item = Result<Bytes, Rejection>;

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Rejection>>> {
        if self.is_finished {
            return Poll::Ready(None);
        }
        let next = ready!(self.poll(context));
        self.is_finished = !matches!(next, Some(Ok(_)));
        Poll::Ready(next)
    }
}

impl std::fmt::Debug for BodyStream {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("BodyStream(…)")
    }
}

impl Drop for BodyStream {
    fn drop(&mut self) {
        if let Some((received, returned)) = self.lent.take() {
            // Without a receiver, the response is sent already.
            let _ = returned.send(received);
        }
    }
}

/// Returns a body that arrives in frames of this length, and who gets it back.
#[cfg(test)]
pub(super) fn stream_of(
    body: &[u8],
    frame: usize,
    limits: RequestLimits,
) -> (BodyStream, oneshot::Receiver<ReceivedBody>) {
    let frames: Vec<_> = body.chunks(frame).map(Bytes::copy_from_slice).collect();
    let frames = futures::stream::iter(frames)
        .map(|data| Ok::<_, std::io::Error>(http_body::Frame::data(data)));
    let body = dropshot::Body::wrap(http_body_util::StreamBody::new(frames));
    let (returned, unread) = oneshot::channel();
    let received = ReceivedBody::new(http::Request::new(body));
    (BodyStream::new(received, returned, limits), unread)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::time::Duration;

    use super::*;
    use crate::memory::{DISK, MEMORY};

    fn limits(body: usize) -> RequestLimits {
        RequestLimits {
            body,
            part: usize::MAX,
            time: Duration::from_secs(30),
            memory: &MEMORY,
            disk: &DISK,
        }
    }

    fn stream(body: usize) -> (BodyStream, oneshot::Receiver<ReceivedBody>) {
        stream_of(b"abcde", 2, limits(body))
    }

    #[tokio::test]
    async fn a_stream_ends_at_the_limit_of_the_size() {
        let (mut stream, _) = stream(4);
        assert_eq!(stream.next().await.unwrap().unwrap(), "ab");
        assert_eq!(stream.next().await.unwrap().unwrap(), "cd");
        let error = stream.next().await.unwrap().unwrap_err();
        assert_eq!(error.to_string(), "The body is larger than 4 bytes.");
        assert!(stream.next().await.is_none());
    }

    #[tokio::test]
    async fn the_rest_of_a_stream_is_collected_within_the_limit_of_the_whole() {
        for (limit, expected) in [(5, Some("cde")), (4, None)] {
            let (mut stream, _) = stream(limit);
            assert_eq!(stream.next().await.unwrap().unwrap(), "ab");
            assert_eq!(stream.bytes().await.ok().as_deref(), expected.map(str::as_bytes));
        }
    }

    #[tokio::test]
    async fn a_stream_gives_the_unread_body_back_when_it_is_dropped() {
        let (mut stream, mut lent) = stream(5);
        assert!(lent.try_recv().is_err());
        assert_eq!(stream.next().await.unwrap().unwrap(), "ab");
        drop(stream);
        let rest = lent.try_recv().unwrap().collect(limits(10)).await.unwrap();
        assert_eq!(rest.bytes, "cde");
    }

    #[tokio::test]
    async fn the_time_of_the_handler_makes_no_body_slow_that_has_arrived() {
        let over = RequestLimits { time: Duration::ZERO, ..limits(5) };
        let (mut late, _) = stream_of(b"abcde", 2, over);
        tokio::time::sleep(Duration::from_millis(2)).await;
        assert_eq!(late.next().await.unwrap().unwrap(), "ab");
        let (received, _) = late.lent.as_mut().unwrap();
        let never = futures::stream::pending::<Result<http_body::Frame<Bytes>, std::io::Error>>();
        received.body = dropshot::Body::wrap(http_body_util::StreamBody::new(never));
        let error = late.next().await.unwrap().unwrap_err();
        assert!(matches!(error, Rejection::TooSlow { .. }), "{error}");
    }
}
