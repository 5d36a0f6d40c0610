//! Credentials of other authentication schemes of HTTP, such as `Digest` (RFC 9110 §11.4).

use std::fmt;

use http::HeaderMap;

use super::{Sent, authorization};

/// A credential as the caller sent it after the name of the scheme; it is not empty.
#[derive(Clone, Copy)]
pub struct HttpCredential<'r>(&'r str);

impl<'r> HttpCredential<'r> {
    /// Returns the credential. It is a secret: do not log it.
    pub fn reveal(self) -> &'r str {
        self.0
    }
}

impl fmt::Debug for HttpCredential<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("HttpCredential(…)")
    }
}

pub(super) fn sent<'r>(headers: &'r HeaderMap, scheme: &str) -> Sent<HttpCredential<'r>> {
    authorization(headers, scheme).and_then(|text| match text {
        "" => Err("the credential is empty".to_owned()),
        text => Ok(HttpCredential(text)),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use http::{HeaderMap, HeaderValue, header::AUTHORIZATION};

    use super::{Sent, sent};

    #[test]
    fn a_credential_is_the_text_after_the_name_of_the_scheme() {
        for (field, expected) in [
            ("Device+Key abc", "abc"),
            ("device+KEY  a=\"b c\", d=e", "a=\"b c\", d=e"),
            ("Device abc", "absent"),
            ("Device+Key", "malformed"),
        ] {
            let mut headers = HeaderMap::new();
            headers.append(AUTHORIZATION, HeaderValue::from_str(field).unwrap());
            let found = match sent(&headers, "Device+Key") {
                Sent::Absent => "absent",
                Sent::Malformed(_) => "malformed",
                Sent::Credential(found) => found.reveal(),
            };
            assert_eq!(found, expected, "{field}");
        }
    }
}
