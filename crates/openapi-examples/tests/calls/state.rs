//! A generated server with its client, and the state of the server.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use dropshot::{ApiDescription, ApiDescriptionBuildErrors};
use openapi_dropshot::Rejection;

use crate::{Answer, Answered, CREDENTIAL, Request, Source};

/// A document with its generated server and client.
pub struct Generated {
    /// The name of the document.
    pub name: &'static str,
    /// The path of the document, from the directory of this package.
    pub path: &'static str,
    /// Whether the document belongs to the project, and not to the corpus.
    pub is_own: bool,
    /// The operations of the server, such as `GET /things`.
    pub operations: &'static [&'static str],
    /// Returns the endpoints of the server.
    pub api: fn() -> Result<ApiDescription<State>, ApiDescriptionBuildErrors>,
    /// Calls an operation at a URL.
    pub call: for<'c> fn(&str, &str, &'c Request<'c>) -> Option<Call<'c>>,
}

/// A call of a client method. It describes an error.
pub type Call<'c> = Pin<Box<dyn Future<Output = Result<Answered, String>> + 'c>>;

/// A request as a handler received it, and the response that it returned.
#[derive(Clone, Debug, Default)]
pub struct Exchange {
    /// The operation.
    pub operation: String,
    /// The status of the response, as declared.
    pub status: String,
    /// The number of responses that the handler has.
    pub responses: usize,
    /// The arguments of the handler.
    pub arguments: Vec<String>,
    /// The values in the body of the response: several of a stream.
    pub sent: Vec<serde_json::Value>,
}

/// The state of a server.
pub struct State {
    source: Arc<Source>,
    exchange: Arc<Mutex<Option<Exchange>>>,
    /// The number of the response of the next exchange.
    response: AtomicUsize,
}

impl State {
    /// Returns the state of a server of a document.
    pub fn new(source: &Arc<Source>) -> Self {
        Self { source: Arc::clone(source), exchange: Arc::default(), response: AtomicUsize::new(0) }
    }

    /// Selects the response of the next exchange: 0 is a success, if one is declared.
    pub fn select(&self, response: usize) {
        self.response.store(response, Ordering::SeqCst);
    }

    /// Returns the last exchange, and clears it.
    pub fn exchange(&self) -> Option<Exchange> {
        let mut exchange = self.exchange.lock().unwrap_or_else(PoisonError::into_inner);
        exchange.take()
    }

    /// Returns the principal of a credential, if it is the one that clients send.
    pub fn principal(&self, credential: &str) -> Option<String> {
        (credential == CREDENTIAL).then(|| credential.to_owned())
    }

    /// Returns the number of the selected response, and its values. The statuses are as
    /// declared.
    pub fn answer(
        &self,
        operation: &str,
        statuses: &[&str],
        arguments: Vec<String>,
        _: Option<serde_json::Result<serde_json::Value>>,
    ) -> Result<(usize, Answer<'_>), Rejection> {
        let number = self.response.load(Ordering::SeqCst).min(statuses.len() - 1);
        let status = statuses[number];
        let mut exchange = self.exchange.lock().unwrap_or_else(PoisonError::into_inner);
        *exchange = Some(Exchange {
            operation: operation.to_owned(),
            status: status.to_owned(),
            responses: statuses.len(),
            arguments,
            sent: Vec::new(),
        });
        drop(exchange);
        let answer = Answer::new(&self.source, operation, status, &self.exchange)?;
        Ok((number, answer))
    }
}
