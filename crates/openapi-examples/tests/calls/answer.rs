//! The values of a response, in the types of the handler.

use std::sync::{Mutex, PoisonError};

use dropshot::Body;
use futures::{StreamExt, stream};
use openapi_document::{Header, MediaType, Response};
use openapi_dropshot::{EventStream, JsonLines, Rejection};
use openapi_schema::http::{HeaderForm, essence};
use openapi_values::wire::{at, sent_type};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Exchange;
use crate::source::Source;

/// The number of items in a stream.
const ITEMS: usize = 3;

/// The values of a response.
pub struct Answer<'s> {
    source: &'s Source,
    /// The generator adds a response to an operation without any.
    response: Option<&'s Response<'static>>,
    media_type: Option<String>,
    exchange: &'s Mutex<Option<Exchange>>,
}

impl<'s> Answer<'s> {
    pub(crate) fn new(
        source: &'s Source,
        operation: &str,
        status: &str,
        exchange: &'s Mutex<Option<Exchange>>,
    ) -> Result<Self, Rejection> {
        let undeclared = || Rejection::defect(format!("{operation} declares no {status}"));
        let operation = source.operation(operation).ok_or_else(undeclared)?;
        let mut responses = operation.responses.iter();
        Ok(Self {
            source,
            response: responses.find(|one| one.status.to_string() == status),
            media_type: None,
            exchange,
        })
    }

    /// Selects the media type of the body, which is the first one otherwise.
    pub fn of(&self, media_type: &str) -> Self {
        Self { media_type: Some(media_type.to_owned()), ..*self }
    }

    fn content(&self) -> Option<&'s MediaType<'static>> {
        let mut content = self.response?.content.iter();
        match &self.media_type {
            Some(name) => content.find(|known| essence(known.name) == essence(name)),
            None => content.next(),
        }
    }

    /// Returns the value of a body.
    pub fn body<T: DeserializeOwned>(&self) -> Result<T, Rejection> {
        let value = self.value()?;
        let body = decoded(value.clone())?;
        self.sent(value);
        Ok(body)
    }

    /// Returns the bytes of a body.
    pub fn bytes(&self) -> Result<Body, Rejection> {
        self.sent(Value::from("bytes"));
        Ok(Body::from("bytes".to_owned()))
    }

    /// Returns a stream of events.
    pub fn events<T: DeserializeOwned + Send + 'static>(
        &self,
    ) -> Result<EventStream<T>, Rejection> {
        let items = stream::iter(self.items()?);
        Ok(EventStream::new(items.map(Ok::<T, Rejection>)))
    }

    /// Returns a stream of JSON Lines.
    pub fn lines<T: DeserializeOwned + Send + 'static>(&self) -> Result<JsonLines<T>, Rejection> {
        let items = stream::iter(self.items()?);
        Ok(JsonLines::new(items.map(Ok::<T, Rejection>)))
    }

    /// Returns the value of a header.
    pub fn header<T: DeserializeOwned>(&self, name: &str) -> Result<T, Rejection> {
        let mut headers = self.response.into_iter().flat_map(|response| &response.headers);
        let header = headers.find(|header| header.name.eq_ignore_ascii_case(name));
        // HTTP itself determines these fields.
        if ["content-length", "transfer-encoding"].contains(&name.to_lowercase().as_str()) {
            return decoded(Value::Null);
        }
        // What the style `simple` can write.
        let is_field = |json: &str| match serde_json::from_str(json) {
            Ok(Value::String(text)) => {
                text.chars().all(|letter| letter == ' ' || letter.is_ascii_graphic())
            }
            Ok(Value::Array(_) | Value::Object(_)) => {
                let value: Value = serde_json::from_str(json).unwrap_or_default();
                HeaderForm::Assignments.write(&value).is_ok() && json.is_ascii()
            }
            value => value.is_ok_and(|value| !value.is_null()),
        };
        let schema =
            |header: &Header<'static>| header.schema.or_else(|| header.content.as_ref()?.schema);
        let schema = at(header.and_then(schema));
        let value = self.source.known(schema, is_field);
        let value = value.map_err(Rejection::defect)?;
        // Few samples of a pattern are ASCII.
        let value = value.or_else(|| self.quoted(schema));
        let value = value.ok_or_else(|| Rejection::defect(format!("no value for {name}")))?;
        // Cookies are a list of texts, and a value without a text is any.
        decoded(value.clone())
            .or_else(|_| decoded(Value::from(vec![value.clone()])))
            .or_else(|_| decoded(text(&value).into()))
    }

    /// Returns a content type within the declared range.
    pub fn content_type(&self) -> String {
        self.content().map_or_else(|| "application/octet-stream".to_owned(), sent_type)
    }

    fn items<T: DeserializeOwned>(&self) -> Result<Vec<T>, Rejection> {
        (0..ITEMS).map(|_| self.body()).collect()
    }

    fn value(&self) -> Result<Value, Rejection> {
        let content =
            self.content().ok_or_else(|| Rejection::defect("the response has no body"))?;
        let value = self.source.known(at(content.schema), |_| true);
        let value = value.map_err(Rejection::defect)?;
        value.ok_or_else(|| Rejection::defect(format!("no value of {}", content.name)))
    }

    /// Returns a text in quotation marks if the schema accepts it.
    fn quoted(&self, schema: &str) -> Option<Value> {
        let (text, values) = (Value::from("\"text\""), self.source.values().ok()?);
        values.accepts(schema, &text).then_some(text)
    }

    fn sent(&self, value: Value) {
        let mut exchange = self.exchange.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(exchange) = &mut *exchange {
            exchange.sent.push(value);
        }
    }
}

fn decoded<T: DeserializeOwned>(value: Value) -> Result<T, Rejection> {
    serde_json::from_value(value).map_err(Rejection::defect)
}

/// Returns the text of a header in the style `simple`.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}
