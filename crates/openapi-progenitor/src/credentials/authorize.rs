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
    /// Writes the credentials of the alternative that [`Self::alternative`] selects.
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
            // Without one, the HTTP client has what the scheme requires, such as a certificate.
            if let Some((place, credential)) = self.place(scheme).zip(self.set_credential(scheme)) {
                let text = credential.text(scopes).await.map_err(failed)?;
                write(place, &text, request)
                    .ok_or_else(|| failed(CredentialError::Unsendable(scheme.to_owned())))?;
            }
        }
        Ok(())
    }

    /// Tells the provider of the token that the service has refused it, and writes another one.
    /// Returns `false` if there is none.
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
            if let Some((place, Credential::Token(provider))) =
                self.place(scheme).zip(self.set_credential(scheme))
            {
                provider.refused(&sent);
                let text = match provider.token(scopes).await {
                    Ok(token) if token != sent => format!("Bearer {}", token.reveal()),
                    _ => return false,
                };
                return write(place, &text, request).is_some();
            }
        }
        false
    }

    /// Returns the names of the query's parameters that can have a credential, which must not be
    /// shown.
    pub(crate) fn secrets_of_query(&self, operation: &Operation) -> Vec<&'static str> {
        let requirements = operation.security.iter().copied().flatten();
        let places = requirements.filter_map(|(scheme, _)| self.place(scheme));
        let in_query = places.filter(|(location, _)| *location == ParameterLocation::Query);
        in_query.map(|(_, name)| name).collect()
    }

    /// Returns the first alternative of which all credentials are set, before one that the HTTP
    /// client has to meet alone; `None` if none is required.
    fn alternative(
        &self,
        operation: &Operation,
    ) -> Result<Option<&'static [Requirement]>, Unauthorized> {
        let alternatives = operation.security;
        if alternatives.is_empty() || self.has_own_credentials {
            return Ok(None);
        }
        let is_set = |(scheme, _): &Requirement| self.set_credential(scheme).is_some();
        // Of a scheme without a place, the HTTP client may have the credential.
        let can_be_met = |one: &Requirement| is_set(one) || self.place(one.0).is_none();
        let mut whole =
            alternatives.iter().filter(|all| !all.is_empty() && all.iter().all(can_be_met));
        // A caller who has set a credential expects it to be sent, so it comes before certificates.
        let set = whole.clone().find(|all| all.iter().any(is_set));
        if let Some(whole) = set.or_else(|| whole.next()) {
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

/// Writes a credential where its scheme has it. Returns `None` if it has characters that can't be
/// sent there.
fn write(
    (location, name): (ParameterLocation, &str),
    text: &str,
    request: &mut Request,
) -> Option<()> {
    // A parameter of this name is replaced, as a header field is: a service refuses a second one.
    if location == ParameterLocation::Query {
        let url = request.url_mut();
        let pairs = url.query().unwrap_or_default().split('&').filter(|pair| !pair.is_empty());
        // Names are compared as they are read, and the other pairs stay as they are written.
        let others = pairs.zip(url.query_pairs()).filter(|(_, (other, _))| other != name);
        let others = others.map(|(pair, _)| pair).collect::<Vec<_>>().join("&");
        url.set_query(Some(&*others).filter(|others| !others.is_empty()));
        url.query_pairs_mut().append_pair(name, text);
        return Some(());
    }
    let headers = request.headers_mut();
    let (name, text) = match location {
        // A semicolon would end the cookie, and the rest would be another one.
        ParameterLocation::Cookie if text.contains(';') => return None,
        ParameterLocation::Cookie => {
            let sent = headers.get(COOKIE).map_or(&[][..], HeaderValue::as_bytes);
            let sent = String::from_utf8_lossy(sent);
            let pairs = sent.split("; ").filter(|pair| !pair.is_empty());
            let others = pairs.filter(|pair| pair.split('=').next() != Some(name));
            let own = format!("{name}={text}");
            (COOKIE, others.chain([&*own]).collect::<Vec<_>>().join("; "))
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
        let url = "http://localhost/?m+k=mine&tags=a%20b&m%20k=mine&key2=c".parse().unwrap();
        let mut request = Request::new(reqwest::Method::GET, url);
        let sent = HeaderValue::from_bytes("key=mine; other=é".as_bytes());
        request.headers_mut().insert(COOKIE, sent.unwrap());
        write((ParameterLocation::Query, "m k"), "secret", &mut request).unwrap();
        write((ParameterLocation::Cookie, "key"), "secret", &mut request).unwrap();
        assert_eq!(request.url().query(), Some("tags=a%20b&key2=c&m+k=secret"));
        assert_eq!(request.headers()[COOKIE].as_bytes(), "other=é; key=secret".as_bytes());
        assert!(write((ParameterLocation::Cookie, "key"), "a;b", &mut request).is_none());
    }
}
