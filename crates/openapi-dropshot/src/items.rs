//! Response bodies that are streams of values: JSON texts and server-sent events.
//!
//! Each item is validated as a whole response is. The status is sent before the
//! first item, so that an item that cannot be sent ends the connection instead:
//! the caller sees that the body is incomplete, and the log has the reason.

use std::pin::Pin;
use std::sync::Mutex;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use dropshot::Body;
use futures::stream::BoxStream;
use futures::{Stream, StreamExt, TryStreamExt};
use http_body::Frame;
use http_body_util::StreamBody;
use serde::Serialize;
use serde_json::Value;
use slog::{Logger, error};

use crate::rejection::Cause;
use crate::{ItemFormat, Rejection, Schema};

/// A stream of values, sent as one JSON text in each line (`application/jsonl`,
/// `application/x-ndjson`), or behind each record separator (`application/json-seq`).
pub struct JsonLines<T>(BoxStream<'static, Result<T, Cause>>);

/// A stream of server-sent events (`text/event-stream`).
pub struct EventStream<T>(BoxStream<'static, Result<Event<T>, Cause>>);

/// A server-sent event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event<T> {
    /// The data: JSON, or the text of a string that the document declares.
    pub data: T,
    /// The name of the event; without a name it is a `message`.
    pub event: Option<String>,
    /// The id from which a caller resumes the stream (`Last-Event-ID`).
    pub id: Option<String>,
    /// The time after which a caller connects again.
    pub retry: Option<Duration>,
}

impl<T> From<T> for Event<T> {
    fn from(data: T) -> Self {
        Self { data, event: None, id: None, retry: None }
    }
}

impl<T: 'static> JsonLines<T> {
    /// Returns the values of a stream. An error ends the stream and the connection.
    pub fn new<E: Into<Cause> + 'static>(
        values: impl Stream<Item = Result<T, E>> + Send + 'static,
    ) -> Self {
        Self(values.map_err(Into::into).boxed())
    }

    /// Converts each value, such as to the type of an older version. An error ends the stream and
    /// the connection.
    pub fn try_map<U>(
        self,
        mut convert: impl FnMut(T) -> Result<U, Rejection> + Send + 'static,
    ) -> JsonLines<U> {
        JsonLines(self.0.map(move |value| Ok(convert(value?)?)).boxed())
    }
}

impl<T: 'static> EventStream<T> {
    /// Returns the events of a stream. An error ends the stream and the connection.
    pub fn new<V: Into<Event<T>> + 'static, E: Into<Cause> + 'static>(
        events: impl Stream<Item = Result<V, E>> + Send + 'static,
    ) -> Self {
        Self(events.map(|event| Ok(event.map_err(Into::into)?.into())).boxed())
    }

    /// Converts the data of each event, such as to the type of an older version. An error ends the
    /// stream and the connection.
    pub fn try_map<U>(
        self,
        mut convert: impl FnMut(T) -> Result<U, Rejection> + Send + 'static,
    ) -> EventStream<U> {
        let events = self.0.map(move |event| {
            let Event { data, event, id, retry } = event?;
            Ok(Event { data: convert(data)?, event, id, retry })
        });
        EventStream(events.boxed())
    }
}

/// No values.
impl<T: 'static> Default for JsonLines<T> {
    fn default() -> Self {
        Self(futures::stream::poll_fn(|_| Poll::Ready(None)).boxed())
    }
}

/// No events.
impl<T: 'static> Default for EventStream<T> {
    fn default() -> Self {
        Self(futures::stream::poll_fn(|_| Poll::Ready(None)).boxed())
    }
}

impl<T> std::fmt::Debug for JsonLines<T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("JsonLines(…)")
    }
}

impl<T> std::fmt::Debug for EventStream<T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("EventStream(…)")
    }
}

/// Items that become the body of a response with the log of its request, the schema that
/// validates each item, and the format of JSON texts.
pub(crate) type Items = Box<dyn FnOnce(Option<&'static Schema>, ItemFormat, Logger) -> Body + Send>;

impl<T: Serialize + 'static> JsonLines<T> {
    pub(crate) fn into_items(self) -> Items {
        Box::new(|schema, format, log| {
            body(log, self.0.map(move |value| Ok(format.written(&json(&value?, schema)?))))
        })
    }
}

