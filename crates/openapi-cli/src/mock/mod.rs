//! `mock`: serves a document. Requests are checked as by the server that is generated from it,
//! and each operation answers with a declared example or with a value of its schema.
//!
//! The endpoints are those of the model that the generators print. The library of generated
//! servers takes descriptions that live as long as the program, so those made here do, too.

mod answer;
mod prefer;
mod reference;
mod request;

use crate::Outcome;
use crate::arguments;
use crate::diagnosis::Diagnosis;
use crate::document::{Source, described};
use crate::failure::Failure;
use crate::generate::checked;
use crate::generator::Generator;
use crate::output;
use answer::{Answer, Body, Sent};
use dropshot::{
    ApiDescription, ConfigDropshot, ConfigLogging, ConfigLoggingLevel, RequestContext,
    ServerBuilder,
};
use openapi_document::{CheckedDocument, with_large_stack};
use openapi_dropshot::{
    Document, Endpoints, HandlerResult, Hooks, Operation, Rejection, Report, RequestBody,
};
use openapi_rust::Model;
use openapi_rust::operation::{Format, ResponseHeader};
use openapi_values::Values;
use request::Inputs;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::{Mutex, PoisonError};

/// The items of a stream.
const ITEMS: u64 = 3;

/// A document that is to be served.
pub(crate) struct Mock {
    api: ApiDescription<()>,
    address: SocketAddr,
}

/// The document, as the handlers read it.
struct Data {
    model: &'static Model,
    document: &'static CheckedDocument,
    /// What generated code embeds.
    text: &'static Document,
    values: Mutex<Values<'static>>,
    seed: u64,
}

struct Handler {
    operation: Operation,
    inputs: Inputs,
    answers: Vec<Answer>,
    tokens: Vec<String>,
    data: &'static Data,
}

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn list<T>(items: impl Iterator<Item = T>) -> &'static [T] {
    leak(items.collect::<Vec<_>>())
}

impl Mock {
    /// Reads the document.
    pub(crate) fn read(arguments: &arguments::Mock) -> Result<Outcome, Failure> {
        let source = Source::read(&arguments.input, arguments.format, std::io::stderr())?;
        let mut diagnosis = Diagnosis::of(source.warnings);
        let accepted = checked(Generator::Server, &source.document, &mut diagnosis);
        diagnosis.print(arguments.format, std::io::stderr())?;
        let Some(accepted) = accepted else {
            return Ok(Outcome::Reported);
        };
        let document = &accepted.partition.document;
        let values = leak(described(document).map_err(Failure::of)?.in_responses());
        let data = leak(Data {
            model: leak(Model::without_errors(document).map_err(Failure::of)?),
            document: values.located(),
            text: leak(Document::new(leak(document.embedded()))),
            values: Mutex::new(Values::new(values).map_err(Failure::of)?),
            seed: arguments.seed,
        });
        let operations = data.document.api().operations;
        let mut endpoints = Endpoints::new("mock", "1");
        for endpoint in &data.model.service.endpoints {
            let method = endpoint.method.as_str();
            let mut same = operations.iter().filter(|one| one.method.as_str() == method);
            let declared = same.find(|one| one.path == endpoint.path);
            let method = method.parse().map_err(Failure::of)?;
            let handler = leak(Handler {
                operation: Operation::new::<(), Sent>(&endpoint.id, method, &endpoint.path),
                inputs: Inputs::new(&data.model.service, endpoint, data.text),
                answers: Answer::all(endpoint, declared, data),
                tokens: arguments.tokens.clone(),
                data,
            });
            let handle = |rqctx, body| handler.handle(rqctx, body);
            endpoints = endpoints.undocumented(&handler.operation, handle);
        }
        let api = reference::added(endpoints, document).api_description().map_err(Failure::of)?;
        Ok(Outcome::Served(Self { api, address: arguments.listen }))
    }

    /// Serves until an interrupt.
    pub(crate) fn serve(self) -> Result<Outcome, Failure> {
        tokio::runtime::Runtime::new()?.block_on(async {
            let config = ConfigDropshot { bind_address: self.address, ..ConfigDropshot::default() };
            let level = ConfigLoggingLevel::Info;
            let log = ConfigLogging::StderrTerminal { level }.to_logger("mock")?;
            let server = ServerBuilder::new(self.api, (), log).config(config).start();
            let server = server.map_err(Failure::of)?;
            let url = format!("http://{}", server.local_addr());
            let addresses = format!("{url}\n{url}{}\n", reference::PATH);
            // Whoever has read the address may send an interrupt, so its handler comes first.
            let printed = async { output::print(&addresses) };
            tokio::try_join!(biased; tokio::signal::ctrl_c(), printed)?;
            server.close().await.map_err(Failure::of)?;
            Ok(Outcome::Clean)
        })
    }
}

impl Handler {
    async fn handle(
        &'static self,
        rqctx: RequestContext<()>,
        mut body: RequestBody,
    ) -> HandlerResult {
        let outcome = async {
            self.inputs.check(&rqctx, &mut body, &self.tokens).await?;
            Answer::chosen(&self.answers, rqctx.request.headers(), self.data)
        };
        let hooks = Hooks {
            validates_responses: |_| true,
            status_for: |_, rejection| rejection.status(),
            on_response: |rqctx, outcome, _| outcome.log(&rqctx.log),
        };
        let rejected = |report: &Report<'_>| Answer::reporting(&self.answers, report, self.data);
        let response = self.operation.run(&rqctx, hooks, outcome, rejected).await;
        body.finish(&rqctx, response).await
    }
}

impl Data {
    /// Returns values of a body: one, or those of a stream.
    fn values(&self, body: &Body) -> Result<Vec<Value>, Rejection> {
        let examples = || body.examples.iter().map(|(_, example)| example.clone());
        let Some(pointer) = &body.content.pointer else {
            let is_json = matches!(body.content.format, Format::Json);
            let other = || if is_json { json!({}) } else { "text".into() };
            return Ok(vec![examples().next().unwrap_or_else(other)]);
        };
        let is_stream = matches!(body.content.format, Format::Items(_));
        let numbers = 0..if is_stream { ITEMS } else { 1 };
        numbers.map(|number| self.value(pointer.as_str(), examples(), number)).collect()
    }

    fn header(&self, header: &ResponseHeader) -> Result<Value, Rejection> {
        let pointer = header.pointer.as_ref();
        pointer.map_or(Ok("text".into()), |pointer| self.value(pointer.as_str(), [], 0))
    }

    /// Returns an example that a schema accepts, or a value, which is the same for a number.
    fn value(
        &self,
        pointer: &str,
        examples: impl IntoIterator<Item = Value> + Send,
        number: u64,
    ) -> Result<Value, Rejection> {
        let value = with_large_stack(|| {
            let values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
            values.refill();
            values.example(pointer, examples, self.seed.wrapping_add(number))
        });
        value.ok_or_else(|| Rejection::defect(format!("no value is made of {pointer}")))
    }
}
