//! Request bodies: received within limits, validated by their schema, decoded.
//!
//! The extractors take a body without reading it, so that the credential is
//! checked first and a rejected request costs nothing. Each handler ends with
//! `finish`, which decides what happens to the unread rest of the body.

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use bytes::{Bytes, BytesMut};
use dropshot::{
    ApiEndpointBodyContentType, ExclusiveExtractor, ExtractorMetadata, HttpError, RequestContext,
    ServerContext, TypedBody,
};
use http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderMap, Response};
use http_body::Body as _;
use http_body_util::BodyExt;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::decode::{self, Received};
use crate::documented::DocumentedResponse;
use crate::memory::{BodyMemory, MEMORY};
use crate::{Rejection, Schema, unread};

const JSON: &str = "application/json";

/// The time from which a body is slow. Services that remember an accepted credential
/// for half a second thus notice a revocation within a second.
const SLOW: Duration = Duration::from_millis(500);

/// The size of a request body, the time to receive it, and the memory for it.
#[derive(Clone, Copy, Debug)]
pub struct RequestLimits {
    /// The largest body in bytes.
    pub body: usize,
    /// The time for the body, from the end of the head to its last byte.
    pub time: Duration,
    /// The memory that the bodies of all requests share.
    pub memory: &'static BodyMemory,
}

impl RequestLimits {
    /// Returns dropshot's limit of the body (`default_request_body_max_bytes`),
    /// 30 seconds, and 128 MiB for all bodies of the process.
    pub fn of<C: ServerContext>(rqctx: &RequestContext<C>) -> Self {
        Self {
            body: rqctx.request_body_max_bytes(),
            time: Duration::from_secs(30),
            memory: &MEMORY,
        }
    }
}

/// The body of a request whose operation takes none.
pub struct NoBody(ReceivedBody);

/// A JSON body, not read yet. dropshot documents it as `TypedBody<T>`.
pub struct JsonBody<T> {
    body: ReceivedBody,
    decoded: PhantomData<fn() -> T>,
}

/// A JSON body that may be absent, not read yet.
pub struct OptionalJsonBody<T>(JsonBody<T>);

impl NoBody {
    /// Ends the request.
    pub async fn finish<R, C: ServerContext>(
        self,
        rqctx: &RequestContext<C>,
        response: Response<Bytes>,
    ) -> DocumentedResponse<R> {
        self.0.finish(rqctx, response).await
    }
}

impl<T: DeserializeOwned + Send + 'static> JsonBody<T> {
    /// Receives, validates and decodes the body.
    ///
    /// # Errors
    /// One of the rejections of a body.
    pub async fn read<C: ServerContext>(
        &mut self,
        rqctx: &RequestContext<C>,
        schema: &'static Schema,
        limits: RequestLimits,
    ) -> Result<T, Rejection> {
        let headers = rqctx.request.headers();
        require_json(headers)?;
        let received = self.body.collect(headers, limits).await?;
        decode::decode(received, schema).await
    }

    /// Returns whether the body took so long that the credential has to be checked
    /// again.
    pub fn was_slow(&self) -> bool {
        self.body.begun.elapsed() >= SLOW
    }

    /// Ends the request.
    pub async fn finish<R, C: ServerContext>(
        self,
        rqctx: &RequestContext<C>,
        response: Response<Bytes>,
    ) -> DocumentedResponse<R> {
        self.body.finish(rqctx, response).await
    }
}

impl<T: DeserializeOwned + Send + 'static> OptionalJsonBody<T> {
    /// Receives, validates and decodes the body. It is absent if there is
    /// neither content nor a content type.
    ///
    /// # Errors
    /// One of the rejections of a body.
    pub async fn read<C: ServerContext>(
        &mut self,
        rqctx: &RequestContext<C>,
        schema: &'static Schema,
        limits: RequestLimits,
    ) -> Result<Option<T>, Rejection> {
        let is_empty = self.0.body.body.is_end_stream();
        if is_empty && !rqctx.request.headers().contains_key(CONTENT_TYPE) {
            return Ok(None);
        }
        self.0.read(rqctx, schema, limits).await.map(Some)
    }

    /// Returns whether the body took so long that the credential has to be checked
    /// again.
    pub fn was_slow(&self) -> bool {
        self.0.was_slow()
    }

    /// Ends the request.
    pub async fn finish<R, C: ServerContext>(
        self,
        rqctx: &RequestContext<C>,
        response: Response<Bytes>,
    ) -> DocumentedResponse<R> {
        self.0.finish(rqctx, response).await
    }
}

#[async_trait]
impl ExclusiveExtractor for NoBody {
    async fn from_request<C: ServerContext>(
        _: &RequestContext<C>,
        request: http::Request<dropshot::Body>,
    ) -> Result<Self, HttpError> {
        Ok(Self(ReceivedBody::new(request)))
    }

    fn metadata(_: ApiEndpointBodyContentType) -> ExtractorMetadata {
        ExtractorMetadata {
            extension_mode: dropshot::ExtensionMode::None,
            parameters: Vec::new(),
        }
    }
}

#[async_trait]
impl<T: DeserializeOwned + JsonSchema + Send + Sync + 'static> ExclusiveExtractor for JsonBody<T> {
    async fn from_request<C: ServerContext>(
        _: &RequestContext<C>,
        request: http::Request<dropshot::Body>,
    ) -> Result<Self, HttpError> {
        Ok(Self {
            body: ReceivedBody::new(request),
            decoded: PhantomData,
        })
    }

    fn metadata(content_type: ApiEndpointBodyContentType) -> ExtractorMetadata {
        TypedBody::<T>::metadata(content_type)
    }
}

