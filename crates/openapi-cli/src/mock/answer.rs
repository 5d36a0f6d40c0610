//! The declared responses of an operation: their examples, values of their schemas, and what a
//! generated server says about a rejection.

use super::prefer::{preference, quality};
use super::{Data, Handler};
use futures::stream;
use http::{HeaderMap, StatusCode};
use openapi_document::{Pointer, Status, with_large_stack};
use openapi_dropshot::{
    EventStream, JsonLines, Rejection, Report, ResponseBuilder, ResponseHeader,
};
use openapi_rust::failures::{Examples, Says};
use openapi_rust::operation::{self as model, Alternative, Content, Format, Role};
use serde_json::{Value, json};
use std::io;
use std::sync::PoisonError;

/// The items of a stream.
const ITEMS: u64 = 3;

/// A declared response, with the headers that it must have.
pub(super) struct Answer {
    response: &'static model::Response,
    headers: Vec<(&'static model::ResponseHeader, ResponseHeader)>,
}

impl Answer {
    pub(super) fn new(response: &'static model::Response) -> Self {
        let required = response.headers.iter().filter(|one| one.required);
        let headers = required.map(|one| (one, ResponseHeader::any(&one.name, one.form)));
        Self { response, headers: headers.collect() }
    }
}

impl Handler {
    /// Returns the response that a request prefers, or else the first success.
    pub(super) fn chosen(&'static self, headers: &HeaderMap) -> Result<ResponseBuilder, Rejection> {
        let all = || self.answers.iter().filter(|one| one.response.role != Role::Interim);
        let preferred = || {
            // Those of 1XX end no request, and HTTP has none from 600.
            let code = preference(headers, "code")?.parse().ok();
            let code = code.filter(|code| (200..600).contains(code))?;
            let with = |status| all().find(|one| one.response.status == status);
            Some((Status::covering(code).into_iter().find_map(with)?, code))
        };
        let first = || {
            // 2XX, 3XX, `default`, 4XX.
            let rank = |status: Status| (status.class().map_or(7, |class| 2 * class), status);
            let answer = all().min_by_key(|one| rank(one.response.status))?;
            Some(match answer.response.status {
                Status::Code(code) => (answer, code),
                Status::Class(class) => (answer, class * 100),
                Status::Default => (answer, 200),
            })
        };
        let chosen = preferred().or_else(first);
        let (answer, code) = chosen.ok_or_else(|| Rejection::defect("no response to send"))?;
        let status = StatusCode::from_u16(code).map_err(Rejection::defect)?;
        let body = answer.response.body().map(|content| {
            let body = accepted(headers, content)?;
            Ok::<_, Rejection>((body, self.data.values(body, preference(headers, "example"))?))
        });
        self.response(answer, status, body.transpose()?, None)
    }

    /// Returns the response that reports a rejection as a generated server does, if one is
    /// declared.
    pub(super) fn reporting(&'static self, report: &Report<'_>) -> Option<ResponseBuilder> {
        let mut reporting = self.endpoint.rejections.iter().map(|index| &self.answers[*index]);
        let answer = reporting.find(|one| one.response.status == report.declared)?;
        let body = answer.response.body().and_then(|content| {
            let body = content.for_rejection().or(content.alternatives.first())?;
            let says = Says {
                text: report.rejection.to_string().into(),
                status: report.status.as_u16().into(),
                title: report.status.canonical_reason().unwrap_or("Error").into(),
            };
            let failure = Examples::of(&self.data.model.types, says).failure(&body.shape);
            Some((body, vec![failure]))
        });
        self.response(answer, report.status, body, Some(report.rejection)).ok()
    }

    fn response(
        &self,
        answer: &'static Answer,
        status: StatusCode,
        body: Option<(&Alternative, Vec<Value>)>,
        rejection: Option<&Rejection>,
    ) -> Result<ResponseBuilder, Rejection> {
        let mut response = match body {
            None => ResponseBuilder::empty(status),
            Some((body, values)) => sent(status, body, values),
        };
        for (declared, header) in &answer.headers {
            let determining = rejection.filter(|_| declared.is_determined());
            let determined = determining.and_then(|one| one.header_value(&declared.name));
            let value = match (determined, &declared.pointer) {
                (Some(value), _) => value,
                (None, Some(pointer)) => self.data.value(pointer, Vec::new(), 0)?,
                (None, None) => "text".into(),
            };
            response = response.header(header, &value);
        }
        Ok(response)
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
    let response = match body.format {
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
    response.content_type(&content_type(body))
}

impl Data {
    /// Returns values of a body, one, or those of a stream: the example of a name, or examples
    /// that the schema accepts, or values of it.
    fn values(&self, body: &Alternative, wanted: Option<String>) -> Result<Vec<Value>, Rejection> {
        let node = self.document.find(&body.location).into_iter();
        let examples = node.flat_map(|node| self.document.examples(node));
        let mut examples: Vec<_> = examples.map(|(name, value)| (name, value.to_json())).collect();
        let wanted = examples.iter().position(|(name, _)| Some(*name) == wanted.as_deref());
        match (wanted, &body.pointer) {
            // Whatever the schema says.
            (Some(wanted), _) => Ok(vec![examples.swap_remove(wanted).1]),
            (None, None) => Ok(vec![match (examples.into_iter().next(), &body.format) {
                (Some((_, example)), _) => example,
                (None, Format::Json) => json!({}),
                (None, _) => "text".into(),
            }]),
            (None, Some(pointer)) => {
                let examples: Vec<_> = examples.into_iter().map(|(_, value)| value).collect();
                let numbers = 0..if matches!(body.format, Format::Items(_)) { ITEMS } else { 1 };
                numbers.map(|number| self.value(pointer, examples.clone(), number)).collect()
            }
        }
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