impl<T: Serialize + 'static> EventStream<T> {
    pub(crate) fn into_items(self, format: ItemFormat) -> Items {
        Box::new(move |schema, _, log| {
            body(
                log,
                self.0.map(move |event| {
                    let Event { data, mut event, id, retry } = event?;
                    let data = match format {
                        ItemFormat::TextEvents => text(&data, schema)?,
                        ItemFormat::NamedEvents => {
                            let mut value = serde_json::to_value(&data)?;
                            schema.map_or(Ok(()), |schema| validate(&value, schema))?;
                            let name = value["event"].as_str().map(str::to_owned);
                            event = event.or(name);
                            match value["data"].take() {
                                Value::String(text) => text,
                                data => data.to_string(),
                            }
                        }
                        ItemFormat::Events | ItemFormat::Lines | ItemFormat::Sequence => {
                            plain(json(&data, schema)?, schema)
                        }
                    };
                    encode(&data, event, id, retry)
                }),
            )
        })
    }
}

/// Returns the JSON of a value that the schema accepts.
pub(crate) fn json(value: &impl Serialize, schema: Option<&Schema>) -> Result<String, Cause> {
    let json = serde_json::to_string(value)?;
    if let Some(schema) = schema {
        validate(&serde_json::from_str(&json)?, schema)?;
    }
    Ok(json)
}

/// Returns the text of a string instead of its JSON, unless the text is JSON of another value that
/// the schema accepts.
fn plain(json: String, schema: Option<&Schema>) -> String {
    let accepts = |value| schema.is_none_or(|schema| schema.validate(&value).is_ok());
    let is_text = |text: &String| !serde_json::from_str(text).is_ok_and(accepts);
    serde_json::from_str(&json).ok().filter(is_text).unwrap_or(json)
}

/// Returns the text of a string, number or boolean that the schema accepts.
pub(crate) fn text(value: &impl Serialize, schema: Option<&Schema>) -> Result<String, Cause> {
    let value = serde_json::to_value(value)?;
    if let Some(schema) = schema {
        validate(&value, schema)?;
    }
    match value {
        Value::String(text) => Ok(text),
        Value::Number(_) | Value::Bool(_) => Ok(value.to_string()),
        _ => Err("a text must be a string, a number or a boolean".into()),
    }
}

/// Requires that a schema accepts a value.
pub(crate) fn validate(value: &Value, schema: &Schema) -> Result<(), Cause> {
    let refused = |error| format!("its schema refuses it: {error}");
    Ok(schema.validate(value).map_err(refused)?)
}

/// Returns the lines of an event, with the empty line that ends it.
fn encode(
    data: &str,
    event: Option<String>,
    id: Option<String>,
    retry: Option<Duration>,
) -> Result<String, Cause> {
    let mut lines = String::new();
    for (field, value) in [("event", event), ("id", id)] {
        let Some(value) = value else { continue };
        if value.contains(['\n', '\r', '\0']) {
            return Err(format!("the field `{field}` of an event has a line break").into());
        }
        lines.push_str(&format!("{field}: {value}\n"));
    }
    if let Some(retry) = retry {
        lines.push_str(&format!("retry: {}\n", retry.as_millis()));
    }
    let data = data.replace("\r\n", "\n").replace('\r', "\n");
    for line in data.split('\n') {
        lines.push_str(&format!("data: {line}\n"));
    }
    lines.push('\n');
    Ok(lines)
}

/// Returns the body of a stream of texts. The reason of an error goes to the log.
fn body(log: Logger, items: impl Stream<Item = Result<String, Cause>> + Send + 'static) -> Body {
    let frames = items.map(move |item| match item {
        Ok(text) => Ok(Frame::data(Bytes::from(text))),
        Err(cause) => {
            let defect = Rejection::Defect(cause);
            error!(log, "a streamed response ends early"; "cause" => defect.cause());
            Err(defect)
        }
    });
    Body::wrap(StreamBody::new(Exclusive(Mutex::new(frames.boxed()))))
}

