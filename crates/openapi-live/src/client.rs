//! Sends requests with the tokens inserted. Redirections aren't followed: the
//! redirecting response is the one to validate. Each request has a connection of
//! its own, so that no response depends on an earlier request. Streams of events or JSON
//! Lines, which may never end, are read for a short time.

use crate::error::Error;
use crate::mask::Masks;
use crate::settings::Settings;
use openapi_document::{Parameter, ParameterLocation};
use openapi_schema::http::{Encoding, Syntax};
use openapi_values::wire::Request;
use reqwest::header::{
    CONNECTION, CONTENT_LENGTH, EXPECT, HOST, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER,
    TRANSFER_ENCODING, UPGRADE, USER_AGENT,
};
use reqwest::{Method, Url, redirect};
use std::cell::{Cell, OnceCell};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

/// The maximum size of a response body in bytes: an endless body would fill the
/// memory.
const MAXIMUM_BODY_BYTES: usize = 16 << 20;

/// The time in which the items of a stream have to arrive to be validated.
const STREAM_TIME: Duration = Duration::from_secs(2);

/// The maximum `Retry-After` that the client honours.
const MAXIMUM_PAUSE: Duration = Duration::from_secs(60);

/// The maximum of all pauses of a run: a service may ask for one with each response.
const MAXIMUM_PAUSES: Duration = Duration::from_secs(120);

/// The maximum size in bytes of a text of the service in a report.
const MAXIMUM_TEXT: usize = 4 << 10;

/// A response.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    /// Whether the body is the beginning of a stream.
    pub is_partial: bool,
}

/// The reason why there is no response.
#[derive(Clone, Debug)]
pub(crate) enum NoResponse {
    /// The connection failed.
    Unreachable(String),
    /// The connection ended without a complete response, or the time limit was
    /// exceeded.
    Broken(String),
    /// The time for all requests was over.
    Late,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, text)| text.as_str())
    }

    /// Returns the response as text, in the form that curl prints.
    pub fn shown(&self) -> String {
        let fields = self.headers.iter().map(|(name, text)| format!("\n{name}: {text}"));
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
    base: Url,
    timeout: Duration,
    /// When the first request was sent.
    started: OnceCell<Instant>,
    max_time: Duration,
    pauses: Pauses,
    /// Placeholders and their tokens.
    tokens: Vec<(String, String)>,
    masks: Masks,
}

/// The pauses that a service may still ask for.
struct Pauses(Cell<Duration>);

impl Pauses {
    /// Returns whether the client makes a pause.
    fn grant(&self, pause: Duration) -> bool {
        let left = self.0.get().checked_sub(pause).filter(|_| pause <= MAXIMUM_PAUSE);
        self.0.set(left.unwrap_or(self.0.get()));
        left.is_some()
    }
}

/// Returns whether the client sets the header field of a parameter in each request.
pub(crate) fn sets(parameter: &Parameter<'_>) -> bool {
    let fields = [CONNECTION, CONTENT_LENGTH, EXPECT, HOST, TRANSFER_ENCODING, UPGRADE, USER_AGENT];
    parameter.place == ParameterLocation::Header
        && fields.iter().any(|field| parameter.name.eq_ignore_ascii_case(field.as_str()))
}

