//! A request body in the state in which its handler left it.

use std::time::{Duration, Instant};

use dropshot::{RequestContext, ServerContext};
use futures::{StreamExt, stream};
use http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Response};
use http_body::Body as _;
use http_body_util::{BodyExt, StreamBody};
use openapi_schema::http::Syntax;

use super::RequestLimits;
use crate::decode::Received;
use crate::memory::Buffer;
use crate::{Rejection, unread};

/// The time from which a body is slow. Services that remember an accepted credential
/// for half a second thus notice a revocation within a second.
const SLOW: Duration = Duration::from_millis(500);

/// A body, not read, partly read or read.
pub(super) struct ReceivedBody {
    pub headers: HeaderMap,
    pub body: dropshot::Body,
    /// The end of the head, as far as a handler can see.
    pub begun: Instant,
    /// Whether the connection broke, or its framing is wrong.
    pub is_broken: bool,
}

impl ReceivedBody {
    pub fn new(request: http::Request<dropshot::Body>) -> Self {
        let (parts, body) = request.into_parts();
        Self { headers: parts.headers, body, begun: Instant::now(), is_broken: false }
    }

    /// Returns whether there is no body. An empty text or file is a value: a body without content
    /// is absent without a content type, or with that of JSON or of a form in parts.
    pub async fn is_absent(&mut self, limits: RequestLimits) -> bool {
        let may_be_empty =
            |name: &HeaderValue| name.to_str().map_or(true, |name| Syntax::of(name).may_be_empty());
        if self.headers.get(CONTENT_TYPE).is_some_and(may_be_empty) {
            return false;
        }
        if self.body.is_end_stream() || self.headers.contains_key(CONTENT_LENGTH) {
            return self.body.is_end_stream();
        }
        let time = limits.time.saturating_sub(self.begun.elapsed());
        let Ok(first) = tokio::time::timeout(time, self.body.frame()).await else {
            // Who reads the body reports it.
            return false;
        };
        let rest = std::mem::replace(&mut self.body, dropshot::Body::empty());
        let Some(first) = first else {
            return true;
        };
        let frames = stream::iter([first]).chain(http_body_util::BodyStream::new(rest));
        self.body = dropshot::Body::wrap(StreamBody::new(frames));
        false
    }

    /// Returns whether all of the body is read.
    pub fn is_complete(&self) -> bool {
        !self.is_broken && self.body.is_end_stream()
    }

    /// Returns whether so much time has passed that the credential has to be checked
    /// again.
    pub fn was_slow(&self) -> bool {
        self.begun.elapsed() >= SLOW
    }

    /// Checks the length that the head declares. Returns the maximum length of the body.
    pub fn check_length(&self, limits: &RequestLimits) -> Result<usize, Rejection> {
        let declared = self
            .headers
            .get(CONTENT_LENGTH)
            .and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
        match declared {
            None => Ok(limits.body),
            Some(length) => usize::try_from(length)
                .ok()
                .filter(|length| *length <= limits.body)
                .ok_or_else(|| limits.too_large()),
        }
    }

    pub async fn collect(&mut self, limits: RequestLimits) -> Result<Received, Rejection> {
        let most = self.check_length(&limits)?;
        let (body, is_broken) = (&mut self.body, &mut self.is_broken);
        let receiving = async {
            let mut buffer = Buffer::new(limits.memory);
            while let Some(frame) = body.frame().await {
                let frame = frame.map_err(|error| {
                    *is_broken = true;
                    Rejection::Incomplete(error)
                })?;
                if let Ok(data) = frame.into_data() {
                    if buffer.len() + data.len() > limits.body {
                        return Err(limits.too_large());
                    }
                    buffer.push(&data, most)?;
                }
            }
            // The body of `is_absent` does not say that it has ended.
            *body = dropshot::Body::empty();
            let (bytes, share) = buffer.finish();
            Ok(Received { bytes, share })
        };
        // A time that the clock cannot represent is no limit.
        let Some(deadline) = self.begun.checked_add(limits.time) else {
            return receiving.await;
        };
        tokio::time::timeout_at(deadline.into(), receiving)
            .await
            .unwrap_or_else(|_| Err(limits.too_slow()))
    }

    pub async fn finish<C: ServerContext>(
        self,
        rqctx: &RequestContext<C>,
        response: Response<dropshot::Body>,
    ) -> Response<dropshot::Body> {
        let request = &rqctx.request;
        if self.is_broken {
            unread::announce_end(request, response)
        } else if self.is_complete() {
            response
        } else {
            unread::settle(self.body, request, response).await
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use bytes::Bytes;
    use futures::StreamExt;
    use http_body::Frame;
    use http_body_util::StreamBody;

    use super::*;
    use crate::BodyMemory;
    use crate::memory::{DISK, MEMORY};

    fn limits() -> RequestLimits {
        RequestLimits {
            body: 1 << 20,
            time: Duration::from_secs(30),
            part: usize::MAX,
            memory: &MEMORY,
            disk: &DISK,
        }
    }

    #[tokio::test]
    async fn the_time_of_a_body_begins_at_the_end_of_the_head() {
        let an_hour = Duration::from_secs(3600);
        let never = futures::stream::pending().map(Ok::<Frame<Bytes>, std::io::Error>);
        let mut body = ReceivedBody {
            headers: HeaderMap::new(),
            body: dropshot::Body::wrap(StreamBody::new(never)),
            begun: Instant::now().checked_sub(an_hour).unwrap(),
            is_broken: false,
        };
        let limits = RequestLimits { time: an_hour, ..limits() };
        let rejection = body.collect(limits).await.err().unwrap();
        assert!(matches!(rejection, Rejection::TooSlow { .. }), "{rejection}");
    }

    #[tokio::test]
    async fn a_body_for_which_there_is_no_memory_is_rejected() {
        static MEMORY: BodyMemory = BodyMemory::new(96 << 10);
        let limits = RequestLimits { memory: &MEMORY, ..limits() };
        let collect = async |length| {
            let body = dropshot::Body::from(vec![b' '; length]);
            let mut body = ReceivedBody::new(http::Request::new(body));
            body.collect(limits).await
        };
        assert!(collect(32 << 10).await.is_ok());
        let rejection = collect(64 << 10).await.err().unwrap();
        assert!(matches!(rejection, Rejection::Overloaded { .. }), "{rejection}");
    }

    #[tokio::test]
    async fn an_optional_body_of_unknown_length_is_complete_when_it_is_collected() {
        let frames = stream::iter([Ok::<_, std::io::Error>(Frame::data(Bytes::from("a")))]);
        let body = dropshot::Body::wrap(StreamBody::new(frames));
        let mut body = ReceivedBody::new(http::Request::new(body));
        assert!(!body.is_absent(limits()).await);
        assert_eq!(body.collect(limits()).await.unwrap().bytes, "a");
        assert!(body.is_complete());
    }
}
