//! Credentials of the scheme `Basic`: a user and a password (RFC 7617).

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::HeaderMap;

use super::{Sent, authorization};

/// A user and a password as the caller sent them, in UTF-8.
pub struct BasicCredentials(String);

impl BasicCredentials {
    /// Returns the user. It has no colon.
    pub fn user(&self) -> &str {
        self.0.split_once(':').map_or("", |(user, _)| user)
    }

    /// Returns the password. It is a secret: do not log it.
    pub fn reveal(&self) -> &str {
        self.0.split_once(':').map_or("", |(_, password)| password)
    }
}

impl fmt::Debug for BasicCredentials {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("BasicCredentials(…)")
    }
}

/// Returns the user and the password of a request. Control characters are not
/// allowed (RFC 7617 §2).
pub(super) fn sent(headers: &HeaderMap) -> Sent<BasicCredentials> {
    authorization(headers, "basic").and_then(|encoded| {
        let text = STANDARD.decode(encoded).ok();
        let text = text.and_then(|text| String::from_utf8(text).ok());
        text.filter(|text| text.contains(':') && !text.contains(char::is_control))
            .map(BasicCredentials)
            .ok_or_else(|| "not base64 of a user, a colon and a password (RFC 7617 §2)".to_owned())
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use http::{HeaderMap, HeaderValue, header::AUTHORIZATION};

    use super::{Sent, sent};

    #[test]
    fn a_user_and_a_password_are_decoded() {
        for (field, expected) in [
            ("Basic dGVzdDoxMjPCow==", "test|123£"),
            ("bASIC  QTpiOmM=", "A|b:c"),
            ("Basic Og==", "|"),
            ("Bearer abc", "absent"),
            ("Basic", "malformed"),
            ("Basic dGVzdA==", "malformed"),
            ("Basic dGVzdDox!", "malformed"),
            ("Basic /zo=", "malformed"),
            ("Basic YToKYg==", "malformed"),
        ] {
            let mut headers = HeaderMap::new();
            headers.append(AUTHORIZATION, HeaderValue::from_str(field).unwrap());
            let found = match sent(&headers) {
                Sent::Absent => "absent".to_owned(),
                Sent::Malformed(_) => "malformed".to_owned(),
                Sent::Credential(found) => format!("{}|{}", found.user(), found.reveal()),
            };
            assert_eq!(found, expected, "{field}");
        }
    }
}
