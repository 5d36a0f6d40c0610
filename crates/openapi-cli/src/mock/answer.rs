//! The declared responses of an operation: their examples, values of their schemas, and what a
//! generated server says about a rejection.

use super::prefer::{preference, quality};
use super::{Data, Handler, leak};
use futures::stream;
use http::{HeaderMap, StatusCode};
use openapi_document::{Node, Pointer, Status, with_large_stack};
use openapi_dropshot::{
    EventStream, JsonLines, Rejection, Report, ResponseBuilder, ResponseHeader,
};
use openapi_rust::failures::{Examples, STATUS, TEXT, TITLE};
use openapi_rust::operation::{self as model, Alternative, Content, Format, Response, Role};
use serde_json::{Value, json};
use std::io;
use std::sync::PoisonError;

/// The items of a stream.
const ITEMS: u64 = 3;

/// A declared response, with the headers that it must have.
pub(super) struct Answer {
    response: &'static Response,
    headers: Vec<(&'static model::ResponseHeader, &'static ResponseHeader)>,
}

impl Answer {
    pub(super) fn new(response: &'static Response) -> Self {
        let required = response.headers.iter().filter(|one| one.required);
        let headers = required.map(|one| (one, leak(ResponseHeader::any(&one.name, one.form))));
        Self { response, headers: headers.collect() }
    }
}

impl Handler {
    /// Returns the response that a request prefers, or else the first success.
    pub(super) fn chosen(&self, headers: &HeaderMap) -> Result<ResponseBuilder, Rejection> {
        let all = || self.answers.iter().filter(|one| one.response.role != Role::Interim);
        let preferred = || {
            let code: StatusCode = preference(headers, "code")?.parse().ok()?;
            let with = |status| all().find(|one| one.response.status == status);
            Some((Status::covering(code.as_u16()).into_iter().find_map(with)?, code))
        };
        let first = || {
            // 2XX, 3XX, `default`, 4XX.
            let rank = |status: Status| (status.class().map_or(7, |class| 2 * class), status);
            let answer = all().min_by_key(|one| rank(one.response.status))?;
            let code = match answer.response.status {
                Status::Code(code) => code,
                Status::Class(class) => class * 100,
                Status::Default => 200,
            };
            Some((answer, StatusCode::from_u16(code).ok()?))
        };
        let declared = || Rejection::new(StatusCode::NOT_IMPLEMENTED, "no response is declared");
        let (answer, status) = preferred().or_else(first).ok_or_else(declared)?;
        let builder = match answer.response.body() {
            None => ResponseBuilder::empty(status),
            Some(content) => {
                let body = accepted(headers, content)?;
                sent(status, body, self.data.values(body, preference(headers, "example"))?)
            }
        };
        self.with_headers(builder, answer, None)
    }

    /// Returns the response that reports a rejection as a generated server does, if one is
    /// declared.
    pub(super) fn reporting(&self, report: &Report<'_>) -> Option<ResponseBuilder> {
        let mut reporting = self.endpoint.rejections.iter().map(|index| &self.answers[*index]);
        let answer = reporting.find(|one| one.response.status == report.declared)?;
        let builder = match answer.response.body() {
            None => ResponseBuilder::empty(report.status),
            Some(content) => {
                let body = content.for_rejection().or(content.alternatives.first())?;
                let failure = Examples::of(&self.data.model.types).failure(&body.shape);
                sent(report.status, body, vec![filled(&failure, report)?])
            }
        };
        self.with_headers(builder, answer, Some(report.rejection)).ok()
    }

    fn with_headers(
        &self,
        mut builder: ResponseBuilder,
        answer: &Answer,
        rejection: Option<&Rejection>,
    ) -> Result<ResponseBuilder, Rejection> {
        for (declared, header) in &answer.headers {
            let determining = rejection.filter(|_| declared.is_determined());
            let determined = determining.and_then(|one| one.header_value(&declared.name));
            let value = match (determined, &declared.pointer) {
                (Some(value), _) => value,
                (None, Some(pointer)) => self.data.value(pointer, Vec::new(), 0)?,
                (None, None) => Value::from("text"),
            };
            builder = builder.header(header, &value);
        }
        Ok(builder)
    }
}

