//! Sends a body, or the parameters of a request, for each input of a
//! coverage-guided fuzzer.
//!
//! The stand-in runs in the process of the fuzzer and is called through a socket:
//! dropshot's `RequestContext` cannot be constructed, and a handler consumes it.
//! The fuzzer generates arbitrary bytes, so `openapi_values` parses them, and inputs are
//! not shrunk here: fuzzers do this themselves.

use std::cell::RefCell;

use dropshot::ServerContext;
use openapi_document::ParameterLocation;
use openapi_values::{Document, Sampler, read_json};

use crate::operation::{Operation, with_parameters};
use crate::oracle::Oracle;
use crate::parameters;
use crate::request::{can_be_sent, head, head_with};
use crate::serve::{Running, ServeError, Served};
use crate::verdict::Verdicts;
use crate::wire::Wire;

/// The seed for the parameters of requests with a fuzzed body.
const SEED: u64 = 1;

/// A stand-in and the document that its behaviour is compared with.
pub struct Target<C: ServerContext> {
    oracle: Oracle<'static>,
    running: Running<C>,
    wire: RefCell<Wire>,
    /// The request without its body, for each operation.
    heads: Vec<String>,
    /// The operations with parameters, each with a valid body.
    requests: Vec<(Operation<'static>, Vec<u8>)>,
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
        let heads = operations
            .map(|operation| head(&mut sampler, operation))
            .collect();
        let requests = with_parameters(document).into_iter();
        let requests = requests
            .map(|operation| {
                let body = sampler.value(std::slice::from_ref(&operation.body), 0);
                (operation, body.text())
            })
            .collect();
        let running = Running::start(served)?;
        Ok(Self {
            oracle,
            wire: RefCell::new(Wire::new(running.address())),
            running,
            heads,
            requests,
        })
    }

    /// Sends texts as the parameters of an operation, with a valid body. If there
    /// are several operations, the first byte selects the operation. The texts
    /// follow, each after a byte whose lowest bit selects whether the text is sent,
    /// and each terminated by a line feed.
    ///
    /// # Panics
    /// The verdicts disagree, which the fuzzer reports.
    pub fn send_parameters(&self, input: &[u8]) {
        let (number, texts) = split(input, self.requests.len());
        let Some((operation, body)) = self.requests.get(number) else {
            return;
        };
        let mut texts = texts.split(|byte| *byte == b'\n');
        let texts: Vec<_> = operation
            .parameters
            .iter()
            .map(|(parameter, _)| {
                let (flag, text) = texts.next().and_then(<[u8]>::split_first)?;
                let is_sent = parameter.place == ParameterLocation::Path || flag & 1 == 1;
                (is_sent && can_be_sent(parameter.place, text)).then_some(text)
            })
            .collect();
        let mut parameters = operation.parameters.iter().zip(&texts);
        if parameters.any(|((one, _), text)| one.place == ParameterLocation::Path && text.is_none())
        {
            return;
        }
        let head = head_with(operation, &texts);
        let server = self.send(&head, body);
        let verdicts = Verdicts {
            may_be_refused: false,
            schema: parameters::validate(&self.oracle.validator, operation, &texts),
            server,
            kept: Ok(()),
            client: None,
        };
        if let Some(kind) = verdicts.disagreement_kind() {
            panic!("{kind}\n{head}{}", verdicts.lines());
        }
    }

    /// Sends a body. If there are several operations, the first byte selects the
    /// operation.
    ///
    /// # Panics
    /// The verdicts disagree, which the fuzzer reports.
    pub fn send_body(&self, input: &[u8]) {
        let (operation, body) = split(input, self.heads.len());
        let verdicts = self.verdicts(operation, body);
        if let Some(kind) = verdicts.disagreement_kind() {
            let name = self.oracle.operations[operation].name();
            let (body, lines) = (body.escape_ascii(), verdicts.lines());
            panic!("{name}: {kind}\n  body      {body}\n{lines}");
        }
    }

    fn verdicts(&self, operation: usize, body: &[u8]) -> Verdicts {
        let text = read_json(body);
        let json_value = text.as_ref().and_then(|text| text.to_value());
        let schema = self
            .oracle
            .validate(operation, text.as_ref().zip(json_value.as_ref()));
        let server = self.send(&self.heads[operation], body);
        let decoded = self.running.decoded();
        let kept = match (&schema, &server, &json_value) {
            (Ok(()), Ok(status), Some(sent)) => {
                self.oracle.is_kept(operation, *status, sent, decoded)
            }
            _ => Ok(()),
        };
        Verdicts {
            may_be_refused: text.is_some_and(|text| text.has_beyond_floats()),
            schema,
            server,
            kept,
            client: None,
        }
    }

    /// Returns the status of the response, or the reason why there is none.
    fn send(&self, head: &str, body: &[u8]) -> Result<u16, String> {
        let answer = self.wire.borrow_mut().send(head, body);
        answer.map_err(|error| error.to_string())
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
