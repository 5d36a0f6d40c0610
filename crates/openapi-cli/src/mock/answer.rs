//! The declared responses of an operation: their examples, values of their schemas, and what a
//! generated server says about a rejection.

use super::prefer::{Prefer, quality};
use super::request::schema;
use super::{Data, leak};
use futures::stream;
use http::{HeaderMap, StatusCode};
use openapi_document::{Node, Operation, Status};
use openapi_dropshot::{
    DeclaredStatus, EventStream, JsonLines, OperationResponse, Rejection, Report, ResponseBuilder,
    ResponseHeader, ResponseSpec, Schema,
};
use openapi_rust::failures::{Examples, STATUS, TEXT, TITLE};
use openapi_rust::operation::{self as model, Alternative, Endpoint, Format, Response, Role};
use serde_json::Value;
use std::io;

/// A declared response.
pub(super) struct Answer {
    response: &'static Response,
    can_report: bool,
    bodies: Vec<Body>,
    headers: Vec<(&'static model::ResponseHeader, &'static ResponseHeader)>,
}

pub(super) struct Body {
    pub(super) content: &'static Alternative,
    content_type: String,
    schema: Option<&'static Schema>,
    /// By their names; `example` has none.
    pub(super) examples: Vec<(String, Value)>,
}

/// A response of an operation that is known while the program runs.
pub(super) struct Sent(ResponseBuilder);

impl OperationResponse for Sent {
    type Error = ();

    fn declared() -> Vec<ResponseSpec> {
        Vec::new()
    }

    fn into_builder(self) -> ResponseBuilder {
        self.0
    }
}

impl Answer {
    /// Returns the responses of an operation that a handler can return.
    pub(super) fn all(
        endpoint: &'static Endpoint,
        operation: Option<&Operation<'_>>,
        data: &Data,
    ) -> Vec<Self> {
        let answer = |(index, response): (usize, &'static Response)| {
            let mut declared = operation.into_iter().flat_map(|one| &one.responses);
            let declared = declared.find(|one| one.status == response.status);
            let body = |content: &'static Alternative| {
                let mut declared = declared.into_iter().flat_map(|one| &one.content);
                let node = declared.find(|one| one.name == content.declared);
                Body::new(
                    content,
                    node.and_then(|one| data.document.find(&one.location.pointer)),
                    data,
                )
            };
            let header = |one: &'static model::ResponseHeader| {
                let schema = one.pointer.as_ref().map(|pointer| schema(data.text, pointer));
                let any = ResponseHeader::any(&one.name, one.form);
                let of = |schema| ResponseHeader::new(&one.name, one.form, schema);
                (one, leak(schema.map_or(any, of)))
            };
            let content = response.body().into_iter().flat_map(|content| &content.alternatives);
            Self {
                response,
                can_report: endpoint.rejections.contains(&index),
                bodies: content.map(body).collect(),
                headers: response.headers.iter().filter(|one| one.required).map(header).collect(),
            }
        };
        let all = endpoint.responses.iter().enumerate();
        all.filter(|(_, response)| response.role != Role::Interim).map(answer).collect()
    }

    /// Returns the response that a request prefers, or else the first success.
    pub(super) fn chosen(
        answers: &[Self],
        headers: &HeaderMap,
        data: &Data,
    ) -> Result<Sent, Rejection> {
        let prefer = Prefer::of(headers);
        let of = |code| {
            let with = answers.iter().filter_map(|one| Some((one, one.status(code)?)));
            // An exact status before its class, and that before `default`; a success before others.
            with.min_by_key(|(one, _)| match (code, one.response.status.class()) {
                (Some(_), _) | (None, Some(2)) => (0, one.response.status),
                (None, Some(3)) => (1, one.response.status),
                (None, None) => (2, one.response.status),
                (None, Some(_)) => (3, one.response.status),
            })
        };
        let chosen = prefer.code.and_then(|code| of(Some(code))).or_else(|| of(None));
        let declared = || Rejection::new(StatusCode::NOT_IMPLEMENTED, "no response is declared");
        let (answer, status) = chosen.ok_or_else(declared)?;
        let mut builder = ResponseBuilder::empty(status);
        if !answer.bodies.is_empty() {
            let weighed = answer.bodies.iter().rev().map(|one| {
                let is_json = matches!(one.content.format, Format::Json);
                ((quality(headers, &one.content_type), is_json), one)
            });
            let Some(((1.., _), body)) = weighed.max_by_key(|(weight, _)| *weight) else {
                let names = answer.bodies.iter().map(|one| one.content_type.as_str());
                let names = names.collect::<Vec<_>>().join(" or ");
                let message = format!("The response is {names}.");
                return Err(Rejection::new(StatusCode::NOT_ACCEPTABLE, message));
            };
            let is_named = |(name, _): &&(String, _)| Some(name) == prefer.example.as_ref();
            builder = match body.examples.iter().find(is_named) {
                // Whatever the schema says.
                Some((_, value)) => body.sent(status, vec![value.clone()]),
                None => body.validated(status, data.values(body)?),
            };
        }
        for (declared, header) in &answer.headers {
            builder = builder.header(header, &data.header(declared)?);
        }
        Ok(Sent(builder))
    }

    /// Returns the status that is sent, if the response can have the preferred one.
    fn status(&self, preferred: Option<u16>) -> Option<StatusCode> {
        let code = match (self.response.status, preferred) {
            (Status::Code(code), _) => code,
            (Status::Class(class), None) => class.digit() * 100,
            (Status::Default, None) => 200,
            (Status::Class(class), Some(code)) if code / 100 != class.digit() => return None,
            (Status::Class(_) | Status::Default, Some(code)) => code,
        };
        StatusCode::from_u16(code).ok().filter(|_| preferred.is_none_or(|wanted| wanted == code))
    }

    /// Returns the response that reports a rejection as a generated server does, if one is
    /// declared.
    pub(super) fn reporting(answers: &[Self], report: &Report<'_>, data: &Data) -> Option<Sent> {
        let is_declared = |status| match (status, report.declared) {
            (Status::Code(code), DeclaredStatus::Code(declared)) => code == declared,
            (Status::Class(class), DeclaredStatus::Range(declared)) => class.digit() == declared,
            (status, declared) => status == Status::Default && declared == DeclaredStatus::Default,
        };
        let mut reporting = answers.iter().filter(|one| one.can_report);
        let answer = reporting.find(|one| is_declared(one.response.status))?;
        let mut builder = ResponseBuilder::empty(report.status);
        if let Some(content) = answer.response.body() {
            let usable = content.for_rejection();
            let is_usable =
                |one: &&Body| usable.is_none_or(|usable| one.content.variant == usable.variant);
            let failure = usable.map(|one| Examples::of(&data.model.types).failure(&one.shape));
            let values = failure.iter().map(|value| filled(value, report)).collect();
            builder = answer.bodies.iter().find(is_usable)?.validated(report.status, values);
        }
        for (declared, header) in &answer.headers {
            let value = report.rejection.header_value::<Value>(&declared.name);
            builder = builder.header(header, &value.or_else(|| data.header(declared).ok())?);
        }
        Some(Sent(builder))
    }
}