/// Returns the media type that a request accepts.
fn accepted<'c>(headers: &HeaderMap, content: &'c Content) -> Result<&'c Alternative, Rejection> {
    let weighed = content.alternatives.iter().rev().map(|one| {
        let is_json = matches!(one.format, Format::Json);
        ((quality(headers, &content_type(one)), is_json), one)
    });
    let best = weighed.max_by_key(|(weight, _)| *weight);
    best.filter(|((quality, _), _)| *quality > 0).map(|(_, one)| one).ok_or_else(|| {
        let names: Vec<_> = content.alternatives.iter().map(content_type).collect();
        let message = format!("The response is {}.", names.join(" or "));
        Rejection::new(StatusCode::NOT_ACCEPTABLE, message)
    })
}

/// Returns the content type that is sent; of a range, one that there is.
fn content_type(body: &Alternative) -> String {
    match body.content_type().as_str() {
        "*/*" => "application/octet-stream".to_owned(),
        "image/*" => "image/png".to_owned(),
        name => name.replace('*', "plain"),
    }
}

/// Returns the response with a value, or with as many as a stream has.
fn sent(status: StatusCode, body: &Alternative, values: Vec<Value>) -> ResponseBuilder {
    let first = values.first().cloned().unwrap_or_default();
    let items = stream::iter(values.into_iter().map(Ok::<_, io::Error>));
    let builder = match body.format {
        Format::Json => ResponseBuilder::json(status, &first),
        Format::Text => ResponseBuilder::text(status, &first),
        Format::Items(format) if format.is_events() => {
            ResponseBuilder::events(status, EventStream::new(items), format)
        }
        Format::Items(_) => ResponseBuilder::json_lines(status, JsonLines::new(items)),
        Format::Binary | Format::Form(_) | Format::Multipart(..) => {
            ResponseBuilder::binary(status, first.as_str().unwrap_or_default().to_owned())
        }
    };
    builder.content_type(&content_type(body))
}

/// Replaces the placeholders in the body of a rejection.
fn filled(failure: &Value, report: &Report<'_>) -> Option<Value> {
    let texts = [
        (TEXT, json!(report.rejection.to_string())),
        (STATUS, json!(report.status.as_u16())),
        (TITLE, json!(report.status.canonical_reason().unwrap_or("Error"))),
    ];
    let filled = texts.iter().fold(failure.to_string(), |json, (placeholder, value)| {
        json.replace(&json!(placeholder).to_string(), &value.to_string())
    });
    serde_json::from_str(&filled).ok()
}

impl Data {
    /// Returns values of a body, one, or those of a stream: the example of a name, or examples
    /// that the schema accepts, or values of it.
    fn values(&self, body: &Alternative, wanted: Option<String>) -> Result<Vec<Value>, Rejection> {
        let node = self.document.find(&body.location);
        let named = node.and_then(|node| node.get("examples"));
        let value = |one| Some(self.document.target(one).unwrap_or(one).get("value")?.to_json());
        let by_name = |name: String| value(named?.get(&name)?);
        if let Some(value) = wanted.and_then(by_name) {
            // Whatever the schema says.
            return Ok(vec![value]);
        }
        let single = node.and_then(|node| node.get("example")).map(Node::to_json);
        let named = named.into_iter().flat_map(Node::members);
        let mut examples = named.filter_map(|(_, one)| value(one)).chain(single);
        let Some(pointer) = &body.pointer else {
            let is_json = matches!(body.format, Format::Json);
            let other = || if is_json { json!({}) } else { "text".into() };
            return Ok(vec![examples.next().unwrap_or_else(other)]);
        };
        let examples: Vec<_> = examples.collect();
        let numbers = 0..if matches!(body.format, Format::Items(_)) { ITEMS } else { 1 };
        numbers.map(|number| self.value(pointer, examples.clone(), number)).collect()
    }

    /// Returns an example that a schema accepts, or a value, which is the same for a number.
    fn value(
        &self,
        pointer: &Pointer,
        examples: Vec<Value>,
        number: u64,
    ) -> Result<Value, Rejection> {
        let value = with_large_stack(|| {
            let values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
            values.refill();
            values.example(pointer.as_str(), examples, self.seed.wrapping_add(number))
        });
        value.ok_or_else(|| Rejection::defect(format!("no value is made of {pointer}")))
    }
}
