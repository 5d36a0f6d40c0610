//! From an address and a token to a client.
//!
//! The token is only ever a header value marked sensitive, which neither
//! `Debug` nor HTTP/2's header compression gives away.

use std::fmt;
use std::time::Duration;

use openapi_client::Contract;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use reqwest::{Url, redirect};
use thiserror::Error;

use crate::{CONTRACT, Client};

/// How long to wait for a connection by default.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long to wait for the whole answer by default: longer than the 30 s in
/// which the service wants to have the request, so that it can say so.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A bearer token. `Debug` doesn't show it.
#[derive(Clone)]
pub struct Token(HeaderValue);

impl Token {
    /// A token as `plant-store token create` printed it.
    ///
    /// # Errors
    /// It is not a `b64token` (RFC 6750 §2.1), so it can't be sent. A line
    /// break at its end is a common cause.
    pub fn new(token: &str) -> Result<Self, ConnectError> {
        let unpadded = token.trim_end_matches('=');
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte);
        if unpadded.is_empty() || !unpadded.bytes().all(allowed) {
            return Err(ConnectError::InvalidToken);
        }
        let mut value = HeaderValue::try_from(format!("Bearer {token}"))
            .map_err(|_| ConnectError::InvalidToken)?;
        value.set_sensitive(true);
        Ok(Self(value))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Token(…)")
    }
}

/// Why there is no client.
#[derive(Debug, Error)]
pub enum ConnectError {
    /// The address is of no use.
    #[error("`{url}` is not the address of a service: {reason}")]
    InvalidUrl {
        /// The address as it was given.
        url: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The token can't be sent. It is not shown.
    #[error(
        "the token has characters that no token has; give it without quotes, spaces or line breaks"
    )]
    InvalidToken,
    /// The HTTP client can't be set up.
    #[error("the HTTP client can't be set up")]
    Client(#[source] reqwest::Error),
}

/// Where the service is, who calls it, and how much time and room an answer gets.
///
/// Redirects are not followed: the service sends none, and what sends one in
/// its place shall not see the plant.
#[derive(Clone, Debug)]
#[must_use = "a connection does nothing until `client` makes a client of it"]
pub struct Connection {
    url: String,
    token: Option<Token>,
    connect_timeout: Duration,
    timeout: Duration,
    contract: Contract,
}

impl Connection {
    /// The service at that address: scheme, host and port, and a path where a
    /// proxy adds one. With `http` the token is sent in clear, so use it only
    /// within one machine or a trusted network.
    pub fn new(url: &str, token: Token) -> Self {
        Self {
            token: Some(token),
            ..Self::anonymous(url)
        }
    }

    /// The same without a token, for what may be called without one.
    pub fn anonymous(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            token: None,
            connect_timeout: CONNECT_TIMEOUT,
            timeout: TIMEOUT,
            contract: CONTRACT,
        }
    }

    /// How long to wait for a connection: 10 s unless said otherwise.
    pub fn connect_timeout(self, connect_timeout: Duration) -> Self {
        Self {
            connect_timeout,
            ..self
        }
    }

    /// How long a call may take from its beginning to the last byte of the
    /// answer: 60 s unless said otherwise.
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// How many bytes the body of an answer may have: 16 MiB unless said
    /// otherwise. A larger one is [`ResponseFault::TooLarge`](crate::ResponseFault).
    pub fn response_limit(self, response_limit: usize) -> Self {
        Self {
            contract: self.contract.response_limit(response_limit),
            ..self
        }
    }

    /// The client. Nothing is sent yet; one client serves many calls and keeps
    /// its connections open for them.
    ///
    /// # Errors
    /// The address is not one of HTTP, holds a user name, a query or a
    /// fragment, or the TLS set-up fails.
    pub fn client(self) -> Result<Client, ConnectError> {
        let base_url = base_url(&self.url)?;
        let mut headers = HeaderMap::new();
        if let Some(Token(value)) = self.token {
            headers.insert(AUTHORIZATION, value);
        }
        let client = reqwest::Client::builder()
            .default_headers(headers)
            .connect_timeout(self.connect_timeout)
            .timeout(self.timeout)
            .redirect(redirect::Policy::none())
            .build()
            .map_err(ConnectError::Client)?;
        Ok(Client::new_with_client(&base_url, client, self.contract))
    }
}

/// The address without a slash at its end, since paths begin with one.
fn base_url(text: &str) -> Result<String, ConnectError> {
    let invalid = |reason: String| ConnectError::InvalidUrl {
        url: text.to_owned(),
        reason,
    };
    let url = Url::parse(text).map_err(|error| invalid(error.to_string()))?;
    if !["http", "https"].contains(&url.scheme()) {
        return Err(invalid("it begins with http:// or https://".to_owned()));
    }
    if !url.username().is_empty() || url.password().is_some() {
        // Not repeated, since it holds a secret.
        return Err(ConnectError::InvalidUrl {
            url: "…".to_owned(),
            reason: "a user name or a password in it is not sent; give a token".to_owned(),
        });
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(invalid("it has no query and no fragment".to_owned()));
    }
    Ok(url.as_str().trim_end_matches('/').to_owned())
}