impl Body {
    fn new(content: &'static Alternative, node: Option<&Node>, data: &Data) -> Self {
        let named = node.and_then(|node| node.get("examples")).into_iter().flat_map(Node::members);
        let named = named.filter_map(|(name, example)| {
            let example = data.document.target(example).unwrap_or(example);
            Some((name.to_owned(), example.get("value")?.to_json()))
        });
        let single = node.and_then(|node| node.get("example"));
        let single = single.map(|example| (String::new(), example.to_json()));
        let pointer = content.pointer.as_ref();
        Self {
            content,
            // Of a range, one that there is.
            content_type: match content.content_type().as_str() {
                "*/*" => "application/octet-stream".to_owned(),
                "image/*" => "image/png".to_owned(),
                name => name.replace('*', "plain"),
            },
            schema: pointer.map(|pointer| leak(schema(data.text, pointer))),
            examples: named.chain(single).collect(),
        }
    }

    /// Returns the response with a value, or with as many as a stream has.
    fn sent(&self, status: StatusCode, values: Vec<Value>) -> ResponseBuilder {
        let first = values.first().cloned().unwrap_or_default();
        let items = stream::iter(values.into_iter().map(Ok::<_, io::Error>));
        let builder = match self.content.format {
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
        builder.content_type(&self.content_type)
    }

    fn validated(&self, status: StatusCode, values: Vec<Value>) -> ResponseBuilder {
        let sent = self.sent(status, values);
        if let Some(schema) = self.schema { sent.schema(schema) } else { sent }
    }
}

/// Replaces the placeholders in the body of a rejection.
fn filled(value: &Value, report: &Report<'_>) -> Value {
    match value {
        Value::String(text) if text == TEXT => report.rejection.to_string().into(),
        Value::String(text) if text == STATUS => report.status.as_u16().into(),
        Value::String(text) if text == TITLE => {
            report.status.canonical_reason().unwrap_or("Error").into()
        }
        Value::Array(items) => items.iter().map(|item| filled(item, report)).collect(),
        Value::Object(members) => {
            let members = members.iter();
            Value::Object(members.map(|(name, one)| (name.clone(), filled(one, report))).collect())
        }
        other => other.clone(),
    }
}
