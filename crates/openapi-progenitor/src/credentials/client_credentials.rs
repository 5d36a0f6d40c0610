//! Tokens by the grant `client_credentials` (RFC 6749 §4.4).

use std::collections::HashMap;
use std::fmt::{self, Debug, Formatter};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures::future::BoxFuture;
use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Url, redirect};
use serde::Deserialize;
use serde_json::Value;

use super::{CredentialError, Secret, Token, TokenProvider};

/// The time for a response of the authorization server, and for those of other calls before it.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A token is not used in the last 30 seconds of its life, because the service's clock differs and
/// the request takes time.
const MARGIN: Duration = Duration::from_secs(30);

/// The time for which a token of unknown life is kept. If it ends earlier, the service answers 401,
/// and the token is replaced.
const UNKNOWN_LIFE: Duration = Duration::from_secs(300);

/// The limit for a response of the authorization server, 64 KiB.
const RESPONSE_LIMIT: usize = 64 << 10;

/// The source of tokens that an authorization server issues to the client itself (RFC 6749
/// §4.4). A token is kept until 30 seconds before its end, and only one request for a token
/// runs at a time.
pub struct ClientCredentials {
    http: Client,
    token_url: Url,
    id: String,
    secret: Secret,
    /// The tokens by their scopes.
    tokens: Mutex<HashMap<String, Kept>>,
    refresh: tokio::sync::Mutex<()>,
}

struct Kept {
    token: Token,
    until: Instant,
}

#[derive(Deserialize)]
struct Issued {
    access_token: String,
    token_type: String,
    /// A number of seconds (RFC 6749 §5.1), which some servers write as a string.
    #[serde(default)]
    expires_in: Value,
}

impl Issued {
    /// Returns the life of the token, as far as the server says it.
    fn life(&self) -> Option<Duration> {
        let text = match &self.expires_in {
            Value::String(text) => text.trim(),
            other => &other.to_string(),
        };
        Duration::try_from_secs_f64(text.parse().ok()?).ok()
    }
}

#[derive(Deserialize)]
struct Failure {
    error: String,
}

impl ClientCredentials {
    /// Creates the source of tokens for a client with this identifier and secret. Nothing is
    /// sent before the first request that requires a token.
    ///
    /// # Errors
    /// TLS can't be set up.
    pub fn new(
        token_url: Url,
        id: impl Into<String>,
        secret: impl Into<Secret>,
    ) -> Result<Self, CredentialError> {
        let http = Client::builder()
            .timeout(TIMEOUT)
            // The secret is for this server alone.
            .redirect(redirect::Policy::none())
            .build();
        Ok(Self {
            http: http.map_err(CredentialError::Tls)?,
            token_url,
            id: id.into(),
            secret: secret.into(),
            tokens: Mutex::default(),
            refresh: tokio::sync::Mutex::default(),
        })
    }

    fn tokens(&self) -> MutexGuard<'_, HashMap<String, Kept>> {
        self.tokens.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn kept(&self, scope: &str) -> Option<Token> {
        let tokens = self.tokens();
        let kept = tokens.get(scope).filter(|kept| Instant::now() < kept.until)?;
        Some(kept.token.clone())
    }

    async fn request(&self, scope: &str) -> Result<Kept, CredentialError> {
        let mut form = vec![("grant_type", "client_credentials")];
        if !scope.is_empty() {
            form.push(("scope", scope));
        }
        // The identifier and the secret are encoded as in a form before they are encoded as Basic,
        // which each server must support (RFC 6749 §2.3.1).
        let encode =
            |text: &str| -> String { form_urlencoded::byte_serialize(text.as_bytes()).collect() };
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let request = self
            .http
            .post(self.token_url.clone())
            .basic_auth(encode(&self.id), Some(encode(self.secret.reveal())))
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(body);
        // The URL may have a key in its query.
        let no_response = |error: reqwest::Error| CredentialError::NoResponse(error.without_url());
        let begun = Instant::now();
        let mut response = request.send().await.map_err(no_response)?;
        let status = response.status();
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(no_response)? {
            if body.len() + chunk.len() > RESPONSE_LIMIT {
                return Err(CredentialError::NoToken);
            }
            body.extend_from_slice(&chunk);
        }
        if !status.is_success() {
            let failure = serde_json::from_slice(&body);
            let error = failure
                .map_or_else(|_| "no code of an error".to_owned(), |Failure { error }| error);
            return Err(CredentialError::Refused {
                status: status.as_u16(),
                error: untrusted_text::one_line(&error).into_owned(),
            });
        }
        let issued: Issued = serde_json::from_slice(&body).map_err(|_| CredentialError::NoToken)?;
        if !issued.token_type.eq_ignore_ascii_case("bearer") {
            return Err(CredentialError::NoToken);
        }
        let time = issued.life().map_or(UNKNOWN_LIFE, |life| life.saturating_sub(MARGIN));
        Ok(Kept {
            token: Token::new(&issued.access_token)?,
            // A life that no clock represents is as good as an unknown one.
            until: begun.checked_add(time).unwrap_or(begun + UNKNOWN_LIFE),
        })
    }
}

impl TokenProvider for ClientCredentials {
    fn token<'a>(&'a self, scopes: &'a [&'a str]) -> BoxFuture<'a, Result<Token, CredentialError>> {
        Box::pin(async move {
            let scope = scopes.join(" ");
            if let Some(token) = self.kept(&scope) {
                return Ok(token);
            }
            let turn = tokio::time::timeout(TIMEOUT, self.refresh.lock()).await;
            let _one_at_a_time = turn.map_err(|_| CredentialError::Busy)?;
            if let Some(token) = self.kept(&scope) {
                return Ok(token);
            }
            let issued = self.request(&scope).await?;
            let token = issued.token.clone();
            self.tokens().insert(scope, issued);
            Ok(token)
        })
    }

    fn refused(&self, token: &Token) {
        self.tokens().retain(|_, kept| kept.token != *token);
    }
}

impl Debug for ClientCredentials {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ClientCredentials")
            .field("host", &self.token_url.host_str())
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}
