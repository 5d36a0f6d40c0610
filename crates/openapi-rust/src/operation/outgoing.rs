//! Webhooks and callbacks: operations that the service sends.

use openapi_document::{Operation, OutgoingOperation, ParameterLocation, Severity, Status};

use super::read::{Reader, Side};
use super::response::{is_bodiless, status_name};
use super::{Content, Parameters};
use crate::names::{Names, type_name};

/// An operation that the service sends.
#[derive(Debug)]
pub struct Sender {
    /// The operation in words, such as ``webhook `changed` ``.
    pub title: String,
    /// The runtime expression of the URL; `None` for a webhook.
    pub expression: Option<String>,
    pub method: openapi_document::Method,
    pub value_name: String,
    pub response_name: String,
    pub summary: Option<String>,
    pub description: Option<String>,
    pub parameters: Vec<Parameters>,
    /// The body, and whether it is required.
    pub body: Option<(Content, bool)>,
    pub responses: Vec<ExpectedResponse>,
}

/// A declared response to an operation that the service sends.
#[derive(Debug)]
pub struct ExpectedResponse {
    pub status: Status,
    pub variant: String,
    pub description: String,
    pub content: Option<Content>,
    pub has_headers: bool,
}

impl Sender {
    /// Returns all bodies of the request and the responses.
    pub fn contents(&self) -> impl Iterator<Item = &Content> {
        let request = self.body.iter().map(|(content, _)| content);
        request.chain(self.responses.iter().filter_map(|one| one.content.as_ref()))
    }

    /// Returns whether the request or a response has a schema.
    pub fn has_schemas(&self) -> bool {
        let mut alternatives = self.contents().flat_map(|one| &one.alternatives);
        !self.parameters.is_empty() || alternatives.any(|one| one.pointer.is_some())
    }

    /// Returns the names of the types that the operation needs beside its schemas.
    pub fn type_names(&self) -> impl Iterator<Item = &str> {
        let parameters = self.parameters.iter().map(|one| one.type_name.as_str());
        let bodies = self.contents().filter_map(|one| one.type_name.as_deref());
        parameters.chain(bodies).chain([self.response_name.as_str()])
    }
}

impl<'d> Reader<'d, '_> {
    /// Reads webhooks and callbacks, after the operations of the paths. An unsupported one
    /// is left out with a warning, since the server doesn't depend on it.
    pub(super) fn senders(&mut self) -> Vec<Sender> {
        let (mut webhooks, mut callbacks) = (Names::default(), Names::default());
        let mut senders = Vec::new();
        for one in &self.api.outgoing {
            let (title, names) = match &one.callback {
                None => (format!("webhook `{}`", one.name), &mut webhooks),
                Some(callback) => {
                    let title = format!("callback `{}` of `{}`", one.name, callback.caller);
                    (title, &mut callbacks)
                }
            };
            let outer = (std::mem::take(self.diagnostics), std::mem::take(self.findings));
            let sender = match &one.operation {
                Ok((operation, warnings)) => {
                    self.findings.extend(warnings.clone());
                    Some(self.sender(one, operation, &title, names))
                }
                Err(errors) => {
                    self.findings.extend(errors.clone());
                    None
                }
            };
            let schemas = std::mem::replace(self.diagnostics, outer.0);
            let own = std::mem::replace(self.findings, outer.1);
            if !schemas.has_errors() && !own.has_errors() {
                senders.extend(sender);
                self.diagnostics.extend(schemas);
                self.findings.extend(own);
                continue;
            }
            for mut error in schemas.errors().into_iter().chain(own.errors()) {
                error.severity = Severity::Warning;
                error.message = format!("the {title} is not generated: {}", error.message);
                self.findings.push(error);
            }
        }
        senders
    }

    fn sender(
        &mut self,
        one: &OutgoingOperation<'d>,
        operation: &Operation<'d>,
        title: &str,
        names: &mut Names,
    ) -> Sender {
        let name = match (&one.callback, operation.id) {
            (_, Some(id)) => id.to_owned(),
            (None, None) => one.name.to_owned(),
            (Some(callback), None) => format!("{} {}", callback.caller, one.name),
        };
        let value_name = names.claim_value(&name);
        let type_name = type_name(&value_name);
        let is_in_path = |place| place == ParameterLocation::Path;
        if let Some(path) = operation.parameters.iter().find(|one| is_in_path(one.place)) {
            self.reject(path.location, "its URL has no variables");
        }
        let mut given = operation.clone();
        given.parameters.retain(|one| !one.is_of_transport);
        let parameters = self.parameters(&given, &type_name);
        let body = operation.request_body.as_ref().map(|body| {
            let name = format!("{type_name} body");
            let content = self.content(&body.content, Side::Request, &name);
            for alternative in &content.alternatives {
                let media_type = &alternative.media_type;
                if media_type.contains('*') || media_type.starts_with("multipart/") {
                    let message = format!("a body of {} is not supported", alternative.declared);
                    self.reject(body.location, &message);
                }
            }
            if content.alternatives.is_empty() {
                self.reject(body.location, "the body declares no media type");
            }
            (content, body.required)
        });
        if let Some(callbacks) = operation.callbacks {
            let message = "callbacks of webhooks and callbacks are not generated";
            self.warn(&callbacks.location, message);
        }
        let mut variants = Names::default();
        let mut responses = Vec::new();
        for response in &operation.responses {
            if response.status.class() == Some(1) {
                let message = "an interim response (1XX) is read by the HTTP client";
                self.warn(response.location, message);
                continue;
            }
            if !response.headers.is_empty() {
                let message = "the headers of a response to the service are not validated";
                self.warn(response.location, message);
            }
            let variant = variants.claim_type(&status_name(response.status));
            let has_body =
                !response.content.is_empty() && !is_bodiless(&operation.method, response.status);
            let name = format!("{type_name} {variant}");
            responses.push(ExpectedResponse {
                status: response.status,
                content: has_body.then(|| self.content(&response.content, Side::Documented, &name)),
                description: response.description.unwrap_or_default().to_owned(),
                has_headers: !response.headers.is_empty(),
                variant,
            });
        }
        if responses.is_empty() {
            let message =
                "the operation declares no response; any status without a body is expected";
            self.warn(operation.location, message);
            responses.push(ExpectedResponse {
                status: Status::Default,
                variant: variants.claim_type(&status_name(Status::Default)),
                description: "a response that the document does not describe".to_owned(),
                content: None,
                has_headers: false,
            });
        }
        let response_name = format!("{type_name} response");
        Sender {
            title: title.to_owned(),
            expression: one.callback.as_ref().map(|one| one.expression.to_owned()),
            method: operation.method.clone(),
            response_name: self.types.claim(&response_name),
            value_name,
            summary: operation.summary.map(str::to_owned),
            description: operation.description.map(str::to_owned),
            parameters,
            body,
            responses,
        }
    }
}