/// A stream that several threads may refer to, and one reads. dropshot requires a
/// body to be `Sync`, and most streams are not.
struct Exclusive<T>(Mutex<BoxStream<'static, T>>);

impl<T> Stream for Exclusive<T> {
    type Item = T;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<T>> {
        match self.0.get_mut() {
            Ok(stream) => stream.poll_next_unpin(context),
            // Nothing locks it, so that no lock is poisoned.
            Err(_) => Poll::Ready(None),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use http_body_util::BodyExt;
    use serde_json::json;
    use slog::{Discard, o};

    use super::*;
    use crate::Document;

    static DOCUMENT: Document = Document::new(
        r#"{ "Short": { "maxLength": 5 }, "Even": { "multipleOf": 2 }, "Text": { "type": ["string", "object"] } }"#,
    );
    static SHORT: Schema = Schema::at(&DOCUMENT, "#/Short");
    static EVEN: Schema = Schema::at(&DOCUMENT, "#/Even");
    static TEXT: Schema = Schema::at(&DOCUMENT, "#/Text");

    /// Returns the frames of a body until its end or an error.
    async fn sent(items: Items, schema: &'static Schema) -> Vec<Option<String>> {
        let mut body = items(Some(schema), ItemFormat::Lines, Logger::root(Discard, o!()));
        let mut sent = Vec::new();
        while let Some(frame) = body.frame().await {
            let text =
                |frame: Frame<Bytes>| String::from_utf8(frame.into_data().unwrap().into()).unwrap();
            sent.push(frame.ok().map(text));
        }
        sent
    }

    fn items<T>(items: impl IntoIterator<Item = T>) -> Vec<Result<T, Cause>> {
        items.into_iter().map(Ok).collect()
    }

    #[tokio::test]
    async fn a_line_that_the_schema_refuses_ends_the_body_with_an_error() {
        let lines = JsonLines::new(futures::stream::iter(items([2, 4, 5, 6])));
        let sent = sent(lines.into_items(), &EVEN).await;
        assert_eq!(sent[..3], [Some("2\n".to_owned()), Some("4\n".to_owned()), None]);
    }

    #[tokio::test]
    async fn an_item_that_cannot_be_converted_ends_the_body_with_an_error() {
        let even = |number: i32| match number % 2 {
            0 => Ok(number),
            _ => Err(Rejection::defect("an odd number")),
        };
        let numbers = || futures::stream::iter(items([2, 3]));
        let lines = JsonLines::new(numbers()).try_map(even);
        assert_eq!(sent(lines.into_items(), &EVEN).await, [Some("2\n".to_owned()), None]);
        let events = EventStream::<i32>::new(numbers()).try_map(even);
        let sent = sent(events.into_items(ItemFormat::Events), &EVEN).await;
        assert_eq!(sent, [Some("data: 2\n\n".to_owned()), None]);
    }

    #[tokio::test]
    async fn an_event_has_a_line_for_each_line_of_its_data() {
        let events = [
            Event {
                event: Some("e".to_owned()),
                id: Some("7".to_owned()),
                retry: Some(Duration::from_secs(1)),
                data: "a\r\nb",
            },
            Event::from("c"),
        ];
        let events = EventStream::<&str>::new(futures::stream::iter(items(events)));
        let sent = sent(events.into_items(ItemFormat::TextEvents), &SHORT).await;
        let first = "event: e\nid: 7\nretry: 1000\ndata: a\ndata: b\n\n";
        assert_eq!(sent, [Some(first.to_owned()), Some("data: c\n\n".to_owned())]);
    }

    #[tokio::test]
    async fn the_data_of_an_event_is_json_unless_it_is_text() {
        let events = |text| EventStream::<Value>::new(futures::stream::iter(items([json!(text)])));
        let data = |text: &str| [Some(format!("data: {text}\n\n"))];
        assert_eq!(sent(events("a").into_items(ItemFormat::Events), &SHORT).await, data("a"));
        // The text alone would be read as a number, which the schema accepts, too.
        assert_eq!(sent(events("12").into_items(ItemFormat::Events), &SHORT).await, data("\"12\""));
        assert_eq!(sent(events("12").into_items(ItemFormat::Events), &TEXT).await, data("12"));
        assert_eq!(sent(events("a").into_items(ItemFormat::TextEvents), &SHORT).await, data("a"));
        assert_eq!(sent(events("123456").into_items(ItemFormat::TextEvents), &SHORT).await, [None]);
    }

    #[tokio::test]
    async fn a_line_break_in_the_name_of_an_event_does_not_make_two_events() {
        let event = Event { event: Some("a\n\ndata: b".to_owned()), ..Event::from(1) };
        let events = EventStream::<i32>::new(futures::stream::iter(items([event])));
        assert_eq!(sent(events.into_items(ItemFormat::Events), &EVEN).await, [None]);
    }
}
