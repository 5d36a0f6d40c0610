//! Sends a body for each input of a coverage-guided fuzzer.
//!
//! The stand-in runs in the process of the fuzzer and is called through a socket:
//! dropshot's `RequestContext` cannot be constructed, and a handler consumes it.
//! The fuzzer generates arbitrary bytes, so `Json` parses them, and inputs are
//! not shrunk here: fuzzers do this themselves.

use dropshot::ServerContext;
use openapi_values::wire::Request;
use openapi_values::{Document, Json, Sampler};

use super::oracle::Oracle;
use super::request::request;
use super::serve::{Running, ServeError, Served};
use super::verdict::Verdicts;
use super::wire::Wire;

/// The seed for the parameters of requests with a fuzzed body.
const SEED: u64 = 1;

/// A stand-in and the document that its behaviour is compared with.
pub struct Target<C: ServerContext> {
    oracle: Oracle<'static>,
    running: Running<C>,
    wire: Wire,
    /// The request without its body, for each operation.
    requests: Vec<Request>,
}

impl<C: ServerContext> Target<C> {
    /// Compiles the document's schemas and starts the stand-in. The document is
    /// never freed.
    ///
    /// # Errors
    /// The document has no operation with a JSON body, or an invalid schema.
    pub fn new(document: Document, served: Served<C>) -> Result<Self, ServeError> {
        let document: &'static Document = Box::leak(Box::new(document.in_requests()));
        let oracle = Oracle::new(document)?;
        let mut sampler = Sampler::new(document, &oracle.validator, SEED);
        let operations = oracle.operations.iter();
        let requests = operations.map(|operation| request(&mut sampler, operation)).collect();
        let running = Running::start(served)?;
        Ok(Self { oracle, wire: Wire::new(running.address())?, running, requests })
    }

    /// Sends a body. If there are several operations, the first byte selects the
    /// operation.
    ///
    /// # Panics
    /// The verdicts disagree, which the fuzzer reports.
    pub fn send(&self, input: &[u8]) {
        let (operation, body) = split(input, self.requests.len());
        let verdicts = self.verdicts(operation, body);
        if let Some(kind) = verdicts.disagreement_kind() {
            let name = self.oracle.operations[operation].name();
            let (body, lines) = (body.escape_ascii(), verdicts.lines());
            panic!("{name}: {kind}\n  body      {body}\n{lines}");
        }
    }

    fn verdicts(&self, operation: usize, body: &[u8]) -> Verdicts {
        let text = Json::parse(body);
        let json_value = text.as_ref().and_then(|text| text.to_value());
        let schema = self.oracle.validate(operation, text.as_ref().zip(json_value.as_ref()));
        let request = self.requests[operation].clone();
        let server = self.wire.send(request.with_body(None, body));
        let decoded = self.running.decoded();
        let kept = self.oracle.is_kept(operation, &schema, &server, json_value.as_ref(), decoded);
        Verdicts {
            may_be_refused: text.is_some_and(|text| text.has_beyond_floats()),
            schema,
            server,
            kept,
            client: None,
        }
    }
}

/// Splits an input into the index of the operation and the body; the inverse of
/// `joined` in `input`.
fn split(input: &[u8], operations: usize) -> (usize, &[u8]) {
    match input.split_first() {
        Some((first, body)) if operations > 1 => (usize::from(*first) % operations, body),
        _ => (0, input),
    }
}
