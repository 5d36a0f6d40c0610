//! The credentials of a request, and what the document requires of them.
//!
//! This module extracts credentials; the service decides whether to accept them. A
//! credential never reaches a log or a message: its `Debug` is masked, and it has no
//! `Display`.

mod api_key;
mod basic;
mod bearer;
mod challenges;
mod documented;
mod other;

use dropshot::{RequestContext, RequestInfo, ServerContext};
use http::HeaderMap;
use http::header::AUTHORIZATION;
use openapi_schema::http::CredentialKind;

use crate::Rejection;
pub use api_key::ApiKey;
pub use basic::BasicCredentials;
pub use bearer::BearerToken;
pub use challenges::Challenges;
use challenges::quoted;
pub(crate) use challenges::scope;
pub use documented::Secured;
pub(crate) use documented::take_security;
pub use other::HttpCredential;

/// A security scheme of the document.
#[derive(Clone, Copy, Debug)]
pub struct SecurityScheme {
    /// The name under `components.securitySchemes`.
    pub name: &'static str,
    /// Where a request has the credential.
    pub credential: CredentialKind<&'static str>,
    /// The Security Scheme Object for the emitted document, JSON.
    pub object: &'static str,
}

/// A scheme that an alternative requires.
#[derive(Clone, Copy, Debug)]
pub struct RequiredScheme {
    /// The scheme.
    pub scheme: &'static SecurityScheme,
    /// The scopes, or roles, that the credential must have.
    pub scopes: &'static [&'static str],
}

/// The `security` of operations. The generator writes one type for each.
pub trait SecurityRequirements: Send + Sync + 'static {
    /// The alternatives; the schemes of each are required together. An empty one
    /// allows requests without a credential.
    const ALTERNATIVES: &'static [&'static [RequiredScheme]];
}

/// A credential of one scheme in a request.
enum Sent<T> {
    Absent,
    /// With the reason, which has at most one character of the credential.
    Malformed(String),
    Credential(T),
}

impl<T> Sent<T> {
    /// Converts a credential; the error is the reason why it is malformed.
    fn and_then<U>(self, convert: impl FnOnce(T) -> Result<U, String>) -> Sent<U> {
        match self {
            Self::Absent => Sent::Absent,
            Self::Malformed(reason) => Sent::Malformed(reason),
            Self::Credential(sent) => convert(sent).map_or_else(Sent::Malformed, Sent::Credential),
        }
    }
}

/// Returns the credential of a scheme in the only `Authorization` field. Schemes are
/// compared without case.
fn authorization<'r>(headers: &'r HeaderMap, expected: &str) -> Sent<&'r str> {
    let mut fields = headers.get_all(AUTHORIZATION).iter();
    let Some(field) = fields.next() else {
        return Sent::Absent;
    };
    if fields.next().is_some() {
        return Sent::Malformed("`Authorization` is sent twice".to_owned());
    }
    let Ok(field) = field.to_str() else {
        return Sent::Malformed("`Authorization` is not ASCII".to_owned());
    };
    let (scheme, credential) = field.split_once(' ').unwrap_or((field, ""));
    if !scheme.eq_ignore_ascii_case(expected) {
        return Sent::Absent;
    }
    // 1*SP between them (RFC 9110 §11.4).
    Sent::Credential(credential.trim_start_matches(' '))
}

/// The credentials of a request to an operation.
pub struct Credentials<'r> {
    request: &'r RequestInfo,
    realm: &'static str,
    alternatives: &'static [&'static [RequiredScheme]],
    /// The names of the schemes with a credential in the request.
    sent: Vec<&'static str>,
    /// Why some of them are malformed.
    malformed: Vec<String>,
    /// The scopes that an accepted credential lacks.
    lacking: Option<&'static [&'static str]>,
}

impl<'r> Credentials<'r> {
    /// Returns the credentials that `S` requires, in this protection space
    /// (RFC 9110 §11.5).
    pub fn of<S: SecurityRequirements, C: ServerContext>(
        rqctx: &'r RequestContext<C>,
        realm: &'static str,
    ) -> Self {
        Self::new(rqctx, realm, S::ALTERNATIVES)
    }

