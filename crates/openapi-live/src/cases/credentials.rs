//! Cases for credentials: absent, malformed and unknown ones.

use super::{Case, CaseGenerator, Expected, put_credential};
use crate::request::Request;
use openapi_values::document::SchemeKind;

/// A token that no service issues; its text says what it is.
const UNKNOWN: &str = "unknown-token-of-a-conformance-check";

impl CaseGenerator<'_, '_> {
    /// Returns the cases, or none if the operation's credentials are optional.
    pub(super) fn of_credentials(&self, valid: &Request) -> Result<Vec<Case>, String> {
        let operation = self.operation;
        if operation.security.is_optional() {
            return Ok(Vec::new());
        }
        let about = &operation.security.pointer;
        let mut none = valid.clone();
        for scheme in self.schemes {
            let Some((_, own, _)) = scheme.credential("") else {
                continue;
            };
            let is_other = |(name, _): &(String, String)| !name.eq_ignore_ascii_case(own);
            none.headers.retain(is_other);
            none.query.retain(is_other);
            none.cookies.retain(is_other);
        }
        let case =
            |what: String, request| Case::new(what, about, Expected::CredentialRefused, request);
        let mut cases = vec![case("no credential".to_owned(), none.clone())];
        for scheme in self.schemes {
            let good = scheme.placeholder();
            let mut bad = vec![
                ("a token that nobody has", UNKNOWN.to_owned()),
                ("the token with more behind it", format!("{good}0")),
            ];
            if let SchemeKind::Http(_) = scheme.kind {
                bad.push(("a scheme without a token", String::new()));
                bad.push(("a token that is none", "?".to_owned()));
            }
            for (what, token) in bad {
                let mut request = none.clone();
                for other in self.schemes {
                    if other.name == scheme.name {
                        put_credential(&mut request, other, &token)
                    } else {
                        put_credential(&mut request, other, &other.placeholder())
                    }
                }
                for (_, text) in &mut request.headers {
                    text.truncate(text.trim_end().len());
                }
                cases.push(case(format!("{} with {what}", scheme.name), request));
            }
            if let SchemeKind::Http(kind) = scheme.kind {
                let mut request = none.clone();
                let other = if kind == "Basic" { "Bearer" } else { "Basic" };
                let other = SchemeKind::Http(other);
                let other = openapi_values::document::Scheme {
                    kind: other,
                    ..scheme.clone()
                };
                put_credential(&mut request, &other, &scheme.placeholder());
                cases.push(case(
                    format!("{} with another scheme", scheme.name),
                    request,
                ));
            }
        }
        for (case, number) in cases.iter_mut().zip(100..) {
            if let Some(body) = &self.operation.body {
                case.request.body = Some(self.valid(body, number)?);
            }
        }
        Ok(cases)
    }
}
