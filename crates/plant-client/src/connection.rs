//! Creates a client from an address and a token.

use std::time::Duration;

use openapi_progenitor::{Contract, CredentialError, Token};
use reqwest::{Url, redirect};
use thiserror::Error;

use crate::{CONTRACT, Client};

/// The User-Agent of all requests, `plant-client/VERSION`.
pub const USER_AGENT: &str = concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION"));

/// The default time-out for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The default time-out for the whole response: longer than the 30 s in which the
/// service must receive the request, so that the service can report its own
/// time-out.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The reason why a client can't be created.
#[derive(Debug, Error)]
pub enum ConnectError {
    /// The address is invalid.
    #[error("`{url}` is not the address of a service: {reason}")]
    InvalidUrl {
        /// The address as given, or `…` if it may contain a secret.
        url: String,
        /// The cause.
        reason: String,
    },
    /// The token can't be sent. The message doesn't contain it. A connection returns no such
    /// error: with it, `?` converts the error of [`Token::new`].
    #[error(transparent)]
    Token(#[from] CredentialError),
    /// The HTTP client can't be set up.
    #[error("the HTTP client can't be set up")]
    Client(#[source] reqwest::Error),
}

/// The settings of a client: the address of the service, the token, the time-outs
/// and the limit for responses.
///
/// Redirects are not followed: the service sends none, and any other server that
/// sends one must not receive the plant.
///
/// ```
/// use std::time::Duration;
///
/// use plant_client::{Connection, Token};
///
/// # fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let client = Connection::new("https://plants.example", Token::new("plant_c2VjcmV0")?)
///     .connect_timeout(Duration::from_secs(2))
///     .timeout(Duration::from_secs(20))
///     .response_limit(64 << 10)
///     .client()?;
/// # Ok(())
/// # }
/// # example().unwrap();
/// ```
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
    /// Creates the settings for the service at an address: scheme, host and port,
    /// and a path if a proxy adds one. With `http` the token is sent in clear text,
    /// so use it only within a machine or a trusted network.
    pub fn new(url: &str, token: Token) -> Self {
        Self { token: Some(token), ..Self::anonymous(url) }
    }

    /// Creates the settings without a token, for operations that don't require one.
    pub fn anonymous(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            token: None,
            connect_timeout: CONNECT_TIMEOUT,
            timeout: TIMEOUT,
            contract: CONTRACT,
        }
    }

    /// Sets the time-out for a connection; 10 s by default.
    pub fn connect_timeout(self, connect_timeout: Duration) -> Self {
        Self { connect_timeout, ..self }
    }

    /// Sets the time-out for a call, from its beginning to the last byte of the
    /// response; 60 s by default. [`Client::with_timeout`] sets another for some calls.
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Sets the limit for the body of a response in bytes; 16 MiB by default. A
    /// larger body is an [`InvalidResponse::TooLarge`](crate::InvalidResponse).
    pub fn response_limit(self, response_limit: usize) -> Self {
        Self { contract: self.contract.response_limit(response_limit), ..self }
    }

    /// Creates the client without sending anything. A client serves many calls and
    /// keeps its connections open between them.
    ///
    /// # Errors
    /// The address is not an HTTP address, contains a user name, a password, a query
    /// or a fragment, or the TLS setup fails.
    pub fn client(self) -> Result<Client, ConnectError> {
        self.client_with(reqwest::Client::builder().user_agent(USER_AGENT))
    }

    /// Creates the client as [`Connection::client`] does, on an HTTP client of your own
    /// settings, such as root certificates or a proxy. Time-outs and the rule for
    /// redirects are those of the connection, and replace those of your settings.
    ///
    /// ```
    /// use plant_client::{Connection, Token, USER_AGENT, reqwest};
    ///
    /// # fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// let http = reqwest::Client::builder()
    ///     .user_agent(format!("nursery/1.0 {USER_AGENT}"))
    ///     .https_only(true)
    ///     .pool_max_idle_per_host(4);
    /// let token = Token::new("plant_c2VjcmV0")?;
    /// let client = Connection::new("https://plants.example", token).client_with(http)?;
    /// # Ok(())
    /// # }
    /// # example().unwrap();
    /// ```
    ///
    /// For a `reqwest::Client` that exists already and sends the token itself, use
    /// [`Client::new_with_client`] with [`Contract::own_credentials`] of [`CONTRACT`].
    ///
    /// # Errors
    /// As [`Connection::client`].
    pub fn client_with(self, http: reqwest::ClientBuilder) -> Result<Client, ConnectError> {
        let base_url = base_url(&self.url)?;
        let http = http
            .connect_timeout(self.connect_timeout)
            .timeout(self.timeout)
            .redirect(redirect::Policy::none())
            .build()
            .map_err(ConnectError::Client)?;
        Ok(match self.token {
            Some(token) => {
                Client::new_with_client(&base_url, http, self.contract).with_bearer_auth(token)
            }
            None => {
                let contract = self.contract.own_credentials();
                Client::new_with_client(&base_url, http, contract)
            }
        })
    }
}

impl Client {
    /// Returns the client with another time-out for its calls, on the same connections.
    ///
    /// ```no_run
    /// # async fn example(client: plant_client::Client) {
    /// use std::time::Duration;
    ///
    /// use plant_client::types::NewPlant;
    ///
    /// let client = client.with_timeout(Duration::from_millis(500));
    /// let plant = client.create_plant().body(NewPlant::new("Aloe vera", 7));
    /// let created = plant.send().await;
    /// # }
    /// ```
    pub fn with_timeout(&self, timeout: Duration) -> Self {
        let contract = self.inner.clone().timeout(timeout);
        Self::new_with_client(&self.baseurl, self.client.clone(), contract)
    }
}

/// Returns the address without trailing slashes, since paths begin with a slash.
fn base_url(text: &str) -> Result<String, ConnectError> {
    // What may contain a secret is not repeated.
    let url = if text.contains(['@', '?', '#']) { "…" } else { text };
    let invalid = |why: &str| ConnectError::InvalidUrl { url: url.into(), reason: why.into() };
    let url = Url::parse(text).map_err(|error| invalid(&error.to_string()))?;
    if !["http", "https"].contains(&url.scheme()) {
        return Err(invalid("an address begins with http:// or https://"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(invalid("a user name or a password in it is not sent; give a token"));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(invalid("an address has no query and no fragment"));
    }
    Ok(url.as_str().trim_end_matches('/').to_owned())
}
