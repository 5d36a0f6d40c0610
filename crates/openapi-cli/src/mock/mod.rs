//! `mock`: serves a document. Requests are checked as by the server that is generated from it,
//! and each operation answers with a declared example or with a value of its schema.
//!
//! The endpoints are those of the model that the generators print. The library of generated
//! servers takes descriptions that live as long as the program, so those made here do, too.

mod answer;
mod prefer;
mod request;

use crate::Outcome;
use crate::arguments;
use crate::diagnosis::Diagnosis;
use crate::document::{Source, described};
use crate::failure::Failure;
use crate::generate::{checked, path_of_servers, print_notes};
use crate::generator::Generator;
use crate::output;
use dropshot::{ConfigDropshot, ConfigLogging, ConfigLoggingLevel, RequestContext, ServerBuilder};
use openapi_dropshot::{
    Document, Endpoints, HandlerResult, Hooks, Operation, Parameter, ParameterLocation,
    RequestBody, RequiredScheme, ResponseBuilder,
};
use openapi_rust::Model;
use openapi_rust::operation::Endpoint;
use openapi_values::Values;
use request::Body;
use serde_json::Value;
use std::sync::Mutex;

/// The path of the page that renders the document. A document that has it, too, is not served.
const REFERENCE: &str = "/_reference";

/// The document, as the handlers read it.
struct Data {
    document: openapi_document::Document,
    /// With the schemas that validate requests.
    embedded: &'static Document,
    model: Model,
    values: Mutex<Values<'static>>,
    seed: u64,
    tokens: Vec<String>,
}

struct Handler {
    operation: Operation,
    endpoint: &'static Endpoint,
    security: &'static [&'static [RequiredScheme]],
    parameters: Vec<(ParameterLocation, Vec<Parameter>)>,
    /// One for each media type.
    bodies: Vec<Body>,
    data: &'static Data,
}

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// Reads the document that is to be served.
pub(crate) fn read(arguments: &arguments::Mock) -> Result<Outcome, Failure> {
    let source = Source::read(&arguments.input, arguments.format, std::io::stderr())?;
    let mut diagnosis = Diagnosis::of(source.warnings);
    let accepted = checked(Generator::Server, &source.document, &mut diagnosis);
    diagnosis.print(arguments.format, std::io::stderr())?;
    let Some(accepted) = accepted else {
        return Ok(Outcome::Reported);
    };
    print_notes(path_of_servers(&source.document))?;
    let document = accepted.partition.document;
    let embedded = |json: Value| leak(Document::new(leak(json.to_string())));
    let shown = embedded(document.root().to_json());
    let values = leak(described(&document).map_err(Failure::of)?.in_responses());
    let data = leak(Data {
        embedded: embedded(document.embedded()),
        model: Model::without_errors(&document).map_err(Failure::of)?,
        document,
        values: Mutex::new(Values::new(values).map_err(Failure::of)?),
        seed: arguments.seed,
        tokens: arguments.tokens.clone(),
    });
    let mut endpoints = Endpoints::new("mock", "1").document(shown).reference(REFERENCE);
    for endpoint in &data.model.service.endpoints {
        let handler = leak(Handler::new(data, endpoint)?);
        let handle = |rqctx, body| handler.handle(rqctx, body);
        endpoints = endpoints.undocumented(&handler.operation, handle);
    }
    let config = ConfigDropshot {
        bind_address: arguments.listen,
        // The limit that `openapi-dropshot new` writes into a server.
        default_request_body_max_bytes: 1 << 20,
        ..ConfigDropshot::default()
    };
    let log = ConfigLogging::StderrTerminal { level: ConfigLoggingLevel::Info };
    let (log, api) = (log.to_logger("mock")?, endpoints.api_description());
    let server = ServerBuilder::new(api.map_err(Failure::of)?, (), log);
    Ok(Outcome::Served(Box::new(server.config(config))))
}

/// Serves until an interrupt.
pub(crate) fn serve(server: ServerBuilder<()>) -> Result<Outcome, Failure> {
    tokio::runtime::Runtime::new()?.block_on(async {
        let server = server.start().map_err(Failure::of)?;
        let url = format!("http://{}", server.local_addr());
        let addresses = format!("{url}\n{url}{REFERENCE}\n");
        // Whoever has read the address may send an interrupt, so its handler comes first.
        let printed = async { output::print(&addresses) };
        tokio::try_join!(biased; tokio::signal::ctrl_c(), printed)?;
        server.close().await.map_err(Failure::of)?;
        Ok(Outcome::Clean)
    })
}

impl Handler {
    fn new(data: &'static Data, endpoint: &'static Endpoint) -> Result<Self, Failure> {
        let Endpoint { id, path, method, .. } = endpoint;
        let method = method.as_str().parse().map_err(Failure::of)?;
        let parameters = endpoint.parameters.iter().map(|one| {
            (one.location, one.sources.iter().map(|source| data.parameter(source)).collect())
        });
        let bodies = endpoint.body.iter().flat_map(|body| &body.content.alternatives);
        Ok(Self {
            operation: Operation::new::<(), ResponseBuilder>(id, method, path),
            endpoint,
            // No requirement is one that a request without a credential satisfies.
            security: endpoint.security.map_or(&[&[]], |index| data.security(index)),
            parameters: parameters.collect(),
            bodies: bodies.map(|one| data.body(one)).collect(),
            data,
        })
    }

    async fn handle(
        &'static self,
        rqctx: RequestContext<()>,
        mut body: RequestBody,
    ) -> HandlerResult {
        let outcome = async {
            self.check(&rqctx, &mut body).await?;
            self.chosen(rqctx.request.headers())
        };
        let hooks = Hooks {
            // They are made of the schemas.
            validates_responses: |_| false,
            status_for: |_, rejection| rejection.status(),
            on_response: |rqctx, outcome, _| outcome.log(&rqctx.log),
        };
        let response = self.operation.run(&rqctx, hooks, outcome, |report| self.reporting(report));
        let response = response.await;
        body.finish(&rqctx, response).await
    }
}
