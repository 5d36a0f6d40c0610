//! Cases for credentials: absent, malformed and unknown ones.

use super::{Case, CaseGenerator, Expected};
use crate::check::credentials::is_optional;
use openapi_values::wire::Request;

/// A token that no service issues; its text says what it is.
const UNKNOWN: &str = "unknown-token-of-a-conformance-check";

impl CaseGenerator<'_, '_> {
    /// Returns the cases, or none if the operation's credentials are optional.
    pub(super) fn of_credentials(&self, valid: &Request) -> Result<Vec<Case>, String> {
        let operation = self.operation;
        if is_optional(operation) {
            return Ok(Vec::new());
        }
        let about = operation.security_location.pointer.as_str();
        let mut none = valid.clone();
        for credential in self.credentials {
            let (_, own, _) = credential.kind.sent("");
            let is_other = |(name, _): &(String, String)| !name.eq_ignore_ascii_case(own);
            none.headers.retain(is_other);
            none.query.retain(is_other);
            none.cookies.retain(is_other);
        }
        let case =
            |what: String, request| Case::new(what, about, Expected::CredentialRefused, request);
        let mut cases = vec![case("no credential".to_owned(), none.clone())];
        for credential in self.credentials {
            let (name, good) = (credential.scheme, &credential.placeholder);
            let mut bad = vec![
                ("a token that nobody has", UNKNOWN.to_owned()),
                ("the token with more behind it", format!("{good}0")),
            ];
            let another = credential.kind.another();
            if another.is_some() {
                bad.push(("a scheme without a token", String::new()));
                bad.push(("a token that is none", "?".to_owned()));
            }
            for (what, token) in bad {
                let mut request = none.clone();
                for other in self.credentials {
                    let is_this = other.scheme == name;
                    let token = if is_this { &token } else { &other.placeholder };
                    request.authenticate(&other.kind, token);
                }
                for (_, text) in &mut request.headers {
                    text.truncate(text.trim_end().len());
                }
                cases.push(case(format!("{name} with {what}"), request));
            }
            if let Some(another) = another {
                let mut request = none.clone();
                request.authenticate(&another, good);
                cases.push(case(format!("{name} with another scheme"), request));
            }
        }
        for (case, number) in cases.iter_mut().zip(100..) {
            if let Some(body) = self.body() {
                case.request.body = Some(self.valid(body, number)?);
            }
        }
        Ok(cases)
    }
}
