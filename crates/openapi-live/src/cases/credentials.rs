//! Cases for credentials: absent, malformed and unknown ones.

use super::{Case, CaseGenerator, Expected};
use openapi_document::{CredentialKind, ParameterLocation};
use openapi_schema::http::Encoding;
use openapi_values::wire::Request;

/// A token that no service issues; its text says what it is.
const UNKNOWN: &str = "unknown-token-of-a-conformance-check";

impl CaseGenerator<'_, '_> {
    /// Returns the cases, or none if the operation's credentials are optional.
    pub(super) fn of_credentials(&self, valid: &Request) -> Result<Vec<Case>, String> {
        let operation = self.operation;
        if !operation.needs_credential() {
            return Ok(Vec::new());
        }
        let about = operation.security_location.pointer.as_str();
        let mut none = valid.clone();
        for credential in self.credentials {
            let (location, own, _) = credential.kind.sent("");
            match location {
                ParameterLocation::Header => {
                    none.headers.retain(|(name, _)| !name.eq_ignore_ascii_case(own));
                }
                ParameterLocation::Query => {
                    let own = Encoding::Uri.encode(own);
                    none.query.retain(|(name, _)| *name != own);
                }
                ParameterLocation::Cookie => none.cookies.retain(|(name, _)| name != own),
                ParameterLocation::Path => {}
            }
        }
        // The request with another credential of one scheme, and those of all others.
        let with = |name: &str, kind: &CredentialKind, token: &str| {
            let mut request = none.clone();
            for other in self.credentials {
                if other.scheme == name {
                    request.authenticate(kind, token);
                } else {
                    request.authenticate(&other.kind, &other.placeholder);
                }
            }
            request
        };
        let schemes = operation.security.iter().flat_map(|one| &one.schemes);
        let declared: Vec<_> =
            schemes.filter_map(|(scheme, _)| scheme.credential_kind().ok()).collect();
        let case =
            |what: String, request| Case::new(what, about, Expected::CredentialRefused, request);
        let mut cases = vec![case("no credential".to_owned(), none.clone())];
        for credential in self.credentials {
            let (name, kind, good) = (credential.scheme, &credential.kind, &credential.placeholder);
            let mut add = |what, kind, token: &str| {
                cases.push(case(format!("{what} for {name}"), with(name, kind, token)));
            };
            add("an unknown token", kind, UNKNOWN);
            add("the token and another character", kind, &format!("{good}0"));
            if let Some(another) = kind.another() {
                add("a scheme without a token", kind, "");
                add("a malformed token", kind, "?");
                if !declared.contains(&another) {
                    add("another scheme", &another, good);
                }
            }
        }
        // A service that accepts one of these creates something: the next body is another one, so
        // that it isn't refused as a repetition.
        if let Some(body) = self.body() {
            for (case, number) in cases.iter_mut().zip(100..) {
                case.request.body = Some(self.valid(body, number)?);
            }
        }
        Ok(cases)
    }
}
