//! Bearer credentials (RFC 6750 §2.1).

use std::fmt;

use http::HeaderMap;

use super::{Sent, authorization};

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

pub(super) fn sent(headers: &HeaderMap) -> Sent<BearerToken<'_>> {
    authorization(headers, "bearer")
        .and_then(|token| is_b64token(token).then_some(BearerToken(token)))
}

/// `1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="`
fn is_b64token(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    !body.is_empty()
        && body
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte))
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
            Sent::Absent => "nothing".to_owned(),
            Sent::Malformed => "malformed".to_owned(),
            Sent::Credential(token) => token.reveal().to_owned(),
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
