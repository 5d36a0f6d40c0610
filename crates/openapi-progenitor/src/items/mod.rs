//! Typed streams of items: JSON texts, and the data of server-sent events.
//!
//! Each item is validated when it arrives. After an invalid item the stream ends, since
//! a caller can't tell what the rest is worth.

mod split;
#[cfg(test)]
mod tests;

use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures::Stream;
use openapi_schema::{DecodeError, Schema, SchemaError, Violations, parse};
use progenitor_client::{ByteStream, Error, OperationInfo, ResponseValue};
use reqwest::Response;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::{Answer, Contract, Form, ItemFormat, media_type};
use split::Splitter;

/// A stream of items of a response.
///
/// Events have fields beside their data: [`ItemStream::event`],
/// [`ItemStream::last_event_id`] and [`ItemStream::retry`].
pub struct ItemStream<T> {
    bytes: ByteStream,
    splitter: Splitter,
    format: ItemFormat,
    schema: Option<&'static Schema>,
    limit: usize,
    state: State,
    item: PhantomData<fn() -> T>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    /// The last bytes have arrived.
    Complete,
    Ended,
}

/// The reason why a stream of items ends early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidItem {
    /// The connection ended before the body.
    #[error("the body is incomplete: {0}")]
    Incomplete(#[source] reqwest::Error),
    /// An item is larger than the client's limit.
    #[error("an item is larger than the limit of {limit} bytes")]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// An item is not a single JSON document (RFC 8259, RFC 7493), or not UTF-8.
    #[error("an item is not one JSON document: {0}")]
    NotJson(String),
    /// An item violates the schema.
    #[error("an item is not as declared: {0}")]
    Violations(Violations),
    /// The document allows an item that the generated type can't represent.
    #[error("the type of the items can't represent an item: {0}")]
    Type(#[source] serde_json::Error),
    /// The client was not generated from the embedded document.
    #[error("the client has a defect")]
    Defect(#[source] SchemaError),
}

impl From<DecodeError> for InvalidItem {
    fn from(error: DecodeError) -> Self {
        match error {
            DecodeError::NotJson(reason) => Self::NotJson(reason),
            DecodeError::Invalid(violations) => Self::Violations(violations),
            DecodeError::Schema(error) => Self::Defect(error),
        }
    }
}

impl Contract {
    /// Returns a response with its items; for generated methods.
    ///
    /// # Errors
    /// As [`Contract::answer`].
    pub async fn items<T, E: Answer>(
        &self,
        response: Response,
        info: &OperationInfo,
    ) -> Result<ResponseValue<ItemStream<T>>, Error<E>> {
        let response = self.stream(response, info).await?;
        let (status, headers) = (response.status(), response.headers().clone());
        let operation = self.operation(info.operation_id);
        let declared = operation.and_then(|operation| operation.response(status));
        let declared = declared.map(|declared| media_type::declared(&headers, declared.content));
        // A response of another form is not a response of the method.
        let (format, schema) = match declared.and_then(Result::ok).map(|known| known.form) {
            Some(Form::Items(format, schema)) => (format, schema.map(|schema| self.schema(schema))),
            _ => (ItemFormat::Lines, None),
        };
        let items = ItemStream {
            bytes: response.into_inner(),
            splitter: Splitter::new(format),
            format,
            schema,
            limit: self.response_limit,
            state: State::Open,
            item: PhantomData,
        };
        Ok(ResponseValue::new(items, status, headers))
    }
}

impl<T> ItemStream<T> {
    /// Returns the name of the last event, if it has one.
    pub fn event(&self) -> Option<&str> {
        self.splitter.event()
    }

    /// Returns the id from which a caller resumes the stream (`Last-Event-ID`).
    pub fn last_event_id(&self) -> Option<&str> {
        self.splitter.id.as_deref()
    }

    /// Returns the time after which a caller connects again, if the server sent one.
    pub fn retry(&self) -> Option<Duration> {
        self.splitter.retry
    }
}

impl<T: DeserializeOwned> ItemStream<T> {
    fn read(&self, item: &[u8]) -> Result<T, InvalidItem> {
        let value = match self.format {
            ItemFormat::Lines | ItemFormat::Sequence => self.json(item)?,
            ItemFormat::Events => {
                self.json(item).or_else(|error| self.text(item).map_err(|_| error))?
            }
            ItemFormat::TextEvents => self.text(item)?,
            ItemFormat::NamedEvents => self.named(item)?,
        };
        serde_json::from_value(value).map_err(InvalidItem::Type)
    }

    fn json(&self, item: &[u8]) -> Result<Value, InvalidItem> {
        let text = match self.schema {
            Some(schema) => schema.validate_json(item)?,
            None => parse(item).map_err(InvalidItem::NotJson)?.text,
        };
        serde_json::from_slice(&text).map_err(InvalidItem::Type)
    }

    fn text(&self, item: &[u8]) -> Result<Value, InvalidItem> {
        let text = str::from_utf8(item);
        let text = text.map_err(|_| InvalidItem::NotJson("it is not UTF-8".to_owned()))?;
        match self.schema {
            None => Ok(text.into()),
            Some(schema) => Ok(schema.validate_text(text)?),
        }
    }

    /// Returns an event as an object. The schema tells whether its data is JSON or a text; a text
    /// that is the JSON of a string is itself.
    fn named(&self, item: &[u8]) -> Result<Value, InvalidItem> {
        let text = str::from_utf8(item);
        let text = text.map_err(|_| InvalidItem::NotJson("it is not UTF-8".to_owned()))?;
        let checked = |data: Value| -> Result<Value, InvalidItem> {
            let event = match self.event() {
                Some(name) => json!({ "event": name, "data": data }),
                None => json!({ "data": data }),
            };
            if let Some(schema) = self.schema {
                schema.validate(&event)?;
            }
            Ok(event)
        };
        let json = parse(item).ok().and_then(|json| serde_json::from_slice(&json.text).ok());
        match json.filter(|json: &Value| !json.is_string()).map(checked) {
            Some(Err(error)) => checked(text.into()).map_err(|_| error),
            Some(event) => event,
            None => checked(text.into()),
        }
    }

    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<T, InvalidItem>>> {
        loop {
            if let Some(item) = self.splitter.next(self.state == State::Complete) {
                return Poll::Ready(Some(self.read(&item)));
            }
            if self.state == State::Complete {
                return Poll::Ready(None);
            }
            if self.splitter.pending() > self.limit {
                let limit = self.limit;
                return Poll::Ready(Some(Err(InvalidItem::TooLarge { limit })));
            }
            match ready!(self.bytes.as_mut().poll_next(context)) {
                Some(Ok(bytes)) => self.splitter.push(&bytes),
                Some(Err(error)) => return Poll::Ready(Some(Err(InvalidItem::Incomplete(error)))),
                None => self.state = State::Complete,
            }
        }
    }
}

impl<T: DeserializeOwned> Stream for ItemStream<T> {
    type Item = Result<T, InvalidItem>;

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<T, InvalidItem>>> {
        if self.state == State::Ended {
            return Poll::Ready(None);
        }
        let next = ready!(self.poll_item(context));
        if !matches!(next, Some(Ok(_))) {
            self.state = State::Ended;
        }
        Poll::Ready(next)
    }
}

impl<T> std::fmt::Debug for ItemStream<T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("ItemStream(…)")
    }
}