#[async_trait]
impl<T: DeserializeOwned + JsonSchema + Send + Sync + 'static> ExclusiveExtractor
    for OptionalJsonBody<T>
{
    async fn from_request<C: ServerContext>(
        rqctx: &RequestContext<C>,
        request: http::Request<dropshot::Body>,
    ) -> Result<Self, HttpError> {
        JsonBody::from_request(rqctx, request).await.map(Self)
    }

    fn metadata(content_type: ApiEndpointBodyContentType) -> ExtractorMetadata {
        let mut metadata = TypedBody::<T>::metadata(content_type);
        // dropshot emits `required: true` all the same; the overlay reads this.
        for body in &mut metadata.parameters {
            body.required = false;
        }
        metadata
    }
}

/// A body in the state in which its handler left it.
struct ReceivedBody {
    body: dropshot::Body,
    /// The end of the head, as far as a handler can see.
    begun: Instant,
    /// Whether the connection broke, or its framing is wrong.
    is_broken: bool,
}

impl ReceivedBody {
    fn new(request: http::Request<dropshot::Body>) -> Self {
        Self {
            body: request.into_body(),
            begun: Instant::now(),
            is_broken: false,
        }
    }

    async fn collect(
        &mut self,
        headers: &HeaderMap,
        limits: RequestLimits,
    ) -> Result<Received, Rejection> {
        let too_large = || Rejection::TooLarge { limit: limits.body };
        let declared = headers
            .get(CONTENT_LENGTH)
            .and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
        if declared.is_some_and(|length| length > limits.body as u64) {
            return Err(too_large());
        }
        let (body, is_broken) = (&mut self.body, &mut self.is_broken);
        let receiving = async {
            let mut bytes = BytesMut::new();
            let mut share = limits.memory.share();
            while let Some(frame) = body.frame().await {
                let frame = frame.map_err(|error| {
                    *is_broken = true;
                    Rejection::Incomplete(error)
                })?;
                if let Ok(data) = frame.into_data() {
                    if bytes.len() + data.len() > limits.body {
                        return Err(too_large());
                    }
                    share.grow_to(bytes.len() + data.len())?;
                    bytes.extend_from_slice(&data);
                }
            }
            let bytes = bytes.freeze();
            Ok(Received { bytes, share })
        };
        // A time that the clock cannot represent is no limit.
        let Some(deadline) = self.begun.checked_add(limits.time) else {
            return receiving.await;
        };
        tokio::time::timeout_at(deadline.into(), receiving)
            .await
            .unwrap_or(Err(Rejection::TooSlow { limit: limits.time }))
    }

    async fn finish<R, C: ServerContext>(
        self,
        rqctx: &RequestContext<C>,
        response: Response<Bytes>,
    ) -> DocumentedResponse<R> {
        let request = &rqctx.request;
        DocumentedResponse::new(if self.is_broken {
            unread::announce_end(request, response)
        } else {
            unread::settle(self.body, request, response).await
        })
    }
}

/// Exactly one content type, and that `application/json`; parameters are
/// allowed and have no meaning (RFC 8259 §11).
fn require_json(headers: &HeaderMap) -> Result<(), Rejection> {
    let mut fields = headers.get_all(CONTENT_TYPE).iter();
    let only = fields.next().filter(|_| fields.next().is_none());
    match only.and_then(|field| field.to_str().ok()) {
        Some(field) if is_json(field) => Ok(()),
        _ => Err(Rejection::ContentType { expected: JSON }),
    }
}

fn is_json(field: &str) -> bool {
    // Space is allowed around semicolons (RFC 9110 §5.6.6), but not by `mime`.
    let compact = || {
        field
            .split(';')
            .map(str::trim)
            .collect::<Vec<_>>()
            .join(";")
    };
    let is_json = |media_type: mime::Mime| media_type.essence_str() == JSON;
    field == JSON || compact().parse().is_ok_and(is_json)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use futures::StreamExt;
    use http_body::Frame;
    use http_body_util::StreamBody;

    use super::*;

    #[tokio::test]
    async fn the_time_of_a_body_begins_at_the_end_of_the_head() {
        let an_hour = Duration::from_secs(3600);
        let never = futures::stream::pending().map(Ok::<Frame<Bytes>, std::io::Error>);
        let mut body = ReceivedBody {
            body: dropshot::Body::wrap(StreamBody::new(never)),
            begun: Instant::now().checked_sub(an_hour).unwrap(),
            is_broken: false,
        };
        let limits = RequestLimits {
            body: 10,
            time: an_hour,
            memory: &MEMORY,
        };
        let rejection = body.collect(&HeaderMap::new(), limits).await.err().unwrap();
        assert!(
            matches!(rejection, Rejection::TooSlow { .. }),
            "{rejection}"
        );
    }

    #[tokio::test]
    async fn a_body_for_which_there_is_no_memory_is_rejected() {
        static MEMORY: BodyMemory = BodyMemory::new(16 << 10);
        let limits = RequestLimits {
            body: 1 << 20,
            time: Duration::from_secs(30),
            memory: &MEMORY,
        };
        let collect = async |length| {
            let body = dropshot::Body::from(vec![b' '; length]);
            let mut body = ReceivedBody::new(http::Request::new(body));
            body.collect(&HeaderMap::new(), limits).await
        };
        assert!(collect(32 << 10).await.is_ok());
        let rejection = collect(64 << 10).await.err().unwrap();
        assert!(
            matches!(rejection, Rejection::Overloaded { .. }),
            "{rejection}"
        );
    }
}
