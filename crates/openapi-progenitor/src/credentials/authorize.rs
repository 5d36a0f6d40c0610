//! Selects the credentials of a request, and writes them.

use reqwest::Request;
use reqwest::header::{AUTHORIZATION, COOKIE, HeaderName, HeaderValue};

use super::{Credential, CredentialError, Token};
use crate::{Contract, Operation, ParameterLocation, Requirement};

/// The reason why a request is not authorized.
pub(crate) enum Unauthorized {
    /// No alternative of the operation is set in whole. The text names them.
    Missing(String),
    /// A credential that is set can't be had.
    Failed(&'static str, CredentialError),
}

impl Contract {
    /// Writes the credentials of the first alternative that is set in whole.
    pub(crate) async fn authorize(
        &self,
        operation: &Operation,
        request: &mut Request,
    ) -> Result<(), Unauthorized> {
        let Some(alternative) = self.alternative(operation)? else {
            return Ok(());
        };
        for &(scheme, scopes) in alternative {
            let failed = |error| Unauthorized::Failed(scheme, error);
            // The HTTP client has any other, such as a certificate.
            if let Some(credential) = self.set_credential(scheme) {
                let text = credential.text(scopes).await.map_err(failed)?;
                write(self.place(scheme), &text, request)
                    .ok_or_else(|| failed(CredentialError::Unsendable(scheme.to_owned())))?;
            }
        }
        Ok(())
    }

    /// Replaces the token that the service has refused. Returns `false` if there is no other
    /// one.
    pub(crate) async fn replace_token(&self, operation: &Operation, request: &mut Request) -> bool {
        let sent = request.headers().get(AUTHORIZATION);
        let sent = sent.and_then(|sent| sent.to_str().ok()?.strip_prefix("Bearer "));
        let Some(sent) = sent.and_then(|sent| Token::new(sent).ok()) else {
            return false;
        };
        let Ok(Some(alternative)) = self.alternative(operation) else {
            return false;
        };
        for &(scheme, scopes) in alternative {
            if let Some(Credential::Token(provider)) = self.set_credential(scheme) {
                provider.refused(&sent);
                let text = match provider.token(scopes).await {
                    Ok(token) if token != sent => format!("Bearer {}", token.reveal()),
                    _ => return false,
                };
                return write(self.place(scheme), &text, request).is_some();
            }
        }
        false
    }

    /// Returns the parameters of the query that have a credential.
    pub(crate) fn secrets_of_query(&self, operation: &Operation) -> Vec<&'static str> {
        let requirements = operation.security.iter().copied().flatten();
        let places = requirements.filter_map(|(scheme, _)| self.place(scheme));
        let in_query = places.filter(|(location, _)| *location == ParameterLocation::Query);
        in_query.map(|(_, name)| name).collect()
    }

    /// Returns the first alternative that is set in whole, `None` if none is required.
    fn alternative(
        &self,
        operation: &Operation,
    ) -> Result<Option<&'static [Requirement]>, Unauthorized> {
        let alternatives = operation.security;
        if alternatives.is_empty() || self.has_own_credentials() {
            return Ok(None);
        }
        let is_set = |(scheme, _): &Requirement| {
            self.place(scheme).is_none() || self.set_credential(scheme).is_some()
        };
        let is_whole = |alternative: &&&'static [Requirement]| {
            !alternative.is_empty() && alternative.iter().all(is_set)
        };
        if let Some(whole) = alternatives.iter().find(is_whole) {
            return Ok(Some(whole));
        }
        if alternatives.iter().any(|one| one.is_empty()) {
            return Ok(None);
        }
        let names = alternatives.iter().map(|alternative| {
            alternative.iter().map(|(scheme, _)| *scheme).collect::<Vec<_>>().join(" and ")
        });
        let names = names.collect::<Vec<_>>().join(", or ");
        let message = format!("{} requires {names}, and no such credential is set", operation.id);
        Err(Unauthorized::Missing(message))
    }
}

/// Writes a credential where its scheme has it.
fn write(
    place: Option<(ParameterLocation, &str)>,
    text: &str,
    request: &mut Request,
) -> Option<()> {
    let Some((location, name)) = place else {
        return Some(());
    };
    // A parameter of this name is replaced, as a header field is: a service refuses a second one.
    let without_own = |pairs: &str, separator: &str| {
        let others = pairs.split(separator).filter(|pair| pair.split('=').next() != Some(name));
        Some(others.collect::<Vec<_>>().join(separator)).filter(|others| !others.is_empty())
    };
    if location == ParameterLocation::Query {
        let url = request.url_mut();
        let others = url.query().and_then(|query| without_own(query, "&"));
        url.set_query(others.as_deref());
        url.query_pairs_mut().append_pair(name, text);
        return Some(());
    }
    let headers = request.headers_mut();
    let (name, text) = match location {
        ParameterLocation::Cookie => {
            let cookie = format!("{name}={text}");
            let others = headers.get(COOKIE).and_then(|others| others.to_str().ok());
            let others = others.and_then(|others| without_own(others, "; "));
            let all = others.map(|others| format!("{others}; {cookie}"));
            (COOKIE, all.unwrap_or(cookie))
        }
        _ => (HeaderName::try_from(name).ok()?, text.to_owned()),
    };
    let mut value = HeaderValue::try_from(text).ok()?;
    value.set_sensitive(true);
    headers.insert(name, value);
    Some(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_credential_replaces_a_parameter_of_its_name() {
        let url = "http://localhost/?key=mine&tags=a%20b&key2=c".parse().unwrap();
        let mut request = Request::new(reqwest::Method::GET, url);
        request.headers_mut().insert(COOKIE, HeaderValue::from_static("key=mine; other=a"));
        for location in [ParameterLocation::Query, ParameterLocation::Cookie] {
            write(Some((location, "key")), "secret", &mut request).unwrap();
        }
        assert_eq!(request.url().query(), Some("tags=a%20b&key2=c&key=secret"));
        assert_eq!(request.headers()[COOKIE], "other=a; key=secret");
    }
}
