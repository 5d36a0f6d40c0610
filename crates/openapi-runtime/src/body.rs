//! A JSON request body: read within limits, judged by its schema, then decoded.
//!
//! A body is handed on without having been read, so that a credential can be
//! judged first and a refused request costs nothing. What becomes of the rest
//! of one that is not read to its end is for whoever serves (RFC 9112 §9.6).

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http::HeaderMap;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use http_body::Body as _;
use http_body_util::BodyExt;
use http_body_util::combinators::UnsyncBoxBody;
use serde::de::DeserializeOwned;

use crate::{Cause, Fault, Request, Schema};

const JSON: &str = "application/json";

/// How much a caller may send, and how long that may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest body in bytes.
    pub body: usize,
    /// The time for the whole request, from its first byte to its body's last.
    pub time: Duration,
}

impl Default for Limits {
    /// 1 MiB within 30 seconds.
    fn default() -> Self {
        Self {
            body: 1 << 20,
            time: Duration::from_secs(30),
        }
    }
}

/// What a peer sends after a request's head, not read yet.
pub type Body = UnsyncBoxBody<Bytes, Cause>;

/// Reads, judges and decodes a JSON body that must be there.
///
/// # Errors
/// One of the faults of a body.
pub async fn json_body<T: DeserializeOwned>(
    request: &Request,
    body: Body,
    schema: &Schema,
    limits: Limits,
) -> Result<T, Fault> {
    require_json(request.headers())?;
    let bytes = collect(request, body, limits).await?;
    decode(&bytes, schema)
}

/// The same for a body that may be left out. It is left out when there is
/// neither content nor a content type.
///
/// # Errors
/// One of the faults of a body.
pub async fn json_body_if_sent<T: DeserializeOwned>(
    request: &Request,
    body: Body,
    schema: &Schema,
    limits: Limits,
) -> Result<Option<T>, Fault> {
    if body.is_end_stream() && !request.headers().contains_key(CONTENT_TYPE) {
        return Ok(None);
    }
    json_body(request, body, schema, limits).await.map(Some)
}

/// Exactly one content type, and that `application/json`; parameters are
/// allowed and mean nothing (RFC 8259 §11).
fn require_json(headers: &HeaderMap) -> Result<(), Fault> {
    let mut fields = headers.get_all(CONTENT_TYPE).iter();
    let only = fields.next().filter(|_| fields.next().is_none());
    match only.and_then(|field| field.to_str().ok()) {
        Some(field) if is_json(field) => Ok(()),
        _ => Err(Fault::ContentType { expected: JSON }),
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

async fn collect(request: &Request, mut body: Body, limits: Limits) -> Result<Bytes, Fault> {
    let too_large = || Fault::TooLarge { limit: limits.body };
    let declared = request
        .headers()
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if declared.is_some_and(|length| length > limits.body as u64) {
        return Err(too_large());
    }
    let reading = async {
        let mut bytes = BytesMut::new();
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(Fault::Incomplete)?;
            if let Ok(data) = frame.into_data() {
                if bytes.len() + data.len() > limits.body {
                    return Err(too_large());
                }
                bytes.extend_from_slice(&data);
            }
        }
        Ok(bytes.freeze())
    };
    // A time beyond what the clock can say is no limit.
    let Some(deadline) = request.begun().checked_add(limits.time) else {
        return reading.await;
    };
    tokio::time::timeout_at(deadline.into(), reading)
        .await
        .unwrap_or(Err(Fault::TooSlow { limit: limits.time }))
}

fn decode<T: DeserializeOwned>(bytes: &[u8], schema: &Schema) -> Result<T, Fault> {
    let json = openapi_schema::parse(bytes).map_err(Fault::NotJson)?;
    schema
        .judge(&json.value)
        .map_err(Fault::defect)?
        .map_err(Fault::Invalid)?;
    json.decode().map_err(Fault::Invalid)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::time::Instant;

    use http_body_util::StreamBody;
    use slog::{Discard, Logger, o};

    use super::*;
    use crate::Arrival;

    /// What becomes of a body that never comes, of a request that began then.
    async fn fault_of_a_request_begun(begun: Instant) -> Fault {
        let arrival = Arrival {
            peer: ([192, 0, 2, 1], 1).into(),
            begun,
            id: String::new(),
            log: Logger::root(Discard, o!()),
        };
        let head = http::Request::builder()
            .header(CONTENT_TYPE, JSON)
            .body(())
            .unwrap()
            .into_parts();
        let request = Request::new(head.0, arrival, Vec::new());
        let body = StreamBody::new(futures::stream::pending()).boxed_unsync();
        let limits = Limits {
            body: 10,
            time: Duration::from_secs(3600),
        };
        collect(&request, body, limits).await.unwrap_err()
    }

    #[tokio::test]
    async fn the_time_of_a_request_is_counted_from_its_first_byte() {
        let an_hour_ago = Instant::now().checked_sub(Duration::from_secs(3600));
        let fault = fault_of_a_request_begun(an_hour_ago.unwrap()).await;
        assert!(matches!(fault, Fault::TooSlow { .. }), "{fault}");
    }
}
