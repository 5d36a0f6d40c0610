//! Sends requests with the tokens inserted. Redirections aren't followed: the
//! redirecting response is the one to validate. Each request has a connection of
//! its own, so that no response depends on an earlier request.

use crate::error::Error;
use crate::request::Request;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use reqwest::{Method, redirect};
use std::time::Duration;
use tokio::runtime::Runtime;

/// The maximum size of a response body in bytes: an endless body would fill the
/// memory.
const MAXIMUM_BODY_BYTES: usize = 16 << 20;

/// The maximum `Retry-After` that the client honours.
const MAXIMUM_PAUSE: Duration = Duration::from_secs(60);

/// The minimum length of a token to be masked: shorter tokens would match
/// everywhere, and aren't secrets.
const MINIMUM_TOKEN_LENGTH: usize = 4;

/// A response.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// The reason why there is no response.
#[derive(Clone, Debug)]
pub(crate) enum NoResponse {
    /// The connection failed.
    Unreachable(String),
    /// The connection ended without a complete response, or the time limit was
    /// exceeded.
    Broken(String),
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let found = headers.find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, text)| text.as_str())
    }

    /// Returns the response as text, in the form that curl prints.
    pub fn shown(&self) -> String {
        let fields = self
            .headers
            .iter()
            .map(|(name, text)| format!("\n{name}: {text}"));
        let body = match self.body.as_slice() {
            [] => String::new(),
            body => format!("\n\n{}", String::from_utf8_lossy(body)),
        };
        format!("HTTP {}{}{body}", self.status, fields.collect::<String>())
    }
}

pub(crate) struct Client {
    runtime: Runtime,
    client: reqwest::Client,
    server: String,
    timeout: Duration,
    /// Placeholders and their tokens.
    tokens: Vec<(String, String)>,
}

impl Client {
    pub fn new(
        server: &str,
        timeout: Duration,
        tokens: Vec<(String, String)>,
    ) -> Result<Self, Error> {
        let failed = |error: &dyn std::error::Error| Error::Client(root_cause(error));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        let client = reqwest::Client::builder()
            .redirect(redirect::Policy::none())
            .pool_max_idle_per_host(0)
            .timeout(timeout)
            .user_agent(concat!(
                env!("CARGO_PKG_NAME"),
                "/",
                env!("CARGO_PKG_VERSION")
            ))
            .build();
        Ok(Self {
            runtime: runtime.map_err(|error| failed(&error))?,
            client: client.map_err(|error| failed(&error))?,
            server: server.to_owned(),
            timeout,
            tokens,
        })
    }

    /// Sends a request, and repeats it once after a pause if the service asks for
    /// one.
    pub fn send(&self, request: &Request) -> Result<Answer, NoResponse> {
        self.runtime.block_on(async {
            let answer = self.exchange(request).await?;
            let pause = answer
                .header(RETRY_AFTER.as_str())
                .and_then(|text| text.parse().ok());
            match (answer.status, pause.map(Duration::from_secs)) {
                (429 | 503, Some(pause)) if pause <= MAXIMUM_PAUSE => {
                    tokio::time::sleep(pause).await;
                    self.exchange(request).await
                }
                _ => Ok(answer),
            }
        })
    }

    async fn exchange(&self, request: &Request) -> Result<Answer, NoResponse> {
        let target = self
            .tokens
            .iter()
            .fold(request.target(), |target, (placeholder, token)| {
                let token = utf8_percent_encode(token, NON_ALPHANUMERIC).to_string();
                target.replace(placeholder, &token)
            });
        let target = format!("{}{target}", self.server);
        let broken = |text: &str| NoResponse::Broken(text.to_owned());
        let method = Method::from_bytes(request.method.as_bytes());
        let method = method.map_err(|error| broken(&error.to_string()))?;
        let mut headers = HeaderMap::new();
        for (name, text) in request.fields() {
            let name = HeaderName::from_bytes(name.as_bytes());
            let text = HeaderValue::from_str(&self.with_tokens(&text));
            let (Ok(name), Ok(mut text)) = (name, text) else {
                return Err(broken("a header of the request can't be sent"));
            };
            text.set_sensitive(true);
            headers.append(name, text);
        }
        let mut sent = self.client.request(method, target).headers(headers);
        if let Some(body) = &request.body {
            sent = sent.body(body.clone());
        }
        let failed = |error: reqwest::Error| self.no_response(&error);
        let mut answer = sent.send().await.map_err(failed)?;
        let fields = answer.headers().iter().map(|(name, text)| {
            let text = String::from_utf8_lossy(text.as_bytes()).into_owned();
            (name.as_str().to_owned(), self.without_tokens(text))
        });
        let (status, headers) = (answer.status().as_u16(), fields.collect());
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(failed)? {
            body.extend_from_slice(&chunk);
            if body.len() > MAXIMUM_BODY_BYTES {
                return Err(broken("the answer's body is longer than 16 MiB"));
            }
        }
        Ok(Answer {
            status,
            headers,
            body,
        })
    }

    fn no_response(&self, error: &reqwest::Error) -> NoResponse {
        if error.is_timeout() {
            let seconds = self.timeout.as_secs();
            let what = if error.is_connect() {
                "the connection was not made"
            } else {
                "there was no whole answer"
            };
            return NoResponse::Broken(format!("{what} within {seconds} s"));
        }
        let root_cause = self.without_tokens(root_cause(error));
        if error.is_connect() {
            NoResponse::Unreachable(root_cause)
        } else {
            NoResponse::Broken(format!("the answer broke off: {root_cause}"))
        }
    }

    fn with_tokens(&self, text: &str) -> String {
        let tokens = self.tokens.iter();
        tokens.fold(text.to_owned(), |text, (placeholder, token)| {
            text.replace(placeholder, token)
        })
    }

    /// Returns the placeholders of the tokens.
    pub fn placeholders(&self) -> Vec<&str> {
        let tokens = self.tokens.iter();
        tokens.map(|(placeholder, _)| &**placeholder).collect()
    }

    /// Replaces tokens in a text by their placeholders: a service may echo a token.
    pub fn without_tokens(&self, text: String) -> String {
        let tokens = self
            .tokens
            .iter()
            .filter(|(_, token)| token.len() >= MINIMUM_TOKEN_LENGTH);
        tokens.fold(text, |text, (placeholder, token)| {
            text.replace(token, placeholder)
        })
    }
}

/// Returns the message of an error's root cause; the outer errors don't name it.
fn root_cause(error: &dyn std::error::Error) -> String {
    let mut deepest = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    deepest.to_string()
}
