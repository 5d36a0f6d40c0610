//! From the bytes of a JSON body to a value of its type.
//!
//! To parse and validate a large body takes tens of milliseconds of processor time,
//! which callers can bring about at will. Large bodies are therefore handled on
//! threads of their own, a bounded number at a time, so that the workers of tokio
//! stay free for other requests. The bound is also one on memory: the value of a
//! body can take a hundred times the bytes of the body.

use std::sync::LazyLock;
use std::thread::available_parallelism;

use bytes::Bytes;
use serde::de::DeserializeOwned;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::memory::Share;
use crate::{Rejection, Schema};

/// The length from which a body is handled on a thread of its own, in bytes.
const LARGE: usize = 32 << 10;

/// The large bodies that are handled at a time: one for every two processors.
static LARGE_BODIES: LazyLock<Semaphore> = LazyLock::new(|| {
    let processors = available_parallelism().map_or(1, usize::from);
    Semaphore::new(processors.div_ceil(2))
});

/// A body that has arrived.
pub(crate) struct Received {
    pub(crate) bytes: Bytes,
    pub(crate) share: Share,
}

/// Validates and decodes a body.
///
/// # Errors
/// The body is not JSON, its schema refuses it, or the type cannot hold it.
pub(crate) async fn decode<T: DeserializeOwned + Send + 'static>(
    Received { bytes, share }: Received,
    schema: &'static Schema,
) -> Result<T, Rejection> {
    if bytes.len() < LARGE {
        return decode_now(&bytes, schema);
    }
    let turn = LARGE_BODIES.acquire().await.map_err(Rejection::defect)?;
    // The turn and the share end with the work, also if the caller has gone.
    let work = move || {
        let decoded = decode_now(&bytes, schema);
        drop((turn, share));
        decoded
    };
    match spawn_blocking(work).await {
        Ok(decoded) => decoded,
        Err(error) => Err(Rejection::defect(error)),
    }
}

fn decode_now<T: DeserializeOwned>(bytes: &[u8], schema: &Schema) -> Result<T, Rejection> {
    let json = openapi_schema::parse(bytes).map_err(Rejection::NotJson)?;
    schema
        .judge(&json.value)
        .map_err(Rejection::defect)?
        .map_err(Rejection::Invalid)?;
    json.decode().map_err(Rejection::Invalid)
}
