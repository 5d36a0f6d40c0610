//! Bearer credentials (RFC 6750 §2.1), decided before anything else is read.
//!
//! This only tells what was sent; whether it is accepted is for the service.
//! A token never appears in a log or a message: its `Debug` is masked, and it
//! has no `Display`.

use std::fmt;

use http::header::AUTHORIZATION;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{Fault, Request};

/// What `WWW-Authenticate` asks for (RFC 9110 §11.6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The protection space (RFC 9110 §11.5). No quotes or backslashes.
    pub realm: &'static str,
}

impl fmt::Display for Challenge {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Bearer realm=\"{}\"", self.realm)
    }
}

/// A token as it was sent, syntactically a b64token (RFC 6750 §2.1).
#[derive(Clone, Copy)]
pub struct BearerToken<'r>(&'r str);

impl<'r> BearerToken<'r> {
    /// The token itself. It is a secret: don't log it.
    pub fn reveal(self) -> &'r str {
        self.0
    }
}

impl fmt::Debug for BearerToken<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("BearerToken(…)")
    }
}

/// What an `Authorization` field holds.
enum Sent<'r> {
    Nothing,
    Malformed,
    Token(BearerToken<'r>),
}

/// The credential of a request that must have one.
///
/// # Errors
/// [`Fault::NoCredential`] when there is none of this scheme, and
/// [`Fault::CredentialRefused`] when it is malformed or there are several.
pub fn authorize(request: &Request, challenge: Challenge) -> Result<BearerToken<'_>, Fault> {
    authorize_if_sent(request, challenge)?.ok_or(Fault::NoCredential(challenge))
}

/// The credential of a request that may have one.
///
/// # Errors
/// [`Fault::CredentialRefused`] when it is malformed or there are several.
pub fn authorize_if_sent(
    request: &Request,
    challenge: Challenge,
) -> Result<Option<BearerToken<'_>>, Fault> {
    match sent(request.headers()) {
        Sent::Nothing => Ok(None),
        Sent::Malformed => Err(Fault::CredentialRefused(challenge)),
        Sent::Token(token) => Ok(Some(token)),
    }
}

fn sent(headers: &http::HeaderMap) -> Sent<'_> {
    let mut fields = headers.get_all(AUTHORIZATION).iter();
    let Some(field) = fields.next() else {
        return Sent::Nothing;
    };
    if fields.next().is_some() {
        return Sent::Malformed;
    }
    let Ok(field) = field.to_str() else {
        return Sent::Malformed;
    };
    let (scheme, token) = field.split_once(' ').unwrap_or((field, ""));
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Sent::Nothing;
    }
    // 1*SP between them (RFC 9110 §11.4).
    match token.trim_start_matches(' ') {
        token if is_b64token(token) => Sent::Token(BearerToken(token)),
        _ => Sent::Malformed,
    }
}

/// `1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="`
fn is_b64token(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    !body.is_empty()
        && body
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte))
}

/// Shows in the emitted document that an operation asks for a bearer
/// credential. dropshot emits no `security`; a header parameter called
/// `Authorization` has no other meaning (OpenAPI §4.8.12.2.1).
#[derive(Deserialize, JsonSchema)]
pub(crate) struct RequiredAuthorization {
    /// A bearer token (RFC 6750)
    #[serde(rename = "Authorization")]
    _authorization: String,
}

/// The same for a credential that may be left out.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct OptionalAuthorization {
    /// A bearer token (RFC 6750)
    #[serde(rename = "Authorization", default)]
    #[schemars(with = "String")]
    _authorization: Option<String>,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use http::{HeaderMap, HeaderValue, header::AUTHORIZATION};

    use super::{Sent, sent};

    fn verdict(fields: &[&[u8]]) -> String {
        let mut headers = HeaderMap::new();
        for field in fields {
            headers.append(AUTHORIZATION, HeaderValue::from_bytes(field).unwrap());
        }
        match sent(&headers) {
            Sent::Nothing => "nothing".to_owned(),
            Sent::Malformed => "malformed".to_owned(),
            Sent::Token(token) => token.reveal().to_owned(),
        }
    }

    #[test]
    fn exactly_one_field_with_one_b64token_is_a_credential() {
        for (fields, expected) in [
            (&[b"Bearer abc".as_slice()] as &[&[u8]], "abc"),
            (&[b"bEARER a-._~+/9=="], "a-._~+/9=="),
            (&[b"Bearer   abc"], "abc"),
            (&[], "nothing"),
            (&[b"Basic YTpi"], "nothing"),
            (&[b"Bearerabc"], "nothing"),
            (&[b"Bearer"], "malformed"),
            (&[b"Bearer "], "malformed"),
            (&[b"Bearer a b"], "malformed"),
            (&[b"Bearer a,b"], "malformed"),
            (&[b"Bearer =a"], "malformed"),
            (&[b"Bearer \xff"], "malformed"),
            (&[b"Bearer a", b"Bearer a"], "malformed"),
        ] {
            assert_eq!(verdict(fields), expected, "{fields:?}");
        }
    }
}
