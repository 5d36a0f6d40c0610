//! A JSON request body: read within limits, judged by its schema, then decoded.
//!
//! The extractor takes the body without reading it, so that a credential can
//! be judged first and a refused request costs nothing. What is not read to
//! its end closes the connection with the answer (RFC 9112 §9.6), which hyper
//! does.

use std::marker::PhantomData;
use std::time::Duration;

use async_trait::async_trait;
use bytes::{Bytes, BytesMut};
use dropshot::{
    ApiEndpointBodyContentType, ExclusiveExtractor, ExtractorMetadata, HttpError, RequestContext,
    ServerContext, TypedBody,
};
use http::HeaderMap;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use http_body_util::BodyExt;
use hyper::body::Body as _;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::Segment;

use crate::{Body, Fault, Schema, Violations};

const JSON: &str = "application/json";

/// How much a caller may send, and how long that may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest body in bytes.
    pub body: usize,
    /// The time for the whole body, from when it is first read.
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

/// A JSON body that has not been read yet.
pub struct JsonBody<T> {
    headers: HeaderMap,
    body: Body,
    decoded: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> JsonBody<T> {
    /// Reads, judges and decodes a body that must be there.
    ///
    /// # Errors
    /// One of the faults of a body.
    pub async fn read(self, schema: &Schema, limits: Limits) -> Result<T, Fault> {
        require_json(&self.headers)?;
        let bytes = collect(&self.headers, self.body, limits).await?;
        decode(&bytes, schema)
    }

    /// The same for a body that may be left out. It is left out when there is
    /// neither content nor a content type.
    ///
    /// # Errors
    /// One of the faults of a body.
    pub async fn read_if_sent(self, schema: &Schema, limits: Limits) -> Result<Option<T>, Fault> {
        if self.body.is_end_stream() && !self.headers.contains_key(CONTENT_TYPE) {
            return Ok(None);
        }
        self.read(schema, limits).await.map(Some)
    }
}

#[async_trait]
impl<T: DeserializeOwned + JsonSchema + Send + Sync + 'static> ExclusiveExtractor for JsonBody<T> {
    async fn from_request<C: ServerContext>(
        _: &RequestContext<C>,
        request: hyper::Request<Body>,
    ) -> Result<Self, HttpError> {
        let (parts, body) = request.into_parts();
        Ok(Self {
            headers: parts.headers,
            body,
            decoded: PhantomData,
        })
    }

    fn metadata(content_type: ApiEndpointBodyContentType) -> ExtractorMetadata {
        TypedBody::<T>::metadata(content_type)
    }
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

async fn collect(headers: &HeaderMap, body: Body, limits: Limits) -> Result<Bytes, Fault> {
    let too_large = || Fault::TooLarge { limit: limits.body };
    let declared = headers
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if declared.is_some_and(|length| length > limits.body as u64) {
        return Err(too_large());
    }
    let reading = async {
        let mut body = std::pin::pin!(body);
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
    tokio::time::timeout(limits.time, reading)
        .await
        .unwrap_or(Err(Fault::TooSlow { limit: limits.time }))
}

fn decode<T: DeserializeOwned>(bytes: &[u8], schema: &Schema) -> Result<T, Fault> {
    let value = openapi_schema::parse(bytes).map_err(Fault::NotJson)?.value;
    schema
        .judge(&value)
        .map_err(Fault::defect)?
        .map_err(Fault::Invalid)?;
    T::deserialize(&value).map_err(|_| Fault::Invalid(not_held::<T>(&value)))
}

/// Where a value is that the schema accepts and the type can't hold, such as an
/// integer beyond 64 bits. Looked for only then, since it costs a second look.
fn not_held<T: DeserializeOwned>(value: &Value) -> Violations {
    let Err(error) = serde_path_to_error::deserialize::<_, T>(value) else {
        return Violations::one("", "value can't be held");
    };
    let mut pointer = String::new();
    for segment in error.path() {
        if let Segment::Seq { .. } | Segment::Map { .. } = segment {
            let token = match segment {
                Segment::Map { key } => key.replace('~', "~0").replace('/', "~1"),
                segment => segment.to_string().trim_matches(['[', ']']).to_owned(),
            };
            pointer.push_str(&format!("/{token}"));
        }
    }
    // serde would repeat the value, as the float that it has become.
    let message = error.inner().to_string();
    let rule = match message.rsplit_once("expected ") {
        Some((_, expected)) => format!("value does not fit {expected} exactly"),
        None => message,
    };
    Violations::one(pointer, rule)
}
