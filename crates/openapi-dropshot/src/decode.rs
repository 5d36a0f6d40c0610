//! Parses, validates and decodes the bytes of a body.
//!
//! Parsing and validating a large body takes tens of milliseconds of processor
//! time, which callers can cause at will. Large bodies are therefore processed on
//! separate threads, a bounded number at a time, so that the workers of tokio
//! remain available for other requests. The bound also limits the memory: the value
//! of a body can take a hundred times the bytes of the body.

use std::any::Any;
use std::sync::LazyLock;
use std::thread::available_parallelism;

use bytes::Bytes;
use openapi_schema::DecodeError;
use serde::de::DeserializeOwned;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::memory::Share;
use crate::{ItemFormat, Rejection, Schema, Violation};

/// The length in bytes from which a body is processed on a separate thread.
const LARGE: usize = 32 << 10;

/// The number of large bodies that are processed at a time: one for every two
/// processors.
static LARGE_BODIES: LazyLock<Semaphore> = LazyLock::new(|| {
    let processors = available_parallelism().map_or(1, usize::from);
    Semaphore::new(processors.div_ceil(2))
});

/// A received body.
pub(crate) struct Received {
    pub(crate) bytes: Bytes,
    pub(crate) share: Share,
}

/// Validates and decodes a body with a function, which takes time in proportion to
/// the length of the body.
///
/// # Errors
/// Those of the function.
pub(crate) async fn decode<T: Send + 'static>(
    Received { bytes, share }: Received,
    work: impl FnOnce(&[u8]) -> Result<T, Rejection> + Send + 'static,
) -> Result<T, Rejection> {
    on_thread(bytes.len(), share, move || work(&bytes)).await
}

/// Validates and decodes what has this length, on a separate thread if it is large.
///
/// # Errors
/// Those of the function.
pub(crate) async fn on_thread<T: Send + 'static>(
    length: usize,
    share: Share,
    work: impl FnOnce() -> Result<T, Rejection> + Send + 'static,
) -> Result<T, Rejection> {
    if length < LARGE {
        return work();
    }
    let turn = LARGE_BODIES.acquire().await.map_err(Rejection::defect)?;
    // Of one type for all bodies: tokio has code of its own for each type of a task.
    let work: Box<dyn FnOnce() -> Box<dyn Any + Send> + Send> = Box::new(move || {
        let decoded = work();
        // The turn and the share end with the work, also if the caller has gone.
        drop((turn, share));
        Box::new(decoded)
    });
    let decoded = spawn_blocking(work).await.map_err(Rejection::defect)?;
    *decoded.downcast().expect("the work returns its result")
}

/// Validates and decodes JSON, such as a body that arrives in another way than in a
/// request.
///
/// # Errors
/// The text is not JSON ([`Rejection::NotJson`]), or its schema rejects it or the type
/// cannot represent it ([`Rejection::Invalid`]).
pub fn json<T: DeserializeOwned>(bytes: &[u8], schema: &Schema) -> Result<T, Rejection> {
    Ok(schema.decode(bytes)?)
}

impl From<DecodeError> for Rejection {
    fn from(error: DecodeError) -> Self {
        match error {
            DecodeError::NotJson(reason) => Self::NotJson(reason),
            DecodeError::Invalid(violations) => Self::Invalid(violations),
            DecodeError::Schema(error) => Self::defect(error),
        }
    }
}

/// Validates JSON by its schema, if it has one, and decodes it.
///
/// # Errors
/// As [`json`].
pub(crate) fn json_of<T: DeserializeOwned>(
    bytes: &[u8],
    schema: Option<&Schema>,
) -> Result<T, Rejection> {
    let Some(schema) = schema else {
        let json = openapi_schema::parse(bytes).map_err(Rejection::NotJson)?;
        return json.decode().map_err(Rejection::Invalid);
    };
    json(bytes, schema)
}

/// Validates and decodes a body of lines, each a JSON value, or of a sequence of such values.
///
/// # Errors
/// As [`json`], for the first value that is invalid; or a sequence does not begin with a record
/// separator.
pub(crate) fn json_lines<T: DeserializeOwned>(
    bytes: &[u8],
    format: ItemFormat,
    schema: Option<&Schema>,
) -> Result<Vec<T>, Rejection> {
    let (expected, item) = format.described();
    let malformed = |reason| Rejection::Malformed { expected, reason };
    let texts = format.texts(bytes).map_err(|reason| malformed(reason.to_owned()))?.enumerate();
    let texts = texts.filter(|(_, text)| !text.trim_ascii().is_empty());
    let values = texts.map(|(index, text)| {
        json_of(text, schema).map_err(|rejection| match rejection {
            Rejection::NotJson(reason) => malformed(format!("{item} {}: {reason}", index + 1)),
            other => at_index(index, other),
        })
    });
    values.collect()
}

/// Adds the index of an item to a rejection.
fn at_index(index: usize, rejection: Rejection) -> Rejection {
    match rejection {
        Rejection::Invalid(violations) => {
            let violations = violations.into_iter().map(|violation| Violation {
                pointer: format!("/{index}{}", violation.pointer),
                ..violation
            });
            Rejection::Invalid(violations.collect())
        }
        other => other,
    }
}