impl Client {
    pub fn new(
        base: Url,
        settings: &Settings,
        tokens: Vec<(String, String)>,
    ) -> Result<Self, Error> {
        let failed = |error: &dyn std::error::Error| Error::Client(root_cause(error));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let client = reqwest::Client::builder()
            .redirect(redirect::Policy::none())
            .pool_max_idle_per_host(0)
            .timeout(settings.timeout)
            // Less, so that it is known what was missing: the connection or the answer.
            .connect_timeout(settings.timeout / 2)
            .user_agent(concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(Self {
            runtime: runtime.map_err(|error| failed(&error))?,
            client: client.map_err(|error| failed(&error))?,
            base,
            timeout: settings.timeout,
            started: OnceCell::new(),
            max_time: settings.max_time,
            pauses: Pauses(Cell::new(MAXIMUM_PAUSES)),
            masks: Masks::new(&tokens),
            tokens,
        })
    }

    /// Returns whether the time for all requests is over.
    pub fn is_late(&self) -> bool {
        let started = self.started.get();
        started.is_some_and(|started| started.elapsed() >= self.max_time)
    }

    /// Sends a request, and repeats it once after a pause if the service asks for
    /// one.
    pub fn send(&self, request: &Request) -> Result<Answer, NoResponse> {
        let started = self.started.get_or_init(Instant::now);
        let left = self.max_time.saturating_sub(started.elapsed());
        self.runtime.block_on(async {
            let sent = tokio::time::timeout(left, self.exchange_twice(request)).await;
            sent.unwrap_or(Err(NoResponse::Late))
        })
    }

    async fn exchange_twice(&self, request: &Request) -> Result<Answer, NoResponse> {
        let answer = self.exchange(request).await?;
        let pause = answer.header(RETRY_AFTER.as_str()).and_then(|text| text.parse().ok());
        match (answer.status, pause.map(Duration::from_secs)) {
            (429 | 503, Some(pause)) if self.pauses.grant(pause) => {
                tokio::time::sleep(pause).await;
                self.exchange(request).await
            }
            _ => Ok(answer),
        }
    }

    /// Returns the URL of a path and a query, if it leads to the service.
    pub fn url(&self, target: &str) -> Option<Url> {
        below(&self.base, target)
    }

    async fn exchange(&self, request: &Request) -> Result<Answer, NoResponse> {
        let target = self.tokens.iter().fold(request.target(), |target, (placeholder, token)| {
            target.replace(placeholder, &Encoding::Uri.encode(token))
        });
        let broken = |text: &str| NoResponse::Broken(text.to_owned());
        let url = self.url(&target).ok_or_else(|| broken("its path leads to another service"))?;
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
        let mut sent = self.client.request(method, url).headers(headers);
        if let Some(body) = &request.body {
            sent = sent.body(body.clone());
        }
        let failed = |error: reqwest::Error| self.no_response(&error);
        let mut answer = sent.send().await.map_err(failed)?;
        let fields = answer.headers().iter().map(|(name, text)| {
            let text = String::from_utf8_lossy(text.as_bytes()).into_owned();
            (name.as_str().to_owned(), text)
        });
        let (status, headers) = (answer.status().as_u16(), fields.collect());
        let mut received = Answer { status, headers, body: Vec::new(), is_partial: false };
        let syntax = received.header("content-type").map(Syntax::of);
        let is_stream = matches!(syntax, Some(Syntax::Items(_)));
        let time = if is_stream { STREAM_TIME } else { Duration::MAX };
        let reading = async {
            while let Some(chunk) = answer.chunk().await.map_err(failed)? {
                received.body.extend_from_slice(&chunk);
                if received.body.len() > MAXIMUM_BODY_BYTES {
                    return Err(broken("the answer's body is longer than 16 MiB"));
                }
            }
            Ok(())
        };
        match tokio::time::timeout(time, reading).await {
            Ok(read) => read?,
            Err(_) => received.is_partial = true,
        }
        Ok(received)
    }

    fn no_response(&self, error: &reqwest::Error) -> NoResponse {
        let root_cause = self.masked(&root_cause(error));
        match (error.is_connect(), error.is_timeout()) {
            (true, true) => NoResponse::Unreachable("the connection timed out".to_owned()),
            (true, false) => NoResponse::Unreachable(root_cause),
            (false, true) => {
                let seconds = self.timeout.as_secs();
                NoResponse::Broken(format!("there was no whole answer within {seconds} s"))
            }
            (false, false) => NoResponse::Broken(format!("the answer broke off: {root_cause}")),
        }
    }

    fn with_tokens(&self, text: &str) -> String {
        let tokens = self.tokens.iter();
        tokens.fold(text.to_owned(), |text, (placeholder, token)| text.replace(placeholder, token))
    }

    /// Returns the placeholders of the tokens.
    pub fn placeholders(&self) -> Vec<&str> {
        self.tokens.iter().map(|(placeholder, _)| &**placeholder).collect()
    }

    /// Returns the beginning of a text of the service, with the placeholders of tokens:
    /// a service may echo a token.
    pub fn masked(&self, text: &str) -> String {
        self.masks.masked(text, MAXIMUM_TEXT)
    }
}

/// Returns the URL of a path and a query below a base. The path is a text of the document,
/// which must not choose who gets the tokens.
fn below(base: &Url, target: &str) -> Option<Url> {
    let (path, query) = match target.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (target, None),
    };
    let mut url = base.clone();
    url.set_path(&format!("{}{path}", base.path().trim_end_matches('/')));
    url.set_query(query);
    (path.starts_with('/') && url.origin() == base.origin()).then_some(url)
}

/// Returns the message of an error's root cause; the outer errors don't name it.
fn root_cause(error: &dyn std::error::Error) -> String {
    let mut deepest = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    deepest.to_string()
}

#[cfg(test)]
mod tests {
    //! Tests of the pauses, which are too long for a service, and of what no document says.

    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_service_gets_two_minutes_of_pauses() {
        let pauses = Pauses(Cell::new(MAXIMUM_PAUSES));
        let granted = [61, 60, 50, 11, 10, 1, 0].map(Duration::from_secs);
        let granted = granted.map(|pause| pauses.grant(pause));
        assert_eq!(granted, [false, true, true, false, true, false, true]);
    }

    #[test]
    fn a_target_does_not_change_the_service() {
        for (base, target, expected) in [
            ("http://a", "/b?c=/d", Some("http://a/b?c=/d")),
            ("http://a:1/v1/", "/b%2Fc?", Some("http://a:1/v1/b%2Fc?")),
            ("http://a/v1", "//b/c", Some("http://a/v1//b/c")),
            ("http://a", "//b/c", Some("http://a//b/c")),
            ("http://a", "/\\b/c", Some("http://a//b/c")),
            ("http://a", "/@b/c#d?e#f", Some("http://a/@b/c%23d?e%23f")),
            ("http://u:p@a", "/b", Some("http://u:p@a/b")),
            ("http://a", "@b/c", None),
            ("http://a", ":1@b/c", None),
            ("http://a", ":1/c", None),
            ("http://a", ".b/c", None),
            ("http://a", "http://b/c", None),
            ("http://a", "?c", None),
        ] {
            let base = Url::parse(base).unwrap();
            let url = below(&base, target).map(String::from);
            assert_eq!(url.as_deref(), expected, "{base} {target}");
        }
    }
}
