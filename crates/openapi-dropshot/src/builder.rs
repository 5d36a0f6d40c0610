//! A response before it is sent: its status, headers and body.

use std::slice;

use bytes::Bytes;
use dropshot::Body;
use http::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use http::{Response, StatusCode};
use openapi_schema::http::{HeaderForm, select};
use serde::Serialize;
use serde_json::Value;
use slog::Logger;

use crate::body::item_format;
use crate::items::{self, EventStream, Items, JsonLines};
use crate::{Cause, ItemFormat, Rejection, Schema};

/// A response before it is sent.
pub struct ResponseBuilder {
    response: Result<Response<Content>, Rejection>,
    schema: Option<&'static Schema>,
    headers: Vec<(&'static ResponseHeader, Value)>,
}

/// How a header of a response is written.
pub struct ResponseHeader {
    pub(crate) name: &'static str,
    pub(crate) form: HeaderForm,
    pub(crate) schema: Option<Schema>,
}

impl ResponseHeader {
    /// Returns a header whose values the schema validates.
    pub const fn new(name: &'static str, form: HeaderForm, schema: Schema) -> Self {
        Self { name, form, schema: Some(schema) }
    }

    /// Returns a header that no schema validates.
    pub const fn any(name: &'static str, form: HeaderForm) -> Self {
        Self { name, form, schema: None }
    }

    /// Adds the fields of a value, validated by its schema if `validates` is set.
    pub(crate) fn add(
        &self,
        value: &Value,
        validates: bool,
        headers: &mut HeaderMap,
    ) -> Result<(), Cause> {
        let texts = self.form.write(value)?;
        let values = match (self.form, value) {
            // The schema is that of each item.
            (HeaderForm::EachLine, Value::Array(items)) => items,
            _ if texts.is_empty() => return Ok(()),
            _ => slice::from_ref(value),
        };
        if let Some(schema) = self.schema.as_ref().filter(|_| validates) {
            values.iter().try_for_each(|value| items::validate(value, schema))?;
        }
        for text in texts {
            headers.append(self.name.parse::<HeaderName>()?, text.parse::<HeaderValue>()?);
        }
        Ok(())
    }
}

/// A body with the content type that the document declares as a range, such as
/// `image/*`: that of a response, which the handler chooses, or that of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithContentType<T> {
    /// The content type, which the range must include.
    pub content_type: String,
    /// The body.
    pub content: T,
}

/// The body of a response.
enum Content {
    Empty,
    Json(Bytes),
    Text(String),
    Binary(Body),
    Items(Items),
}

impl ResponseBuilder {
    /// Returns a response with a JSON body.
    pub fn json<T: Serialize>(status: impl Into<StatusCode>, body: &T) -> Self {
        let content = serde_json::to_vec(body).map(|json| Content::Json(json.into()));
        Self::new(status, content.map_err(Rejection::defect), "application/json")
    }

    /// Returns a response with the text of a string, number or boolean.
    pub fn text<T: Serialize>(status: impl Into<StatusCode>, body: &T) -> Self {
        let content = items::text(body, None).map(Content::Text).map_err(Rejection::Defect);
        Self::new(status, content, "text/plain; charset=utf-8")
    }

    /// Returns a response with any bytes, which are not validated.
    pub fn binary(status: impl Into<StatusCode>, body: impl Into<Body>) -> Self {
        let content = Content::Binary(body.into());
        Self::new(status, Ok(content), "application/octet-stream")
    }