    /// Returns the credentials that one of the alternatives requires, as [`Credentials::of`].
    pub fn new<C: ServerContext>(
        rqctx: &'r RequestContext<C>,
        realm: &'static str,
        alternatives: &'static [&'static [RequiredScheme]],
    ) -> Self {
        Self {
            request: &rqctx.request,
            realm,
            alternatives,
            sent: Vec::new(),
            malformed: Vec::new(),
            lacking: None,
        }
    }

    /// Returns the bearer token, if a valid one was sent.
    pub fn bearer(&mut self, scheme: &SecurityScheme) -> Option<BearerToken<'r>> {
        let sent = bearer::sent(self.request.headers());
        self.noted(scheme, sent)
    }

    /// Returns the user and the password, if valid ones were sent.
    pub fn basic(&mut self, scheme: &SecurityScheme) -> Option<BasicCredentials> {
        let sent = basic::sent(self.request.headers());
        self.noted(scheme, sent)
    }

    /// Returns the credential of another authentication scheme of HTTP, if one was sent.
    pub fn http(&mut self, scheme: &SecurityScheme) -> Option<HttpCredential<'r>> {
        let CredentialKind::Http(name) = scheme.credential else {
            return None;
        };
        let sent = other::sent(self.request.headers(), name);
        self.noted(scheme, sent)
    }

    /// Returns the API key, if a valid one was sent.
    pub fn api_key(&mut self, scheme: &SecurityScheme) -> Option<ApiKey<'r>> {
        let CredentialKind::ApiKey(location, name) = scheme.credential else {
            return None;
        };
        let sent = api_key::sent(self.request, location, name);
        self.noted(scheme, sent)
    }

    /// Returns the secret that was sent for a scheme of any kind: a token, a key, or
    /// `user:password`.
    pub fn secret(&mut self, scheme: &SecurityScheme) -> Option<String> {
        Some(match scheme.credential {
            CredentialKind::Http("Basic") => {
                let sent = self.basic(scheme)?;
                format!("{}:{}", sent.user(), sent.reveal())
            }
            CredentialKind::Http("Bearer") => self.bearer(scheme)?.reveal().to_owned(),
            CredentialKind::Http(_) => self.http(scheme)?.reveal().to_owned(),
            CredentialKind::ApiKey(..) => self.api_key(scheme)?.reveal().to_owned(),
        })
    }

    fn noted<T>(&mut self, scheme: &SecurityScheme, sent: Sent<T>) -> Option<T> {
        if !matches!(sent, Sent::Absent) {
            self.sent.push(scheme.name);
        }
        match sent {
            Sent::Credential(credential) => Some(credential),
            Sent::Absent => None,
            Sent::Malformed(reason) => {
                self.malformed.push(format!("{}: {reason}", scheme.name));
                None
            }
        }
    }

    /// Returns the principal of a credential that the service has accepted. A lack of
    /// scopes is no error yet, because another alternative may need fewer.
    ///
    /// # Errors
    /// Any other rejection by the service.
    pub fn accepted<P>(
        &mut self,
        verified: Result<Option<P>, Rejection>,
    ) -> Result<Option<P>, Rejection> {
        match verified {
            Err(Rejection::InsufficientScope { scopes }) => {
                self.lacking = Some(scopes);
                Ok(None)
            }
            other => other,
        }
    }

    /// Ends the search for an accepted alternative, where a request without a
    /// credential is allowed.
    ///
    /// # Errors
    /// As [`Credentials::rejection`] if a credential was sent.
    pub fn anonymous(self) -> Result<(), Rejection> {
        if self.sent.is_empty() { Ok(()) } else { Err(self.rejection()) }
    }

    /// Returns the rejection of a request that satisfies no alternative.
    pub fn rejection(self) -> Rejection {
        if let Some(scopes) = self.lacking {
            return Rejection::InsufficientScope { scopes };
        }
        let challenges = self.challenges();
        if self.sent.is_empty() {
            Rejection::NoCredential(challenges)
        } else {
            Rejection::CredentialRefused(challenges)
        }
    }

    /// Returns a challenge for each scheme of the alternatives. API keys have no
    /// registered authentication scheme; their challenge is named `ApiKey`.
    fn challenges(&self) -> Challenges {
        let mut challenges: Vec<String> = Vec::new();
        for required in self.alternatives.iter().copied().flatten() {
            let realm = quoted(self.realm);
            let challenge = match required.scheme.credential {
                CredentialKind::Http("Basic") => {
                    format!("Basic realm={realm}, charset=\"UTF-8\"")
                }
                CredentialKind::Http("Bearer") => {
                    let error = if self.sent.contains(&required.scheme.name) {
                        ", error=\"invalid_token\""
                    } else {
                        ""
                    };
                    format!("Bearer realm={realm}{}{error}", scope(required.scopes))
                }
                CredentialKind::Http(name) => format!("{name} realm={realm}"),
                CredentialKind::ApiKey(location, name) => format!(
                    "ApiKey realm={realm}, in=\"{}\", name={}",
                    location.as_str(),
                    quoted(name)
                ),
            };
            if !challenges.contains(&challenge) {
                challenges.push(challenge);
            }
        }
        let is_bearer = challenges.iter().all(|one| one.starts_with("Bearer "));
        Challenges {
            field: challenges.join(", "),
            credential: if is_bearer { "bearer token" } else { "credential" },
            cause: self.malformed.join(", "),
        }
    }
}
