//! Bearer credentials (RFC 6750 §2.1).
//!
//! This module extracts a token; the service decides whether to accept it. A
//! token never reaches a log or a message: its `Debug` is masked, and it has no
//! `Display`.

use std::fmt;
use std::marker::PhantomData;

use async_trait::async_trait;
use dropshot::{
    ApiEndpointBodyContentType, ExtractorMetadata, Header, HttpError, RequestContext,
    ServerContext, SharedExtractor,
};
use http::header::AUTHORIZATION;
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::Schema;
use serde::Deserialize;
use serde_json::json;

use crate::{Rejection, shape};

/// The challenge of a `WWW-Authenticate` field (RFC 9110 §11.6.1).
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

/// A token as the caller sent it; its syntax is b64token (RFC 6750 §2.1).
#[derive(Clone, Copy)]
pub struct BearerToken<'r>(&'r str);

impl<'r> BearerToken<'r> {
    /// Returns the token. It is a secret: do not log it.
    pub fn reveal(self) -> &'r str {
        self.0
    }
}

impl fmt::Debug for BearerToken<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("BearerToken(…)")
    }
}

/// The content of the `Authorization` fields of a request.
enum Sent<'r> {
    Nothing,
    Malformed,
    Token(BearerToken<'r>),
}

/// Returns the token of a request that must have one.
///
/// # Errors
/// [`Rejection::NoCredential`] if there is no credential of this scheme, and
/// [`Rejection::CredentialRefused`] if it is malformed or there are several.
pub fn authorize<C: ServerContext>(
    rqctx: &RequestContext<C>,
    challenge: Challenge,
) -> Result<BearerToken<'_>, Rejection> {
    authorize_if_sent(rqctx, challenge)?.ok_or(Rejection::NoCredential(challenge))
}

/// Returns the token of a request that may have one.
///
/// # Errors
/// [`Rejection::CredentialRefused`] if it is malformed or there are several.
pub fn authorize_if_sent<C: ServerContext>(
    rqctx: &RequestContext<C>,
    challenge: Challenge,
) -> Result<Option<BearerToken<'_>>, Rejection> {
    match sent(rqctx.request.headers()) {
        Sent::Nothing => Ok(None),
        Sent::Malformed => Err(Rejection::CredentialRefused(challenge)),
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

/// A security scheme of the document. The generator writes one type for each.
pub trait SecurityScheme: Send + Sync + 'static {
    /// The name of the scheme under `components.securitySchemes`.
    const NAME: &'static str;
}

/// The keyword that names the security scheme at the header parameter
/// `Authorization` of what dropshot emits.
pub(crate) const SCHEME_KEYWORD: &str = "x-security-scheme";

/// Documents that an operation requires a bearer credential. It reads nothing:
/// dropshot runs extractors side by side, and the credential comes first.
///
/// dropshot emits no `security`, so the metadata is the header parameter
/// `Authorization`, which OpenAPI gives no other meaning (OpenAPI 3.1.1
/// §4.8.12.1). The [overlay](crate::Overlay) replaces it.
pub struct Bearer<S>(PhantomData<fn() -> S>);

/// Documents that an operation accepts a bearer credential and does not require
/// it. It reads nothing, as [`Bearer`].
pub struct OptionalBearer<S>(PhantomData<fn() -> S>);

#[async_trait]
impl<S: SecurityScheme> SharedExtractor for Bearer<S> {
    async fn from_request<C: ServerContext>(_: &RequestContext<C>) -> Result<Self, HttpError> {
        Ok(Self(PhantomData))
    }

    fn metadata(content_type: ApiEndpointBodyContentType) -> ExtractorMetadata {
        Header::<Authorization<S, true>>::metadata(content_type)
    }
}

#[async_trait]
impl<S: SecurityScheme> SharedExtractor for OptionalBearer<S> {
    async fn from_request<C: ServerContext>(_: &RequestContext<C>) -> Result<Self, HttpError> {
        Ok(Self(PhantomData))
    }

    fn metadata(content_type: ApiEndpointBodyContentType) -> ExtractorMetadata {
        Header::<Authorization<S, false>>::metadata(content_type)
    }
}

/// The header parameter in the form that dropshot's extractor documents.
#[derive(Deserialize)]
#[serde(bound = "")]
struct Authorization<S, const REQUIRED: bool> {
    #[serde(skip)]
    _scheme: PhantomData<fn() -> S>,
}

impl<S: SecurityScheme, const REQUIRED: bool> JsonSchema for Authorization<S, REQUIRED> {
    fn schema_name() -> String {
        "Authorization".to_owned()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let keywords = json!({
            "description": "A bearer token (RFC 6750)",
            SCHEME_KEYWORD: S::NAME,
        });
        let token = shape::with_keywords(generator.subschema_for::<String>(), keywords);
        shape::object([("Authorization", REQUIRED, token)], Schema::Bool(true))
    }
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
