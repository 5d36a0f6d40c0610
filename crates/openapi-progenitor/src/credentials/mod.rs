//! The credentials of a client: what the generated setters take, one for each security
//! scheme of the document.
//!
//! No credential occurs in `Debug` or in a message.

mod authorize;
#[cfg(not(target_arch = "wasm32"))]
mod client_credentials;

use std::fmt::{self, Debug, Formatter};
use std::future::ready;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures::future::BoxFuture;

pub(crate) use authorize::Unauthorized;
#[cfg(not(target_arch = "wasm32"))]
pub use client_credentials::ClientCredentials;

/// A secret text, masked in `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Arc<str>);

impl Secret {
    /// Creates a secret.
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        Self(text.into())
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl<T: Into<Arc<str>>> From<T> for Secret {
    fn from(text: T) -> Self {
        Self::new(text)
    }
}

impl Debug for Secret {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(…)")
    }
}

/// A bearer token (RFC 6750), masked in `Debug`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token(Secret);

impl Token {
    /// Creates a token.
    ///
    /// # Errors
    /// The text is not a `b64token` (RFC 6750 §2.1), so it can't be sent. A line break at its
    /// end is a common cause.
    pub fn new(token: &str) -> Result<Self, CredentialError> {
        let unpadded = token.trim_end_matches('=');
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte);
        match !unpadded.is_empty() && unpadded.bytes().all(allowed) {
            true => Ok(Self(token.into())),
            false => Err(CredentialError::InvalidToken),
        }
    }

    pub(crate) fn reveal(&self) -> &str {
        self.0.reveal()
    }
}

/// The source of a token, asked before each request that requires it. A [`Token`] is one,
/// and so is [`ClientCredentials`].
pub trait TokenProvider: Send + Sync + 'static {
    /// Returns a token with these scopes.
    ///
    /// # Errors
    /// There is no token.
    fn token<'a>(&'a self, scopes: &'a [&'a str]) -> BoxFuture<'a, Result<Token, CredentialError>>;

    /// Takes back a token that the service has refused with 401. The request is sent once
    /// more if [`token`](Self::token) then returns another one.
    fn refused(&self, _token: &Token) {}
}

impl TokenProvider for Token {
    fn token<'a>(&'a self, _: &'a [&'a str]) -> BoxFuture<'a, Result<Token, CredentialError>> {
        Box::pin(ready(Ok(self.clone())))
    }
}

/// The reason why there is no credential.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CredentialError {
    /// The text can't be sent. The message doesn't contain it.
    #[error(
        "the token has characters that no token has; give it without quotes, spaces or line breaks"
    )]
    InvalidToken,
    /// The credential can't be sent in its header or cookie.
    #[error("the credential of {0} has characters that can't be sent")]
    Unsendable(String),
    /// The response of the authorization server is a failure, such as a refusal of the client
    /// (RFC 6749 §5.2).
    #[error("the authorization server answers {status}: {error}")]
    Refused {
        /// The status of the response.
        status: u16,
        /// The code of the error, such as `invalid_client`, or a text that says that there is none.
        error: String,
    },
    /// The response of the authorization server has no bearer token.
    #[error("the response of the authorization server has no bearer token")]
    NoToken,
    /// TLS can't be set up.
    #[error("TLS can't be set up")]
    Tls(#[source] reqwest::Error),
    /// There is no response of the authorization server.
    #[error("the authorization server does not answer")]
    NoResponse(#[source] reqwest::Error),
    /// Other calls wait for the authorization server, too.
    #[error("the authorization server has not answered another call")]
    Busy,
    /// A provider of the caller's own fails.
    #[error(transparent)]
    Other(Box<dyn std::error::Error + Send + Sync>),
}

/// A credential of a security scheme.
#[derive(Clone)]
pub enum Credential {
    /// The token of the type `oauth2` or `openIdConnect`, or of `http` with `bearer`.
    Token(Arc<dyn TokenProvider>),
    /// The user and the password of `http` with `basic` (RFC 7617).
    Basic(String, Secret),
    /// The key of the type `apiKey`.
    Key(Secret),
}

impl Credential {
    /// Returns the credential of a provider of tokens.
    pub fn token(provider: impl TokenProvider) -> Self {
        Self::Token(Arc::new(provider))
    }

    /// Returns the text that a request has, with a token of these scopes.
    async fn text(&self, scopes: &[&str]) -> Result<String, CredentialError> {
        Ok(match self {
            Self::Token(provider) => format!("Bearer {}", provider.token(scopes).await?.reveal()),
            Self::Basic(user, password) => {
                format!("Basic {}", STANDARD.encode(format!("{user}:{}", password.reveal())))
            }
            Self::Key(key) => key.reveal().to_owned(),
        })
    }
}

impl Debug for Credential {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Token(_) => "Token(…)",
            Self::Basic(..) => "Basic(…)",
            Self::Key(_) => "Key(…)",
        })
    }
}
