//! The declared responses of an operation: their examples, values of their schemas, and what a
//! generated server says about a rejection.

use super::Handler;
use super::prefer::{preference, quality};
use futures::stream;
use http::{HeaderMap, StatusCode};
use openapi_document::{Pointer, Status, with_large_stack};
use openapi_dropshot::{EventStream, JsonLines, Rejection, Report, ResponseBuilder};
use openapi_rust::failures::{Examples, Says, problem};
use openapi_rust::operation::{Alternative, Content, Format, Response, Role};
use openapi_schema::http::sent_type;
use serde_json::{Value, json};
use std::sync::PoisonError;

/// The items of a stream.
const ITEMS: u64 = 3;

impl Handler {
    /// Returns the response that a request prefers, or else the first success.
    pub(super) fn chosen(&self, headers: &HeaderMap) -> Result<ResponseBuilder, Rejection> {
        let wanted = preference(headers, "code").and_then(|code| code.parse().ok());
        // None of 1XX ends a request.
        let wanted = wanted.filter(|one: &Status| one.class() != Some(1));
        let preferred = |status: Status| wanted.filter(|wanted| status.covers(*wanted));
        // Those that are preferred, 2XX, 3XX, `default`, 4XX.
        let class = |status: Status| status.class().map_or(7, |class| 2 * class);
        let rank = |status| (preferred(status).map_or_else(|| class(status), |_| 0), status);
        let all = self.endpoint.responses.iter().filter(|one| one.role != Role::Interim);
        let declared = all.min_by_key(|one| rank(one.status));
        let declared = declared.ok_or_else(|| Rejection::defect("no response to send"))?;
        let code = match preferred(declared.status).unwrap_or(declared.status) {
            Status::Code(code) => code,
            status => 100 * status.class().unwrap_or(2),
        };
        let status = StatusCode::from_u16(code).map_err(Rejection::defect)?;
        let body = declared.body().map(|content| accepted(headers, content)).transpose()?;
        let values = body.map(|body| self.values(status, body, preference(headers, "example")));
        self.response(status, declared, body.zip(values.transpose()?), None)
    }

    /// Returns the response that reports a rejection as a generated server does, if one is
    /// declared.
    pub(super) fn reporting(&self, report: &Report<'_>) -> Option<ResponseBuilder> {
        let mut all = self.endpoint.responses.iter();
        let declared = all.find(|one| one.status == report.declared)?;
        let examples = self.examples(report.status, report.rejection.to_string());
        let content = declared.body();
        let body = content.and_then(|one| one.for_rejection().or(one.alternatives.first()));
        let body = body.map(|body| (body, vec![examples.failure(&body.shape)]));
        self.response(report.status, declared, body, Some(report.rejection)).ok()
    }

    /// Returns examples of the types, of which problem details have the status (RFC 9457 §3.1).
    fn examples(&self, status: StatusCode, text: String) -> Examples<'static> {
        let title = status.canonical_reason().unwrap_or("Error").into();
        let says = Says { text: text.into(), status: status.as_u16().into(), title };
        Examples::of(&self.data.model.types, says)
    }

    /// Returns a declared response with a body and the headers that it must have.
    fn response(
        &self,
        status: StatusCode,
        declared: &'static Response,
        body: Option<(&Alternative, Vec<Value>)>,
        rejection: Option<&Rejection>,
    ) -> Result<ResponseBuilder, Rejection> {
        let empty = || ResponseBuilder::empty(status);
        let mut response = body.map_or_else(empty, |(body, values)| sent(status, body, values));
        for header in declared.headers.iter().filter(|one| one.required) {
            let determining = rejection.filter(|_| header.is_determined());
            let determined = determining.and_then(|one| one.header_value(&header.name));
            let value = || self.value(header.pointer.as_ref(), Vec::new(), 0);
            let value = determined.map_or_else(value, Ok)?;
            response = response.any_header(&header.name, header.form, &value);
        }
        Ok(response)
    }

    /// Returns values of a body, one, or those of a stream: the example of a name, or examples
    /// that the schema accepts, or problem details of the status, or values of the schema.
    fn values(
        &self,
        status: StatusCode,
        body: &Alternative,
        wanted: Option<String>,
    ) -> Result<Vec<Value>, Rejection> {
        let node = self.data.document.find(&body.location).into_iter();
        let examples: Vec<_> = node.flat_map(|node| self.data.document.examples(node)).collect();
        if let Some((_, example)) = examples.iter().find(|one| Some(one.0) == wanted.as_deref()) {
            // Whatever the schema says.
            return Ok(vec![example.to_json()]);
        }
        let any_json = body.pointer.is_none() && matches!(body.format, Format::Json);
        let problem = problem(&self.data.model.types, &body.shape)
            .map(|_| self.examples(status, status.to_string()).failure(&body.shape));
        let examples = examples.iter().map(|(_, example)| example.to_json()).chain(problem);
        let examples: Vec<_> = examples.chain(any_json.then(|| json!({}))).collect();
        let count = if matches!(body.format, Format::Items(_)) { ITEMS } else { 1 };
        let pointer = body.pointer.as_ref();
        (0..count).map(|number| self.value(pointer, examples.clone(), number)).collect()
    }

    /// Returns an example that a schema accepts, or a value, which is the same for a number.
    /// Without a schema it is the first example, or else a text.
    fn value(
        &self,
        pointer: Option<&Pointer>,
        examples: Vec<Value>,
        number: u64,
    ) -> Result<Value, Rejection> {
        let Some(pointer) = pointer else {
            return Ok(examples.into_iter().next().unwrap_or_else(|| "text".into()));
        };
        let value = with_large_stack(|| {
            let values = self.data.values.lock().unwrap_or_else(PoisonError::into_inner);
            values.refill();
            values.example(pointer.as_str(), examples, self.data.seed.wrapping_add(number))
        });
        value.ok_or_else(|| Rejection::defect(format!("no value is made of {pointer}")))
    }
}

/// Returns the media type that a request accepts, of those that it wants most JSON.
fn accepted<'c>(headers: &HeaderMap, content: &'c Content) -> Result<&'c Alternative, Rejection> {
    let quality = |one: &&Alternative| quality(headers, &sent_type(&one.content_type()));
    let acceptable = content.alternatives.iter().rev().filter(|one| quality(one) > 0);
    let best = acceptable.max_by_key(|one| (quality(one), matches!(one.format, Format::Json)));
    best.ok_or_else(|| {
        let names: Vec<_> = content.alternatives.iter().map(Alternative::content_type).collect();
        let message = format!("The response is {}.", names.join(" or "));
        Rejection::new(StatusCode::NOT_ACCEPTABLE, message)
    })
}

/// Returns the response with a value, or with as many as a stream has.
fn sent(status: StatusCode, body: &Alternative, values: Vec<Value>) -> ResponseBuilder {
    let first = values.first().cloned().unwrap_or_default();
    let items = stream::iter(values.into_iter().map(Ok::<_, Rejection>));
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
    response.content_type(&sent_type(&body.content_type()))
}