    /// Returns a response with JSON values, in lines or as the content type says.
    pub fn json_lines<T: Serialize + 'static>(
        status: impl Into<StatusCode>,
        body: JsonLines<T>,
    ) -> Self {
        let content = Content::Items(body.into_items());
        Self::new(status, Ok(content), "application/jsonl")
    }

    /// Returns a response with server-sent events.
    pub fn events<T: Serialize + 'static>(
        status: impl Into<StatusCode>,
        body: EventStream<T>,
        format: ItemFormat,
    ) -> Self {
        let content = Content::Items(body.into_items(format));
        Self::new(status, Ok(content), "text/event-stream")
    }

    /// Returns a response without a body.
    pub fn empty(status: impl Into<StatusCode>) -> Self {
        Self::new(status, Ok(Content::Empty), "")
    }

    fn new(
        status: impl Into<StatusCode>,
        content: Result<Content, Rejection>,
        content_type: &'static str,
    ) -> Self {
        let response = content.map(|content| {
            let mut response = Response::new(content);
            *response.status_mut() = status.into();
            if !content_type.is_empty() {
                let content_type = HeaderValue::from_static(content_type);
                response.headers_mut().insert(CONTENT_TYPE, content_type);
            }
            response
        });
        Self { response, schema: None, headers: Vec::new() }
    }

    /// Sets the schema of the body, or of each item of a stream.
    #[must_use]
    pub fn schema(self, schema: &'static Schema) -> Self {
        Self { schema: Some(schema), ..self }
    }

    /// Sets the content type.
    #[must_use]
    pub fn content_type(self, content_type: &str) -> Self {
        let add = |mut response: Response<Content>| {
            let content_type = HeaderValue::from_str(content_type).map_err(Rejection::defect)?;
            response.headers_mut().insert(CONTENT_TYPE, content_type);
            Ok(response)
        };
        Self { response: self.response.and_then(add), ..self }
    }

    /// Sets the content type to one of a range that the document declares. Another
    /// one is a defect of the service.
    #[must_use]
    pub fn content_type_of(self, range: &'static str, content_type: &str) -> Self {
        if select([range], content_type).is_some() {
            return self.content_type(content_type);
        }
        let message = format!("the content type {content_type:?} is not of the range {range}");
        Self { response: Err(Rejection::defect(message)), ..self }
    }

    /// Adds a header. `None` adds no field, nor does an empty list in a form with a field for each
    /// item. A text with other characters than visible ASCII, space and tab is a defect.
    #[must_use]
    pub fn header(mut self, header: &'static ResponseHeader, value: &impl Serialize) -> Self {
        match serde_json::to_value(value) {
            Ok(value) => self.headers.push((header, value)),
            Err(error) => self.response = Err(Rejection::defect(error)),
        }
        self
    }

    /// Adds a header that no schema validates, as [`ResponseBuilder::header`] does.
    #[must_use]
    pub fn any_header(self, name: &'static str, form: HeaderForm, value: &Value) -> Self {
        let add = |mut response: Response<Content>| {
            let header = ResponseHeader::any(name, form);
            header.add(value, false, response.headers_mut()).map_err(Rejection::Defect)?;
            Ok(response)
        };
        Self { response: self.response.and_then(add), ..self }
    }

    /// Returns the response, validated by its schemas if `validates` is set.
    ///
    /// # Errors
    /// [`Rejection::Defect`] if the body or a header cannot be written, or if its schema
    /// refuses it.
    pub(crate) fn finish(self, validates: bool, log: &Logger) -> Result<Response<Body>, Rejection> {
        let (mut parts, content) = self.response?.into_parts();
        for (header, value) in &self.headers {
            let added = header.add(value, validates, &mut parts.headers);
            let refused = |error| format!("the header {:?} is not sent: {error}", header.name);
            added.map_err(|error| Rejection::defect(refused(error)))?;
        }
        let schema = self.schema.filter(|_| validates);
        let status = parts.status;
        let refused = |error| {
            Rejection::defect(format!("the schema of a {status} refuses its body: {error}"))
        };
        let body = match content {
            Content::Empty => Body::empty(),
            Content::Json(json) => {
                if let Some(schema) = schema {
                    let value = serde_json::from_slice(&json).map_err(Rejection::defect)?;
                    schema.validate(&value).map_err(refused)?;
                }
                json.into()
            }
            Content::Text(text) => {
                if let Some(schema) = schema {
                    schema.validate_text(&text).map_err(refused)?;
                }
                text.into()
            }
            Content::Binary(body) => body,
            Content::Items(items) => items(schema, item_format(&parts.headers), log.clone()),
        };
        Ok(Response::from_parts(parts, body))
    }
}
