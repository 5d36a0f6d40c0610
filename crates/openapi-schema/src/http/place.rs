//! Where a request has a parameter or a credential.

use std::fmt;
use std::str::FromStr;

/// The location of a parameter, the value of its field `in` (OpenAPI 3.1.1 §4.8.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ParameterLocation {
    /// A variable of the path, percent-decoded.
    Path,
    /// The query, percent-decoded, `+` as a space. Logs have the target of each request, and with
    /// it a key that is there.
    Query,
    /// A header field, as it is (Appendix D).
    Header,
    /// A cookie: of a parameter percent-decoded, of an API key as it was sent.
    Cookie,
}

impl ParameterLocation {
    /// Returns the value of `in`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::Header => "header",
            Self::Cookie => "cookie",
        }
    }
}

impl fmt::Display for ParameterLocation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl FromStr for ParameterLocation {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let all = [Self::Path, Self::Query, Self::Header, Self::Cookie];
        all.into_iter().find(|one| one.as_str() == text).ok_or(())
    }
}

/// How a request has the credential of a security scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CredentialKind<S = String> {
    /// In `Authorization`, after the name of this authentication scheme (RFC 9110 §11.4), such as
    /// `Bearer` or `Basic`. Those of OAuth 2 and OpenID Connect are [`BEARER`](Self::BEARER).
    Http(S),
    /// As the parameter with this location and this name.
    ApiKey(ParameterLocation, S),
}

impl CredentialKind {
    /// The base64 of `user:password` (RFC 7617 §2).
    pub const BASIC: &str = "Basic";
    /// A token (RFC 6750 §2.1).
    pub const BEARER: &str = "Bearer";
    /// The authentication schemes of HTTP whose credentials have a type of their own.
    pub const TYPED: [&str; 2] = [Self::BASIC, Self::BEARER];

    /// Returns the kind with its name borrowed.
    pub fn as_deref(&self) -> CredentialKind<&str> {
        match self {
            Self::Http(name) => CredentialKind::Http(name),
            Self::ApiKey(location, name) => CredentialKind::ApiKey(*location, name),
        }
    }

    /// Returns the kind of another authentication scheme of HTTP, if this is one.
    pub fn another(&self) -> Option<Self> {
        match self {
            Self::Http(name) if name == Self::BASIC => Some(Self::Http(Self::BEARER.to_owned())),
            Self::Http(_) => Some(Self::Http(Self::BASIC.to_owned())),
            Self::ApiKey(..) => None,
        }
    }

    /// Returns the location, the name and the text with which a request sends a secret
    /// (RFC 9110 §11.6.2). A secret in a query is encoded by the caller.
    pub fn sent(&self, secret: &str) -> (ParameterLocation, &str, String) {
        match self {
            Self::Http(scheme) => {
                let text = format!("{scheme} {secret}");
                // A field value has no space at its end (RFC 9110 §5.5).
                (ParameterLocation::Header, "Authorization", text.trim_end().to_owned())
            }
            Self::ApiKey(location, name) => (*location, name, secret.to_owned()),
        }
    }
}
