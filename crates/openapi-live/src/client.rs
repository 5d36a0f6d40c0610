//! Sends a request, puts tokens into it, and says why there is no answer. It must
//! never follow a redirection: the answer is the one to be judged. Each request
//! has a connection of its own, so that no answer depends on the one before.

use crate::error::Error;
use crate::request::Request;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use reqwest::{Method, redirect};
use std::time::Duration;
use tokio::runtime::Runtime;

/// The longest body that is judged, in bytes: one without an end would fill the
/// memory.
const LONGEST_BODY: usize = 16 << 20;

/// The longest pause that a service may ask for.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// Shorter tokens would be found everywhere, and are no secrets.
const SHORTEST: usize = 4;

/// What came back.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// Why nothing did.
#[derive(Clone, Debug)]
pub(crate) enum Silence {
    /// There is no connection.
    Unreachable(String),
    /// It ended without an answer, or was too slow.
    Broken(String),
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let found = headers.find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, text)| text.as_str())
    }

    /// It as text, as curl shows one.
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
    /// What stands for a token, and the token.
    tokens: Vec<(String, String)>,
}

impl Client {
    pub fn new(
        server: &str,
        timeout: Duration,
        tokens: Vec<(String, String)>,
    ) -> Result<Self, Error> {
        let failed = |error: &dyn std::error::Error| Error::Client(causes(error));
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

    /// Sends a request; once more after a pause if the service asks for one.
    pub fn send(&self, request: &Request) -> Result<Answer, Silence> {
        self.runtime.block_on(async {
            let answer = self.exchange(request).await?;
            let pause = answer
                .header(RETRY_AFTER.as_str())
                .and_then(|text| text.parse().ok());
            match (answer.status, pause.map(Duration::from_secs)) {
                (429 | 503, Some(pause)) if pause <= LONGEST_PAUSE => {
                    tokio::time::sleep(pause).await;
                    self.exchange(request).await
                }
                _ => Ok(answer),
            }
        })
    }

    async fn exchange(&self, request: &Request) -> Result<Answer, Silence> {
        let target = self
            .tokens
            .iter()
            .fold(request.target(), |target, (stand_in, token)| {
                let token = utf8_percent_encode(token, NON_ALPHANUMERIC).to_string();
                target.replace(stand_in, &token)
            });
        let target = format!("{}{target}", self.server);
        let broken = |text: &str| Silence::Broken(text.to_owned());
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
        let failed = |error: reqwest::Error| self.silence(&error);
        let mut answer = sent.send().await.map_err(failed)?;
        let fields = answer.headers().iter().map(|(name, text)| {
            let text = String::from_utf8_lossy(text.as_bytes()).into_owned();
            (name.as_str().to_owned(), self.without_tokens(text))
        });
        let (status, headers) = (answer.status().as_u16(), fields.collect());
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(failed)? {
            body.extend_from_slice(&chunk);
            if body.len() > LONGEST_BODY {
                return Err(broken("the answer's body is longer than 16 MiB"));
            }
        }
        Ok(Answer {
            status,
            headers,
            body,
        })
    }

    fn silence(&self, error: &reqwest::Error) -> Silence {
        if error.is_timeout() {
            let seconds = self.timeout.as_secs();
            let what = match error.is_connect() {
                true => "the connection was not made",
                false => "there was no whole answer",
            };
            return Silence::Broken(format!("{what} within {seconds} s"));
        }
        let causes = self.without_tokens(causes(error));
        match error.is_connect() {
            true => Silence::Unreachable(causes),
            false => Silence::Broken(format!("the answer broke off: {causes}")),
        }
    }

    fn with_tokens(&self, text: &str) -> String {
        let tokens = self.tokens.iter();
        tokens.fold(text.to_owned(), |text, (stand_in, token)| {
            text.replace(stand_in, token)
        })
    }

    /// A text with what stands for tokens in place of them: a service may say
    /// one again.
    pub fn without_tokens(&self, text: String) -> String {
        let tokens = self
            .tokens
            .iter()
            .filter(|(_, token)| token.len() >= SHORTEST);
        tokens.fold(text, |text, (stand_in, token)| {
            text.replace(token, stand_in)
        })
    }
}

/// What lies at the bottom of an error, in words; the layers above it say only
/// that there is one.
fn causes(error: &dyn std::error::Error) -> String {
    let mut deepest = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    deepest.to_string()
}
